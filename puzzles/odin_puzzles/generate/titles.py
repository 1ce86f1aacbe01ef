"""Titles of generated puzzles of A Feast for Odin."""

from odin_puzzles.kinds import feast_kind
from odin_puzzles.puzzle import Puzzle

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Small numbers in words."""


def title_of(puzzle: Puzzle) -> str:
    """Return a title: what a puzzle asks for, in a few words."""
    kind = feast_kind(puzzle)
    return kind.title(puzzle, "" if kind.at_table else _where(puzzle))


def _where(puzzle: Puzzle) -> str:
    (state,) = puzzle.position.boards
    name: str = state.board.name
    if state.board.id == "home":
        return "the home board"
    return f"a {name.lower()}" if state.board.is_building or state.board.id == "custom" else name


def number_word(number: int) -> str:
    """Return a number, a small one in words."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
