#!/usr/bin/env bash
# A vector environment cuts figures in `info` to the type that the first environment happens to give.
#
# Versions: gymnasium 1.4.0, numpy 2.4.6.
# Seen: two environments give info {"score": 1} and {"score": 2.5}. `SyncVectorEnv` gives [1, 2]; with the environments swapped,
#   [2.5, 1.0]. True and 7 become [True, True]. There is no warning: the array is made with the Python type of the first value,
#   and later ones are cast.
# Expected: [1.0, 2.5], or an error.
# Whom it hurts: who puts points or rates in `info`, and now and then a whole one, as `total or 0` does; evaluations are too low.
# How to avoid: always give the same type, as float(score).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6
"$folder/venv/bin/python" - <<'PY'
import sys

import gymnasium
from gymnasium.vector import SyncVectorEnv


class Game(gymnasium.Env):
    observation_space = gymnasium.spaces.Discrete(2)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, score):
        self.score = score

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return 0, {}

    def step(self, action):
        return 0, 0.0, False, False, {"score": self.score}


def scores(*values):
    games = SyncVectorEnv([lambda value=value: Game(value) for value in values])
    games.reset(seed=0)
    return games.step([0] * len(values))[4]["score"].tolist()


cases = [(1, 2.5), (2.5, 1), (True, 7)]
seen = [scores(*case) for case in cases]
for case, result in zip(cases, seen):
    print("given", list(case), "- seen", result)
if repr(seen) != "[[1, 2], [2.5, 1.0], [True, True]]":
    sys.exit("This has changed.")
PY
