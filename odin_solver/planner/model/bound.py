"""How good a game can still become: an upper bound by the relaxation (issue 5)."""

import time
from math import floor

from ortools.linear_solver.python import model_builder

from odin_solver.game.kernel.state import State
from odin_solver.planner.model.build import Model, build, is_plannable
from odin_solver.planner.model.luck import Luck
from odin_solver.planner.model.solving import SLACK, relaxed

LEAST_SECONDS = 0.01
"""A time limit of zero would be none."""


def upper_bound(
    state: State, *, seconds: float, luck: Luck, workers: int = 1, seed: int = 0
) -> int | None:
    """A number of points that no way to play on exceeds.

    It is the value of the linear relaxation of the model, which takes a second at the beginning
    of a game and less later on. Branching on whole numbers was tried and gains next to nothing
    for minutes (see ``docs/planner-model.md``), so that there is no more to be had for more time.

    Parameters
    ----------
    state
        A game at a turn of the player.
    seconds
        Wall time; if the relaxation is not solved by then, there is no bound.
    luck
        What chance is taken to bring: ``known`` or ``best``. With ``expected`` this is a bound
        for plans that expect the same, and none for games.
    workers, seed
        Threads, and the seed of a search; the linear relaxation needs neither.

    Returns
    -------
    int or None
        None if the model cannot be stated for the state: it is no turn, the expansion *Harvest*
        is in the game, or occupations are, whose effects the model does not know. None also if
        the time was too short.
    """
    if not is_plannable(state) or with_occupations(state):
        return None
    until = time.monotonic() + seconds
    model = build(state, luck)
    return linear_bound(model, max(LEAST_SECONDS, until - time.monotonic()))


def with_occupations(state: State) -> bool:
    """Whether occupations have a part in a game, or will."""
    return bool(state.hand or state.played or state.deck or state.starting_deck)


def linear_bound(model: Model, seconds: float | None = None) -> int | None:
    """What the linear relaxation does not exceed, in whole points; None if it takes too long."""
    solver = model_builder.Solver("glop")
    if seconds is not None:
        solver.set_time_limit_in_seconds(seconds)
    if solver.solve(relaxed(model.draft.cp)) != model_builder.SolveStatus.OPTIMAL:
        return None
    return floor(solver.objective_value + SLACK)
