"""The archive of finished games: a file in the data folder, one game a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from odin_solver.errors import InputError
from odin_solver.game.scores.file import FinishedGame, game_data, game_from
from odin_solver.support.decoding import decode
from odin_solver.support.files import data_folder, extend_file, locked, write_file
from odin_solver.support.language import mark, say
from odin_solver.support.reading import read_text
from odin_solver.support.text import reason_of

FILE = "scores.jsonl"

MOST_REMEMBERED = 10_000
"""Lines that are not read again as long as they stay the same: reading 500 takes a second."""


@dataclass(frozen=True)
class ArchivedGames:
    """What an archive holds.

    Attributes
    ----------
    games
        The games that can be read, in the order in which they were added.
    problems
        What is wrong with the other lines, which stay in the file.
    """

    games: tuple[FinishedGame, ...]
    problems: tuple[str, ...] = ()


class ScoreArchive:
    """An archive; its file is made with the first game.

    Parameters
    ----------
    path
        The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> ArchivedGames:
        """Return the games.

        Raises
        ------
        InputError
            If the file cannot be read; lines that cannot be are told in the result.
        """
        games: list[FinishedGame] = []
        problems: list[str] = []
        for number, line in self._lines(self._text()):
            try:
                games.append(self._game(number, line))
            except InputError as error:
                problems += error.problems
        return ArchivedGames(tuple(games), tuple(problems))

    def add(
        self, games: Iterable[FinishedGame], *, again: bool = False
    ) -> tuple[FinishedGame, ...]:
        """Add games, and return those that were added: not those that are there already.

        Parameters
        ----------
        games
            The games.
        again
            Add what is there already once more.

        Raises
        ------
        InputError
            If the file cannot be read or written.
        """
        self._make_folder()
        with locked(self.path):
            text = self._text()
            known = set() if again else {game.id for game in self.read().games}
            new = []
            for game in games:
                if game.id not in known:
                    new.append(game)
                    known |= set() if again else {game.id}
            begun = text if not text or text.endswith("\n") else f"{text}\n"
            if new:
                extend_file(self.path, text, begun + "".join(map(_line, new)))
        return tuple(new)

    def remove(self, game: str) -> FinishedGame:
        """Remove a game, the last one with this id, and return it.

        Raises
        ------
        InputError
            If there is none, or the file cannot be read or written.
        """
        self._make_folder()
        with locked(self.path):
            text = self._text()
            found: tuple[int, FinishedGame] | None = None
            for number, line in self._lines(text):
                try:
                    each = self._game(number, line)
                except InputError:
                    continue
                if each.id == game:
                    found = number, each
            if found is None:
                raise InputError(
                    say("no game {name!r}: expected the id of a game in the archive", name=game)
                )
            lines = text.splitlines(keepends=True)
            del lines[found[0] - 1]
            write_file(self.path, "".join(lines))
        return found[1]

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                say("cannot write {path}: {reason}", path=self.path, reason=reason_of(error))
            ) from None

    def _text(self) -> str:
        try:
            self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except OSError as error:
            raise InputError(f"{self.path}: {reason_of(error)}") from None
        return read_text(self.path)

    def _lines(self, text: str) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield number, line

    def _game(self, number: int, line: str) -> FinishedGame:
        return _game(line, say("{name}: line {n}", name=self.path, n=number))


@lru_cache(MOST_REMEMBERED)
def _game(line: str, name: str) -> FinishedGame:
    return game_from(decode(line, name, mark("a finished game")), name)


def _line(game: FinishedGame) -> str:
    return msgspec.json.encode(game_data(game)).decode() + "\n"


def default_archive() -> ScoreArchive:
    """Return the archive in ``ODIN_DATA_DIR`` or the user's data folder."""
    return ScoreArchive(data_folder() / FILE)
