"""Planning and placing by turns until they agree (logic-based Benders decomposition).

A plan counts cells. What it wants to lay on the boards that the player has, in the rounds that
come next, is asked of the placement model; what does not fit becomes a cut (see
`odin_solver.planner.model.cuts`), and the plan is made anew.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from odin_solver.game.kernel.state import State
from odin_solver.planner.model.boards import Plot
from odin_solver.planner.model.bound import linear_bound
from odin_solver.planner.model.build import Model, build, is_plannable
from odin_solver.planner.model.cuts import Cut, add_cut, fillers_by, laid_by
from odin_solver.planner.model.fitting import Wish, fits, smallest, weakest
from odin_solver.planner.model.luck import Luck
from odin_solver.planner.model.neighbourhood import improvements
from odin_solver.planner.model.plan import LEAST_SECONDS, Plan, first_plan, plan_of
from odin_solver.planner.model.solving import Answer, value_of

QUESTION_SECONDS = 1.0
"""What a question to the placement model may take; a wish that is not refused counts as granted."""

WEAKEN_SECONDS = 3.0
"""What finding out which part of a wish is too much may take."""

LEAST_LEFT = 1.0
"""Seconds below which no other plan is made."""

PLAN_SHARE = 0.25
"""Of the time left, what each new plan may take."""


@dataclass(frozen=True)
class Agreement:
    """A plan that was checked against the boards.

    Attributes
    ----------
    plan
        The best plan that fits; the last one made if none does.
    agreed
        Whether all that it wants in the rounds looked at fits on the boards, as far as the
        placement model could tell.
    turns
        How many plans were made; 0 if there is only one to start from, which was not checked.
    cuts
        What was found not to fit, for later plans to start with.
    first_value
        What the first plan promised, before anything was checked.
    first_bound, bound
        What no plan exceeds, without the cuts and with them; None if that is not known (yet).
    """

    plan: Plan
    agreed: bool
    turns: int
    cuts: tuple[Cut, ...]
    first_value: int
    first_bound: int | None
    bound: int | None


def fitting_plan(
    state: State,
    *,
    seconds: float,
    luck: Luck,
    start: Plan | None = None,
    cuts: Sequence[Cut] = (),
    ahead: int = 1,
    workers: int = 2,
    seed: int = 0,
) -> Agreement | None:
    """A plan whose next rounds fit on the boards.

    Parameters
    ----------
    state, seconds, luck, start, workers, seed
        As for `odin_solver.planner.model.plan.best_plan`.
    cuts
        Those of an earlier plan of the same game.
    ahead
        How many rounds after the present one are checked too.

    Returns
    -------
    Agreement or None
        None if there is no plan.
    """
    plans = fitting_plans(
        state,
        seconds=seconds,
        luck=luck,
        start=start,
        cuts=cuts,
        ahead=ahead,
        workers=workers,
        seed=seed,
    )
    return [None, *plans][-1]


def fitting_plans(
    state: State,
    *,
    seconds: float,
    luck: Luck,
    start: Plan | None = None,
    cuts: Sequence[Cut] = (),
    ahead: int = 1,
    workers: int = 2,
    seed: int = 0,
) -> Iterator[Agreement]:
    """What `fitting_plan` knows so far, again and again; the last one is what it returns.

    As long as no plan has been found to fit, it is the latest plan. Nothing comes if there is no
    plan. The bound with cuts is worked out at the end.
    """
    if not is_plannable(state):
        return
    until = time.monotonic() + seconds
    model = build(state, luck, fine=False)
    first_bound = linear_bound(model)
    known = [cut for n, cut in enumerate(cuts) if add_cut(model, cut, f"known {n}")]
    rounds = range(state.round, min(state.round + ahead, state.rounds) + 1)
    rng = Random(f"{seed} fitting")
    found = first_plan(model, state, start, seconds=seconds * PLAN_SHARE, seed=seed)
    if found is None:
        return
    agreed: Plan | None = None
    plan = plan_of(model, found, first_bound)
    latest = Agreement(
        plan, False, 0, tuple(known), plan.value, first_bound, None if known else first_bound
    )
    yield latest
    while found is not None:
        plan = plan_of(model, found, first_bound)
        stop = time.monotonic() + PLAN_SHARE * (until - time.monotonic())
        steps = improvements(model, found, until=stop, workers=workers, rng=rng, bound=first_bound)
        for found in steps:
            plan = plan_of(model, found, first_bound)
            if agreed is None:
                latest = replace(latest, plan=plan)
                yield latest
        refused = list(_refused(model, found, rounds, until))
        left = until - time.monotonic()
        if not refused and left > 0 and (agreed is None or plan.value >= agreed.value):
            agreed = plan
        for cut in refused:
            add_cut(model, cut, str(len(known)))
            known.append(cut)
        latest = Agreement(
            plan=agreed or plan,
            agreed=agreed is not None,
            turns=latest.turns + 1,
            cuts=tuple(known),
            first_value=latest.first_value if latest.turns else plan.value,
            first_bound=first_bound,
            bound=None if known else first_bound,
        )
        yield latest
        if left < LEAST_LEFT or (plan.value == first_bound and not refused):
            break
        if refused:
            share = max(LEAST_SECONDS, PLAN_SHARE * left)
            found = first_plan(model, state, latest.plan, seconds=share, seed=seed + latest.turns)
    if known:
        yield replace(latest, bound=linear_bound(model))


def _refused(model: Model, found: Answer, rounds: range, until: float) -> Iterator[Cut]:
    """Cuts for what a plan wants and does not fit: for each board in the first such round."""
    state = model.draft.state
    for plot in model.tiles.plots:
        if plot.at is None:
            continue
        board = state.boards[plot.at]
        for r in rounds:
            wish = wish_of(model, found, plot, r)
            if time.monotonic() >= until:
                return
            if fits(board, wish, QUESTION_SECONDS) is False:
                limit = min(until, time.monotonic() + WEAKEN_SECONDS)
                easier = weakest(board, wish, seconds=QUESTION_SECONDS, until=limit)
                yield Cut(plot.at, board, easier)
                smaller = smallest(board, easier, seconds=QUESTION_SECONDS, until=limit)
                if smaller != easier:
                    yield Cut(plot.at, board, smaller)
                break


def wish_of(model: Model, found: Answer, plot: Plot, r: int) -> Wish:
    """What a plan wants of a board by the end of a round."""
    counts = {
        tile: value_of(laid_by(model, plot, tile, r), found.values)
        for tile in plot.shapes(model.draft.state).tiles
        if tile not in ("silver", "ore") and tile in model.draft.things
    }
    steps = tuple(
        sum(found.values[plot.steps[r, which, number].index] for number in range(len(diagonal)))
        for which, diagonal in enumerate(plot.land.diagonals)
    )
    bonuses = frozenset(
        number
        for number in range(len(plot.land.bonuses))
        if (r, number) in plot.won and found.values[plot.won[r, number].index]
    )
    return Wish(
        least={tile: count for tile, count in counts.items() if count},
        most=counts,
        fillers=value_of(fillers_by(model, plot, r), found.values),
        steps=steps,
        bonuses=bonuses,
    )
