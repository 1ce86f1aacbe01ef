"""The archive of finished games: a file in the data folder, one game a line."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

import msgspec

from odin_solver.errors import InputError
from odin_solver.game.scores.file import FinishedGame, game_data, game_from
from odin_solver.support.decoding import decode
from odin_solver.support.files import data_folder, extend_file, locked, write_file, writing
from odin_solver.support.language import mark, say
from odin_solver.support.reading import read_text
from odin_solver.support.text import reason_of

FILE = "scores.jsonl"

MOST_REMEMBERED = 10_000
"""Lines that are not read again as long as they stay the same: reading 500 takes a second."""


class GoneGame(InputError):
    """The archive has no game with an id: it was removed or changed, or never was."""


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
    """An archive; its file is made with the first game."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> ArchivedGames:
        """Return the games.

        Raises
        ------
        InputError
            If the file cannot be read; lines that cannot be are told in the result.
        """
        lines = [each for _, each in self._lines(self._text())]
        problems = [line.problems for line in lines if isinstance(line, InputError)]
        return ArchivedGames(
            tuple(line for line in lines if isinstance(line, FinishedGame)), tuple(chain(*problems))
        )

    def read_all(self) -> tuple[FinishedGame, ...]:
        """Return the games."""
        kept = self.read()
        if kept.problems:
            raise InputError(*kept.problems)
        return kept.games

    def add(
        self, games: Iterable[FinishedGame], *, again: bool = False, instead: str = ""
    ) -> tuple[FinishedGame, ...]:
        """Add games, and return those that were added: not those that are there already.

        Parameters
        ----------
        again
            Add what is there already once more.
        instead
            Id of the game that they replace; it stays if nothing is added.

        Raises
        ------
        GoneGame
            If there is no game to replace.
        """
        with self._locked() as text:
            kept = self._without(text, instead)[0] if instead else text
            known = {game.id for _, game in self._lines(kept) if isinstance(game, FinishedGame)}
            new = []
            for game in games:
                if again or game.id not in known:
                    new.append(game)
                    known.add(game.id)
            begun = kept if not kept or kept.endswith("\n") else f"{kept}\n"
            if new:
                extend_file(self.path, text, begun + "".join(map(_line, new)))
        return tuple(new)

    def remove(self, game: str) -> FinishedGame:
        """Remove a game, the last one with this id, and return it."""
        with self._locked() as text:
            kept, removed = self._without(text, game)
            write_file(self.path, kept)
        return removed

    @contextmanager
    def _locked(self) -> Iterator[str]:
        """Keep others from changing the file, and yield its text."""
        self._make_folder()
        with locked(self.path):
            yield self._text()

    def _without(self, text: str, name: str) -> tuple[str, FinishedGame]:
        found = [
            (number, game)
            for number, game in self._lines(text)
            if isinstance(game, FinishedGame) and game.id == name
        ]
        if not found:
            raise GoneGame.said(
                "no game {name!r}: expected the id of a game in the archive", name=name
            )
        number, game = found[-1]
        lines = text.splitlines(keepends=True)
        del lines[number - 1]
        return "".join(lines), game

    def _make_folder(self) -> None:
        with writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)

    def _text(self) -> str:
        try:
            self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except OSError as error:
            raise InputError(f"{self.path}: {reason_of(error)}") from None
        return read_text(self.path)

    def _lines(self, text: str) -> Iterator[tuple[int, FinishedGame | InputError]]:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    yield number, _game(line, say("{name}: line {n}", name=self.path, n=number))
                except InputError as error:
                    yield number, error


@lru_cache(MOST_REMEMBERED)
def _game(line: str, name: str) -> FinishedGame:
    return game_from(decode(line, name, mark("a finished game")), name, kept=True)


def _line(game: FinishedGame) -> str:
    return msgspec.json.encode(game_data(game)).decode() + "\n"


def default_archive() -> ScoreArchive:
    """Return the archive in ``ODIN_DATA_DIR`` or the user's data folder."""
    return ScoreArchive(data_folder() / FILE)
