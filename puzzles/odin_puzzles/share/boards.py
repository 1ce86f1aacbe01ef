"""Custom boards in share codes."""

from typing import Any

from odin_puzzles.share.coder import Odds, Reader, Writer
from odin_puzzles.share.tables import ITEM_NUMBERS, ITEMS, MARKS
from odin_puzzles.share.text import read_text, write_text
from odin_solver.components import Cell, cell_name, parse_cell
from odin_solver.errors import InputError

_MAX_COLUMNS = 26
_MAX_ROWS = 40


def write_custom_board(code: Writer, data: dict[str, Any]) -> None:
    """Write a board from the data of a board file."""
    write_text(code, data["name"])
    code.flag(data["kind"] == "building", Odds((2, 1)))
    rows: list[str] = data["map"]
    if len(rows[0]) > _MAX_COLUMNS or len(rows) > _MAX_ROWS:
        raise InputError.said(
            "share code: expected a board of at most {width} by {height} cells, "
            "got {columns} by {rows}: share the file",
            width=_MAX_COLUMNS,
            height=_MAX_ROWS,
            columns=len(rows[0]),
            rows=len(rows),
        )
    code.choice(len(rows[0]) - 1, _MAX_COLUMNS)
    code.choice(len(rows) - 1, _MAX_ROWS)
    odds = _odds_of_marks()
    before = ""
    for mark in "".join(rows):
        code.symbol(MARKS.index(mark), odds[before])
        before = mark
    income = data.get("income", [])
    code.count(len(income), Odds((2, 1)))
    _write_owners(code, rows, "I", [entry["cells"].split() for entry in income])
    for entry in income:
        for value in entry["values"]:
            code.amount(value)
    bonuses = data.get("bonuses", [])
    code.count(len(bonuses), Odds((1, 1)))
    _write_owners(code, rows, "B", [entry["cells"].split() for entry in bonuses])
    for entry in bonuses:
        code.count(len(entry["gives"]), Odds((1, 6)))
        for item, count in entry["gives"].items():
            code.choice(ITEMS.index(item), ITEM_NUMBERS)
            code.amount(count)


def read_custom_board(code: Reader) -> dict[str, Any]:
    """Read a board as the data of a board file."""
    data: dict[str, Any] = {"name": read_text(code)}
    data["kind"] = "building" if code.flag(Odds((2, 1))) else "exploration"
    width, height = code.choice(_MAX_COLUMNS) + 1, code.choice(_MAX_ROWS) + 1
    odds = _odds_of_marks()
    marks, before = "", ""
    for _ in range(width * height):
        before = MARKS[code.symbol(odds[before])]
        marks += before
    rows = [marks[start : start + width] for start in range(0, len(marks), width)]
    data["map"] = rows
    diagonals = _read_owners(code, rows, "I", code.count(Odds((2, 1))))
    data["income"] = [
        {"cells": " ".join(names), "values": [code.amount() for _ in range(len(names) + 1)]}
        for names in diagonals
    ]
    data["bonuses"] = [
        {"cells": " ".join(names), "gives": _read_gives(code)}
        for names in _read_owners(code, rows, "B", code.count(Odds((1, 1))))
    ]
    return data


def _read_gives(code: Reader) -> dict[str, int]:
    count = code.count(Odds((1, 6)))
    return {ITEMS[code.choice(ITEM_NUMBERS)]: code.amount() for _ in range(count)}


def _odds_of_marks() -> dict[str, Odds]:
    return {before: Odds((1,) * len(MARKS)) for before in ("", *MARKS)}


def _marked(rows: list[str], mark: str) -> list[Cell]:
    """Return the cells with a mark as diagonals run: from the left, columns upwards."""
    cells = [(x, y) for y, row in enumerate(rows) for x, other in enumerate(row) if other == mark]
    return sorted(cells, key=lambda cell: (cell[0], -cell[1]))


def _write_owners(code: Writer, rows: list[str], mark: str, groups: list[list[str]]) -> None:
    owner = {
        parse_cell(name, len(rows)): number for number, names in enumerate(groups) for name in names
    }
    for cell in _marked(rows, mark):
        code.choice(owner[cell], len(groups))


def _read_owners(code: Reader, rows: list[str], mark: str, groups: int) -> list[list[str]]:
    names: list[list[str]] = [[] for _ in range(groups)]
    for cell in _marked(rows, mark):
        names[code.choice(groups)].append(cell_name(cell, len(rows)))
    return names
