"""An agent that MaskablePPO of sb3-contrib trains, and that ``odin bench`` plays.

``pip install 'odin-solver[gym]' sb3-contrib``, then

* ``python benchmarks/trained_agent.py 1000000`` trains it for so many steps, and writes
  ``trained_agent.zip`` beside this file;
* ``odin bench benchmarks/trained_agent.py --kind short`` plays it.

It chooses among the eight moves that the greedy policy likes best, by the state and by what
kinds of moves they are.
"""

import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import odin_solver.gym  # noqa: F401  # registers the environments
from odin_solver.rollouts.tables import INPUT_GROUPS, MOVE_KINDS, NODE_KINDS

MODEL = Path(__file__).with_name("trained_agent.zip")
GAMES, CHOICES = 64, 8
GROUPS = [name for name in INPUT_GROUPS if name not in ("hand", "played")]
SEEN = sum(len(INPUT_GROUPS[name]) for name in GROUPS) + 8 + len(NODE_KINDS)
SPACE = gymnasium.spaces.Box(-1000, 1000, (SEEN + CHOICES * (len(MOVE_KINDS) + 3),), np.float32)


def features(seen: dict[str, Any]) -> np.ndarray:
    """Return what the network sees: a row of numbers for each game."""
    moves = seen["moves"][:, :CHOICES]
    kinds = np.eye(len(MOVE_KINDS), dtype=np.float32)[moves[..., 0]]
    kinds *= seen["action_mask"][:, :CHOICES, None]
    parts = [seen[name] for name in GROUPS]
    parts += [np.eye(8)[seen["round"][:, 0]], np.eye(len(NODE_KINDS))[seen["decision"]]]
    parts += [kinds.reshape(len(kinds), -1), moves[..., 1:4].reshape(len(kinds), -1) / 64]
    return np.concatenate(parts, axis=1, dtype=np.float32)


class SoloTables(VecEnv):  # type: ignore[misc]  # no types
    """Short games side by side, as stable-baselines3 asks for them; rewards are scores / 100."""

    def __init__(self) -> None:
        self.games = gymnasium.make_vec(
            "OdinSolo-v0", num_envs=GAMES, length="short", autoreset_mode="SameStep"
        )
        self.scores: list[float] = []
        super().__init__(GAMES, SPACE, gymnasium.spaces.Discrete(CHOICES))

    def reset(self) -> np.ndarray:
        seen, _ = self.games.reset(seed=1_000_000)
        self.masks = seen["action_mask"][:, :CHOICES] == 1
        return features(seen)

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, ended, truncated, info = self.games.step(self.actions)
        over = ended | truncated
        more: list[dict[str, Any]] = [{} for _ in range(GAMES)]
        for at in np.flatnonzero(over):
            last = {name: part[None] for name, part in info["final_obs"][at].items()}
            more[at] = {
                "terminal_observation": features(last)[0],
                "TimeLimit.truncated": bool(truncated[at]),
            }
            self.scores.append(float(rewards[at]))
        self.masks = seen["action_mask"][:, :CHOICES] == 1
        return features(seen), rewards / 100, over, more

    def env_method(self, name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        return list(self.masks)

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [None] * GAMES

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None: ...

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * GAMES

    def close(self) -> None: ...


class Curve(BaseCallback):  # type: ignore[misc]  # no types
    """Prints the mean score of the latest games, and keeps what was trained so far."""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        scores = self.training_env.scores[-500:]
        if self.num_timesteps % (GAMES * 128 * 10) == 0:
            seconds = time.process_time()
            mean = np.mean(scores)
            print(f"{self.num_timesteps} steps, {seconds:.0f} s: {mean:.1f} points", flush=True)
            self.model.save(MODEL)


@cache
def trained() -> MaskablePPO:
    """Return what was trained."""
    return MaskablePPO.load(MODEL, device="cpu")


def act(observation: dict[str, Any]) -> int:
    """Return the number of a move."""
    seen = {name: np.asarray(part)[None] for name, part in observation.items()}
    masks = seen["action_mask"][:, :CHOICES] == 1
    actions, _ = trained().predict(features(seen), action_masks=masks, deterministic=True)
    return int(actions[0])


if __name__ == "__main__":
    model = MaskablePPO(
        "MlpPolicy",
        SoloTables(),
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.002,
        policy_kwargs={"net_arch": [128, 128]},
        seed=1,
        device="cpu",
    )
    model.learn(int(sys.argv[1]), callback=Curve())
