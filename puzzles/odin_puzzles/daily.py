"""The puzzle of the day: the same for everybody, easy on Mondays and difficult on Sundays."""

import datetime
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from odin_puzzles.files import file_of, read_puzzle
from odin_puzzles.generate.pipeline import generate_puzzle
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.loading import checked_solution
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.errors import InputError, OdinError
from odin_solver.support.children import results_of
from odin_solver.support.files import data_folder, write_whole
from odin_solver.version import __version__

FOLDER = "daily"
"""Folder of the puzzles of days, in the user's data folder."""

MOST_KEPT = 30

WEEK: tuple[tuple[Spec, ...], ...] = (
    (spec_of("fill", "small", 1), spec_of("banquet", None, 1)),
    (spec_of("bonus", "small", 2), spec_of("fill", "small", 2)),
    (spec_of("best", "small", 2), spec_of("order", "small", 2)),
    (spec_of("income", "iceland", 3), spec_of("bonus", "small", 3)),
    (spec_of("best", "small", 3), spec_of("banquet", None, 3)),
    (spec_of("fill", "home-7", 3), spec_of("best", "iceland", 3)),
    (spec_of("fill", "home-7", 4), spec_of("fill", "home-8", 4)),
)
"""Specifications from Monday to Sunday; weeks alternate."""


def puzzle_of(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day."""
    return generate_puzzle(spec_for(day), day.toordinal())


def kept_puzzle_of(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day; it is made once and kept as a file in the user's data folder.

    It is made again with every version of the program. Where nothing can be kept, the puzzle is
    only returned.
    """
    if (made := made_puzzle_of(day)) is not None:
        return made
    puzzle = puzzle_of(day)
    file = _file(day)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, file_of(puzzle))
        for old in sorted(file.parent.glob("*.json"), key=lambda each: -each.stat().st_mtime)[
            MOST_KEPT:
        ]:
            old.unlink()
    return puzzle


def kept_puzzle_within(
    day: datetime.date, seconds: float, cancel: threading.Event
) -> Puzzle | None:
    """Return the puzzle of a day, made and kept in a process of its own; None if it is cancelled.

    Raises
    ------
    OdinError
        If the time limit is reached, or the process fails.
    """
    making = results_of(
        _kept, day, what="making the puzzle of the day", seconds=seconds, cancel=cancel
    )
    try:
        return next(making, None)
    except TimeoutError:
        raise OdinError.said(
            "the puzzle of the day is not made after {seconds:g} s", seconds=seconds
        ) from None


def _kept(day: datetime.date) -> Iterator[Puzzle]:
    yield kept_puzzle_of(day)


def made_puzzle_of(day: datetime.date) -> Puzzle | None:
    """Return the puzzle of a day if it was made before, is kept, and is sound."""
    with suppress(InputError, OSError):
        return checked_solution(read_puzzle(_file(day)))
    return None


def _file(day: datetime.date) -> Path:
    return data_folder() / FOLDER / f"{day.isoformat()}-{__version__}.json"


def spec_for(day: datetime.date) -> Spec:
    """Return the specification of a day's puzzle."""
    kinds = WEEK[day.weekday()]
    return kinds[day.toordinal() // 7 % len(kinds)]
