"""The list of games with scores, averages and best results.

A file beside the logs keeps what was read of them; it is an index and can be deleted at any time.
"""

import math
import os
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from threading import Lock

import msgspec

from odin_solver.errors import InputError, OdinError
from odin_solver.game.log import parse
from odin_solver.game.scoring import score_sheet
from odin_solver.game.seats import of_person, persons
from odin_solver.rules.position import GameLength
from odin_solver.support.files import write_file
from odin_solver.support.reading import read_text
from odin_solver.support.text import shortened
from odin_solver.support.validating import UNREADABLE, decoded
from odin_web.games.store import PUZZLE_GAMES, GameFolder, UnknownGame, title_of

FILE = "games.json"

BUDGET = 2.0
"""Seconds for reading new logs; at least one is read."""


class GameRow(msgspec.Struct, kw_only=True):
    """A game in the list.

    Attributes
    ----------
    broken
        Why the log cannot be read; the other fields are empty then.
    seed
        None: chance is entered, or several people have hands to hide.
    seats
        Names of several players.
    changed
        Seconds since 1970 of the last change.
    """

    game: str
    name: str
    changed: float
    broken: str | None = None
    length: GameLength = "long"
    seed: int | None = 0
    seats: Sequence[str] = ()
    occupations: bool = False
    round: int = 0
    rounds: int = 0
    over: bool = False
    score: int = 0
    moves: int = 0


class GameStatistics(msgspec.Struct, kw_only=True):
    """Scores of the finished games of a kind."""

    length: GameLength
    occupations: bool
    games: int
    average: float
    best: int
    best_game: str


class GameList(msgspec.Struct, kw_only=True):
    """All games, the last changed one first; `pending` logs are not read yet."""

    games: list[GameRow]
    pending: int
    statistics: list[GameStatistics]
    folder: str


_Known = dict[str, tuple[str, GameRow]]
"""Games by name: what tells states of their logs apart, and what was read."""


class GameIndex:
    def __init__(self, games: GameFolder) -> None:
        self.games = games
        self._lock = Lock()

    def listed(self) -> GameList:
        """Return all games, the last changed one first, and statistics of the finished ones.

        Reading many new logs takes long: what is left after a while is pending.
        """
        with self._lock:
            try:
                return self._listed(time.monotonic() + BUDGET)
            except InputError:  # what was read cannot be kept, so all is read now
                return self._listed(math.inf)

    def row(self, game: str) -> GameRow:
        path = self.games.path(game)
        try:
            return _read(game, path, path.stat())
        except OSError:
            raise UnknownGame.said("there is no such game") from None

    def _listed(self, until: float) -> GameList:
        file = self.games.folder / FILE
        known, found = _known(file), _Known()
        pending = read = 0
        for name in self.games.names():
            path = self.games.path(name)
            try:
                status = path.stat()
            except OSError:
                continue
            stamp = f"{status.st_mtime_ns} {status.st_size} {status.st_ino}"
            if name in known:
                found[name] = known[name]
                if known[name][0] == stamp:
                    continue
            if read and time.monotonic() > until:
                pending += 1
                continue
            read += 1
            found[name] = stamp, _read(name, path, status)
        if found != known and until < math.inf:
            write_file(file, msgspec.json.encode(found))
        rows = sorted((row for _, row in found.values()), key=lambda row: -row.changed)
        folder = str(self.games.folder)
        return GameList(games=rows, pending=pending, statistics=_statistics(rows), folder=folder)


def _known(file: Path) -> _Known:
    try:
        return decoded(file.read_bytes(), _Known)
    except (OSError, *UNREADABLE):
        return {}


def _statistics(rows: Sequence[GameRow]) -> list[GameStatistics]:
    kinds: dict[tuple[GameLength, bool], list[GameRow]] = {}
    for row in rows:
        if row.over and not row.game.startswith(PUZZLE_GAMES):
            kinds.setdefault((row.length, row.occupations), []).append(row)
    found = []
    for (length, occupations), games in kinds.items():
        best = max(games, key=lambda row: (row.score, -row.changed))
        found.append(
            GameStatistics(
                length=length,
                occupations=occupations,
                games=len(games),
                average=fmean(row.score for row in games),
                best=best.score,
                best_game=best.game,
            )
        )
    return sorted(found, key=lambda kind: -kind.games)


def _read(name: str, path: Path, status: os.stat_result) -> GameRow:
    try:
        content = read_text(path)
        game = parse(content, name)
    except OdinError as error:
        broken = shortened(str(error))
        return GameRow(game=name, name=name, changed=status.st_mtime, broken=broken)
    return GameRow(
        game=name,
        name=title_of(path, content),
        changed=status.st_mtime,
        length=game.options.length,
        seed=None if len(persons(game.state)) > 1 else game.seed,
        seats=game.options.seats,
        occupations=bool(game.options.cards),
        round=game.state.round,
        rounds=game.state.rounds,
        over=game.state.is_over,
        score=score_sheet(of_person(game.state)).total,
        moves=len(game.moves),
    )
