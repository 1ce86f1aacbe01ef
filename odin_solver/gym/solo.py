"""The solo game as an environment, played by the compiled engine."""

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
        self._games.begin(0, int(self.np_random.integers(1 << 62)))
        return self._seen()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let chance happen up to the next decision."""
        reward = self._games.move(0, int(action))
        seen, info = self._seen()
        return seen, reward, self._games.ended(0), False, info

    def legal_moves(self) -> list[Move]:
        """Return the moves of the mask, as those of the Python engine."""
        found = map(decode, self._games.moves(0))
        return [move for move in found if isinstance(move, Move)]

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask as truth values, as sb3-contrib asks for it."""
        mask: npt.NDArray[np.int8] = self._games.observations()["action_mask"][0]
        return mask.astype(np.bool_)

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
        for at in range(self.num_envs):
            self._begin(at)
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
        rewards = np.zeros(self.num_envs)
        for at, action in enumerate(actions.tolist()):
            if self._over[at]:
                self._begin(at)
            else:
                rewards[at] = self._games.move(at, action)
                self._steps[at] += 1
        ended = np.array([self._games.ended(at) for at in range(self.num_envs)], np.bool_)
        truncated = ~ended & (self._steps >= self._most)
        self._over = ended | truncated
        seen, info = self._seen()
        return seen, rewards, ended, truncated, info

    def _begin(self, at: int) -> None:
        self._games.begin(at, int(self._luck[at].integers(1 << 62)))
        self._steps[at], self._over[at] = 0, False

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
        self._states = [FlatState.from_buffer_copy(self._first) for _ in range(many)]
        self._luck = [0] * many
        self._counts = [0] * many
        self._inputs = np.zeros((many, len(INPUTS)), np.float32)
        self._round = np.zeros((many, 1), np.int8)
        self._decision = np.zeros(many, np.int64)
        self._moves = np.zeros((many, MOST_CHOICES, _MOVE_BYTES), np.uint8)
        self._mask = np.zeros((many, MOST_CHOICES), np.int8)
        self._ranked = np.zeros((MOST_CHOICES, _MOVE_BYTES), np.uint8)
        self._values = np.zeros(MOST_CHOICES)

    def begin(self, at: int, seed: int) -> None:
        """Begin a game; the seed decides its chance."""
        self._states[at] = FlatState.from_buffer_copy(self._first)
        self._luck[at] = library().draw(self._states[at], seed)
        self._look(at)

    def move(self, at: int, action: int) -> float:
        """Make a move of a game by its number; return the reward."""
        state = self._states[at]
        if not 0 <= action < self._counts[at]:
            return ILLEGAL
        move = FlatMove.from_buffer_copy(self._moves[at, action])
        library().apply(state, move)
        self._luck[at] = library().draw(state, self._luck[at])
        self._look(at)
        return float(library().score(state).total) if self.ended(at) else 0.0

    def ended(self, at: int) -> bool:
        """Whether a game has ended."""
        return not self._states[at].n_nodes

    def moves(self, at: int) -> list[FlatMove]:
        """Return the moves of a game's decision."""
        return [FlatMove.from_buffer_copy(row) for row in self._moves[at, : self._counts[at]]]

    def observations(self) -> Observation:
        """Return what is seen of all games."""
        return {
            **{name: self._inputs[:, _PLACES[name]].copy() for name in self._groups},
            "round": self._round.copy(),
            "decision": self._decision.copy(),
            "moves": self._moves.copy(),
            "action_mask": self._mask.copy(),
        }

    def _look(self, at: int) -> None:
        state, before = self._states[at], self._counts[at]
        depth = count = state.n_nodes
        if depth:
            addresses = self._ranked.ctypes.data, self._values.ctypes.data
            count = library().rank(state, self._policy, *addresses)
            # The greedy policy's own move is the first one.
            best = np.argsort(-self._values[1:count], kind="stable") + 1
            self._moves[at, :1] = self._ranked[:1]
            self._moves[at, 1:count] = self._ranked[best]
        self._moves[at, count:before] = 0
        self._mask[at, :count], self._mask[at, count:before] = 1, 0
        self._counts[at] = count
        self._round[at] = state.round
        self._decision[at] = state.stack[depth - 1].kind if depth else 0
        library().inputs(state, self._policy, self._inputs[at].ctypes.data)


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
