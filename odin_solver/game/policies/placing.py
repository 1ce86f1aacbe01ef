"""A heuristic that places tiles quickly, one by one.

Every legal placement is valued by the cells that it covers:

- a cell that costs points is worth them;
- a cell that the next income lacks is worth its share of that income, the more the fewer cells are
  lacking; further incomes count as well, each by a factor less;
- the same for the cells around a bonus; covering the bonus itself costs all of it;
- every open cell beside the tile costs a little, so that no holes are left.

The value of the tile in the supply is subtracted. The best placement of all tiles on all boards is
made as long as its value is positive. On eight states of greedy games the heuristic gained four
fifths of the optimum of `odin_solver.placement.solve` (``python -m benchmarks.quick_placing``).
"""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import accumulate
from operator import itemgetter, or_

from odin_solver.components import BOARDS, TILES, Color
from odin_solver.game.kernel.anytime import board_names, placeable
from odin_solver.game.kernel.moves import Place
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.evaluation import feast_lacks, incomes_ahead
from odin_solver.placement.objective import BONUS_VALUES
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Mask, bits, grid_of

NEXT_INCOME = 0.8
"""Factor for each further income."""

PARTIAL_BONUS = 0.675
"""Share of a bonus while cells around it are open."""

HOLE = 0.25
"""Cost of an open cell beside a tile."""

KEEP = {Color.BLUE: 0.197, Color.GREEN: 0.295, Color.RED: 0.3, Color.ORANGE: 0.15}
"""Value of a cell of a tile in the supply before the end of the game."""

_ORDER = {tile: at for at, tile in enumerate(TILES)}
"""So that ties do not depend on the order in which tiles were gained."""


def best_place(state: State) -> Place | None:
    """Return the best placement; None if none has a positive value."""
    incomes, bonuses = incomes_ahead(state), state.rounds - state.round
    final = state.phase == "final placing"
    best, found = 0.0, None
    for tile in sorted(placeable(state), key=_ORDER.__getitem__):
        if tile == "silver" and state.has("silver") <= feast_lacks(state):
            continue
        price = kept(tile, final)
        for at, board in enumerate(state.boards):
            gain, cells = best_on(board, tile, incomes, bonuses)
            if gain - price > best:
                best, found = gain - price, (at, tile, cells)
    if found is None:
        return None
    at, tile, cells = found
    return Place(tile, board_names(state)[at], cells)


@lru_cache(maxsize=4096)
def best_on(board: BoardState, tile: str, incomes: int, bonuses: int) -> tuple[float, Mask]:
    """Return value and cells of the best placement of a tile on a board; below 0 if none."""
    free = board.grid.coverable & ~board.covered
    worth = _cell_values(board, incomes, bonuses)
    best, place = -1.0, 0
    for cells in board.legal_placements(TILES[tile]):
        of_cells, beside = _neighbourhood(board.id, cells)
        value = sum(of_cells(worth)) - HOLE * (beside & free).bit_count()
        if value > best:
            best, place = value, cells
    return best, place


@cache
def _neighbourhood(board: str, cells: Mask) -> tuple[Callable[[list[float]], list[float]], Mask]:
    """Return a function that picks the entries of cells from a list, and the cells beside."""
    numbers = tuple(bits(cells))
    picks = (
        itemgetter(*numbers) if len(numbers) > 1 else itemgetter(slice(numbers[0], numbers[0] + 1))
    )
    return picks, grid_of(BOARDS[board]).edge_neighbours(cells)


@lru_cache(maxsize=1024)
def _cell_values(board: BoardState, incomes: int, bonuses: int) -> list[float]:
    """Return the value of covering each open cell of a board; 0 for the others."""
    area = board.grid
    worth = [0.0] * (area.stride * area.height)

    def add(cells: Mask, share: float) -> None:
        for number in bits(cells):
            worth[number] += share

    free = area.coverable & ~board.covered
    for points, cells in area.negatives:
        add(cells & free, points)
    for diagonal in area.diagonals:
        below = diagonal.values
        ahead = [
            (each.needs & free, above - each.value)
            for each, above in zip(diagonal.cells, below[1:], strict=True)
            if each.cell & free
        ]
        lacking = [0, *accumulate((needs for needs, _ in ahead), or_)]
        share = 0.0
        for step in reversed(range(len(ahead))):  # a step needs the cells of those before it, too
            cells = lacking[step + 1]
            share += incomes * ahead[step][1] * NEXT_INCOME**step / cells.bit_count()
            add(cells & ~lacking[step], share)
    for bonus in area.bonuses:
        if bonus.cells & board.covered:
            continue
        value = float(bonuses) * sum(BONUS_VALUES[name] * count for name, count in bonus.gives)
        around = bonus.surround & free
        if around:
            add(around, PARTIAL_BONUS * value / around.bit_count())
            value *= PARTIAL_BONUS
        add(bonus.cells, -value)
    return worth


@cache
def kept(tile: str, final: bool) -> float:
    """Return the value of a tile in the supply."""
    what = TILES[tile]
    if what.color is Color.SILVER:
        return 1.0
    if final:
        return 0.0
    if what.color is Color.ORE:
        return 1.0
    return KEEP[what.color] * what.area
