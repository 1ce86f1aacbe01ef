"""Boards that the supply just fills: layouts with as few open cells as possible, and the bound.

Linear models are weak where irregular tiles fit with hardly a cell to spare. There the search for
exact covers looks for a layout without open cells, then for one with one, and so on.
"""

import time
from collections.abc import Callable
from fractions import Fraction
from heapq import nsmallest

from odin_solver.errors import InputError
from odin_solver.placement.cover.problem import HOLE, cover_of
from odin_solver.placement.cover.search import CoverSearch
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model.messages import Bound, FromEngine, Incumbent, Job
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import (
    Problem,
    compile_problem,
    in_placing_order,
    layout,
    trivial_bound,
)
from odin_solver.placement.tuning import MOST_FILLERS, MOST_OPEN
from odin_solver.rules.geometry import singles
from odin_solver.rules.layout import position_violations


def just_fills(problem: Problem, weights: Weights) -> bool:
    """Whether the supply fills the boards but for a few cells, and covered cells are what counts.

    Bonuses and what is kept must have no value, and silver and ore be few: where there are many,
    other searches fill every gap.
    """
    if not (weights.points or weights.cells) or weights.keep or weights.banquet is not None:
        return False
    if min(weights.points, weights.cells, weights.income) < 0:
        return False
    if problem.silver + problem.ore > MOST_FILLERS:
        return False
    if any(
        weights.bonus_value(bonus.gives) and not bonus.cells & area.covered
        for area in problem.areas
        for bonus in area.grid.bonuses
    ):
        return False
    room = sum(area.free.bit_count() for area in problem.areas)
    return bool(room) and problem.silver + problem.ore + room_taken(problem) >= room - MOST_OPEN


def room_taken(problem: Problem) -> int:
    """Return the cells of all tiles that fit somewhere."""
    return sum(stock.count * stock.tile.area for stock in problem.stock)


def fill(job: Job, write: Callable[[FromEngine], None]) -> None:
    """Look for a layout with as few open cells as possible, and report bounds on the way."""
    weights = job.weights
    assert weights is not None
    until = time.monotonic() + job.seconds
    problem = compile_problem(job.position)
    most = trivial_bound(problem, weights)
    cells = [
        weights.points * area.grid.points(cell) + weights.cells
        for area in problem.areas
        for cell in singles(area.free)
    ]
    least = max(0, len(cells) - room_taken(problem) - problem.silver - problem.ore)
    for open_cells in range(least, least + MOST_OPEN + 1):
        write(Bound(most - sum(nsmallest(open_cells, cells), Fraction(0))))
        try:
            cover = cover_of(problem, open_cells)
        except InputError:  # too large
            return
        search = CoverSearch(cover, cover.places, "find")
        for places in search.covers(lambda: time.monotonic() > until) if cover.possible else ():
            laid = [each for place in places for each in place.laid if each.kind != HOLE]
            ordered = in_placing_order(problem, laid)
            after = layout(problem, ordered)
            if not position_violations(after):
                value_of_it = value(weights, gains(job.position, after))
                write(Incumbent(value_of_it, ordered, reproducible=False))
                return
        if time.monotonic() > until:
            return
