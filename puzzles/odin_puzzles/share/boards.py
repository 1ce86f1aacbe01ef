"""Custom boards in share codes."""

from collections.abc import Sequence
from typing import Any

from odin_puzzles.share.coder import Coder, Odds
from odin_puzzles.share.tables import ITEM_NUMBERS, ITEMS, MARKS
from odin_puzzles.share.text import text_code
from odin_solver.components import cell_name, parse_cell
from odin_solver.errors import InputError

_MAX_COLUMNS = 26
_MAX_ROWS = 40


def custom_board_code(code: Coder, data: dict[str, Any]) -> dict[str, Any]:
    """Code a board as the data of a board file, which is empty if it is to be read."""
    rows: Sequence[str] = data.get("map", [""])
    if len(rows[0]) > _MAX_COLUMNS or len(rows) > _MAX_ROWS:
        raise InputError.said(
            "share code: expected a board of at most {width} by {height} cells, "
            "got {columns} by {rows}: share the file",
            width=_MAX_COLUMNS,
            height=_MAX_ROWS,
            columns=len(rows[0]),
            rows=len(rows),
        )
    name = text_code(code, data.get("name", ""))
    is_building = code.flag(Odds((2, 1)), data.get("kind") == "building")
    width = code.choice(_MAX_COLUMNS, len(rows[0]) - 1) + 1
    height = code.choice(_MAX_ROWS, len(rows) - 1) + 1
    odds = {before: Odds((1,) * len(MARKS)) for before in ("", *MARKS)}
    marks, before = "", ""
    for mark in "".join(rows) or MARKS[0] * (width * height):
        before = MARKS[code.symbol(odds[before], MARKS.index(mark))]
        marks += before
    rows = [marks[start : start + width] for start in range(0, len(marks), width)]
    income, bonuses = [], []
    given = data.get("income", [])
    for at, names in enumerate(_owners_code(code, rows, "I", given, Odds((2, 1)))):
        values = given[at]["values"] if given else [0] * (len(names) + 1)
        income.append({"cells": " ".join(names), "values": [code.amount(n) for n in values]})
    given = data.get("bonuses", [])
    for at, names in enumerate(_owners_code(code, rows, "B", given, Odds((1, 1)))):
        gives = list(given[at]["gives"].items()) if given else []
        count = code.count(Odds((1, 6)), len(gives))
        coded = (_item_code(code, *each) for each in gives or [(ITEMS[0], 0)] * count)
        bonuses.append({"cells": " ".join(names), "gives": dict(coded)})
    kind = "building" if is_building else "exploration"
    return {"name": name, "kind": kind, "map": rows, "income": income, "bonuses": bonuses}


def _item_code(code: Coder, item: str, count: int) -> tuple[str, int]:
    return ITEMS[code.choice(ITEM_NUMBERS, ITEMS.index(item))], code.amount(count)


def _owners_code(
    code: Coder, rows: Sequence[str], mark: str, given: Sequence[Any], odds: Odds
) -> list[list[str]]:
    """Code which diagonal, or bonus, the cells with a mark belong to; return the cells of each."""
    names: list[list[str]] = [[] for _ in range(code.count(odds, len(given)))]
    owner = {
        parse_cell(name, len(rows)): number
        for number, entry in enumerate(given)
        for name in entry["cells"].split()
    }
    cells = [(x, y) for y, row in enumerate(rows) for x, other in enumerate(row) if other == mark]
    # As diagonals run: from the left, columns upwards.
    for cell in sorted(cells, key=lambda cell: (cell[0], -cell[1])):
        names[code.choice(len(names), owner.get(cell, 0))].append(cell_name(cell, len(rows)))
    return names
