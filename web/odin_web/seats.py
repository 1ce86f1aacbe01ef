"""Tables of several phones: which seat each of them has, and what its players ask each other.

It is kept beside the log of the game, so that all goes on when the server begins again.
"""

import hmac
import time
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from odin_solver.support.files import data_folder, write_file
from odin_solver.support.validating import UNREADABLE, decoded

Role = Literal["owner", "guest", "seat"]

KEPT = ".seats"
"""Ending of the files."""


class Asker(NamedTuple):
    """Who sends a request: the owner of the page, a guest, or the player at a seat of a game."""

    role: Role = "owner"
    game: str = ""
    seat: int = -1


OWNER = Asker()

ASKER = ContextVar("asker", default=OWNER)
"""Who sends the request that is worked on."""


class UndoAsked(msgspec.Struct):
    """Moves that a player wants to take back: so many stay. It is asked of the seats left."""

    seat: int
    to: int
    words: str
    left: list[int]


class SharedSeat(msgspec.Struct):
    """A seat: the token of its phone, empty at the owner's screen; whether a bot plays for it, and
    whether its player may ask the coach."""

    token: str = ""
    bot: bool = False
    coach: bool = False


class SharedTable(msgspec.Struct):
    """The seats of a game, and what is asked of them."""

    seats: list[SharedSeat]
    undo: UndoAsked | None = None


def same(one: str, other: str) -> bool:
    """Compare tokens in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


class Seats:
    """All tables of several phones."""

    def __init__(self) -> None:
        self.folder = games_folder()
        self._heard: dict[tuple[str, int], float] = {}

    def of(self, game: str) -> SharedTable | None:
        """Return a table as its file has it now: another server may have written it."""
        with suppress(OSError, *UNREADABLE):
            return decoded(self._path(game).read_bytes(), SharedTable)
        return None

    def keep(self, game: str, table: SharedTable) -> None:
        path = self._path(game)
        write_file(path, msgspec.json.encode(table))
        path.chmod(0o600)

    def forget(self, game: str) -> None:
        self._path(game).unlink(missing_ok=True)

    def whose(self, token: str) -> Asker | None:
        """Return the player who has a token."""
        found = None
        for path in self.folder.glob(f"*{KEPT}"):
            table = self.of(path.stem)
            for number, seat in enumerate(table.seats if table else ()):
                if seat.token and same(seat.token, token):
                    found = Asker("seat", path.stem, number)
        return found

    def hear(self, asker: Asker) -> None:
        """Remember that a phone has asked."""
        self._heard[asker.game, asker.seat] = time.monotonic()

    def _path(self, game: str) -> Path:
        return self.folder / f"{game}{KEPT}"

    def silence(self, game: str, seat: int) -> float | None:
        """Return for how many seconds a phone has not asked; None if it never has."""
        heard = self._heard.get((game, seat))
        return None if heard is None else time.monotonic() - heard


def games_folder() -> Path:
    return data_folder() / "games"
