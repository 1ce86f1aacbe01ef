"""Puzzles of *Vikings* on its page."""

from collections.abc import Sequence
from typing import Any

import msgspec

from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.vikings import VikingsKind
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack, puzzle_file
from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.support.text import whole_number
from odin_solver.vikings.files import vikings_from


class VikingsAnswer(msgspec.Struct, forbid_unknown_fields=True):
    position: dict[str, Any]
    puzzle: str


class VikingsPuzzleEntry(msgspec.Struct):
    puzzle: str
    title: str
    difficulty: int | None
    question: str


class VikingsFaults(msgspec.Struct):
    """What is wrong with an answer; nothing if it solves the puzzle."""

    faults: Sequence[str]


def entries() -> list[VikingsPuzzleEntry]:
    """Return the puzzles of the pack."""
    return [_entry(f"vikings/{n}", puzzle) for n, puzzle in enumerate(pack("vikings"), 1)]


def _entry(name: str, puzzle: Puzzle) -> VikingsPuzzleEntry:
    kind = kind_of(puzzle)
    assert isinstance(kind, VikingsKind)
    title = kind.title(puzzle.position)
    return VikingsPuzzleEntry(name, title, puzzle.difficulty, kind.question(puzzle))


def puzzle_of(name: str) -> Puzzle:
    folder, _, number = name.partition("/")
    at = whole_number(number)
    if folder != "vikings" or at is None:
        raise InputError(say("there is no puzzle of this name"))
    puzzle_file(folder, at)  # refuses other numbers
    return pack(folder)[at - 1]


def checked(request: VikingsAnswer) -> VikingsFaults:
    puzzle = puzzle_of(request.puzzle)
    kind = kind_of(puzzle)
    assert isinstance(kind, VikingsKind)
    return VikingsFaults(
        kind.faults(puzzle, kind.answer_to(puzzle, vikings_from(request.position)))
    )
