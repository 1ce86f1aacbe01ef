"""The solo game as an environment, played by the compiled engine."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import Options
from odin_solver.game.setup import new_game
from odin_solver.gym.placing import ILLEGAL, Observation
from odin_solver.rollouts.encoding import decode, encode
from odin_solver.rollouts.library import MOST_CHOICES, library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.structs import FlatMove, FlatPolicy, FlatState
from odin_solver.rollouts.tables import INPUT_GROUPS, INPUTS, NODE_KINDS
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import GameLength

LARGEST = 1000.0
"""No input is larger: they are scaled to be about 1."""

MOST_STEPS = 2000
"""Steps after which a game is truncated."""

BEGIN, NO_MOVE = -1, -2
"""In place of the number of a move: the game begins, or nothing happens."""

OF_CARDS = ("hand", "played")
"""Groups of inputs that only games with occupations have."""


class OdinSolo(gymnasium.Env[Observation, np.int64]):
    """The solo game: an action is a move of a decision, by its number.

    The moves are those that the greedy policy considers, its own first: at a turn all of them,
    and its best way to lay tiles. The reward is the score at the end, else 0.

    Parameters
    ----------
    cards
        Whether all occupations are in the game.
    render_mode
        None; what is shown are the observations.

    Raises
    ------
    InputError
        If there is no such length.
    NotBuiltError
        If the compiled engine cannot be used.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self, length: GameLength = "long", cards: bool = False, render_mode: str | None = None
    ) -> None:
        self._games = SoloGames(length, cards, 1)
        self.options = self._games.options
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(MOST_CHOICES)
        self.observation_space = self._games.space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the seed decides all chance."""
        super().reset(seed=seed)
        self._games.step(_NO_MOVES, {0: int(self.np_random.integers(1 << 62))})
        return self._seen()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let chance happen up to the next decision."""
        (reward,) = self._games.step(np.array([action], np.int64), {}).tolist()
        seen, info = self._seen()
        return seen, reward, bool(self._games.ended()[0]), False, info

    def legal_moves(self) -> list[Move]:
        """Return the moves of the mask, as those of the Python engine."""
        found = map(decode, self._games.moves())
        return [move for move in found if isinstance(move, Move)]

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask as truth values, as sb3-contrib asks for it."""
        return self._games.masks[0].astype(np.bool_)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = {name: part[0] for name, part in self._games.observations().items()}
        return seen, {"action_mask": seen["action_mask"].copy()}


class OdinSoloVector(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Several solo games side by side: `OdinSolo` for each, as arrays of all games.

    A game that has ended begins anew with the next step, whatever its action.

    Parameters
    ----------
    length, cards, render_mode
        As for `OdinSolo`.
    max_episode_steps
        Steps after which a game is truncated.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        length: GameLength = "long",
        cards: bool = False,
        render_mode: str | None = None,
        max_episode_steps: int = MOST_STEPS,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._games = SoloGames(length, cards, num_envs)
        self._most = max_episode_steps
        self.single_action_space = spaces.Discrete(MOST_CHOICES)
        self.single_observation_space = self._games.space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._steps = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, np.bool_)
        self._luck = [np.random.default_rng() for _ in range(num_envs)]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games; from a number the seeds are it and those that follow."""
        if isinstance(seed, int):
            seed = [seed + at for at in range(self.num_envs)]
        for at, of in enumerate(seed or ()):
            if of is not None:
                self._luck[at], _ = seeding.np_random(of)
        self._games.step(np.full(self.num_envs, NO_MOVE), self._beginning(range(self.num_envs)))
        return self._seen()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        Observation,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Make a move in each game that goes on, and begin the others anew."""
        begun = np.flatnonzero(self._over).tolist()
        self._steps += 1
        rewards = self._games.step(actions, self._beginning(begun))
        ended = self._games.ended()
        truncated = ~ended & (self._steps >= self._most)
        self._over = ended | truncated
        seen, info = self._seen()
        return seen, rewards, ended, truncated, info

    def _beginning(self, games: Iterable[int]) -> dict[int, int]:
        """Return the seeds of games that begin, and count their steps anew."""
        seeds = {at: int(self._luck[at].integers(1 << 62)) for at in games}
        self._steps[[*seeds]] = 0
        return seeds

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._games.observations()
        return seen, {"action_mask": seen["action_mask"].copy()}


class SoloGames:
    """Games of the compiled engine, and what is seen of them as arrays."""

    def __init__(self, length: GameLength, cards: bool, many: int) -> None:
        self.options = Options(length, cards=frozenset(OCCUPATIONS) if cards else frozenset())
        self._first = encode(new_game(self.options))
        self._policy = _policy(length, cards)
        self._groups = [name for name in INPUT_GROUPS if cards or name not in OF_CARDS]
        self.space = spaces.Dict(
            {
                name: spaces.Box(-LARGEST, LARGEST, (len(INPUT_GROUPS[name]),), np.float32)
                for name in self._groups
            }
            | {
                "round": spaces.Box(0, 7, (1,), np.int8),
                "decision": spaces.Discrete(len(NODE_KINDS)),
                "moves": spaces.Box(0, 255, (MOST_CHOICES, _MOVE_BYTES), np.uint8),
                "action_mask": spaces.MultiBinary(MOST_CHOICES),
            }
        )
        library().refresh(self._first)
        self._states = (FlatState * many)()
        self._fields = np.frombuffer(memoryview(self._states), np.dtype(FlatState))
        self._seeds = np.zeros(many, np.uint64)
        self._counts = np.zeros(many, np.int32)
        self._inputs = np.zeros((many, len(INPUTS)), np.float32)
        self.masks = np.zeros((many, MOST_CHOICES), np.int8)
        self._moves = np.zeros((many, MOST_CHOICES, _MOVE_BYTES), np.uint8)

    def step(
        self, actions: npt.NDArray[np.int64], beginning: Mapping[int, int]
    ) -> npt.NDArray[np.float64]:
        """Make a move in each game, and let chance happen up to the next decision.

        Parameters
        ----------
        actions
            The number of a move of each game.
        beginning
            Games that begin instead, each with the seed that decides its chance.

        Returns
        -------
        numpy.ndarray
            The reward of each game.
        """
        beyond = (actions < 0) | (actions >= self._counts)
        actions = np.where(beyond, NO_MOVE, actions)
        rewards = np.where(beyond, ILLEGAL, 0.0)
        for at, seed in beginning.items():
            self._states[at], self._seeds[at] = self._first, seed
            actions[at], rewards[at] = BEGIN, 0.0
        library().step(
            self._states,
            self._policy,
            actions,
            self._seeds,
            self._counts,
            self._moves,
            self.masks,
            self._inputs,
        )
        for at in np.flatnonzero(self.ended() & (actions >= 0)).tolist():
            rewards[at] = library().score(self._states[at]).total
        return rewards

    def ended(self) -> npt.NDArray[np.bool_]:
        """Return which games have ended."""
        ended: npt.NDArray[np.bool_] = self._fields["n_nodes"] == 0
        return ended

    def moves(self) -> list[FlatMove]:
        """Return the moves of the first game's decision."""
        return [FlatMove.from_buffer_copy(row) for row in self._moves[0, : self._counts[0]]]

    def observations(self) -> Observation:
        """Return what is seen of all games."""
        last = np.maximum(self._fields["n_nodes"], 1) - 1
        kinds = np.take_along_axis(self._fields["stack"]["kind"], last[:, None], 1)[:, 0]
        return {
            **{name: self._inputs[:, _PLACES[name]].copy() for name in self._groups},
            "round": self._fields["round"].astype(np.int8)[:, None],
            "decision": np.where(self.ended(), 0, kinds).astype(np.int64),
            "moves": self._moves.copy(),
            "action_mask": self.masks.copy(),
        }


_MOVE_BYTES = len(bytes(FlatMove()))

_NO_MOVES = np.array([NO_MOVE])

_STARTS = np.cumsum([0, *map(len, INPUT_GROUPS.values())])

_PLACES = {
    name: slice(int(start), int(start) + len(INPUT_GROUPS[name]))
    for name, start in zip(INPUT_GROUPS, _STARTS, strict=False)
}
"""Where each group of inputs is in a row."""


@cache
def _policy(length: GameLength, cards: bool) -> FlatPolicy:
    return flat_policy(GREEDY, length, cards)
