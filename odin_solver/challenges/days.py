"""The game of the day: the same seed for everybody; its par, and the results that are kept."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from odin_solver.challenges.challenge import Challenge, ChallengePar
from odin_solver.challenges.kept import keep_line, kept_lines
from odin_solver.challenges.library import included, included_of
from odin_solver.challenges.par import PLAYOUTS, planned, with_par
from odin_solver.errors import InputError
from odin_solver.game.log import Game
from odin_solver.support.files import data_folder, write_file
from odin_solver.support.validating import UNREADABLE
from odin_solver.version import __version__

PAR_FOLDER = "days"
RESULTS_FILE = "days.jsonl"

WEEK = MappingProxyType(
    {
        0: Challenge(0, length="short"),
        1: Challenge(0, length="short"),
        2: Challenge(0, length="long"),
        3: Challenge(0, length="short", cards="A"),
        4: Challenge(0, length="short", cards="B"),
        5: Challenge(0, length="long", cards="C"),
        6: Challenge(0, length="long", cards="A,B,C"),
    }
)
"""The games of the days from Monday to Sunday."""


class DayResult(msgspec.Struct, frozen=True):
    """The first result of a day."""

    day: date
    score: int
    par: int


def challenge_of_day(day: date) -> Challenge:
    """Return the challenge of a day, without par."""
    seed = int(day.strftime("%Y%m%d"))
    return replace(WEEK[day.weekday()], seed=seed, title=day.isoformat())


def day_of(game: Game) -> date | None:
    """Return the day whose game this is; None if it is that of no day."""
    with suppress(ValueError):
        day = date.fromisoformat(str(game.seed))
        if game.start is None and challenge_of_day(day).options == game.options:
            return day
    return None


def challenge_of(game: Game) -> tuple[str, Challenge] | None:
    """Return the challenge whose game this is, with its id or its day; None without one."""
    day, name = day_of(game), included_of(game)
    if day is not None:
        return day.isoformat(), day_with_kept_par(day)
    return None if name is None else (name, included(name))


def day_with_par(day: date, playouts: int = PLAYOUTS) -> Challenge:
    """Return the challenge of a day with its par, what the planner reaches.

    The par is computed once and kept in the data folder. It is computed again with every version of
    the program.
    """
    challenge = day_with_kept_par(day)
    if challenge.par is not None:
        return challenge
    found = with_par(challenge, [planned(challenge, playouts)])
    file = _par_file(day)
    with suppress(OSError, InputError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(str(file), msgspec.json.encode(found.par))
    return found


def day_with_kept_par(day: date) -> Challenge:
    """Return the challenge of a day, with its par if that is kept."""
    challenge = challenge_of_day(day)
    with suppress(OSError, *UNREADABLE):
        par = msgspec.json.decode(_par_file(day).read_bytes(), type=ChallengePar)
        return replace(challenge, par=par)
    return challenge


def _par_file(day: date) -> Path:
    return data_folder() / PAR_FOLDER / f"{day.isoformat()}-{__version__}.json"


def kept_days() -> Mapping[date, DayResult]:
    """Return the results that are kept, by day; lines that cannot be read are left out."""
    return {each.day: each for each in reversed(kept_lines(RESULTS_FILE, DayResult))}


def keep_day(result: DayResult) -> None:
    """Keep a result, unless that of the same day is kept already."""
    keep_line(RESULTS_FILE, result, lambda: result.day not in kept_days())


def streak(days: Iterable[date], today: date) -> int:
    """Return the number of days in a row with a result, up to today or yesterday."""
    played = set(days)
    last = today if today in played else today - timedelta(1)
    count = 0
    while last - timedelta(count) in played:
        count += 1
    return count
