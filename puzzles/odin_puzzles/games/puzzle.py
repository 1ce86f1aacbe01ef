"""Puzzles of other games: the type, its files, and the interface of the kinds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol

import msgspec
from rich.console import RenderableType

from odin_puzzles.files import puzzle_text
from odin_puzzles.games.kinds import KIND_MODULES, MAKERS
from odin_solver.errors import InputError
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.validating import Faults, converted, faults

Answer = Mapping[str, Any]
"""An answer as plain data; its kind knows its fields."""


@dataclass(frozen=True)
class GamePuzzle:
    """A puzzle of another game.

    Attributes
    ----------
    kind, title
        The kind, and a line about the puzzle.
    position
        The position, of the game's own type.
    value
        What an answer has to reach.
    solution
        The only answer; None if it is not known.
    difficulty
        From 1 to 5; None if not graded.
    seed
        Seed of the generator.
    """

    kind: str
    title: str
    position: Any
    value: int
    solution: Answer | None = None
    difficulty: int | None = None
    seed: int | None = None


class GameGrade(msgspec.Struct, frozen=True):
    """The grade of a puzzle: difficulty, and the number of answers among which it is found."""

    difficulty: int
    answers: int


class GameKind(Protocol):
    """A kind of puzzle of another game."""

    name: ClassVar[str]

    def position_from(self, data: object, name: str) -> Any:
        """Read a position; errors begin with `name`."""

    def position_data(self, position: Any) -> Mapping[str, Any]:
        """Return a position as plain data."""

    def question(self, puzzle: GamePuzzle) -> str:
        """Return the question in words of the game."""

    def faults(self, puzzle: GamePuzzle, answer: Answer) -> list[str]:
        """Return everything that is wrong with an answer, by the plain rules."""

    def solutions(self, puzzle: GamePuzzle) -> list[Answer]:
        """Return the answers, at most two, by a complete search."""

    def grade(self, puzzle: GamePuzzle) -> GameGrade:
        """Return the grade."""

    def steps(self, answer: Answer) -> list[str]:
        """Return an answer step by step, as a player may enter it."""

    def step(self, text: str) -> str:
        """Return a step as `steps` writes it.

        Raises
        ------
        InputError
            If it cannot be read.
        """

    def answer(self, puzzle: GamePuzzle, steps: Sequence[str]) -> Answer:
        """Return the answer of some steps, which may be incomplete.

        Raises
        ------
        InputError
            If a step is impossible after those before it.
        """

    def nearest(self, puzzle: GamePuzzle, steps: Sequence[str]) -> list[str]:
        """Return the steps of the solution, in the version that has most of the given ones."""

    def nudge(self, step: str) -> str:
        """Return a sentence that points at a step and does not give it away."""

    def help(self, puzzle: GamePuzzle) -> Mapping[str, str]:
        """Return examples of steps with what they do."""

    def drawing(self, puzzle: GamePuzzle, answer: Answer | None = None) -> RenderableType:
        """Draw the position, or an answer, be it complete or not, for a terminal."""

    def parts(self, puzzle: GamePuzzle) -> str:
        """Return what is to be placed, in words."""

    def picture(self, puzzle: GamePuzzle, answer: Answer | None = None) -> tuple[str, float, float]:
        """Draw the position, or an answer: SVG elements, width and height."""


class GamePuzzleFile(msgspec.Struct, forbid_unknown_fields=True):
    """A puzzle of another game as a file holds it."""

    schema: Literal[1]
    kind: str
    position: dict[str, Any]
    goal: dict[str, Annotated[int, msgspec.Meta(ge=-1000, le=1000)]]
    title: str = ""
    solution: dict[str, Any] | None = None
    difficulty: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    seed: int | None = None


def kind_of(puzzle: GamePuzzle) -> GameKind:
    """Return the kind of a puzzle."""
    kind: GameKind = import_module(KIND_MODULES[puzzle.kind]).KIND
    return kind


def read_game_puzzle(path: str | Path) -> GamePuzzle:
    """Read a puzzle from a file.

    Raises
    ------
    InputError
        If it is no puzzle of another game; the message names file and field.
    """
    name, text = read_text(path)
    return game_puzzle_from(decode(text, name, "a puzzle"), name)


def is_game_puzzle(data: object) -> bool:
    """Whether data are of a kind of another game."""
    kind = data.get("kind") if isinstance(data, dict) else None
    return isinstance(kind, str) and kind in KIND_MODULES


def game_puzzle_from(data: object, name: str = "puzzle") -> GamePuzzle:
    """Build a puzzle from plain data; errors begin with `name`.

    Raises
    ------
    InputError
        If the data are no puzzle of another game.
    """
    if not is_game_puzzle(data):
        raise InputError(f"{name}: kind: expected one of {', '.join(KIND_MODULES)}")
    collected = Faults(name)
    collected.add(faults(data, GamePuzzleFile))
    collected.raise_any()
    file = converted(data, GamePuzzleFile)
    if set(file.goal) != {"value"}:
        raise InputError(f'{name}: goal: expected {{"value": N}}')
    if not file.title.isprintable():
        raise InputError(f"{name}: title: expected one line without control characters")
    kind: GameKind = import_module(KIND_MODULES[file.kind]).KIND
    position = kind.position_from(file.position, f"{name}: position")
    return GamePuzzle(
        file.kind,
        file.title,
        position,
        file.goal["value"],
        file.solution,
        file.difficulty,
        file.seed,
    )


def game_puzzle_data(puzzle: GamePuzzle) -> dict[str, Any]:
    """Return the data of a puzzle file; the inverse of `game_puzzle_from`."""
    return {
        "schema": 1,
        "kind": puzzle.kind,
        "title": puzzle.title,
        "position": kind_of(puzzle).position_data(puzzle.position),
        "goal": {"value": puzzle.value},
        "solution": puzzle.solution,
        "difficulty": puzzle.difficulty,
        "seed": puzzle.seed,
    }


def game_puzzle_text(puzzle: GamePuzzle) -> str:
    """Return the text of a puzzle file: JSON with a line for each field."""
    return puzzle_text(game_puzzle_data(puzzle))


def make_game_puzzle(kind: str, seed: int, difficulty: int | None = None) -> GamePuzzle | None:
    """Make one attempt at a puzzle; the same arguments give the same puzzle.

    Parameters
    ----------
    kind, seed
        The kind, and the seed of all random choices.
    difficulty
        From 1 to 5; None for any.

    Returns
    -------
    GamePuzzle or None
        A puzzle of that difficulty with one solution; None if the attempt fails.
    """
    module, _, name = MAKERS[kind].partition(":")
    puzzle: GamePuzzle | None = getattr(import_module(module), name)(seed, difficulty)
    if puzzle is None or difficulty not in (None, puzzle.difficulty):
        return None
    return puzzle
