"""Logic-based Benders decomposition: plans whose tiles fit on the boards.

A plan only counts cells. The placement model checks what the plan lays on each of the player's
boards in the next rounds. A demand that does not fit becomes a cut (see
`odin_solver.planner.model.cuts`), and the plan is made anew.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from odin_solver.game.kernel.state import State
from odin_solver.planner.model.boards import PlannedBoard
from odin_solver.planner.model.bound import linear_bound
from odin_solver.planner.model.build import PlanModel, build, is_plannable
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.planner.model.cuts import Cut, add_cut, fillers_by, laid_by
from odin_solver.planner.model.demands import FILLERS, BoardDemand, fits, shrunk, weakened
from odin_solver.planner.model.neighbourhood import improvements
from odin_solver.planner.model.plan import LEAST_SECONDS, Plan, first_plan, plan_of
from odin_solver.planner.model.solvers import ModelSolution, value_of

CHECK_SECONDS = 1.0
"""Time limit of a check; a demand that is not refuted in time counts as met."""

WEAKEN_SECONDS = 3.0
"""Time limit for weakening a demand."""

LEAST_LEFT = 1.0
"""Least time for another plan."""

PLAN_SHARE = 0.25
"""Share of the time left for each new plan."""


@dataclass(frozen=True)
class CheckedPlan:
    """A plan checked against the boards.

    Attributes
    ----------
    plan
        Best plan that fits; the latest one if none does.
    fits
        Whether the plan fits in the rounds checked; a check that ran out of time counts as such.
    iterations
        Number of plans checked; 0 for a first plan that was not.
    cuts
        Cuts, for later plans of the game.
    first_value
        Value of the first plan.
    first_bound, bound
        Upper bounds without and with the cuts; None if unknown.
    """

    plan: Plan
    fits: bool
    iterations: int
    cuts: tuple[Cut, ...]
    first_value: int
    first_bound: int | None
    bound: int | None


def fitting_plans(
    state: State,
    *,
    seconds: float,
    chance: ChanceModel,
    start: Plan | None = None,
    cuts: Sequence[Cut] = (),
    ahead: int = 1,
    workers: int = 2,
    seed: int = 0,
) -> Iterator[CheckedPlan]:
    """Yield plans whose next rounds fit on the boards, better and better.

    Nothing is yielded if there is no plan. The bound with cuts is computed at the end.

    Parameters
    ----------
    state, seconds, chance, start, workers, seed
        As for `odin_solver.planner.model.plan.best_plan`.
    cuts
        Cuts of an earlier plan of the same game.
    ahead
        Number of rounds after the present one to be checked.
    """
    if not is_plannable(state):
        return
    until = time.monotonic() + seconds
    model = build(state, chance, fine=False)
    first_bound = linear_bound(model)
    known = [cut for n, cut in enumerate(cuts) if add_cut(model, cut, f"known {n}")]
    rounds = range(state.round, min(state.round + ahead, state.rounds) + 1)
    rng = Random(f"{seed} fitting")
    solution = first_plan(model, state, start, seconds=seconds * PLAN_SHARE, seed=seed)
    if solution is None:
        return
    fitting: Plan | None = None
    plan = plan_of(model, solution, first_bound)
    latest = CheckedPlan(
        plan, False, 0, tuple(known), plan.value, first_bound, None if known else first_bound
    )
    yield latest
    while solution is not None:
        plan = plan_of(model, solution, first_bound)
        stop = time.monotonic() + PLAN_SHARE * (until - time.monotonic())
        steps = improvements(
            model, solution, until=stop, workers=workers, rng=rng, bound=first_bound
        )
        for solution in steps:
            plan = plan_of(model, solution, first_bound)
            if fitting is None:
                latest = replace(latest, plan=plan)
                yield latest
        refuted = list(_refuted(model, solution, rounds, until))
        left = until - time.monotonic()
        if not refuted and left > 0 and (fitting is None or plan.value >= fitting.value):
            fitting = plan
        for cut in refuted:
            add_cut(model, cut, str(len(known)))
            known.append(cut)
        latest = CheckedPlan(
            plan=fitting or plan,
            fits=fitting is not None,
            iterations=latest.iterations + 1,
            cuts=tuple(known),
            first_value=latest.first_value if latest.iterations else plan.value,
            first_bound=first_bound,
            bound=None if known else first_bound,
        )
        yield latest
        if left < LEAST_LEFT or (plan.value == first_bound and not refuted):
            break
        if refuted:
            share = max(LEAST_SECONDS, PLAN_SHARE * left)
            later_seed = seed + latest.iterations
            solution = first_plan(model, state, latest.plan, seconds=share, seed=later_seed)
    if known:
        yield replace(latest, bound=linear_bound(model))


def _refuted(
    model: PlanModel, solution: ModelSolution, rounds: range, until: float
) -> Iterator[Cut]:
    """Yield cuts for the demands of a plan that do not fit: for each board, in the first round."""
    state = model.builder.state
    for planned in model.tiles.boards:
        if planned.at is None:
            continue
        board = state.boards[planned.at]
        for r in rounds:
            demand = demand_of(model, solution, planned, r)
            if time.monotonic() >= until:
                return
            if fits(board, demand, CHECK_SECONDS) is False:
                limit = min(until, time.monotonic() + WEAKEN_SECONDS)
                weaker = weakened(board, demand, seconds=CHECK_SECONDS, until=limit)
                yield Cut(planned.at, board, weaker)
                smaller = shrunk(board, weaker, seconds=CHECK_SECONDS, until=limit)
                if smaller != weaker:
                    yield Cut(planned.at, board, smaller)
                break


def demand_of(
    model: PlanModel, solution: ModelSolution, planned: PlannedBoard, r: int
) -> BoardDemand:
    """Return the demand of a plan on a board by the end of a round."""
    counts = {
        tile: value_of(laid_by(model, planned, tile, r), solution.values)
        for tile in planned.shapes(model.builder.state).tiles
        if tile not in FILLERS and tile in model.builder.items
    }
    steps = tuple(
        sum(
            solution.values[planned.steps[r, which, number].index]
            for number in range(len(diagonal))
        )
        for which, diagonal in enumerate(planned.open.diagonals)
    )
    bonuses = frozenset(
        number
        for number in range(len(planned.open.bonuses))
        if (r, number) in planned.won and solution.values[planned.won[r, number].index]
    )
    return BoardDemand(
        least={tile: count for tile, count in counts.items() if count},
        most=counts,
        fillers=value_of(fillers_by(model, planned, r), solution.values),
        steps=steps,
        bonuses=bonuses,
    )
