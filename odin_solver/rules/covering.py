"""What a set of pieces covers."""

from collections.abc import Iterable

from odin_solver.rules.geometry import Grid, Mask
from odin_solver.rules.position import BoardState, Piece


def mask_of(grid: Grid, piece: Piece) -> Mask:
    """The cells that a piece covers; cells outside the board's rectangle are left out."""
    return grid.mask(cell for cell in piece.cells if grid.holds(cell))


def covered_by(grid: Grid, pieces: Iterable[Piece]) -> Mask:
    """The cells that any of the pieces covers."""
    covered = 0
    for piece in pieces:
        covered |= mask_of(grid, piece)
    return covered


def covered_cells(grid: Grid, state: BoardState) -> Mask:
    """The cells of a board that are covered."""
    return covered_by(grid, state.pieces)
