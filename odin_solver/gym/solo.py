"""The solo game as an environment, played by the compiled engine."""

from functools import cache
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import Options
from odin_solver.game.setup import new_game
from odin_solver.rollouts.encoding import decode, encode
from odin_solver.rollouts.library import MOST_CHOICES, library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.structs import FlatMove, FlatPolicy, FlatState
from odin_solver.rollouts.tables import INPUT_GROUPS, INPUTS, NODE_KINDS
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import GameLength

Observation = dict[str, Any]

ILLEGAL = -1.0
"""Reward of an action beyond the mask, which changes nothing."""

LARGEST = 1000.0
"""No input is larger: they are scaled to be about 1."""

OF_CARDS = ("hand", "played")
"""Groups of inputs that only games with occupations have."""


class OdinSolo(gymnasium.Env[Observation, np.int64]):
    """The solo game: an action is a move of a decision, by its number.

    The moves are those that the greedy policy considers, its own first: at a turn all of them,
    and its best way to lay tiles. The reward is the score at the end, else 0.

    Parameters
    ----------
    length
        ``long`` or ``short``.
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
        self.options = Options(length, cards=frozenset(OCCUPATIONS) if cards else frozenset())
        self._first = encode(new_game(self.options))
        self._length: GameLength = length
        self._cards = cards
        self._groups = [name for name in INPUT_GROUPS if cards or name not in OF_CARDS]
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(MOST_CHOICES)
        self.observation_space = spaces.Dict(
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
        self._state = FlatState.from_buffer_copy(self._first)
        self._luck = 0
        self._moves: list[FlatMove] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the seed decides all chance."""
        super().reset(seed=seed)
        self._state = FlatState.from_buffer_copy(self._first)
        self._luck = library().draw(self._state, int(self.np_random.integers(1 << 62)))
        self._list_moves()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let chance happen up to the next decision."""
        reward = 0.0
        if not 0 <= action < len(self._moves):
            reward = ILLEGAL
        else:
            library().apply(self._state, self._moves[int(action)])
            self._luck = library().draw(self._state, self._luck)
            self._list_moves()
        ended = not self._state.n_nodes
        if ended and reward == 0:
            reward = float(library().score(self._state).total)
        return self._observation(), reward, ended, False, self._info()

    def legal_moves(self) -> list[Move]:
        """Return the moves of the mask, as those of the Python engine."""
        found = map(decode, self._moves)
        return [move for move in found if isinstance(move, Move)]

    def _list_moves(self) -> None:
        self._moves = []
        if self._state.n_nodes:
            policy = _policy(self._length, self._cards)
            self._moves = library().ranked(self._state, policy, MOST_CHOICES)

    def _observation(self) -> Observation:
        row = np.zeros(len(INPUTS), np.float32)
        policy = _policy(self._length, self._cards)
        library().inputs(self._state, policy, row.ctypes.data)
        count = len(self._moves)
        moves = np.zeros((MOST_CHOICES, _MOVE_BYTES), np.uint8)
        if count:
            listed = b"".join(map(bytes, self._moves))
            moves[:count] = np.frombuffer(listed, np.uint8).reshape(count, -1)
        depth = self._state.n_nodes
        return {
            **{name: row[_PLACES[name]] for name in self._groups},
            "round": np.array([self._state.round], np.int8),
            "decision": np.int64(self._state.stack[depth - 1].kind if depth else 0),
            "moves": moves,
            "action_mask": self._mask(),
        }

    def _mask(self) -> npt.NDArray[np.int8]:
        mask = np.zeros(MOST_CHOICES, np.int8)
        mask[: len(self._moves)] = 1
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}


_MOVE_BYTES = len(bytes(FlatMove()))

_STARTS = np.cumsum([0, *map(len, INPUT_GROUPS.values())])

_PLACES = {
    name: slice(int(start), int(start) + len(INPUT_GROUPS[name]))
    for name, start in zip(INPUT_GROUPS, _STARTS, strict=False)
}
"""Where each group of inputs is in a row."""


@cache
def _policy(length: GameLength, cards: bool) -> FlatPolicy:
    return flat_policy(GREEDY, length, cards)
