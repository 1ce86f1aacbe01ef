"""Tiles and boards that others drew: text, matrices of 0 and 1, puzzles of BurrTools.

A drawing in text has blocks with empty lines between them. A block of one letter is a tile, one of
dots a board, and one of several letters a filled board, on which neighbours of the same letter
belong to one tile. Equal tiles, turned or reflected, are one kind.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from string import ascii_letters
from typing import Any, NamedTuple
from xml.etree import ElementTree

from odin_solver.components import Cell
from odin_solver.errors import InputError
from odin_solver.notation.kinds import position_in
from odin_solver.notation.positions import position_from
from odin_solver.rules.position import Position

Cells = frozenset[Cell]
"""Cells of a drawing: column and row."""

BLANK = " _\t"
"""Marks of no cell; a dot is an open cell of a board, and no cell of a tile."""


class Drawn(NamedTuple):
    """A drawing: boards with the tiles that lie on them, and tiles beside them.

    Of these there are some at least and some at most.
    """

    boards: list[tuple[Cells, list[Cells]]]
    tiles: list[tuple[Cells, int, int]]


def drawn_in(text: str, name: str) -> Position:
    """Return the position of a file of any kind, or of a drawing in text."""
    if not re.fullmatch(r"[A-Za-z._\s]+", text):
        return position_in(text, name)
    try:
        return position_from(imported(text), name)
    except InputError as error:
        raise error.within(name) from None


def imported(text: str) -> dict[str, Any]:
    """Return the data of a position file: boards, and the tiles in the supply or on them.

    Raises
    ------
    InputError
        If the text is no such drawing, or one without tiles.
    """
    readers: dict[str, Callable[[str], Drawn]] = {"<": _of_burrtools, "[": _of_json, "{": _of_json}
    drawn = readers.get(text.lstrip()[:1], _of_text)(text)
    if not drawn.boards and not drawn.tiles:
        raise InputError.said("expected a drawing of tiles, got none")
    names: dict[Cells, str] = {}

    def name(tile: Cells) -> str:
        return names.setdefault(min(_turned(tile), key=sorted), f"T{len(names) + 1}x")

    boards: list[dict[str, Any]] = []
    for cells, laid in drawn.boards:
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        placed = [
            {"tile": name(tile), "cells": [[x - left, y - top] for x, y in sorted(tile)]}
            for tile in laid
        ]
        boards.append({"board": {"map": _rows(cells, "~.")}, "placed": placed})
    supply: Counter[str] = Counter()
    least: Counter[str] = Counter()
    for tile, fewest, most in drawn.tiles:
        supply[name(tile)] += most
        least[name(tile)] += fewest
    return {
        "schema": 1,
        "tiles": {
            key: {"cells": _rows(cells, ".X")} | ({"at_least": least[key]} if least[key] else {})
            for cells, key in names.items()
        },
        "supply": dict(supply),
        "boards": boards,
        "objective": {"preset": "cover"},
    }


def drawing_of(position: Position) -> str:
    """Return boards, and the tiles beside them, as a drawing in text, which `imported` reads.

    Raises
    ------
    InputError
        If a piece has so many neighbours that letters do not tell them apart.
    """
    blocks = []
    for state in position.boards:
        marks = dict.fromkeys(state.grid.cells(state.grid.coverable), ".")
        for piece in state.pieces:
            taken = {marks.get(cell) for x, y in piece.cells for cell in _beside(x, y)}
            letter = next((each for each in ascii_letters if each not in taken), None)
            if letter is None:
                raise InputError.said("expected pieces with fewer neighbours: letters run out")
            marks |= dict.fromkeys(piece.cells, letter)
        rows = range(state.board.height)
        columns = range(state.board.width)
        blocks.append("\n".join("".join(marks.get((x, y), "_") for x in columns) for y in rows))
    for name, count in position.supply.items():
        shape = position.kinds[name].shape
        blocks += ["\n".join(row.replace("#", "A").replace(".", "_") for row in shape)] * count
    return "\n\n".join(filter(None, blocks)) + "\n"


def _beside(x: int, y: int) -> tuple[Cell, ...]:
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def _turned(cells: Cells) -> list[Cells]:
    """Return a tile turned and reflected in all ways, in the upper left corner."""
    found = []
    for turn in range(8):
        cells = frozenset((-y, x) for x, y in cells)
        if turn == 4:
            cells = frozenset((-x, y) for x, y in cells)
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        found.append(frozenset((x - left, y - top) for x, y in cells))
    return found


def _rows(cells: Cells, marks: str) -> list[str]:
    across, down = ([each[i] for each in cells] for i in (0, 1))
    return [
        "".join(marks[(x, y) in cells] for x in range(min(across), max(across) + 1))
        for y in range(min(down), max(down) + 1)
    ]


def _of_text(text: str) -> Drawn:
    drawn = Drawn([], [])
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").strip("\n")):
        rows = enumerate(block.split("\n"))
        marks = {(x, y): mark for y, row in rows for x, mark in enumerate(row) if mark not in BLANK}
        letters = set(marks.values()) - {"."}
        tiles = [
            part
            for letter in sorted(letters)
            for part in _parts(frozenset(c for c, mark in marks.items() if mark == letter))
        ]
        if len(letters) == len(tiles) == 1:
            drawn.tiles.append((tiles[0], 0, 1))
        elif marks:
            drawn.boards.append((frozenset(marks), tiles))
    return drawn


def _parts(cells: Cells) -> Iterable[Cells]:
    """Yield the connected parts of a set of cells."""
    left = set(cells)
    while left:
        part, new = set(), {left.pop()}
        while new:
            part |= new
            new = {cell for x, y in new for cell in _beside(x, y) if cell in left}
            left -= new
        yield frozenset(part)


def _of_json(text: str) -> Drawn:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError.said("invalid JSON ({error})", error=error) from None
    given = data if isinstance(data, dict) else {"pieces": data}
    if not set(given) <= {"board", "pieces"} or not isinstance(given.get("pieces"), list):
        raise InputError.said("expected matrices of 0 and 1: a list, or 'pieces' and 'board'")
    pieces = [_of_matrix(each, f"pieces[{at}]") for at, each in enumerate(given["pieces"])]
    boards = [_of_matrix(given["board"], "board")] if "board" in given else []
    return Drawn([(board, []) for board in boards], [(piece, 0, 1) for piece in pieces])


def _of_matrix(matrix: Any, field: str) -> Cells:
    rows = matrix if isinstance(matrix, list) else []
    numbers = [
        (x, y, n) for y, row in enumerate(rows) if isinstance(row, list) for x, n in enumerate(row)
    ]
    if not all(isinstance(row, list) for row in rows) or any(n not in (0, 1) for *_, n in numbers):
        raise InputError.said("{field}: expected a matrix of 0 and 1", field=field)
    return _some(frozenset((x, y) for x, y, n in numbers if n), field)


def _some(cells: Cells, field: str) -> Cells:
    if not cells:
        raise InputError.said("{field}: expected at least one cell", field=field)
    return cells


def _of_burrtools(text: str) -> Drawn:
    """Read the first problem of a puzzle of BurrTools: its result is the board."""
    try:
        puzzle = ElementTree.fromstring(text)
        grid = puzzle.find("gridType")
        if puzzle.tag != "puzzle" or (grid is not None and grid.get("type", "0") != "0"):
            raise InputError.said("expected a puzzle of BurrTools made of squares")
        shapes = [_of_voxels(each, at) for at, each in enumerate(puzzle.findall("shapes/voxel"))]
        problem, result = puzzle.find("problems/problem"), puzzle.find("problems/problem/result")
        if problem is None or result is None:
            raise InputError.said("expected a puzzle of BurrTools with a problem and its result")
        used = [
            (
                shapes[int(each.get("id", ""))],
                int(each.get("min") or "0"),
                int(each.get("count") or each.get("max") or "1"),
            )
            for each in problem.findall("shapes/shape")
        ]
        return Drawn([(shapes[int(result.get("id", ""))], [])], used)
    except (ElementTree.ParseError, ValueError, IndexError) as error:
        raise InputError.said("invalid puzzle of BurrTools ({error})", error=error) from None


def _of_voxels(shape: ElementTree.Element, number: int) -> Cells:
    field = f"voxel {number + 1}"
    width, height, depth = (int(shape.get(side, "1")) for side in "xyz")
    if depth != 1:
        raise InputError.said("{field}: expected one layer, got {n}", field=field, n=depth)
    marks = re.sub(r"\d|\s", "", shape.text or "")
    if len(marks) != width * height:
        raise InputError.said(
            "{field}: expected {all} marks, got {n}", field=field, all=width * height, n=len(marks)
        )
    cells = [divmod(at, width) for at, mark in enumerate(marks) if mark in "#+"]
    return _some(frozenset((x, y) for y, x in cells), field)
