"""Boards that the supply just fills: layouts with as few open cells as possible, and the bound.

Linear models are weak where irregular tiles fit with hardly a cell to spare. There the search for
exact covers looks for a layout without open cells, then for one with one, and so on.
"""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import nsmallest
from itertools import accumulate

from odin_solver.errors import InputError
from odin_solver.placement.cover.colourings import can_cover
from odin_solver.placement.cover.problem import HOLE, cover_of
from odin_solver.placement.cover.search import covers_either_way
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model.messages import Bound, FromEngine, Incumbent, Job
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import (
    ORE,
    SILVER,
    UNIT_PIECES,
    Laid,
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


def covering_bound(problem: Problem, weights: Weights) -> Fraction:
    """Return an upper bound on a weighted sum: so many cells stay open that colourings allow it."""
    most = trivial_bound(problem, weights)
    worth = _worth_of_cells(problem, weights)
    if min(worth, default=0) < 0:
        return most
    return most - sum(nsmallest(_fewest_open(problem), worth), Fraction(0))


def fewest_tiles(problem: Problem, weights: Weights, reached: Fraction) -> int:
    """Return how many tiles at least a layout has whose weighted sum is so much."""
    worth = _worth_of_cells(problem, weights)
    if min(worth, default=0) < 0:
        return 0
    spare = trivial_bound(problem, weights) - reached
    losses = accumulate(sorted(worth))
    covered = len(worth) - sum(loss <= spare for loss in losses) - problem.silver - problem.ore
    areas = sorted(stock.tile.area for stock in problem.stock for _ in range(stock.count))
    return sum(before < covered for before in accumulate(reversed(areas), initial=0))


def _worth_of_cells(problem: Problem, weights: Weights) -> list[Fraction]:
    return [
        weights.points * area.grid.points(cell) + weights.cells
        for area in problem.areas
        for cell in singles(area.free)
    ]


def _fewest_open(problem: Problem) -> int:
    """Return a number of cells that stay open at least."""
    cells = [cell for area in problem.areas for cell in area.grid.cells(area.free)]
    supply = [(stock.tile, stock.count) for stock in problem.stock]
    supply += [(UNIT_PIECES[SILVER], problem.silver), (UNIT_PIECES[ORE], problem.ore)]
    least = max(0, len(cells) - sum(tile.area * count for tile, count in supply))
    possible = (n for n in range(least, len(cells) + 1) if can_cover(supply, cells, n))
    return next(possible, len(cells))


class Filler:
    """A search for a layout with as few open cells as possible, in turns; reports bounds too."""

    def __init__(self, job: Job, write: Callable[[FromEngine], None]) -> None:
        assert job.weights is not None
        self._search = _fill(compile_problem(job.position), job.weights)
        self._write = write

    def run(self, seconds: float) -> None:
        """Search for so much time of the processor, or until the end."""
        began = time.process_time()
        for message in self._search:
            if message is not None:
                self._write(message)
            if time.process_time() - began > seconds:
                return


def first_filling(problem: Problem, weights: Weights, turns: int) -> tuple[Laid, ...] | None:
    """Return the layout that the search finds first, if it does in so many turns."""
    for turn, message in enumerate(_fill(problem, weights)):
        if isinstance(message, Incumbent):
            return message.layout
        if turn > turns:
            break
    return None


def _fill(problem: Problem, weights: Weights) -> Iterator[FromEngine | None]:
    """Yield what is to be reported, and None after other turns."""
    most = trivial_bound(problem, weights)
    cells = _worth_of_cells(problem, weights)
    least = _fewest_open(problem)
    for open_cells in range(least, least + MOST_OPEN + 1):
        yield Bound(most - sum(nsmallest(open_cells, cells), Fraction(0)))
        try:
            cover = cover_of(problem, open_cells)
        except InputError:  # too large
            return
        if not cover.possible:
            continue
        for places in covers_either_way(cover):
            if places is None:
                yield None
                continue
            laid = [each for place in places for each in place.laid if each.kind != HOLE]
            ordered = in_placing_order(problem, laid)
            after = layout(problem, ordered)
            if not position_violations(after):
                yield Incumbent(value(weights, gains(problem.position, after)), ordered)
                return
