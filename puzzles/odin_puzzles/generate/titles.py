"""Titles of generated puzzles."""

from odin_puzzles.kinds import feast_kind, kind_of
from odin_puzzles.kinds.base import FeastKind
from odin_puzzles.puzzle import Puzzle
from odin_solver.support.language import ENGLISH, language, say, say_as, say_number, speaking

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Small numbers in words."""


def title_of(puzzle: Puzzle) -> str:
    """Return an English title: what a puzzle asks for, in a few words."""
    with speaking(ENGLISH):
        return str(_title(puzzle))


def shown_title(puzzle: Puzzle) -> str:
    """Return the title of a puzzle, a generated one in the language of the reader."""
    title: str = puzzle.title.strip()
    if puzzle.kind == "actions" and title == _title_of_last_actions(puzzle, ENGLISH):
        return _title_of_last_actions(puzzle, language())
    if language() == ENGLISH or not isinstance(kind_of(puzzle), FeastKind):
        return title
    stem, bracket, number = title.partition(" (")
    if len(puzzle.position.boards) > 1 or stem != title_of(puzzle):
        return title
    translated = _title(puzzle)
    return f"{translated[:1].upper()}{translated[1:]}{bracket}{number}"


def _title_of_last_actions(puzzle: Puzzle, name: str) -> str:
    with speaking(name):
        vikings = puzzle.position.state.vikings
        return str(say_number("The last Viking", "The last {n} Vikings", vikings))


def _title(puzzle: Puzzle) -> str:
    kind = feast_kind(puzzle)
    return kind.title(puzzle, "" if kind.at_table else _where(puzzle))


def _where(puzzle: Puzzle) -> str:
    (state,) = puzzle.position.boards
    name: str = say_as("board", state.board.name)
    if state.board.id == "home":
        return say("the home board")
    if state.board.is_building or state.board.id == "custom":
        return say("a {board}", board=name.lower())
    return name


def number_word(number: int) -> str:
    """Return a number; in English a small one in words."""
    words = NUMBERS if language() == ENGLISH else ()
    return words[number] if number < len(words) else str(number)
