"""The short notation of pieces, such as ``robe a1:c3``."""

from collections.abc import Iterable

from odin_solver.components import Board, Cell, Tile, parse_cell, tile
from odin_solver.components.cells import cell_name
from odin_solver.errors import InputError
from odin_solver.rules.board_state import Piece

MAX_CELLS = 2_000
"""The most cells in the notation of a piece, repeated ones included."""


def piece_text(piece: Piece, board: Board) -> str:
    """Return a piece in the short notation."""
    if not piece.cells:
        return piece.tile.id
    height = board.height
    xs = [x for x, _ in piece.cells]
    ys = [y for _, y in piece.cells]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    if len(piece.cells) == 1:
        return f"{piece.tile.id} {cell_name(piece.cells[0], height)}"
    if len(piece.cells) == (right - left + 1) * (bottom - top + 1):
        corner = cell_name((left, bottom), height)
        return f"{piece.tile.id} {corner}:{cell_name((right, top), height)}"
    ordered = sorted(piece.cells, key=lambda cell: (-cell[1], cell[0]))
    return " ".join([piece.tile.id, *(cell_name(cell, height) for cell in ordered)])


def parse_piece(text: str, on: Board) -> Piece:
    """Read a piece in the short notation: a tile, then cells or rectangles of cells.

    Raises
    ------
    InputError
        If the tile is unknown or a cell is not written as ``a1`` or ``a1:c3``.
    """
    words = text.split()
    if not words:
        raise InputError("expected a tile and its cells, such as 'robe a1:c3', got nothing")
    cells: list[Cell] = []
    for word in words[1:]:
        first, colon, last = word.partition(":")
        x, y = parse_cell(first, on.height)
        i, j = parse_cell(last, on.height) if colon else (x, y)
        cells += [
            (column, row)
            for row in range(min(y, j), max(y, j) + 1)
            for column in range(min(x, i), max(x, i) + 1)
        ]
        if len(cells) > MAX_CELLS:
            raise InputError(f"{words[0][:40]}: expected a tile's cells, got more than {MAX_CELLS}")
    return checked_piece(tile(words[0]), cells)


def checked_piece(kind: Tile, cells: Iterable[Cell]) -> Piece:
    """Return a piece on cells in any order.

    Raises
    ------
    InputError
        If a cell occurs twice, or the tile has another number of cells.
    """
    ordered = tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    if len(set(ordered)) < len(ordered):
        raise InputError(f"{kind.id}: duplicate cell: expected each cell once")
    if kind.kind != "resource" and len(ordered) != kind.area:
        raise InputError(f"{kind.id}: expected {kind.area} cells, got {len(ordered)}")
    return Piece(kind, ordered)
