"""Puzzles in files: JSON with a published schema, read with one clear error and written back."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from odin_puzzles.kinds import KINDS, LAYOUT_KINDS
from odin_puzzles.puzzle import (
    BanquetGoal,
    BestGoal,
    BonusGoal,
    Goal,
    IncomeGoal,
    KindName,
    Puzzle,
    RegionGoal,
    SolutionPiece,
)
from odin_solver.components import TILES, Cell, tile
from odin_solver.errors import InputError
from odin_solver.notation.positions import (
    SCHEMA,
    Coordinate,
    explain,
    position_data,
    position_from,
    position_schema,
)
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.position import Position

Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Cells = list[tuple[Coordinate, Coordinate]]

LONGEST_TITLE = 200
"""Characters of a title."""


class RegionEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``fill`` and ``order``: the cells of a board to be covered exactly."""

    cells: Cells
    board: Number = 0


class IncomeEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``income``: the income to be reached on a board with all tiles."""

    income: Positive
    board: Number = 0


class BonusEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``bonus``: cells of the bonuses to be won, and how many tiles may be laid."""

    bonuses: Cells
    tiles: Positive
    board: Number = 0


class BestEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``best``: points by the preset ``final``, and how many tiles may be laid."""

    value: Positive
    tiles: Positive


class BanquetEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Goal of ``banquet``: open cells of the table."""

    cells: Annotated[int, msgspec.Meta(ge=1, le=20)]


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of a solution: number of the board, tile, and cells as [x, y] from the top left."""

    board: Number
    tile: str
    cells: Cells


class PuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    """A puzzle as a file holds it."""

    schema: Literal[1]
    kind: Literal["fill", "income", "bonus", "best", "order", "banquet"]
    position: dict[str, Any]
    goal: dict[str, Any]
    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    solution: list[PieceEntry] = []
    difficulty: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    grading: dict[str, Any] = {}
    seed: int | None = None
    generator: str = ""


_GOALS: dict[str, type[msgspec.Struct]] = {
    "fill": RegionEntry,
    "order": RegionEntry,
    "income": IncomeEntry,
    "bonus": BonusEntry,
    "best": BestEntry,
    "banquet": BanquetEntry,
}


def puzzle_schema() -> dict[str, Any]:
    """The JSON Schema of puzzle files; `odin_puzzles/schema/puzzle.schema.json` is a copy."""
    (schemas, parts) = msgspec.json.schema_components(
        [PuzzleFile, *dict.fromkeys(_GOALS.values())], ref_template="#/$defs/{name}"
    )
    parts = dict(parts)
    body = parts["PuzzleFile"]
    body["properties"]["position"] = {"$ref": "#/$defs/PositionFile"}
    body["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": {"properties": {"goal": {"$ref": f"#/$defs/{entry.__name__}"}}},
        }
        for kind, entry in _GOALS.items()
    ]
    parts["PieceEntry"]["properties"]["tile"]["enum"] = list(TILES)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of A Feast for Odin for odin_solver",
        "$ref": schemas[0]["$ref"],
        "$defs": parts | position_schema()["$defs"],
    }


def read_puzzle(path: str | Path) -> Puzzle:
    """Read a puzzle from a JSON file, or from standard input if the path is ``-``.

    Raises
    ------
    InputError
        If the file cannot be read or is no puzzle; the message names file and field.
    """
    name = "standard input" if str(path) == "-" else str(path)
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
        data = json.loads(raw.decode("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise InputError(f"{name}: not JSON: {error}") from None
    return puzzle_from(data, name)


def puzzle_from(data: object, name: str = "puzzle") -> Puzzle:
    """Build a puzzle from the plain data of a file; `name` is what errors call it.

    Raises
    ------
    InputError
        If the data is no puzzle.
    """
    if not isinstance(data, dict):
        raise InputError(f"{name}: expected an object with a puzzle")
    if "kind" not in data and "boards" in data:
        raise InputError(f"{name}: kind: expected a puzzle, got a position")
    if data.get("schema", SCHEMA) != SCHEMA or isinstance(data.get("schema"), bool):
        raise InputError(f"{name}: schema: expected {SCHEMA}, got {data['schema']!r}")
    if data.get("kind", KINDS[0]) not in KINDS:
        expected = ", ".join(KINDS)
        raise InputError(f"{name}: kind: expected one of {expected}, got {data['kind']!r}")
    try:
        file = msgspec.convert(data, PuzzleFile)
    except msgspec.ValidationError as error:
        raise InputError(f"{name}: {explain(error, data, '')}") from None
    try:
        goal = msgspec.convert(file.goal, _GOALS[file.kind])
    except msgspec.ValidationError as error:
        raise InputError(f"{name}: goal: {explain(error, file.goal, '')}") from None
    position = position_from(file.position, f"{name}: position")
    if not file.title.isprintable():
        # A terminal would obey it.
        raise InputError(f"{name}: title: expected one line without control characters")
    try:
        solution = _pieces(file.solution)
        return Puzzle(
            kind=file.kind,
            title=file.title,
            position=position,
            goal=_goal(file.kind, goal, position),
            solution=solution,
            difficulty=file.difficulty,
            grading=file.grading,
            seed=file.seed,
            generator=file.generator,
        )
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """The plain data of a puzzle, as a file holds it; the inverse of `puzzle_from`."""
    return {
        "schema": SCHEMA,
        "kind": puzzle.kind,
        "title": puzzle.title,
        "position": position_data(puzzle.position),
        "goal": _goal_data(puzzle.goal),
        "solution": pieces_data(puzzle.solution),
        "difficulty": puzzle.difficulty,
        "grading": dict(puzzle.grading),
        "seed": puzzle.seed,
        "generator": puzzle.generator,
    }


def puzzle_text(data: Mapping[str, Any]) -> str:
    """A puzzle as the text of a file: JSON with a line for each of its parts."""
    parts = [
        f"  {json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in data.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def pieces_data(pieces: tuple[SolutionPiece, ...]) -> list[dict[str, Any]]:
    """A solution as a file holds it."""
    return [
        {"board": each.board, "tile": each.tile, "cells": [list(cell) for cell in each.cells]}
        for each in pieces
    ]


def pieces_from(data: object, name: str = "solution") -> tuple[SolutionPiece, ...]:
    """Read a solution: a list of pieces, or an object that has one as its ``solution``.

    Raises
    ------
    InputError
        If the data is no solution.
    """
    entries = data.get("solution") if isinstance(data, dict) else data
    try:
        found = msgspec.convert(entries, list[PieceEntry])
    except msgspec.ValidationError as error:
        raise InputError(f"{name}: solution: {explain(error, {}, '')}") from None
    try:
        return _pieces(found)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _pieces(entries: Sequence[PieceEntry]) -> tuple[SolutionPiece, ...]:
    found = []
    for at, each in enumerate(entries):
        try:
            found.append(SolutionPiece(each.board, tile(each.tile).id, tuple(each.cells)))
        except InputError as error:
            raise InputError(f"solution[{at}].tile: {error}") from None
    return tuple(found)


def _goal_data(goal: Goal) -> dict[str, Any]:
    match goal:
        case RegionGoal(board, cells):
            return {"board": board, "cells": [list(cell) for cell in cells]}
        case IncomeGoal(board, income):
            return {"board": board, "income": income}
        case BonusGoal(board, bonuses, tiles):
            return {"board": board, "bonuses": [list(cell) for cell in bonuses], "tiles": tiles}
        case BestGoal(value, tiles):
            return {"value": value, "tiles": tiles}
        case BanquetGoal(cells):
            return {"cells": cells}


def _goal(kind: KindName, entry: msgspec.Struct, position: Position) -> Goal:
    """The goal of a kind, checked against the position's boards."""
    board = getattr(entry, "board", 0)
    if kind in LAYOUT_KINDS and not position.boards:
        raise InputError("position.boards: expected at least one board")
    if kind in LAYOUT_KINDS and board >= len(position.boards):
        raise InputError(f"goal.board: expected 0 to {len(position.boards) - 1}, got {board}")
    match entry:
        case RegionEntry():
            cells = tuple(sorted(entry.cells, key=lambda cell: (cell[1], cell[0])))
            _coverable(position, board, cells)
            return RegionGoal(board, cells)
        case IncomeEntry():
            _income_reachable(position, board, entry.income)
            return IncomeGoal(board, entry.income)
        case BonusEntry():
            _has_bonuses(position, board, tuple(entry.bonuses))
            return BonusGoal(board, tuple(entry.bonuses), entry.tiles)
        case BestEntry():
            return BestGoal(entry.value, entry.tiles)
        case BanquetEntry():
            return BanquetGoal(entry.cells)
    raise AssertionError(f"no goal for {KINDS}")


def _coverable(position: Position, board: int, cells: tuple[Cell, ...]) -> None:
    grid = grid_of(position.boards[board].board)
    for cell in cells:
        if not grid.holds(cell) or not grid.bit(cell) & grid.coverable:
            raise InputError(f"goal.cells: {list(cell)} cannot be covered on that board")


def _has_bonuses(position: Position, board: int, cells: tuple[Cell, ...]) -> None:
    printed = {cell for bonus in position.boards[board].board.bonuses for cell in bonus.cells}
    for cell in cells:
        if cell not in printed:
            raise InputError(f"goal.bonuses: there is no bonus on {list(cell)}")


def _income_reachable(position: Position, board: int, income: int) -> None:
    diagonals = position.boards[board].board.income
    if len(diagonals) != 1:
        raise InputError("goal.board: expected a board with one income diagonal")
    most = max(diagonals[0].values)
    if income > most:
        raise InputError(f"goal.income: expected at most {most} on that board, got {income}")
