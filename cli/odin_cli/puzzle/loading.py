"""Loading puzzles from a file, a share code, a pack or standard input."""

import datetime
import re
from pathlib import Path
from typing import Any

import click

from odin_puzzles import loading
from odin_puzzles.kinds import kind_of
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.support.decoding import decode
from odin_solver.support.language import mark, say
from odin_solver.support.reading import STANDARD_INPUT, read_text, source_name
from odin_solver.support.text import whole_number

DAILY = "daily"
"""Name of the puzzle of the day."""

UNDECIDED = 3
"""Exit code at the time limit."""


def name_of(source: str) -> str:
    from odin_puzzles.share.codes import looks_like_code

    is_code = not _exists(source) and looks_like_code(source)
    return "share code" if is_code else source_name(source)


def load_puzzle(source: str) -> Puzzle:
    """Read a puzzle of any game.

    Parameters
    ----------
    source
        A file with JSON or a share code in it, a share code, a puzzle of a pack such as
        ``first-steps/3``, ``daily`` or ``daily/2026-11-22`` for the puzzle of a day, or ``-`` for
        standard input.
    """
    day = _day(source)
    if day is not None:
        from odin_puzzles.daily import puzzle_of

        return puzzle_of(day)
    name = name_of(source)
    if name == "share code":
        return loading.any_puzzle_from_text(source, None)
    return loading.any_puzzle_from_text(_text(source), name)


def load_answer(source: str, puzzle: Puzzle) -> Any:
    name = name_of(source)
    if name == "share code":
        raise InputError.said("a share code holds no solution: expected a JSON file with one")
    return kind_of(puzzle).answer_from(
        decode(_text(source), name, mark("a solution")), name, puzzle.position
    )


def searched(puzzle: Puzzle, seconds: float = loading.SEARCH_SECONDS) -> UniquenessResult | None:
    """Return the solutions of a puzzle; None, and a note to the user, at the time limit."""
    from odin_puzzles.uniqueness.check import find_solutions_within
    from odin_puzzles.uniqueness.placement_model import Undecided

    try:
        return find_solutions_within(puzzle, seconds)
    except Undecided:
        _say_undecided(seconds)
        return None


def _say_undecided(seconds: float) -> None:
    click.echo(
        say("odin: neither solved nor refuted within {seconds:g} s", seconds=seconds), err=True
    )


def solved_puzzle(source: str) -> Puzzle:
    """Read a puzzle like `load_puzzle`, and find its solution if it does not contain it.

    The command ends with exit code 3 at the time limit.
    """
    from odin_puzzles.uniqueness.placement_model import Undecided

    puzzle = load_puzzle(source)
    try:
        if puzzle.solution:
            return loading.checked_solution(puzzle)
        return loading.with_found_solution(puzzle, loading.SEARCH_SECONDS)
    except InputError as error:
        raise error.within(name_of(source)) from None
    except Undecided:
        _say_undecided(loading.SEARCH_SECONDS)
        click.get_current_context().exit(UNDECIDED)


def _day(source: str) -> datetime.date | None:
    first, slash, day = source.partition("/")
    if first != DAILY or _exists(source):
        return None
    try:
        return datetime.date.fromisoformat(day) if slash else datetime.date.today()
    except ValueError:
        raise InputError.said(
            "{source}: expected {daily} or {daily}/YYYY-MM-DD", source=source, daily=DAILY
        ) from None


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def input_file(source: str) -> str:
    """Return the path of a source: as it is, or that of a puzzle of a pack if no file is there."""
    from odin_puzzles.shipped import all_packs, puzzle_file

    if not source:
        raise InputError.said("expected a puzzle file, got an empty name")
    named = re.fullmatch(r"([\w-]+)(?:/([\w-]*))?", source)
    if named is None or _exists(source):
        return source
    pack, number = named[1], whole_number(named[2] or "")
    if number is not None:
        try:
            return str(puzzle_file(pack, number))
        except InputError as error:
            raise InputError.said(
                "{source}: no such file, and {error}", source=source, error=error
            ) from None
    known = all_packs()
    if pack in known:
        last = len(known[pack])
        raise InputError.said(
            "{source}: no such file; puzzles of the pack are {pack}/1 to /{last}",
            source=source,
            pack=pack,
            last=last,
        )
    return source


def _text(source: str) -> str:
    return read_text(source if source == STANDARD_INPUT else input_file(source))
