"""Puzzle files: JSON with a published schema, read with one clear error, and written."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from odin_puzzles.kinds import KINDS, kind_named, kind_of
from odin_puzzles.kinds.base import ODIN, FeastKind
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.schema.structs import PuzzleFile
from odin_solver.errors import InputError
from odin_solver.notation.positions import SCHEMA
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.language import mark
from odin_solver.support.validating import Faults, converted, faults, same_fields


def read_puzzle(path: str | Path, kinds: Collection[str] = KINDS) -> Puzzle:
    """Read a puzzle from a JSON file, or from standard input if the path is ``-``.

    It is one of A Feast for Odin; with `GAME_OF` as its kinds, one of any game.

    Raises
    ------
    InputError
        If the file is not such a puzzle; the message names file and field.
    """
    name, text = read_text(path)
    return puzzle_from(decode(text, name, mark("a puzzle")), name, kinds)


def puzzle_from(data: object, name: str = "puzzle", kinds: Collection[str] = KINDS) -> Puzzle:
    """Build a puzzle from the data of a file, as `read_puzzle`; errors begin with `name`."""
    if not isinstance(data, dict):
        raise InputError.said("{name}: expected an object with a puzzle", name=name)
    if "kind" not in data and "boards" in data:
        raise InputError.said("{name}: kind: expected a puzzle, got a position", name=name)
    if data.get("schema", SCHEMA) != SCHEMA or isinstance(data.get("schema"), bool):
        raise InputError.said(
            "{name}: schema: expected {schema}, got {got!r}",
            name=name,
            schema=SCHEMA,
            got=data["schema"],
        )
    if "kind" in data:
        InputError.unless_among(f"{name}: kind", data["kind"], kinds)
    collected = Faults(name)
    collected.add(faults(data, PuzzleFile))
    if "kind" in data:
        kind = kind_named(data["kind"])
        if isinstance(data.get("goal"), dict):
            collected.add(f"goal: {fault}" for fault in faults(data["goal"], kind.goal))
        if "solution" in data:
            collected.add(faults(data["solution"], kind.solution, "solution"))
    collected.raise_any()
    file = converted(data, PuzzleFile)
    position = kind.position_from(file.position, f"{name}: position")
    if isinstance(kind, FeastKind) and kind.at_table and position.tiles:
        raise InputError.said(
            "{name}: position.tiles: expected none: they are no food for a banquet", name=name
        )
    solution = converted(file.solution, kind.solution) if "solution" in data else None
    if not file.title.isprintable():
        # A terminal would execute control characters.
        raise InputError.said(
            "{name}: title: expected one line without control characters", name=name
        )
    try:
        own = {
            "position": position,
            "goal": kind.goal_from(converted(file.goal, kind.goal), position),
            "solution": kind.solution_from(solution, position) if solution is not None else (),
        }
        return Puzzle(**same_fields(file, Puzzle) | own)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the data of a puzzle file; the inverse of `puzzle_from`."""
    kind = kind_of(puzzle)
    data = {
        "schema": SCHEMA,
        "kind": puzzle.kind,
        "title": puzzle.title,
        "position": kind.position_data(puzzle.position),
        "goal": msgspec.json.decode(msgspec.json.encode(puzzle.goal)),
        "solution": kind.solution_data(puzzle.solution),
        "difficulty": puzzle.difficulty,
    }
    if kind.game == ODIN:
        data["grading"] = dict(puzzle.grading)
    data["seed"] = puzzle.seed
    if kind.game == ODIN:
        data["generator"] = puzzle.generator
    return data


def puzzle_text(data: Mapping[str, Any]) -> str:
    """Return the text of a puzzle file: JSON with a line for each field."""
    lines = [
        f"  {json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in data.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def file_of(puzzle: Puzzle) -> str:
    """Return the text of a file with a puzzle."""
    return puzzle_text(puzzle_data(puzzle))
