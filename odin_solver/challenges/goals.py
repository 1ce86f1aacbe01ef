"""The goals of challenges, besides the score."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from odin_solver.components import BOARDS
from odin_solver.components.heard import names_of
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import State
from odin_solver.game.scoring import score_sheet
from odin_solver.support.language import mark, say, say_as, say_number
from odin_solver.support.text import whole_number

MOST = 20
"""Largest number that a goal may ask for."""

ANIMALS = ("sheep", "pregnant_sheep", "cattle", "pregnant_cattle")


class Goal(NamedTuple):
    """A goal.

    Attributes
    ----------
    words
        What is to be done, in the language of the reader.
    reached
        Whether the end of a game reaches it.
    """

    words: str
    reached: Callable[[State], bool]


def goal(text: str) -> Goal:
    """Return the goal that is written as, say, ``explore greenland`` or ``emigrate 3``."""
    verb, _, what = text.strip().lower().partition(" ")
    if verb not in _GOALS:
        raise InputError.said(
            "expected a goal such as {examples}, got {text!r}", examples=EXAMPLES, text=text
        )
    return _GOALS[verb](what.strip())


EXAMPLES = "'explore greenland', 'build long_house', 'emigrate 3', 'animals 4', 'cover home'"


def _board(kind: str, words: str, what: str) -> Goal:
    names = names_of("board").only(name for name, board in BOARDS.items() if board.kind == kind)
    name = names.one(what)
    return Goal(
        say(words, board=say_as("board", BOARDS[name].name)),
        lambda state: any(each.board.id == name for each in state.boards),
    )


def _emigrate(what: str) -> Goal:
    count = _number(what)
    return Goal(
        say_number("emigrate with {n} ship", "emigrate with {n} ships", count),
        lambda state: len(state.emigrated) >= count,
    )


def _animals(what: str) -> Goal:
    count = _number(what)
    return Goal(
        say_number("own {n} animal", "own {n} animals", count),
        lambda state: sum(map(Counter(state.supply).__getitem__, ANIMALS)) >= count,
    )


def _cover(what: str) -> Goal:
    if what != "home":
        text = f"cover {what}"
        raise InputError.said("expected 'cover home', got {text!r}", text=text)
    return Goal(
        say("leave no cell of the home board open"),
        lambda state: score_sheet(state).home_board == 0,
    )


def _number(what: str) -> int:
    count = whole_number(what)
    if count is None or not 1 <= count <= MOST:
        raise InputError.said(
            "expected a number from 1 to {most}, got {text!r}", most=MOST, text=what
        )
    return count


_GOALS: Mapping[str, Callable[[str], Goal]] = MappingProxyType(
    {
        "explore": partial(_board, "exploration", mark("explore: {board}")),
        "build": partial(_board, "building", mark("build: {board}")),
        "emigrate": _emigrate,
        "animals": _animals,
        "cover": _cover,
    }
)
