#!/usr/bin/env python3
"""Checks layouts of the packing set. Needs Python 3.9 or later, and nothing else.

    python check.py                     check the layouts of best.jsonl
    python check.py submission.jsonl    check other layouts, and compare them with best.jsonl

A line of such a file is {"name": "game-001", "value": 12, "layout": [[board, tile, cells], ...]}:
the number of a board from 0, a tile, and its cells as [x, y] from the top left corner (none in a
slot), in an order in which they can be laid. The format is explained in docs/packing-set.md.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Cell = tuple[int, int]

HERE = Path(__file__).resolve().parent
ON_BOARDS = {"green", "blue", "silver", "ore", "none"}
IN_BUILDINGS = {"orange", "red", "green", "blue", "silver", "none"}
WEIGHTS: dict[str, dict[str, int]] = {
    "final": {"points": 1, "income": 1, "silver": -1},
    "cover": {"cells": 1},
    "custom": {},
}


class Fault(Exception):
    """What is wrong with a layout."""


class SetBoard:
    """A board: its cells by their marks, what is covered, and by which colour."""

    def __init__(self, parts: dict[str, Any]) -> None:
        rows = parts["map"]
        self.height = len(rows)
        self.building = parts["kind"] == "building"
        self.marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        self.cells = {cell for cell, mark in self.marks.items() if mark not in "~#"}
        self.bonus_cells = {cell for cell in self.cells if self.marks[cell] == "B"}
        self.slots: Counter[str] = Counter(parts.get("slots", {}))
        self.diagonals = [
            (self.named(each["cells"]), each["values"]) for each in parts.get("income", [])
        ]
        self.bonuses = [self.named(each["cells"]) for each in parts.get("bonuses", [])]
        self.covered: dict[Cell, str] = {}
        self.filled: Counter[str] = Counter()

    def named(self, text: str) -> list[Cell]:
        """Cells by their names: a1 is the lower left corner."""
        return [(ord(name[0]) - ord("a"), self.height - int(name[1:])) for name in text.split()]

    def needed(self, cell: Cell) -> set[Cell]:
        """What has to be covered before or together with an income cell."""
        x, y = cell
        return {(i, j) for i, j in self.cells - self.bonus_cells if i <= x and j >= y}

    def lay(self, tile: dict[str, Any], cells: list[Cell]) -> None:
        """Cover cells with a tile, if the rules allow it."""
        if tile["color"] in ("wood", "stone"):
            self.filled[tile["color"]] += 1
            if cells or self.filled[tile["color"]] > self.slots[tile["color"]]:
                raise Fault("no such slot is open")
            return
        allowed = IN_BUILDINGS if self.building else ON_BOARDS
        if tile["color"] not in allowed or (self.building and tile.get("animal")):
            raise Fault("this board does not take the tile")
        if normalised(cells) not in turned(tile):
            raise Fault("this is not the shape of the tile")
        if not set(cells) <= self.cells:
            raise Fault("a cell is not part of the board")
        if any(cell in self.covered for cell in cells):
            raise Fault("a cell is covered twice")
        apart = {"orange", "red"} if self.building else {"green"}
        for cell in cells if tile["color"] in apart else ():
            if any(self.covered.get(other) == tile["color"] for other in beside(cell)):
                raise Fault(f"two {tile['color']} tiles touch")
        self.covered.update(dict.fromkeys(cells, tile["color"]))
        for cell in cells:
            if self.marks[cell] == "I" and not self.needed(cell) <= self.covered.keys():
                raise Fault("an income cell is covered too early")

    def open_points(self) -> int:
        """Negative points that are not covered."""
        points = {"-": 1, "=": 2}
        open_cells = sum(points.get(self.marks[cell], 0) for cell in self.cells - {*self.covered})
        return open_cells + sum((self.slots - self.filled).values())

    def income(self) -> int:
        """The lowest uncovered number of each diagonal, the last one if all are covered."""
        return sum(
            min(
                (v for cell, v in pairs(cells, values) if cell not in self.covered),
                default=values[-1],
            )
            for cells, values in self.diagonals
        )

    def bonuses_won(self) -> int:
        """Bonuses that are open, with all cells around them covered."""
        won = 0
        for cells in self.bonuses:
            around = {(x + i, y + j) for x, y in cells for i in (-1, 0, 1) for j in (-1, 0, 1)}
            needed = (around & self.cells) - self.bonus_cells
            won += needed <= self.covered.keys() and not self.covered.keys() & set(cells)
        return won


def pairs(cells: list[Cell], values: list[int]) -> list[tuple[Cell, int]]:
    return [(cell, values[at]) for at, cell in enumerate(cells)]


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def normalised(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    cells = list(cells)
    left, top = min((x for x, _ in cells), default=0), min((y for _, y in cells), default=0)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def turned(tile: dict[str, Any]) -> set[tuple[Cell, ...]]:
    """All turns of a tile, and its reflections unless it must not be turned over."""
    rows = tile["cells"]
    shape = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    found = set()
    for _ in range(2 if tile.get("flip", True) else 1):
        for _ in range(4):
            shape = [(-y, x) for x, y in shape]
            found.add(normalised(shape))
        shape = [(-x, y) for x, y in shape]
    return found


def value_of(position: dict[str, Any], layout: list[Any], parts: dict[str, Any]) -> int:
    """Return what a layout of a position is worth; raise Fault if it breaks a rule."""
    tiles = {**parts["tiles"], **position.get("tiles", {})}
    boards = []
    for entry in position["boards"]:
        named = entry["board"]
        board = SetBoard(parts["boards"][named] if isinstance(named, str) else named)
        for piece in entry["placed"]:
            board.lay(tiles[piece["tile"]], [tuple(cell) for cell in piece["cells"]])
        boards.append(board)
    points = sum(board.open_points() for board in boards)
    cells = sum(len(board.covered) for board in boards)
    laid: Counter[str] = Counter()
    for number, (at, name, where) in enumerate(layout, 1):
        laid[name] += 1
        if laid[name] > position["supply"].get(name, 0):
            raise Fault(f"piece {number}: there is no other {name}")
        if at not in range(len(boards)):
            raise Fault(f"piece {number}: there is no board {at}")
        try:
            boards[at].lay(tiles[name], [tuple(cell) for cell in where])
        except Fault as fault:
            raise Fault(f"piece {number}, {name} on board {at}: {fault}") from None
    gained = {
        "points": points - sum(board.open_points() for board in boards),
        "income": sum(board.income() for board in boards),
        "bonus": sum(board.bonuses_won() for board in boards),
        "silver": laid["silver"],
        "ore": laid["ore"],
        "cells": sum(len(board.covered) for board in boards) - cells,
    }
    chosen = dict(position["objective"])
    weights = {**WEIGHTS[chosen.pop("preset")], **chosen}
    return sum(weight * gained[key] for key, weight in weights.items())


def lines_of(path: str | Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines() if line.strip()]


def main(path: str | Path | None = None) -> int:
    """Check a file of layouts; return how many are faulty."""
    parts = json.loads((HERE / "parts.json").read_text())
    positions = {each["name"]: each["position"] for each in lines_of(HERE / "positions.jsonl")}
    best = {each["name"]: each for each in lines_of(HERE / "best.jsonl")}
    faulty = better = as_good = 0
    rows = list(best.values()) if path is None else lines_of(path)
    for row in rows:
        name, known = row["name"], best.get(row["name"], {})
        try:
            if name not in positions:
                raise Fault("there is no such position")
            value = value_of(positions[name], row["layout"], parts)
            if row.get("value", value) != value:
                raise Fault(f"claims {row['value']}, the rules count {value}")
            if known.get("bound") is not None and value > known["bound"]:
                raise Fault(f"{value} is legal, so the bound {known['bound']} is wrong")
        except Fault as fault:
            faulty += 1
            print(f"{name}: {fault}", file=sys.stderr)
            continue
        as_good += value == known.get("value")
        if value > known.get("value", float("-inf")):
            better += 1
            print(f"{name}: {value} is better than the best known, {known.get('value')}")
    summary = f"{len(rows)} layouts: {faulty} faulty, {better} better"
    print(f"{summary}, {as_good} as good as the best known")
    return faulty


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:2]) else 0)
