"""Upper bound of a game, by the linear relaxation of the planning model."""

import time
from math import floor

from ortools.linear_solver.python import model_builder

from odin_solver.game.kernel.state import State
from odin_solver.planner.model.build import PlanModel, build, is_plannable
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.planner.model.solvers import SLACK, relaxed

LEAST_SECONDS = 0.01
"""Least time limit of GLOP, for which zero means no limit."""


def upper_bound(
    state: State, *, seconds: float, chance: ChanceModel, workers: int = 1, seed: int = 0
) -> int | None:
    """Return an upper bound of the score.

    It is the value of the linear relaxation of the model, which takes a second at the beginning of
    a game and less later. Branching gains next to nothing in minutes (``docs/planner-model.md``).

    Parameters
    ----------
    state
        A state at a turn of the player.
    seconds
        Time limit.
    chance
        Assumption about chance: ``known`` or ``best``. With ``expected`` the bound is one of plans,
        not of games.
    workers, seed
        Threads, and the seed of a search; the linear relaxation needs neither.

    Returns
    -------
    int or None
        None if the model does not cover the state (no turn of the player, *Harvest*, or
        occupations), or if the time limit was too short.
    """
    if not is_plannable(state) or has_occupations(state):
        return None
    until = time.monotonic() + seconds
    model = build(state, chance)
    return linear_bound(model, max(LEAST_SECONDS, until - time.monotonic()))


def has_occupations(state: State) -> bool:
    """Whether there are occupations in a game."""
    return bool(state.hand or state.played or state.deck or state.starting_deck)


def linear_bound(model: PlanModel, seconds: float | None = None) -> int | None:
    """Return the value of the linear relaxation, rounded down; None if it takes too long."""
    solver = model_builder.Solver("glop")
    if seconds is not None:
        solver.set_time_limit_in_seconds(seconds)
    if solver.solve(relaxed(model.builder.cp)) != model_builder.SolveStatus.OPTIMAL:
        return None
    return floor(solver.objective_value + SLACK)
