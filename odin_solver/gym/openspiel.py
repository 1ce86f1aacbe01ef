"""The game for OpenSpiel; the import registers it: ``pyspiel.load_game("odin(players=3)")``."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from odin_solver.game.kernel.play import chance_outcomes, current
from odin_solver.game.seats import seated
from odin_solver.gym.solo import MOST_STEPS
from odin_solver.gym.table import SEATS, Table
from odin_solver.rollouts.library import MOST_CHOICES

MOST_OUTCOMES = 256
LEAST, MOST = -500.0, 500.0
"""Scores are between."""

_TYPE = pyspiel.GameType(
    short_name="odin",
    long_name="A Feast for Odin",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(SEATS),
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 1, "length": "long", "cards": False},
)


class OdinGame(pyspiel.Game):  # type: ignore[misc]
    """The game: one to four players, long or short, without or with occupations."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _TYPE.parameter_specification | (params or {})
        self.table = tuple(chosen[name] for name in ("players", "length", "cards"))
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_CHOICES,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=chosen["players"],
            min_utility=LEAST,
            max_utility=MOST,
            utility_sum=None,
            max_game_length=MOST_STEPS,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "OdinState":
        """Begin a game."""
        return OdinState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "OdinObserver":
        """Return what shows a state to a player."""
        return OdinObserver(self)


class OdinState(pyspiel.State):  # type: ignore[misc]
    """A state: an action is the number of a move, or of an outcome of chance."""

    def __init__(self, game: OdinGame) -> None:
        super().__init__(game)
        self.table = Table(*game.table)

    def current_player(self) -> int:
        """Return the seat to move, or whether chance decides."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.table.chance else self.table.state.seat

    def _legal_actions(self, player: int) -> list[int]:
        return [*range(len(self.table.moves))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes by their numbers, each with its probability."""
        return [(at, float(by)) for at, (_, by) in enumerate(chance_outcomes(self.table.state))]

    def _apply_action(self, action: int) -> None:
        self.table.apply(self._choices()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._choices()[action])

    def _choices(self) -> Sequence[Any]:
        if self.table.chance:
            return [outcome for outcome, _ in chance_outcomes(self.table.state)]
        return self.table.moves

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return current(self.table.state) is None

    def returns(self) -> list[float]:
        """Return the scores at the end, before it 0."""
        if not self.is_terminal():
            return [0.0] * len(self.table.scores)
        return [*map(float, self.table.scores)]

    def __str__(self) -> str:
        return str(self.table.state)


class OdinObserver:
    """What the player to move sees, as one row of numbers; others see zeros."""

    def __init__(self, game: OdinGame) -> None:
        self._space = Table(*game.table).space
        shapes = {name: space.shape or (1,) for name, space in self._space.items()}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict, start = {}, 0
        for name, shape in shapes.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def set_from(self, state: OdinState, player: int) -> None:
        """Show a state."""
        self.tensor.fill(0)
        if state.current_player() == player:
            for name, part in state.table.seen[player].items():
                self.dict[name][...] = part

    def string_from(self, state: OdinState, player: int) -> str:
        """Return a state as text, as the player sees it."""
        return str(seated(state.table.state, player) if state.num_players() > 1 else state)


pyspiel.register_game(_TYPE, OdinGame)
