"""The solo game as an environment, played by the compiled engine."""

from collections.abc import Mapping
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
from odin_solver.game.kernel.play import apply_legal
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.setup import new_game
from odin_solver.gym.placing import ILLEGAL, Observation
from odin_solver.gym.shown import METADATA, Shown, shown
from odin_solver.render.svg.table import table_svg
from odin_solver.rollouts.encoding import decode, encode, moves_in
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
        ``ansi`` for the table as text, ``rgb_array`` for a picture of it.

    Raises
    ------
    InputError
        If there is no such length.
    NotBuiltError
        If the compiled engine cannot be used.
    """

    metadata = METADATA

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
        self._state, self._since = self._games.new, [self._games.log]
        return self._seen()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let chance happen up to the next decision."""
        (reward,) = self._games.step(np.array([action], np.int64), {}).tolist()
        self._since.append(self._games.log)
        seen, info = self._seen()
        return seen, reward, bool(self._games.ended()[0]), False, info

    def legal_moves(self) -> list[Move]:
        """Return the moves of the mask, as those of the Python engine."""
        return self._games.moves()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask as truth values, as sb3-contrib asks for it."""
        mask: npt.NDArray[np.bool_] = self._games.masks[0] == 1
        return mask

    @property
    def state(self) -> State:
        """The game, as one of the Python engine."""
        for flat in moves_in(b"".join(self._since)):
            self._state = apply_legal(self._state, decode(flat))
        self._since.clear()
        return self._state

    def render(self) -> Shown:
        """Return the table as it is now."""
        return shown(self.render_mode, self.state, lambda: table_svg(self.state))

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = {name: part[0] for name, part in self._games.observations().items()}
        return seen, {"action_mask": seen["action_mask"].copy()}


class OdinSoloVector(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Several solo games side by side: `OdinSolo` for each, as arrays of all games.

    Parameters
    ----------
    length, cards
        As for `OdinSolo`.
    max_episode_steps
        Steps after which a game is truncated.
    autoreset_mode
        When a game that is over begins anew: with the next step, whatever its action, with the
        same one, or only by `reset` with a ``reset_mask``.
    """

    def __init__(
        self,
        num_envs: int,
        length: GameLength = "long",
        cards: bool = False,
        max_episode_steps: int = MOST_STEPS,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode(autoreset_mode)}
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
        """Begin all games, or those of ``options["reset_mask"]``.

        From a number the seeds are it and those that follow.
        """
        if isinstance(seed, int):
            seed = [seed + at for at in range(self.num_envs)]
        begun = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        for at in np.flatnonzero(begun).tolist():
            if seed is not None and seed[at] is not None:
                self._luck[at], _ = seeding.np_random(seed[at])
        self._begin(begun)
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
        """Make a move in each game that goes on."""
        mode = self.metadata["autoreset_mode"]
        anew = self._beginning(self._over) if mode == AutoresetMode.NEXT_STEP else {}
        self._steps += 1
        self._steps[[*anew]] = 0
        rewards = self._games.step(actions, anew)
        ended = self._games.ended()
        truncated = ~ended & (self._steps >= self._most)
        self._over = over = ended | truncated
        seen, info = self._seen()
        if mode == AutoresetMode.SAME_STEP and over.any():
            last, self._over = seen, np.zeros_like(over)
            self._begin(over)
            seen, info = self._seen()
            for at in np.flatnonzero(over).tolist():
                final = {name: part[at] for name, part in last.items()}
                of_info = {"action_mask": final["action_mask"]}
                info = self._add_info(info, {"final_obs": final, "final_info": of_info}, at)
        return seen, rewards, ended, truncated, info

    def _begin(self, games: npt.NDArray[np.bool_]) -> None:
        self._over[games], self._steps[games] = False, 0
        self._games.step(np.full(self.num_envs, NO_MOVE), self._beginning(games))

    def _beginning(self, games: npt.NDArray[np.bool_]) -> dict[int, int]:
        """Return the seeds of games that begin."""
        return {at: int(self._luck[at].integers(1 << 62)) for at in np.flatnonzero(games).tolist()}

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._games.observations()
        return seen, {"action_mask": seen["action_mask"].copy()}


class SoloGames:
    """Games of the compiled engine, and what is seen of them as arrays.

    Attributes
    ----------
    new
        How each game begins.
    log
        What the latest step brought in the first game, as `FlatMove` one after the other.
    masks
        1 for each number of a move of each game.
    """

    def __init__(self, length: GameLength, cards: bool, many: int) -> None:
        self.options = Options(length, cards=frozenset(OCCUPATIONS) if cards else frozenset())
        self.new = new_game(self.options)
        self.log = b""
        self._first = encode(self.new)
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
        self._apply(actions)
        for at in np.flatnonzero(self.ended() & (actions >= 0)).tolist():
            rewards[at] = library().score(self._states[at]).total
        return rewards

    def look(self, state: State) -> list[Move]:
        """Let the first game be another at a decision; return its moves."""
        library().refresh(flat := encode(state))
        self._states[0] = flat
        self._apply(np.array([BEGIN]))
        return self.moves()

    def _apply(self, actions: npt.NDArray[np.int64]) -> None:
        self.log = library().step(
            self._states,
            self._policy,
            actions,
            self._seeds,
            self._counts,
            self._moves,
            self.masks,
            self._inputs,
        )

    def ended(self) -> npt.NDArray[np.bool_]:
        """Return which games have ended."""
        ended: npt.NDArray[np.bool_] = self._fields["n_nodes"] == 0
        return ended

    def moves(self) -> list[Move]:
        """Return the moves of the first game's decision, as those of the Python engine."""
        rows = self._moves[0, : self._counts[0]]
        found = (decode(FlatMove.from_buffer_copy(row)) for row in rows)
        return [move for move in found if isinstance(move, Move)]

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
