"""Pieces on cells written as ``a1``, ``a1:c3``, ``a1:3``, or an anchor with a turn: ``a1 r2f``."""

import re
from collections.abc import Iterable, Sequence
from string import ascii_letters, ascii_lowercase, digits

from odin_solver.components import Board, Cell, Tile, parse_cell
from odin_solver.errors import InputError
from odin_solver.rules.board_state import Piece
from odin_solver.rules.geometry import turned

MAX_CELLS = 2_000
"""The most cells in one line, repeated ones included."""

_TURN = re.compile(r"(?:r([0-3]))?(f?)", re.IGNORECASE)
_RANGE = re.compile(r"[:\-–]")
_PLACE, _WIDE_PLACE = (
    re.compile(rf"{column}\d+(?:[:\-–](?:{column}\d*|\d+))?|f", re.IGNORECASE)
    for column in ("[a-z]", "[a-z]{1,2}")
)
"""Cells of boards of up to 26 columns, and of wider ones."""


def is_places(word: str) -> bool:
    """Whether a word is cells, with or without spaces between them, or a turn."""
    return bool(word) and not (_PLACE.sub("", word) and _WIDE_PLACE.sub("", word))


def pieces_at(kind: Tile, words: Sequence[str], on: Board) -> list[Piece]:
    """Return a tile on the cells of a board; several if the cells are those of several tiles.

    Raises
    ------
    InputError
        If a cell is not written as ``a1`` or ``a1:c3``, occurs twice, or the tile has another
        number of cells.
    """
    place = _PLACE if on.width <= len(ascii_lowercase) else _WIDE_PLACE
    words = [
        part for word in words for part in (place.findall(word) if is_places(word) else [word])
    ]
    anchored = _anchored(kind, words, on)
    if anchored is not None:
        return [anchored]
    groups: list[list[Cell]] = []
    for word in words:
        groups.append(cells_named(word, on.height))
        if sum(map(len, groups)) > MAX_CELLS:
            raise InputError.said(
                "{id}: expected a tile's cells, got more than {most}", id=kind.id, most=MAX_CELLS
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
        raise InputError.said("{id}: duplicate cell: expected each cell once", id=kind.id)
    if kind.kind != "resource" and len(ordered) != kind.area:
        raise InputError.said(
            "{id}: expected {area} cells, got {n}", id=kind.id, area=kind.area, n=len(ordered)
        )
    return Piece(kind, ordered)


def _anchored(kind: Tile, words: Sequence[str], on: Board) -> Piece | None:
    """Return a piece given by its anchor and its turn; None if the words are only cells.

    A square needs no turn.
    """
    if not kind.cells or not words:
        return None
    side = 1 + max(map(max, kind.cells))
    is_turned = len(words) > 1 or (1 < kind.area == side**2 and not _RANGE.search(words[0]))
    turn = _TURN.fullmatch("".join(words[1:])) if is_turned else None
    if turn is None:
        return None
    if kind.area == 2 and words[1:2] == ["r1"] and on.width > ord("r") - ord("a"):
        return None  # the cell r1 of a wide board
    x, y = parse_cell(words[0], on.height)
    shape = turned(kind, int(turn[1] or 0), flipped=bool(turn[2]))
    bottom = max(row for _, row in shape)
    return checked_piece(kind, [(x + i, y - bottom + j) for i, j in shape])


def cells_named(word: str, height: int) -> list[Cell]:
    """Return the cells of a word such as ``a1`` or ``a1:c3``."""
    first, *others = _RANGE.split(word, maxsplit=1)
    x, y = parse_cell(first, height)
    other = others[0] if others else first
    if other.isdecimal():
        other = first.rstrip(digits) + other  # the same column
    elif other.isalpha():
        other += first.lstrip(ascii_letters)  # the same row
    i, j = parse_cell(other, height)
    return [
        (column, row)
        for row in range(max(y, j), min(y, j) - 1, -1)
        for column in range(min(x, i), max(x, i) + 1)
    ]
