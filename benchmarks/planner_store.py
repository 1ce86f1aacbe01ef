"""Working folder of the planner benchmark: a line per game, added when it ends.

The folder stays on the machine; the file of results is published.
"""

import fcntl
import os
from pathlib import Path
from types import TracebackType

import msgspec

from benchmarks.planner_games import Failure, MeasuredGame, Setting
from benchmarks.results import Machine
from odin_solver.errors import InputError
from odin_solver.support.files import write_whole

GAMES = "games.jsonl"
LOGS = "logs"


class PlannerSession(msgspec.Struct, frozen=True, tag="session"):
    """One run of the command, and its machine."""

    date: str
    command: str
    commit: str
    code: str
    machine: Machine
    jobs: int
    cluster: str | None
    load: float


class Kept(msgspec.Struct, frozen=True, tag="game"):
    """A finished game."""

    setting: Setting
    game: MeasuredGame


class Broken(msgspec.Struct, frozen=True, tag="failure"):
    """A game that failed."""

    setting: Setting
    failure: Failure


class Store:
    """The working folder, locked while open.

    Parameters
    ----------
    path
        The folder, created if missing.

    Attributes
    ----------
    entries
        All entries, oldest first.

    Raises
    ------
    InputError
        If the folder cannot be written, is in use, or has an invalid line. An incomplete last line
        is dropped: its game is played again.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path / GAMES
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._file = open(self.name, "a+b")  # noqa: SIM115  (closed by the store)
        except OSError as error:
            raise InputError(f"cannot write {self.name}: {error.strerror or error}") from None
        try:
            self.entries = self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> list[PlannerSession | Kept | Broken]:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(f"{self.path}: another run is writing there") from None
        self._file.seek(0)
        entries: list[PlannerSession | Kept | Broken] = []
        whole = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                self._file.truncate(whole)
                break
            whole += len(line)
            try:
                entry = msgspec.json.decode(line, type=PlannerSession | Kept | Broken)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise InputError(f"{self.name}: line {number}: {error}") from None
            if isinstance(entry, Kept) and entry.game.score != entry.game.sheet.total:
                total = entry.game.sheet.total
                raise InputError(
                    f"{self.name}: line {number}: score: expected {total}, the sum of its sheet, "
                    f"got {entry.game.score}"
                )
            entries.append(entry)
        return entries

    def add(self, entry: PlannerSession | Kept | Broken, log: str | None = None) -> None:
        """Add an entry, safe against crashes; the log of a game becomes a file."""
        if log is not None and isinstance(entry, Kept):
            folder = self.path / LOGS / entry.setting.slug
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / f"{entry.game.seed:04}.log", log)
        self._file.write(msgspec.json.encode(entry) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.entries.append(entry)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
