"""Puzzle files: JSON with a published schema, read with one clear error, and written."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

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
)
from odin_puzzles.schema.structs import (
    GOALS,
    BanquetEntry,
    BestEntry,
    BonusEntry,
    IncomeEntry,
    PieceEntry,
    PuzzleFile,
    RegionEntry,
)
from odin_solver.components import Cell, tile
from odin_solver.errors import InputError
from odin_solver.notation.positions import SCHEMA, position_data, position_from
from odin_solver.rules.board_state import Piece
from odin_solver.rules.order import in_legal_order
from odin_solver.rules.position import Placement, Position
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.validating import Faults, converted, faults


def read_puzzle(path: str | Path) -> Puzzle:
    """Read a puzzle from a JSON file, or from standard input if the path is ``-``.

    Raises
    ------
    InputError
        If the file is not a readable puzzle; the message names file and field.
    """
    name, text = read_text(path)
    return puzzle_from(decode(text, name, "a puzzle"), name)


def puzzle_from(data: object, name: str = "puzzle") -> Puzzle:
    """Build a puzzle from the data of a file; errors begin with `name`.

    Raises
    ------
    InputError
        If the data is not a puzzle.
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
    collected = Faults(name)
    collected.add(faults(data, PuzzleFile))
    if "kind" in data and isinstance(data.get("goal"), dict):
        found = faults(data["goal"], GOALS[data["kind"]])
        collected.add(f"goal: {fault}" for fault in found)
    collected.raise_any()
    file = converted(data, PuzzleFile)
    goal = converted(file.goal, GOALS[file.kind])
    position = in_legal_order(position_from(file.position, f"{name}: position"))
    if position.tiles:
        raise InputError(f"{name}: position.tiles: expected none: puzzles have printed tiles only")
    if position.round is None:
        position = replace(position, round=1)  # no kind depends on it
    if not file.title.isprintable():
        # A terminal would execute control characters.
        raise InputError(f"{name}: title: expected one line without control characters")
    try:
        return Puzzle(
            kind=file.kind,
            title=file.title,
            position=position,
            goal=_goal(file.kind, goal, position),
            solution=_pieces(file.solution),
            difficulty=file.difficulty,
            grading=file.grading,
            seed=file.seed,
            generator=file.generator,
        )
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data of a puzzle file; the inverse of `puzzle_from`."""
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
    """Return the text of a puzzle file: JSON with a line for each field."""
    lines = [
        f"  {json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in data.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def pieces_data(pieces: tuple[Placement, ...]) -> list[dict[str, Any]]:
    """Return the `solution` of a puzzle file."""
    return [
        {"board": piece.board, "tile": piece.tile.id, "cells": [list(cell) for cell in piece.cells]}
        for piece in pieces
    ]


def pieces_from(data: object, name: str = "solution") -> tuple[Placement, ...]:
    """Read a solution: a list of pieces, or an object with such a list as its ``solution``.

    Raises
    ------
    InputError
        If the data is not a solution.
    """
    solution = data.get("solution") if isinstance(data, dict) else data
    collected = Faults(name)
    collected.add(f"solution: {fault}" for fault in faults(solution, list[PieceEntry]))
    collected.raise_any()
    try:
        return _pieces(converted(solution, list[PieceEntry]))
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _pieces(entries: Sequence[PieceEntry]) -> tuple[Placement, ...]:
    pieces = []
    for at, entry in enumerate(entries):
        try:
            pieces.append(Placement(entry.board, Piece(tile(entry.tile), tuple(entry.cells))))
        except InputError as error:
            raise InputError(f"solution[{at}].tile: {error}") from None
    return tuple(pieces)


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
    """Build the goal of a kind and check it against the boards."""
    board = getattr(entry, "board", 0)
    if kind in LAYOUT_KINDS and not position.boards:
        raise InputError("position.boards: expected at least one board")
    if kind in LAYOUT_KINDS and board >= len(position.boards):
        raise InputError(f"goal.board: expected 0 to {len(position.boards) - 1}, got {board}")
    match entry:
        case RegionEntry():
            cells = tuple(sorted(entry.cells, key=lambda cell: (cell[1], cell[0])))
            _check_coverable(position, board, cells)
            return RegionGoal(board, cells)
        case IncomeEntry():
            _check_income(position, board, entry.income)
            return IncomeGoal(board, entry.income)
        case BonusEntry():
            _check_bonuses(position, board, tuple(entry.bonuses))
            return BonusGoal(board, tuple(entry.bonuses), entry.tiles)
        case BestEntry():
            return BestGoal(entry.value, entry.tiles)
        case BanquetEntry():
            return BanquetGoal(entry.cells)
    raise AssertionError(f"no goal for {KINDS}")


def _check_coverable(position: Position, board: int, cells: tuple[Cell, ...]) -> None:
    grid = position.boards[board].grid
    for cell in cells:
        if not grid.holds(cell) or not grid.bit(cell) & grid.coverable:
            raise InputError(f"goal.cells: {list(cell)} cannot be covered on that board")


def _check_bonuses(position: Position, board: int, cells: tuple[Cell, ...]) -> None:
    printed = {cell for bonus in position.boards[board].board.bonuses for cell in bonus.cells}
    for cell in cells:
        if cell not in printed:
            raise InputError(f"goal.bonuses: there is no bonus on {list(cell)}")


def _check_income(position: Position, board: int, income: int) -> None:
    diagonals = position.boards[board].board.income
    if len(diagonals) != 1:
        raise InputError("goal.board: expected a board with one income diagonal")
    most = max(diagonals[0].values)
    if income > most:
        raise InputError(f"goal.income: expected at most {most} on that board, got {income}")
