"""Puzzles of the page by their names in requests; see `odin_puzzles.sources.puzzle_named`."""

from functools import cache
from typing import Annotated

import msgspec

from odin_puzzles import loading, sources
from odin_puzzles.kinds import GAME_OF, KINDS
from odin_puzzles.kinds.base import ODIN, SOLO
from odin_puzzles.play.kept import kept_puzzles
from odin_puzzles.play.progress import key_of
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share.codes import LONGEST, looks_like_code
from odin_puzzles.shipped import pack as shipped
from odin_puzzles.shipped import packs
from odin_puzzles.sources import DAILY, MINE, day_named
from odin_solver.errors import InputError
from odin_web.puzzles.days import made_day

LAST_ACTIONS = "last-actions"
"""The pack whose puzzles are played as solo games."""

PuzzleName = Annotated[str, msgspec.Meta(max_length=60)]
NameOrCode = Annotated[str, msgspec.Meta(max_length=LONGEST)]


def puzzle_named(name: str) -> Puzzle:
    """Return a puzzle with its solution, or that of a share code without one."""
    if looks_like_code(name):
        return loading.puzzle_from_text(name, None)
    if name.partition("/")[0] == DAILY:
        return made_day(day_named(name))
    puzzle = sources.puzzle_named(name)
    if GAME_OF[puzzle.kind] not in (ODIN, SOLO):
        raise InputError.said("there is no puzzle of this name")
    return puzzle


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


@cache
def _shipped_names() -> dict[str, str]:
    return {
        key_of(puzzle): f"{name}/{number}"
        for name in page_packs()
        for number, puzzle in enumerate(shipped(name), 1)
    }
