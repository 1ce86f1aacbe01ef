#!/usr/bin/env bash
# Two `Dict` spaces of Gymnasium are equal, but flatten the same observation to different vectors.
#
# Versions: gymnasium 1.4.0, numpy 2.4.6.
# Seen: Dict({"tiles": ..., "board": ...}) sorts its keys, Dict(tiles=..., board=...) keeps their order. The spaces are equal
#   (==), and so are their flattened spaces, but `flatten` puts the parts in another order, and samples of the same seed differ.
# Expected: spaces that are equal mean the same vector, or they are not equal. gym compared the order for this reason
#   (https://github.com/openai/gym/pull/3024); Gymnasium compares plain dicts.
# Whom it hurts: who trains a policy with one and loads it with the other. Checks by == pass, and the policy reads garbage.
# How to avoid: compare `list(space.keys())`, too; build the space in one place.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6
"$folder/venv/bin/python" - <<'PY'
import sys

from gymnasium.spaces import Dict, Discrete, flatten, flatten_space

parts = {"tiles": Discrete(3), "board": Discrete(3)}
given, named = Dict(parts), Dict(**parts)
observation = {"tiles": 2, "board": 0}
vectors = flatten(given, observation).tolist(), flatten(named, observation).tolist()
equal = given == named, flatten_space(given) == flatten_space(named)
print("equal:", equal[0], "- flattened spaces equal:", equal[1])
print("flattened:", *vectors)
if equal != (True, True) or vectors != ([1, 0, 0, 0, 0, 1], [0, 0, 1, 1, 0, 0]):
    sys.exit("This has changed.")
PY
