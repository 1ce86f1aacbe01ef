"""Puzzles of days: those near today are made on demand, in the waiting line of searches."""

import asyncio
import datetime
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from odin_puzzles.puzzle import Puzzle
from odin_puzzles.sources import DAILY, day_named
from odin_solver.challenges.kept import keep_line, kept_lines
from odin_solver.errors import InputError, OdinError
from odin_web.replies import Body, Endpoint, body, post_endpoint
from odin_web.searches import Searches, Send

WEEK = 7
"""Days up to today that are listed; they are made, and tomorrow's: somewhere it is tomorrow."""

SOLVED_FILE = "daily.jsonl"
"""Days whose puzzles are solved, in the data folder: puzzles of days are not kept for ever."""

MAKE_SECONDS = 120.0
"""Time limit for making one."""

_MOST_IN_MEMORY = 60

_made: dict[datetime.date, Puzzle] = {}


class DaySolved(msgspec.Struct, frozen=True):
    day: datetime.date


def solved_days() -> set[datetime.date]:
    """Return the days whose puzzles are solved."""
    return {each.day for each in kept_lines(SOLVED_FILE, DaySolved)}


def keep_solved(name: str) -> None:
    """Keep that a puzzle is solved, if it is that of a day."""
    if name.partition("/")[0] == DAILY:
        found = DaySolved(day_named(name))
        keep_line(SOLVED_FILE, found, lambda: found.day not in solved_days())


def made_day(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day."""
    puzzle = _known(day)
    if puzzle is None:
        raise InputError.said("the puzzle of {day} is not made", day=day.isoformat())
    return puzzle


def day_to_make(name: str) -> datetime.date | None:
    """Return the day of a puzzle that can be made and is not yet; None for other names.

    Raises
    ------
    InputError
        If the name begins like that of a day and is none.
    """
    if name.partition("/")[0] != DAILY:
        return None
    day = day_named(name)
    near = -WEEK < (day - datetime.date.today()).days <= 1
    return day if near and _known(day) is None else None


def make_day(day: datetime.date, cancel: threading.Event) -> Puzzle:
    """Make the puzzle of a day in a process of its own, and keep it.

    Raises
    ------
    OdinError
        If that takes too long or is cancelled.
    """
    from odin_puzzles.daily import kept_puzzle_within

    puzzle = _made.get(day) or kept_puzzle_within(day, MAKE_SECONDS, cancel)
    if puzzle is None:
        raise OdinError.said("making the puzzle of the day was stopped")
    return _remembered(day, puzzle)


def endpoint_of_day(searches: Searches, kind: type[Body], work: Callable[[Body], Any]) -> Endpoint:
    """Make an endpoint like `post_endpoint` that makes the puzzle of a day before."""
    answering = post_endpoint(kind, work)

    def day_in(content: bytes) -> datetime.date | None:
        with suppress(OdinError):
            return day_to_make(getattr(body(content, kind), "puzzle", ""))
        return None

    @wraps(work)
    async def endpoint(request: Request) -> Response:
        day = await asyncio.to_thread(day_in, await request.body())
        if day is not None:

            def making(send: Send[None, None], cancel: threading.Event) -> None:
                make_day(day, cancel)

            await searches.finished(making)
        return await answering(request)

    return endpoint


def _known(day: datetime.date) -> Puzzle | None:
    from odin_puzzles.daily import made_puzzle_of

    puzzle = _made.get(day) or made_puzzle_of(day)
    return puzzle and _remembered(day, puzzle)


def _remembered(day: datetime.date, puzzle: Puzzle) -> Puzzle:
    _made[day] = puzzle
    for old in list(_made)[:-_MOST_IN_MEMORY]:
        _made.pop(old, None)
    return puzzle
