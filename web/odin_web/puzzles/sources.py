"""Puzzles by their names in requests.

A name is ``first-steps/3`` for a puzzle of a pack, ``daily/2026-11-22`` for the puzzle of a day, or
``mine/`` and a key for a puzzle that the player keeps.
"""

from functools import cache, lru_cache
from typing import Annotated

import msgspec

from odin_puzzles.kinds import KINDS
from odin_puzzles.play.kept import kept_puzzle, kept_puzzles
from odin_puzzles.play.progress import key_of
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack as shipped
from odin_puzzles.shipped import packs
from odin_solver.errors import InputError
from odin_solver.support.text import whole_number
from odin_web.puzzles.days import DAILY, day_of, made_day

MINE = "mine"

LAST_ACTIONS = "last-actions"
"""The pack whose puzzles are played as solo games."""

PuzzleName = Annotated[str, msgspec.Meta(max_length=60)]


def puzzle_named(name: str) -> Puzzle:
    """Return a puzzle with its solution."""
    first, _, second = name.partition("/")
    if first == DAILY:
        return made_day(day_of(second))
    if first == MINE:
        return _kept(second)
    number = whole_number(second)
    if first not in page_packs() or number is None or not 1 <= number <= len(shipped(first)):
        raise InputError.said("there is no puzzle of this name")
    return shipped(first)[number - 1]


@cache
def page_packs() -> tuple[str, ...]:
    return (*packs(), LAST_ACTIONS)


def board_puzzle_named(name: str) -> Puzzle:
    puzzle = puzzle_named(name)
    if puzzle.kind not in KINDS:
        raise InputError.said("this puzzle is played as a solo game")
    return puzzle


def name_of(key: str) -> str | None:
    """Return the name of a puzzle that is shipped or kept, by its key."""
    if key in _shipped_names():
        return _shipped_names()[key]
    return f"{MINE}/{key}" if key in kept_puzzles() else None


_kept = lru_cache(maxsize=1000)(kept_puzzle)


def renamed(name: str) -> Puzzle:
    """Return a kept puzzle after it got another title."""
    _kept.cache_clear()
    return puzzle_named(name)


@cache
def _shipped_names() -> dict[str, str]:
    return {
        key_of(puzzle): f"{name}/{number}"
        for name in page_packs()
        for number, puzzle in enumerate(shipped(name), 1)
    }
