"""Ties between optimal layouts: fewest tiles, then least silver, then the more natural layout."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile

from odin_solver.placement.construction import Construction, cost
from odin_solver.placement.cover.filling import fewest_tiles, first_filling
from odin_solver.placement.engines import Engines
from odin_solver.placement.levels import Maximum
from odin_solver.placement.lineup import alone, engine_job, fills
from odin_solver.placement.natural import NaturalLayout
from odin_solver.placement.problem import Laid, in_placing_order, layout
from odin_solver.placement.race import Race, RaceState
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.search import Layout, SearchContext
from odin_solver.placement.solution import SolverDisagreement
from odin_solver.placement.tuning import (
    CANONICAL_SEED,
    FEW_PIECES,
    FEW_PLACEMENTS,
    OVERTIME,
    TIES_TURNS,
)
from odin_solver.rules.layout import position_violations


def break_ties(
    search: SearchContext, best: Maximum, construction: Construction, engines: Engines
) -> tuple[Layout, bool]:
    """Return an optimal layout of few tiles, then little silver.

    Returns also whether it depends on position and objective alone: that of the search for covers
    or of local searches from nothing does, and that of an engine where these lead to no optimal
    layout and there is little to place. Elsewhere local searches go on from the layout of the race.
    """
    if not best.layout:
        return best.layout, True
    problem = search.problem
    reached = search.values(best.layout)
    enough = fewest_tiles(problem, best.minimums[0].weights, reached[0]), 0
    weights = [minimum.weights for minimum in best.minimums]
    if fills(search, weights):
        filled = first_filling(problem, weights[0], TIES_TURNS)
        if filled and search.values(filled) == reached and cost(filled) <= enough:
            return filled, not search.over()
    fewest = construction.fewest(reached, enough)
    if fewest is None:  # ties may lead away from it
        before_time = takewhile(lambda _: not search.over(), construction.layouts(CANONICAL_SEED))
        good = (each[1] for each in before_time if each and search.values(each[1]) == reached)
        start = next(good, None)
        fewest = start and construction.fewest(reached, enough, start)
    if fewest is not None:
        return fewest, not search.over()
    pieces = sum(stock.count for stock in problem.stock) + problem.silver + problem.ore
    if pieces <= FEW_PIECES and problem.n_placements <= FEW_PLACEMENTS:
        state = _proven_fewest(search, engines, best.minimums)
        if state.layout is not None:
            return state.layout, state.proven
    return construction.fewest(reached, enough, best.layout) or best.layout, False


def _proven_fewest(
    search: SearchContext, engines: Engines, minimums: tuple[MinimumValue, ...]
) -> RaceState:
    """Let an engine look for an optimal layout of fewest tiles, then least silver."""
    reached = tuple(minimum.value for minimum in minimums)

    def accept(_: Fraction, laid: Layout) -> None:
        search.check(laid)
        if search.values(laid) != reached:
            raise SolverDisagreement("tie-breaking changed the value of a layout")

    state = RaceState()
    Race(
        processes=engines,
        job=lambda entry: engine_job(search, entry, None, minimums),
        entries=[alone()],
        state=state,
        until=search.until,
        cancelled=search.cancelled,
        accept=accept,
    ).run()
    return state


def tidied(search: SearchContext, laid: Layout) -> tuple[Layout, bool]:
    """Return an equally good layout that looks natural; whether there was time for it."""
    values = search.values(laid)

    def accepts(other: Sequence[Laid]) -> bool:
        if search.values(other) != values:
            return False
        ordered = in_placing_order(search.problem, other)
        legal = not position_violations(layout(search.problem, ordered))
        return legal and search.allowed(ordered)

    tidying = NaturalLayout(search.problem, laid, search.valued, accepts)
    finished = tidying.tidy(lambda: search.over(OVERTIME))
    by_kind = sorted(tidying.laid, key=lambda laid: (laid.kind < 0, abs(laid.kind), laid.cells))
    return tuple(by_kind), finished
