"""Ties between optimal layouts: fewest tiles, then least silver, then the more natural layout."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeGuard

from odin_solver.linear.solvers import has_cp_sat
from odin_solver.placement.construction import Construction
from odin_solver.placement.cover.filling import fewest_tiles
from odin_solver.placement.engines import Engines
from odin_solver.placement.levels import Maximum
from odin_solver.placement.lineup import alone, engine_job
from odin_solver.placement.natural import NaturalLayout
from odin_solver.placement.problem import Laid, in_placing_order, layout
from odin_solver.placement.race import Race, RaceState
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.search import Layout, SearchContext
from odin_solver.placement.solution import SolverDisagreement
from odin_solver.placement.tuning import FEW_PIECES, FEW_PLACEMENTS, OVERTIME
from odin_solver.rules.layout import position_violations


def break_ties(
    search: SearchContext, best: Maximum, construction: Construction, engines: Engines
) -> tuple[Layout, bool]:
    """Return an optimal layout of fewest tiles, then least silver; whether proven so.

    To give the same answer every time, this depends on position and objective alone, and is
    limited in steps and work, not in time. Where areas say that no layout has fewer tiles, none
    is looked for. Where there is little to place, an exact search begins with nothing; elsewhere,
    or if it finds nothing, a layout is improved. If neither leads to an optimal layout, that of
    the race stands. Only CP-SAT improves layouts so.
    """
    if not best.layout:
        return best.layout, True
    state = RaceState()
    problem = search.problem
    reached = best.minimums[0].value
    fewest = fewest_tiles(problem, best.minimums[0].weights, reached)

    def is_least(laid: Layout | None) -> TypeGuard[Layout]:
        if laid is None or search.values(laid) != search.values(best.layout):
            return False
        return len(laid) == fewest and all(piece.kind >= 0 for piece in laid)

    if is_least(best.layout):
        known = best.reproducible or construction.canonical_best(reached)
        return (known if is_least(known) else best.layout), True
    pieces = sum(stock.count for stock in problem.stock) + problem.silver + problem.ore
    if pieces <= FEW_PIECES and problem.n_placements <= FEW_PLACEMENTS:
        state = _race(search, engines, best.minimums, None, tied=has_cp_sat())
    if state.layout is None and has_cp_sat():
        start = best.reproducible or construction.canonical_best(reached)
        state = _race(search, engines, best.minimums, start, tied=False)
    return (state.layout or best.layout), state.proven


def _race(
    search: SearchContext,
    engines: Engines,
    minimums: tuple[MinimumValue, ...],
    start: Layout | None,
    *,
    tied: bool,
) -> RaceState:
    """Let an engine look for an optimal layout of fewest tiles, then least silver."""
    reached = tuple(minimum.value for minimum in minimums)

    def accept(_: Fraction, laid: Layout) -> None:
        search.check(laid)
        if search.values(laid) != reached:
            raise SolverDisagreement("tie-breaking changed the value of a layout")

    state = RaceState(reproducible_layout=start)
    Race(
        processes=engines,
        job=lambda entry: engine_job(search, entry, None, minimums, tied=tied),
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
