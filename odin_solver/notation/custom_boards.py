"""Custom boards: described in a file instead of named, for puzzles and boards not yet printed."""

from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.components import BOARDS, Board, Cell, parse_cell
from odin_solver.components.boards import Bonus, Diagonal
from odin_solver.components.cells import cell_name
from odin_solver.errors import InputError
from odin_solver.placement.objective import BONUS_ITEMS

CUSTOM = "custom"
"""The id of all custom boards."""

MAX_COLUMNS = 100
MAX_ROWS = 99
MAX_CELLS = 2048
"""Cells of the rectangle around a board, with a column between its rows."""

MARKS = "~#.-I=B"

Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]
_PerCell = msgspec.Meta(max_length=MAX_CELLS)


class DiagonalEntry(msgspec.Struct, forbid_unknown_fields=True):
    """An income diagonal: its cells from the lower left, and the values of 0, 1, ... covered."""

    cells: str
    values: Annotated[list[Number], msgspec.Meta(max_length=MAX_COLUMNS + 1)]


class SymbolEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A bonus symbol: the cells it stands on, and what it gives."""

    cells: str
    gives: Annotated[dict[str, Number], msgspec.Meta(max_length=len(BONUS_ITEMS))]


class CustomBoard(msgspec.Struct, forbid_unknown_fields=True):
    """A board of one's own, drawn as in the component file, the top row first."""

    map: Annotated[list[str], msgspec.Meta(min_length=1, max_length=MAX_ROWS)]
    name: str = "Board"
    kind: Literal["exploration", "building"] = "exploration"
    income: Annotated[list[DiagonalEntry], _PerCell] = []
    bonuses: Annotated[list[SymbolEntry], _PerCell] = []


def custom_board(entry: CustomBoard) -> Board:
    """Build a custom board.

    Raises
    ------
    InputError
        If the map, the income cells or the bonus cells do not fit together.
    """
    if not entry.name.isprintable():
        raise InputError.said("name: expected one line without control characters")
    width = max(len(row) for row in entry.map)
    if not 1 <= width <= MAX_COLUMNS:
        raise InputError.said(
            "map: expected rows of 1 to {most} cells, got {got}", most=MAX_COLUMNS, got=width
        )
    if (width + 1) * len(entry.map) > MAX_CELLS:
        raise InputError.said(
            "map: expected at most {most} cells, got {width} by {height}",
            most=MAX_CELLS,
            width=width,
            height=len(entry.map),
        )
    odd = sorted({mark for row in entry.map for mark in row} - set(MARKS))
    if odd:
        raise InputError.said(
            "map: expected only {marks}, got {got!r}", marks=" ".join(MARKS), got=odd[0]
        )

    def cells(names: str) -> tuple[Cell, ...]:
        return tuple(parse_cell(name, len(entry.map)) for name in names.split())

    diagonals = []
    for at, income in enumerate(entry.income):
        diagonal = cells(income.cells)
        if len(income.values) != len(diagonal) + 1:
            raise InputError.said(
                "income[{at}]: expected {values} values for {cells} cells, got {got}",
                at=at,
                values=len(diagonal) + 1,
                cells=len(diagonal),
                got=len(income.values),
            )
        if any(a >= c or b <= d for (a, b), (c, d) in pairwise(diagonal)):
            raise InputError.said("income[{at}]: expected cells from the lower left upwards", at=at)
        if any(value > later for value, later in pairwise(income.values)):
            # The linear model and the bounds count what each further cell adds.
            raise InputError.said("income[{at}]: expected values that never fall", at=at)
        diagonals.append(Diagonal(diagonal, tuple(income.values)))
    bonuses = []
    for at, symbol in enumerate(entry.bonuses):
        if unknown := [item for item in symbol.gives if item not in BONUS_ITEMS]:
            raise InputError.said(
                "bonuses[{at}].gives: no printed bonus gives {item!r}: "
                "expected goods, silver, ore or the like",
                at=at,
                item=unknown[0][:40],
            )
        gives = tuple((item, count) for item, count in symbol.gives.items() if count)
        bonuses.append(Bonus(cells(symbol.cells), gives))
    made = Board(
        id=CUSTOM,
        name=entry.name,
        kind=entry.kind,
        points=0,
        rows=tuple(row.ljust(width, "~") for row in entry.map),
        income=tuple(diagonals),
        bonuses=tuple(bonuses),
        printed_negative=sum(row.count("-") + 2 * row.count("=") for row in entry.map),
    )
    for mark, what, used in (
        ("I", "income", [cell for each in diagonals for cell in each.cells]),
        ("B", "bonuses", [cell for each in bonuses for cell in each.cells]),
    ):
        if sorted(used) != sorted(made.cells_marked(mark)):
            raise InputError.said(
                "{field}: expected each cell marked {mark} in the map exactly once",
                field=what,
                mark=mark,
            )
    return made


def board_data(board: Board) -> str | dict[str, Any]:
    """Return the id of a printed board, or a custom board as plain data."""
    if BOARDS.get(board.id) == board:
        return board.id
    data: dict[str, Any] = {"name": board.name, "kind": board.kind, "map": list(board.rows)}
    if board.income:
        data["income"] = [
            {
                "cells": " ".join(cell_name(cell, board.height) for cell in each.cells),
                "values": list(each.values),
            }
            for each in board.income
        ]
    if board.bonuses:
        data["bonuses"] = [
            {
                "cells": " ".join(cell_name(cell, board.height) for cell in each.cells),
                "gives": dict(each.gives),
            }
            for each in board.bonuses
        ]
    return data
