"""Pieces on cells written as ``a1``, ``a1:c3``, or an anchor with a turn such as ``a1 r2f``."""

import re
from collections.abc import Iterable, Sequence

from odin_solver.components import Board, Cell, Tile, parse_cell
from odin_solver.errors import InputError
from odin_solver.rules.board_state import Piece
from odin_solver.rules.geometry import turned
from odin_solver.support.language import say

MAX_CELLS = 2_000
"""The most cells in one line, repeated ones included."""

_TURN = re.compile(r"(?:r([0-3]))?(f?)", re.IGNORECASE)
_RANGE = re.compile(r"[:\-–]")


def pieces_at(kind: Tile, words: Sequence[str], on: Board) -> list[Piece]:
    """Return a tile on the cells of a board; several if the cells are those of several tiles.

    Raises
    ------
    InputError
        If a cell is not written as ``a1`` or ``a1:c3``, occurs twice, or the tile has another
        number of cells.
    """
    anchored = _anchored(kind, words, on)
    if anchored is not None:
        return [anchored]
    groups: list[list[Cell]] = []
    for word in words:
        groups.append(_cells(word, on.height))
        if sum(map(len, groups)) > MAX_CELLS:
            raise InputError(
                say(
                    "{id}: expected a tile's cells, got more than {most}",
                    id=kind.id,
                    most=MAX_CELLS,
                )
            )
    area = kind.area
    cells = [cell for group in groups for cell in group]
    if area == 1:
        groups = [[cell] for cell in cells]
    if len(groups) > 1 and len(cells) > area and all(len(group) == area for group in groups):
        return [checked_piece(kind, group) for group in groups]
    return [checked_piece(kind, cells)]


def checked_piece(kind: Tile, cells: Iterable[Cell]) -> Piece:
    """Return a piece on cells in any order.

    Raises
    ------
    InputError
        If a cell occurs twice, or the tile has another number of cells.
    """
    ordered = tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    if len(set(ordered)) < len(ordered):
        raise InputError(say("{id}: duplicate cell: expected each cell once", id=kind.id))
    if kind.kind != "resource" and len(ordered) != kind.area:
        raise InputError(
            say("{id}: expected {area} cells, got {n}", id=kind.id, area=kind.area, n=len(ordered))
        )
    return Piece(kind, ordered)


def _anchored(kind: Tile, words: Sequence[str], on: Board) -> Piece | None:
    """Return a piece given by its anchor and its turn; None if the words are only cells."""
    turn = _TURN.fullmatch("".join(words[1:])) if len(words) > 1 else None
    if turn is None or not kind.cells:
        return None
    if kind.area == 2 and words[1] == "r1" and on.width > ord("r") - ord("a"):
        return None  # the cell r1 of a wide board
    x, y = parse_cell(words[0], on.height)
    shape = turned(kind, int(turn[1] or 0), flipped=bool(turn[2]))
    bottom = max(row for _, row in shape)
    return checked_piece(kind, [(x + i, y - bottom + j) for i, j in shape])


def _cells(word: str, height: int) -> list[Cell]:
    first, *others = _RANGE.split(word, maxsplit=1)
    x, y = parse_cell(first, height)
    i, j = parse_cell(others[0], height) if others else (x, y)
    return [
        (column, row)
        for row in range(max(y, j), min(y, j) - 1, -1)
        for column in range(min(x, i), max(x, i) + 1)
    ]
