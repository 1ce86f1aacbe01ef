"""Cell names: ``[x, y]`` from the top left in code, ``a1`` as in chess for people."""

import re
from collections.abc import Iterable
from itertools import product
from string import ascii_lowercase

from odin_solver.errors import InputError

Cell = tuple[int, int]
"""(x, y): x counts columns from the left, y counts rows from the top, both from 0."""

_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
_COLUMNS: tuple[str, ...] = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))


def column_name(x: int) -> str:
    """Return the letters of a column, counted from 0: a to z, then aa, ab and so on."""
    return _COLUMNS[x]


def cell_name(cell: Cell, height: int) -> str:
    """Return the name of a cell as on a chess board.

    Parameters
    ----------
    cell
        Column from the left and row from the top, from 0.

    Returns
    -------
    str
        Letters of the column and row number from the bottom: the lower left cell is ``a1``.
    """
    x, y = cell
    if not (0 <= x < len(_COLUMNS) and 1 <= height - y <= 99):
        return f"[{x}, {y}]"
    return f"{column_name(x)}{height - y}"


def parse_cell(name: str, height: int) -> Cell:
    """Parse a cell name; the inverse of `cell_name`.

    The cell may lie outside the board: the rules check that.
    """
    match = _NAME.fullmatch(name.strip().lower())
    if match is None:
        raise InputError.said("expected a cell such as a1, got {got!r}", got=name)
    return _COLUMNS.index(match[1]), height - int(match[2])


def cell_names(cells: Iterable[Cell], height: int) -> str:
    """Return the names of cells, column by column from the left, each from the bottom."""
    ordered = sorted(cells, key=lambda cell: (cell[0], -cell[1]))
    return " ".join(cell_name(cell, height) for cell in ordered)
