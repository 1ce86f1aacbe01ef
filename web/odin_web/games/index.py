"""The list of games with scores, averages and best results.

SQLite keeps what was read of the logs; it is an index and can be deleted at any time.
"""

import math
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import msgspec

from odin_solver.errors import OdinError
from odin_solver.game.log import Game, parse
from odin_solver.game.scoring import score_sheet
from odin_solver.rules.position import GameLength
from odin_solver.support.reading import read_text
from odin_solver.support.text import shortened
from odin_web.games.store import PUZZLE_GAMES, GameFolder, UnknownGame, title_of

FILE = "games.sqlite"
MEMORY = ":memory:"

BUDGET = 2.0
"""Seconds for reading new logs; at least one is read."""


class GameRow(msgspec.Struct, kw_only=True):
    """A game in the list.

    Attributes
    ----------
    broken
        Why the log cannot be read; the other fields are empty then.
    seed
        None: chance is entered.
    changed
        Seconds since 1970 of the last change.
    """

    game: str
    name: str
    broken: str | None
    length: GameLength
    seed: int | None
    occupations: bool
    round: int
    rounds: int
    phase: str
    over: bool
    score: int
    moves: int
    changed: float


class GameStatistics(msgspec.Struct, kw_only=True):
    """Scores of the finished games of a kind."""

    length: GameLength
    occupations: bool
    games: int
    average: float
    best: int
    best_game: str
    worst: int


class GameList(msgspec.Struct, kw_only=True):
    """All games, the last changed one first.

    Attributes
    ----------
    pending
        Logs that are not read yet.
    folder
        The folder with the logs.
    """

    games: list[GameRow]
    pending: int
    statistics: list[GameStatistics]
    folder: str


_COLUMNS = ("game", "stamp", *GameRow.__struct_fields__[1:])

_SCHEMA = f"""
create table if not exists games (
    game text primary key, {", ".join(_COLUMNS[1:])}
)
"""

_STATISTICS = f"""
select length, occupations, count(*) as games, avg(score) as average, max(score) as best,
    min(score) as worst,
    (select game from games as other
        where other.over and other.game not like '{PUZZLE_GAMES}%'
            and other.length = games.length
            and other.occupations = games.occupations
        order by other.score desc, other.changed limit 1) as best_game
from games where over and game not like '{PUZZLE_GAMES}%'
group by length, occupations order by games desc
"""

DAMAGED = (sqlite3.Error, msgspec.ValidationError)
"""What a damaged index raises."""

Row = TypeVar("Row")


class GameIndex:
    def __init__(self, games: GameFolder) -> None:
        self.games = games
        self._lock = Lock()

    def listed(self) -> GameList:
        """Return all games, the last changed one first, and statistics of the finished ones.

        Reading many new logs takes long: what is left after a while is pending.
        """
        file = self.games.folder / FILE
        with self._lock:
            with suppress(*DAMAGED):
                return self._listed(str(file))
            with suppress(*DAMAGED, OSError):
                file.unlink()
                return self._listed(str(file))
            return self._listed(MEMORY)

    def row(self, game: str) -> GameRow:
        path = self.games.path(game)
        status = _status(path, None)
        if status is None:
            raise UnknownGame.said("there is no such game")
        return msgspec.convert(_read(game, path) | status, GameRow)

    def _listed(self, file: str) -> GameList:
        names = self.games.names()
        # An index in memory forgets what was read.
        until = math.inf if file == MEMORY else time.monotonic() + BUDGET
        pending = read = 0
        rows: list[GameRow] = []
        statistics: list[GameStatistics] = []
        if names:
            with _connected(file) as database:
                known = dict(map(tuple, database.execute("select game, stamp from games")))
                for gone in known.keys() - set(names):
                    database.execute("delete from games where game = ?", (gone,))
                for name in names:
                    path = self.games.path(name)
                    status = _status(path, known.get(name))
                    if status is None:
                        continue
                    if read and time.monotonic() > until:
                        pending += 1
                        continue
                    read += 1
                    _store(database, _read(name, path) | status)
                rows = _rows(database, "select * from games order by changed desc", GameRow)
                statistics = _rows(database, _STATISTICS, GameStatistics)
        folder = str(self.games.folder)
        return GameList(games=rows, pending=pending, statistics=statistics, folder=folder)


@contextmanager
def _connected(file: str) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=10)) as database, database:
        database.row_factory = sqlite3.Row
        database.execute("pragma synchronous = off")  # it can be made again
        database.execute(_SCHEMA)
        yield database


def _status(path: Path, stamp: str | None) -> dict[str, Any] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    now = f"{status.st_mtime_ns} {status.st_size} {status.st_ino}"
    return None if now == stamp else {"stamp": now, "changed": status.st_mtime}


def _store(database: sqlite3.Connection, row: dict[str, Any]) -> None:
    marks = ", ".join(f":{name}" for name in _COLUMNS)
    database.execute(f"insert or replace into games values ({marks})", row)


def _rows(database: sqlite3.Connection, query: str, kind: type[Row]) -> list[Row]:
    # SQLite has no truth values.
    return [msgspec.convert(dict(row), kind, strict=False) for row in database.execute(query)]


def _read(name: str, path: Path) -> dict[str, Any]:
    try:
        content = read_text(path)
        return {"game": name, "name": title_of(path, content), **_facts(parse(content, name))}
    except OdinError as error:
        nothing = dict.fromkeys(("seed", "occupations", "round", "rounds", "over", "score"), 0)
        broken = {"broken": shortened(str(error)), "length": "long", "phase": "", "moves": 0}
        return {"game": name, "name": name, **nothing, **broken}


def _facts(game: Game) -> dict[str, Any]:
    state = game.state
    return {
        "broken": None,
        "length": game.options.length,
        "seed": game.seed,
        "occupations": bool(game.options.cards),
        "round": state.round,
        "rounds": state.rounds,
        "phase": state.phase,
        "over": state.is_over,
        "score": score_sheet(state).total,
        "moves": len(game.moves),
    }
