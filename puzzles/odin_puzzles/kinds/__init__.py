"""The kinds of puzzles: what each asks for, and when an answer is right.

The module with the name of a kind defines it as ``KIND``.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from odin_puzzles.kinds.base import ODIN, SOLO, FeastKind, PuzzleKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.support.language import mark

GAME_OF: Mapping[str, str] = MappingProxyType(
    {
        mark("fill"): ODIN,
        "income": ODIN,
        "bonus": ODIN,
        mark("best"): ODIN,
        mark("order"): ODIN,
        mark("banquet"): ODIN,
        mark("archipelago"): "vikings",
        mark("boatsmen"): "vikings",
        mark("win"): "graenaland",
        mark("actions"): SOLO,
    }
)
"""The game of each kind. Append only: the places within a game are numbers in share codes."""

KINDS = tuple(kind for kind, game in GAME_OF.items() if game == ODIN)

OTHER_KINDS = tuple(kind for kind in GAME_OF if kind not in KINDS)


def kind_named(name: str) -> PuzzleKind:
    """Return a kind."""
    kind: PuzzleKind = import_module(f"odin_puzzles.kinds.{name}").KIND
    return kind


def kind_of(puzzle: Puzzle) -> PuzzleKind:
    """Return the kind of a puzzle."""
    return kind_named(puzzle.kind)


def feast_kind_named(name: str) -> FeastKind:
    """Return a kind of A Feast for Odin."""
    kind = kind_named(name)
    assert isinstance(kind, FeastKind)
    return kind


def feast_kind(puzzle: Puzzle) -> FeastKind:
    """Return the kind of a puzzle of A Feast for Odin."""
    return feast_kind_named(puzzle.kind)


def question(puzzle: Puzzle) -> str:
    """Return the question of a puzzle, in words of the game."""
    return kind_of(puzzle).question(puzzle)


def faults(puzzle: Puzzle, answer: Any) -> list[str]:
    """Return everything that is wrong with an answer; nothing if it solves the puzzle.

    Only the plain rules decide; no solver is involved.
    """
    return kind_of(puzzle).faults(puzzle, answer)
