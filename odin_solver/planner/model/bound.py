"""Upper bound of a game, by the linear relaxation of the planning model and branching."""

import time
from math import floor, inf

from ortools.linear_solver.python import model_builder

from odin_solver.components.ships import SHIPS
from odin_solver.game.kernel.state import State
from odin_solver.linear.bounds import BoundJob, proven_bound
from odin_solver.planner.model.build import PlanModel, build, is_plannable
from odin_solver.planner.model.builder import ANIMALS, HOUSES, ModelBuilder
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.planner.model.solvers import INFINITE, SLACK, relaxed
from odin_solver.planner.model.variables import Var

LEAST_SECONDS = 0.01
"""Least time limit of GLOP, for which zero means no limit."""

BRANCHED_ITEMS = (*SHIPS, *HOUSES, *ANIMALS)
"""Items whose numbers are branched on."""


def upper_bound(
    state: State, *, seconds: float, chance: ChanceModel, workers: int = 1, seed: int = 0
) -> int | None:
    """Return an upper bound of the score.

    It is the value of the linear relaxation of the model, which takes a second at the beginning of
    a game and less later; `branched_bound` is better and takes minutes.

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


def branched_bound(state: State, *, seconds: float, chance: ChanceModel) -> int | None:
    """Return an upper bound of the score by branch and bound.

    Exploration is decided first, then ships, houses and animals, then the spaces used.

    Parameters
    ----------
    state
        A state at a turn of the player.
    seconds
        Processor time of the search.
    chance
        Assumption about chance, as in `upper_bound`.

    Returns
    -------
    int or None
        None if the model does not cover the state, as in `upper_bound`.
    """
    if not is_plannable(state) or has_occupations(state):
        return None
    model = build(state, chance)
    bound = proven_bound(job_of(model, seconds))
    return linear_bound(model) if bound is None else floor(bound + SLACK)


def job_of(model: PlanModel, seconds: float) -> BoundJob:
    """Return the model as a task of branch and bound."""
    proto = model.builder.cp.proto
    rows = [each.linear for each in proto.constraints]
    cost = [0.0] * len(proto.variables)
    # CP-SAT minimises the negative of the objective.
    for variable, factor in zip(proto.objective.vars, proto.objective.coeffs, strict=True):
        cost[variable] = -factor
    return BoundJob(
        lower=[each.domain[0] for each in proto.variables],
        upper=[each.domain[1] for each in proto.variables],
        cost=cost,
        offset=-proto.objective.offset,
        row_lower=[-inf if row.domain[0] < -INFINITE else row.domain[0] for row in rows],
        row_upper=[inf if row.domain[1] > INFINITE else row.domain[1] for row in rows],
        rows=[(list(row.vars), list(row.coeffs)) for row in rows],
        probes=_probes(model),
        branches=_branches(model.builder),
        seconds=seconds,
    )


def _probes(model: PlanModel) -> list[tuple[list[int], int]]:
    """Return the covered cells, income and bonuses of a board in the round in which it is explored.

    The relaxation covers a fifth of a board with all the goods that there are.
    """
    keys = model.builder.keys
    probes = []
    for indicator, key in enumerate(keys):
        if key.kind == Var.EXPLORED and key.round == model.builder.now:
            of_board = {
                kind: [
                    number
                    for number, other in enumerate(keys)
                    if (other.kind, other.round) == (kind, key.round)
                    and other.subject[0] == key.subject[0]
                ]
                for kind in (Var.COVERED, Var.INCOME, Var.BONUS)
            }
            single = [[number] for number in of_board[Var.BONUS]]
            probes += [(numbers, indicator) for numbers in (*of_board.values(), *single)]
    return probes


def _branches(builder: ModelBuilder) -> list[list[int]]:
    """Return sets of variables with an integer sum, those that decide most first."""
    explored: dict[str, dict[int, int]] = {}
    for number, key in enumerate(builder.keys):
        if key.kind == Var.EXPLORED and key.round is not None:
            explored.setdefault(str(key.subject[0]), {})[key.round] = number
    of_a_board = [
        [number for when, number in rounds.items() if when <= r]
        for rounds in explored.values()
        for r in rounds
    ]
    of_all = [
        [number for rounds in explored.values() for when, number in rounds.items() if when <= r]
        for r in builder.rounds
    ]
    stocks = [builder.stock[item, r].index for item in BRANCHED_ITEMS for r in builder.rounds]
    used = [x.index for x in builder.use.values()]
    return [*of_a_board, *of_all, *([number] for number in (*stocks, *used))]


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
