"""Grids of boards, orientations of tiles, and their placements, with cells as bits.

A mask is a set of cells as a Python integer. Rows are one bit longer than the board is wide; the
extra column is never part of the board, so that a mask shifted by a column cannot wrap around.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from odin_solver.components import Board, Cell, Tile

Mask = int
"""A set of cells of a grid, one bit per cell."""


@dataclass(frozen=True)
class IncomeCell:
    """An income cell of a grid.

    Attributes
    ----------
    cell
        The cell's bit.
    needs
        Cells that must be covered before or together with it: all existing cells neither to its
        right nor above it, itself included, bonus cells excepted (rules, 1.4).
    """

    cell: Mask
    value: int
    needs: Mask


@dataclass(frozen=True)
class GridDiagonal:
    """An income diagonal of a grid: its cells from the lower left, and its value once covered."""

    cells: tuple[IncomeCell, ...]
    last_value: int

    @property
    def values(self) -> tuple[int, ...]:
        """The income with the first 0, 1, ... cells covered."""
        return (*(each.value for each in self.cells), self.last_value)


@dataclass(frozen=True)
class GridBonus:
    """A bonus of a grid.

    Attributes
    ----------
    cells
        The cells of the symbol; covering one of them loses the bonus.
    surround
        The cells that must all be covered to win it: existing neighbours, corners included,
        bonus cells excepted (rules, 1.5).
    gives
        Pairs of an item and its number.
    """

    cells: Mask
    surround: Mask
    gives: tuple[tuple[str, int], ...]


class Grid:
    """The placement area of a board as masks.

    Parameters
    ----------
    board
        The board or building. Use `grid_of` instead of this constructor: grids are shared.

    Attributes
    ----------
    coverable
        All cells that a tile may cover.
    bonus_cells
        The bonus cells, which count as covered without a tile.
    negatives
        Pairs of a number of points (1 or 2) and the cells that cost as many unless covered.
    income_cells, income_mask
        The income cells of all diagonals; the same as a mask.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = board.width
        self.height = board.height
        self.stride = board.width + 1
        self.coverable = self.mask(board.cells_marked(".-=IB"))
        self.bonus_cells = self.mask(board.cells_marked("B"))
        self.negatives = (
            (1, self.mask(board.cells_marked("-"))),
            (2, self.mask(board.cells_marked("="))),
        )
        self.diagonals = tuple(
            GridDiagonal(
                tuple(
                    IncomeCell(self.bit(cell), value, self._lower_left_of(cell))
                    for cell, value in zip(diagonal.cells, diagonal.values, strict=False)
                ),
                diagonal.values[-1],
            )
            for diagonal in board.income
        )
        self.income_cells = tuple(each for diagonal in self.diagonals for each in diagonal.cells)
        self.income_mask = reduce(or_, (each.cell for each in self.income_cells), 0)
        self.bonuses = tuple(
            GridBonus(
                cells := self.mask(bonus.cells),
                self.neighbours(cells) & self.coverable & ~self.bonus_cells,
                bonus.gives,
            )
            for bonus in board.bonuses
        )

    def bit(self, cell: Cell) -> Mask:
        """Return the mask of one cell."""
        x, y = cell
        return 1 << (y * self.stride + x)

    def mask(self, cells: Iterable[Cell]) -> Mask:
        """Return the mask of these cells; cells outside the board's rectangle are left out."""
        mask = 0
        for x, y in cells:
            if 0 <= x < self.width and 0 <= y < self.height:
                mask |= 1 << (y * self.stride + x)
        return mask

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies within the board's rectangle."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height

    def cells(self, mask: Mask) -> tuple[Cell, ...]:
        """Return the cells of a mask, row by row from the top left."""
        return tuple((bit % self.stride, bit // self.stride) for bit in bits(mask))

    def edge_neighbours(self, mask: Mask) -> Mask:
        """Return the coverable cells outside the mask that share an edge with a cell of it."""
        grown = mask << 1 | mask >> 1 | mask << self.stride | mask >> self.stride
        return grown & self.coverable & ~mask

    def neighbours(self, mask: Mask) -> Mask:
        """Return the coverable cells outside the mask that share an edge or corner with it."""
        wide = mask | mask << 1 | mask >> 1
        return (wide | wide << self.stride | wide >> self.stride) & self.coverable & ~mask

    def points(self, mask: Mask) -> int:
        """Return the negative points printed on the cells of a mask, as a positive number."""
        return sum(points * (mask & cells).bit_count() for points, cells in self.negatives)

    def _lower_left_of(self, cell: Cell) -> Mask:
        x, y = cell
        rectangle = self.mask((i, j) for i in range(x + 1) for j in range(y, self.height))
        return rectangle & self.coverable & ~self.bonus_cells


@cache
def grid_of(board: Board) -> Grid:
    """Return the grid of a board, the same object for equal boards."""
    return Grid(board)


def bits(mask: Mask) -> Iterator[int]:
    """Yield the indices of the bits set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def singles(mask: Mask) -> Iterator[Mask]:
    """Yield the cells of a mask as masks of one cell, lowest bit first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def normalised(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return a shape moved to the top left corner, its cells sorted."""
    cells = tuple(cells)
    left = min(x for x, _ in cells)
    top = min(y for _, y in cells)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def is_connected(cells: Iterable[Cell]) -> bool:
    """Whether all cells are joined to each other by edges."""
    left = set(cells)
    reached = [left.pop()] if left else []
    for x, y in reached:
        near = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & left
        left -= near
        reached += near
    return not left


@cache
def turned(tile: Tile, turns: int, *, flipped: bool = False) -> tuple[Cell, ...]:
    """Return the shape of a tile: mirrored left to right if flipped, then turned clockwise."""
    shape = [(-x, y) for x, y in tile.cells] if flipped else list(tile.cells)
    for _ in range(turns):
        shape = [(-y, x) for x, y in shape]
    return normalised(shape)


@cache
def orientations(tile: Tile) -> tuple[tuple[Cell, ...], ...]:
    """Return the distinct shapes of a tile under rotation and reflection (rules, 1.1).

    Goods are rectangles, to which reflection adds nothing; special tiles have the same colour on
    both faces; a tile of one's own says whether it may be turned and mirrored.
    """
    if not tile.cells:
        return ()
    faces = (False, True) if tile.flips else (False,)
    turns = range(4) if tile.turns else (0,)
    shapes = {turned(tile, turn, flipped=flip) for turn in turns for flip in faces}
    return tuple(sorted(shapes))


@cache
def placements(board: Board, tile: Tile) -> tuple[Mask, ...]:
    """Return all placements of a tile within a board's area, in a fixed order.

    Colours, other tiles and income cells are ignored: `odin_solver.rules.board_state` checks them.
    """
    grid = grid_of(board)
    masks = []
    for shape in orientations(tile):
        columns = 1 + max(x for x, _ in shape)
        rows = 1 + max(y for _, y in shape)
        row = (1 << max(0, grid.width - columns + 1)) - 1
        fits = reduce(or_, (row << y * grid.stride for y in range(grid.height - rows + 1)), 0)
        for x, y in shape:
            fits &= grid.coverable >> (y * grid.stride + x)
        mask = grid.mask(shape)
        masks += [mask << at for at in bits(fits)]
    return tuple(masks)
