"""Random custom boards as plain data: everything that the format of a board can say.

Bigger oddities than in printed boards are likely on purpose: ragged maps, diagonals with gaps, on
one row of cells or without a cell, equal and huge incomes, symbols torn apart, bonuses of nothing.
"""

import random
from itertools import accumulate
from typing import Any

from odin_solver.components.cells import cell_name
from odin_solver.placement.objective import BONUS_ITEMS

ITEMS = sorted(BONUS_ITEMS)
SIZES = ((1, 1), (2, 1), (5, 1), (1, 4), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (4, 3), (3, 4))
GROUNDS = ("....--=~#BB", "....--=BB", "...-", "--==", "...~~#-", "....", "BB.", "#~B.-")


def random_custom_board(choose: random.Random) -> dict[str, Any]:
    """A custom board as a position file holds it."""
    width, height = choose.choice(SIZES)
    ground = choose.choice(GROUNDS)
    marks = {(x, y): choose.choice(ground) for x in range(width) for y in range(height)}
    free = set(marks)
    income = []
    for _ in range(choose.choice([0, 1, 1, 1, 2, 2, 3])):
        chain = _chain(choose, free)
        free -= set(chain)
        marks.update(dict.fromkeys(chain, "I"))
        income.append({"cells": _names(chain, height), "values": _values(choose, len(chain))})
    rows = ["".join(marks[x, y] for x in range(width)) for y in range(height)]
    longest = choose.randrange(height)
    for y in range(height):
        if y != longest and choose.random() < 0.3:
            rows[y] = rows[y].rstrip("~.")
    board: dict[str, Any] = {"map": rows}
    if income:
        board["income"] = income
    symbols = sorted(cell for cell, mark in marks.items() if mark == "B")
    if symbols:
        board["bonuses"] = _bonuses(choose, symbols, height)
    if choose.random() < 0.3:
        board["kind"] = choose.choice(["exploration", "building", "building"])
    return board


def _chain(choose: random.Random, free: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Cells of which each lies to the right of and above the one before; perhaps none."""
    chain: list[tuple[int, int]] = []
    for cell in sorted(free):
        above = not chain or (cell[0] > chain[-1][0] and cell[1] < chain[-1][1])
        if above and choose.random() < 0.6:
            chain.append(cell)
    return chain


def _values(choose: random.Random, cells: int) -> list[int]:
    """Numbers that never fall."""
    if choose.random() < 0.15:
        return sorted(choose.choices([0, 7, 999, 1000], k=cells + 1))
    steps = choose.choice([[0, 1, 1, 2, 3], [0], [0, 0, 1], [5, 9]])
    return list(accumulate(choose.choices(steps, k=cells + 1)))


def _bonuses(
    choose: random.Random, symbols: list[tuple[int, int]], height: int
) -> list[dict[str, Any]]:
    choose.shuffle(symbols)
    bonuses = []
    while symbols:
        size = choose.choice([1, 1, 1, 2, 3])
        cells, symbols = symbols[:size], symbols[size:]
        names = choose.sample(ITEMS, choose.choice([0, 1, 1, 1, 2, 4]))
        gives = {name: choose.choice([0, 1, 1, 2, 1000]) for name in names}
        bonuses.append({"cells": _names(cells, height), "gives": gives})
    return bonuses


def _names(cells: list[tuple[int, int]], height: int) -> str:
    return " ".join(cell_name(cell, height) for cell in cells)
