"""Puzzles by what names them: files, packs, days, share codes, those that the player keeps."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

from odin_puzzles.files import file_of
from odin_puzzles.play.kept import kept_puzzle
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import all_packs, pack, puzzle_file
from odin_solver.errors import InputError
from odin_solver.support.reading import read_text, source_name
from odin_solver.support.text import whole_number

DAILY, MINE = "daily", "mine"
"""What the names of puzzles of days, and of the player's own ones, begin with."""

NAME = re.compile(r"[\w-]+/[\w-]+")
"""The form of a name of a puzzle."""


def known_names() -> Iterator[str]:
    """Yield the names of puzzles that everybody has."""
    yield DAILY
    for name, paths in all_packs().items():
        yield from (f"{name}/{number + 1}" for number in range(len(paths)))


def source_of(given: str) -> tuple[str, str]:
    """Return what to call a puzzle in errors, and its text; a share code needs no name.

    Parameters
    ----------
    given
        A file with JSON or a share code in it, a share code, a puzzle of a pack such as
        ``first-steps/3``, ``daily`` or ``daily/2026-11-22`` for the puzzle of a day, or ``-`` for
        standard input.
    """
    from odin_puzzles.share.codes import looks_like_code

    if not given:
        raise InputError.said("expected a puzzle file, got an empty name")
    if not _exists(given):
        if given.partition("/")[0] == DAILY:
            from odin_puzzles.daily import puzzle_of

            return given, file_of(puzzle_of(day_named(given)))
        if looks_like_code(given):
            return "", given
    return source_name(given), read_text(path_of(given))


def path_of(given: str) -> str:
    """Return the path of a puzzle: as it is, or that in a pack if no file is there."""
    named = re.fullmatch(r"([\w-]+)(?:/([\w-]*))?", given)
    return _packed(*named.groups("")) if named and not _exists(given) else given


def _packed(folder: str, which: str) -> str:
    """Return the path of a puzzle of a pack; where there is none, what was given as a path."""
    given = f"{folder}/{which}" if which else folder
    number = whole_number(which)
    if number is not None:
        try:
            return str(puzzle_file(folder, number))
        except InputError as error:
            raise InputError.said(
                "{source}: no such file, and {error}", source=given, error=error
            ) from None
    if files := all_packs().get(folder):
        raise InputError.said(
            "{source}: no such file; puzzles of the pack are {pack}/1 to /{last}",
            source=given,
            pack=folder,
            last=len(files),
        )
    return given


def day_named(name: str) -> datetime.date:
    """Return the day of a puzzle: of ``daily`` it is today."""
    if name == DAILY:
        return datetime.date.today()
    try:
        if re.fullmatch(rf"{DAILY}/\d{{4}}-\d\d-\d\d", name):
            return datetime.date.fromisoformat(name.removeprefix(f"{DAILY}/"))
    except ValueError:
        pass
    raise InputError.said(
        "{source}: expected {daily} or {daily}/YYYY-MM-DD", source=name, daily=DAILY
    )


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def puzzle_named(name: str) -> Puzzle:
    """Return a puzzle of a pack, of a day if it is made, or one that the player keeps.

    Its name is ``first-steps/3``, ``daily/2026-11-22``, or ``mine/`` and a key.
    """
    folder, _, which = name.partition("/")
    if folder == MINE:
        return kept_puzzle(which)
    if folder == DAILY:
        from odin_puzzles.daily import made_puzzle_of

        if made := made_puzzle_of(day_named(name)):
            return made
        raise InputError.said("the puzzle of {day} is not made", day=which)
    number = whole_number(which)
    if number is None or not 1 <= number <= len(all_packs().get(folder, ())):
        raise InputError.said("there is no puzzle of this name")
    return pack(folder)[number - 1]
