"""Progress of a player on disk: puzzles begun, puzzles solved, best times."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec

from odin_puzzles.kinds import kind_of
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.support.files import data_folder, locked, write_file, writing
from odin_solver.support.reading import read_text
from odin_solver.support.validating import UNREADABLE, decoded

FILE = "puzzles.json"

MOST_STARS = 3
"""Stars for a puzzle solved without any help."""

MAX_PIECES = 300

Command = Annotated[str, msgspec.Meta(max_length=1000)]
Commands = Annotated[tuple[Command, ...], msgspec.Meta(max_length=MAX_PIECES)]

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e8)]


class BegunPuzzle(msgspec.Struct, frozen=True):
    """A puzzle that is being played.

    Attributes
    ----------
    pieces
        Commands that lay the pieces so far, in order.
    hints, nudges
        Numbers of hints that gave the answer, and of those that gave a nudge only.
    """

    pieces: Commands = ()
    seconds: Seconds = 0.0
    hints: Count = 0
    nudges: Count = 0

    @property
    def stars(self) -> int:
        """Stars of a solution with these hints."""
        if not self.hints and not self.nudges:
            return MOST_STARS
        return MOST_STARS - (1 if self.hints <= 1 else 2)

    @property
    def anything(self) -> bool:
        """Whether anything was done that is worth keeping."""
        return bool(self.pieces or self.hints or self.nudges)


class PuzzleRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Progress with one puzzle.

    Attributes
    ----------
    solved
        How often it was solved.
    best
        Shortest time of a solution in seconds.
    """

    solved: Count = 0
    best: Seconds | None = None
    stars: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    begun: BegunPuzzle | None = None

    def after_solving(self, seconds: float, stars: int) -> "PuzzleRecord":
        """Return the record after another solution."""
        best = seconds if self.best is None else min(self.best, seconds)
        return PuzzleRecord(self.solved + 1, best, max(self.stars, stars))


class _Records(msgspec.Struct):
    puzzles: dict[str, PuzzleRecord]
    schema: Literal[1] = 1


def default_file() -> Path:
    """Return the file in ``ODIN_DATA_DIR`` or the user's data folder."""
    return data_folder() / FILE


def key_of(puzzle: Puzzle) -> str:
    """Return the key of a puzzle: equal for its file, its copies and its share code."""
    identity = json.dumps(kind_of(puzzle).identity(puzzle), sort_keys=True)
    return hashlib.sha256(identity.encode()).hexdigest()[:16]


def load_records(path: Path | None = None) -> Mapping[str, PuzzleRecord]:
    """Return the records by key; none without a file."""
    return MappingProxyType(_read(path or default_file()).puzzles)


def known_records() -> tuple[Mapping[str, PuzzleRecord], str]:
    """Return the records by key, and why they cannot be read, if so."""
    try:
        return load_records(), ""
    except InputError as error:
        return {}, str(error)


def change_record(
    puzzle: Puzzle, change: Callable[[PuzzleRecord], PuzzleRecord], path: Path | None = None
) -> PuzzleRecord:
    """Change the record of a puzzle in the file, which is locked meanwhile.

    Raises
    ------
    InputError
        If the file cannot be read or written; the message names it.
    """
    file = path or default_file()
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    with locked(file):
        records = _read(file)
        key = key_of(puzzle)
        record = change(records.puzzles.get(key, PuzzleRecord()))
        records.puzzles[key] = record
        write_file(file, msgspec.json.format(msgspec.json.encode(records), indent=1))
    return record


def _read(path: Path) -> _Records:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return _Records({})
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    text = read_text(path)
    try:
        return decoded(text, _Records)
    except UNREADABLE as error:
        raise InputError.said(
            "{path}: not the progress of puzzles: {error}", path=path, error=error
        ) from None
