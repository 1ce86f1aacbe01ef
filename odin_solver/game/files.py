"""Games in files: the file is the log, which is written whole after every step."""

import itertools
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from odin_solver.errors import InputError
from odin_solver.game.kernel.state import Options
from odin_solver.game.log import Game, extends, parse, text, updated
from odin_solver.support.files import check_new, extend_file, locked, write_file
from odin_solver.support.reading import STANDARD_INPUT, read_text, source_name


def load(path: str, until: int | None = None) -> Game:
    """Replay the game in a file, or on standard input for ``-``.

    Raises
    ------
    InputError
        If it cannot be read or breaks a rule; the message names the file and the line.
    """
    return parse(read_text(path), source_name(path), until)


@dataclass
class GameFile:
    """A game, and its file as it was read or written last.

    Attributes
    ----------
    game
        The game; it may be ahead of the file.
    """

    path: str
    game: Game
    content: str

    @classmethod
    def read(cls, path: str) -> "GameFile":
        """Read the file of a game that is to be changed; standard input is refused."""
        content = read_text(_writable(path))
        return cls(path, parse(content, path), content)

    @classmethod
    def create(cls, path: str, game: Game, *, force: bool = False) -> "GameFile":
        """Write a new game.

        Raises
        ------
        InputError
            If the file cannot be written, or exists.
        """
        content = text(game)
        with locked(_writable(path)):
            check_new(path, force=force)
            write_file(path, content)
        return cls(path, game, content)

    def save(self) -> None:
        """Write the game.

        Raises
        ------
        InputError
            If that is not possible, or another program has changed the file.
        """
        with locked(self.path):
            self.save_locked()

    def save_locked(self) -> None:
        """Write the game while the file is locked; otherwise as `save`."""
        if self.changed_content() is not None:
            raise InputError.said(
                "{path}: another program has changed it; nothing is written", path=self.path
            )
        content = updated(self.content, self.game)
        extend_file(self.path, self.content, content)
        self.content = content

    def changed_content(self) -> str | None:
        """Return the text of the file if another program has changed it.

        A file that is gone counts as unchanged: nothing is lost if it is written again.
        """
        if not Path(self.path).exists():
            return None
        content = read_text(self.path)
        return None if content == self.content else content

    def catch_up(self) -> int:
        """Add the moves that another program has added to the file; return their number.

        The file has to be locked, and the game saved.

        Raises
        ------
        InputError
            If the file has been changed in another way.
        """
        content = self.changed_content()
        if content is None:
            return 0
        with_more = parse(content, self.path)
        if not extends(with_more, self.game):
            raise InputError.said("{path}: another program has changed it", path=self.path)
        more = len(with_more.moves) - len(self.game.moves)
        self.game.moves[:], self.game.states[:] = with_more.moves, with_more.states
        self.content = content
        return more

    def copied(self) -> "GameFile":
        """Write the game to a new file beside this one."""
        path = Path(self.path)
        names = (path.with_stem(f"{path.stem}-{number}") for number in itertools.count(2))
        return GameFile.create(next(str(name) for name in names if not name.exists()), self.game)


@contextmanager
def changing(path: str) -> Iterator[Game]:
    """Read a game, let the caller change it, and write it; the file is locked meanwhile.

    Raises
    ------
    InputError
        If the file holds no game, or cannot be written.
    """
    with locked(_writable(path)):
        file = GameFile.read(path)
        yield file.game
        file.save_locked()


def _writable(path: str) -> str:
    if path == STANDARD_INPUT:
        raise InputError.said("expected the file of a game, not -")
    return path


def random_seed() -> int:
    """Return a seed that is short enough to be told."""
    return secrets.randbelow(1_000_000)


def begin(options: Options, seed: int | None) -> Game:
    """Start a game, up to the first decision."""
    game = Game(options, seed)
    game.let_chance_decide()
    return game
