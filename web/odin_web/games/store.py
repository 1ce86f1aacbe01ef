"""Games in files: the same logs as those of ``odin game``, in a folder of their own.

Open games stay in memory, keyed by the text of their files: a file that another program has changed
is read again. What is taken back is kept beside the log, so that it can be done again.
"""

import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from odin_solver.errors import InputError
from odin_solver.game.files import GameFile
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game, parse, text
from odin_solver.game.seats import is_secret
from odin_solver.planner.bots import Bots
from odin_solver.support.files import locked, write_file, writing
from odin_solver.support.language import language
from odin_solver.support.reading import read_text
from odin_solver.support.text import reason_of, shortened
from odin_web.games.moves import HistoryLine, made, read
from odin_web.games.views import GameView
from odin_web.replies import Refusal, Unknown

GameId = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=60)]
"""Name of a game in addresses and of its file."""

PUZZLE_GAMES = "puzzle-"
"""How the names of games begin that are puzzles."""

LOG, UNDONE = ".log", ".undone"
TRASH = "trash"

MAX_LOG = 500_000
"""Characters of a log at most; a game has about 10,000."""

MAX_GAMES = 2000
MAX_OPEN = 12
LONGEST_NAME = 80

LOCKS = 64
"""Games with the same lock wait for each other."""

Shown = TypeVar("Shown")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NAME = re.compile(r"^# name: (.*)$", re.MULTILINE)


class UnknownGame(Unknown):
    """There is no such game."""


class Conflict(Refusal):
    """A game has other moves than the page has seen."""

    status = 409


@dataclass
class OpenGame:
    """A game in memory.

    Attributes
    ----------
    id, file
        Its name, and the game in its file.
    line
        Texts of the longest line of play: moves made, then moves taken back.
    history
        The moves made in words, as those at some seats are told; it may lag behind.
    shown
        How the page shows it to them, and in which language; it may lag behind.
    """

    id: str
    file: GameFile
    line: list[str] = field(default_factory=list)
    history: dict[frozenset[int], list[HistoryLine]] = field(default_factory=dict)
    shown: dict[frozenset[int], tuple[GameView, str]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return self.file.game

    @property
    def state(self) -> State:
        return self.file.game.state

    @property
    def name(self) -> str:
        return title_of(Path(self.file.path), self.file.content)

    @property
    def stamp(self) -> str:
        """Tells games of different moves apart, and nothing about cards in a hand."""
        game = self.game
        texts = [
            "" if is_secret(state, move) else str(move)
            for state, move in zip(game.states, game.moves, strict=False)
        ]
        return sha256("\n".join(texts).encode()).hexdigest()[:16]

    def texts(self) -> list[str]:
        """Return the moves made as in the log."""
        return list(map(str, self.game.moves))

    def undone(self) -> list[str]:
        """Return the moves that can be made again, the next one first."""
        moves = self.texts()
        return self.line[len(moves) :] if self.line[: len(moves)] == moves else []

    def can_undo(self) -> bool:
        return not all(map(self.game.came_by_itself, self.game.states[:-1]))

    def lines(self, looking: frozenset[int]) -> list[HistoryLine]:
        """Return the moves made, as those are told who look from some seats."""
        moves, states = self.game.moves, self.game.states
        history = self.history.setdefault(looking, [])
        same = 0
        for same, (told, move) in enumerate(zip(history, moves, strict=False), 1):
            if told.move is not move or told.language != language():
                same -= 1
                break
        del history[same:]
        for at in range(len(history), len(moves)):
            history.append(made(states[at], moves[at], at + 1, looking))
        return history


class GameFolder:
    """The games of a folder, which is made with the first game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._locks = [threading.RLock() for _ in range(LOCKS)]
        self._lock = threading.Lock()
        self._writers = ThreadPoolExecutor(4, "games")

    # --- one game ---

    @contextmanager
    def alone(self, game: str) -> Iterator[None]:
        """Keep other requests from a game."""
        with self._locks[hash(game) % LOCKS]:
            yield

    @contextmanager
    def opened(self, game: str) -> Iterator[OpenGame]:
        """Open a game as its file has it now; no other request has it meanwhile."""
        with self.alone(game):
            yield self._current(game)

    def changed(
        self,
        game: str,
        seen: int,
        stamp: str | None,
        change: Callable[[OpenGame], None],
        view: Callable[[OpenGame], Shown],
    ) -> Shown:
        """Change a game and write its file; return how it is shown.

        Parameters
        ----------
        seen, stamp
            Number and stamp of the moves that the page has seen; no stamp fits all.
        change
            Changes it, or raises an error; then nothing has changed.
        view
            Shows it; this is done while the file is written.
        """
        with self._locked(game) as opened:
            moves, states = opened.game.moves.copy(), opened.game.states.copy()
            content = opened.file.content
            if seen != len(moves) or stamp not in (None, opened.stamp):
                raise Conflict.said("the game has gone on elsewhere; here it is as it stands now")
            try:
                change(opened)
                writing = self._writers.submit(opened.file.save_locked)
                try:
                    return view(opened)
                finally:
                    writing.result()
            except BaseException:
                opened.game.moves[:], opened.game.states[:] = moves, states
                if opened.file.content != content:  # it is written, but cannot be shown
                    self._open.pop(game, None)
                raise

    @contextmanager
    def _locked(self, game: str) -> Iterator[OpenGame]:
        with self.alone(game):
            path = self._path(game)  # before a lock is made beside it
            with locked(path):
                yield self._current(game)

    def play(self, opened: OpenGame, moves: Sequence[str]) -> None:
        """Make moves of a game that is being changed; after each, chance decides and bots move."""
        for move in moves:
            opened.game.do(read(opened.state, move))
            opened.game.let_chance_decide()
            Bots(opened.game).move()

    def undo(self, opened: OpenGame, left: int | None) -> None:
        """Take moves back until so many are left, rounded to a decision; by default one move."""
        game = opened.game
        line = [*opened.texts(), *opened.undone()]
        before = len(game.moves)
        if left is None:
            game.undo()
        else:
            at = min(left, before)
            while at > 0 and game.came_by_itself(game.states[at]):
                at -= 1
            while at < before and game.came_by_itself(game.states[at]):
                at += 1
            del game.moves[at:], game.states[at + 1 :]
        if len(game.moves) == before:
            raise InputError.said("there is no move to take back")
        opened.line = line
        write_file(self._undone(opened.id), "\n".join(line) + "\n")

    def redo(self, opened: OpenGame, until: int | None) -> None:
        """Make moves again that were taken back, up to so many; by default to the next decision."""
        game, moves = opened.game, opened.undone()
        if not moves:
            raise InputError.said("there is no move to make again")
        for move in moves:
            game.do(move)
            if not game.came_by_itself(game.state) and (until is None or len(game.moves) >= until):
                return

    # --- all games ---

    def names(self) -> list[str]:
        with _reading(self.folder):
            if not self.folder.is_dir():
                return []
            logs = [path for path in self.folder.glob(f"*{LOG}") if path.is_file()]
        return sorted(path.stem for path in logs if _ID.fullmatch(path.stem))

    def new(self, begun: Game, name: str, game: str = "") -> str:
        """Add a game that has begun, perhaps as `game`; return its name in addresses."""
        game = game or self._free_name()
        self._write(game, named(text(begun), name))
        return game

    def add(self, content: str, name: str) -> str:
        """Add a game from its log; one that is there already is not added again."""
        if len(content) > MAX_LOG:
            raise InputError.said("{file}: expected at most {n} characters", file=name, n=MAX_LOG)
        parse(content, name)
        whole = content if name_in(content) else named(content, name)
        for known in self.names():
            with suppress(InputError):
                if read_text(self.path(known)) == whole:
                    return known
        game = self._free_name()
        self._write(game, whole)
        return game

    def link(self, file: Path) -> str:
        """Add a log that stays where it is, by a link to it; return its name in addresses.

        Where links are not allowed, as to most users of Windows, it is a copy.
        """
        target = file.resolve()
        parse(read_text(file), str(file))
        if target.parent == self.folder.resolve() and _ID.fullmatch(target.stem):
            return target.stem
        game = f"file-{sha256(str(target).encode()).hexdigest()[:12]}"
        path = self.path(game)
        if not path.is_symlink():
            self._make_folder()
            try:
                path.symlink_to(target)
            except OSError:
                return self.add(read_text(file), target.stem)
        return game

    def rename(self, game: str, name: str) -> None:
        with self._locked(game) as opened:
            content = named(opened.file.content, name)
            write_file(self.path(game), content)
            opened.file.content = content

    def delete(self, game: str) -> None:
        with self.alone(game):
            path = self._path(game)
            trash = self.folder / TRASH
            with locked(path), writing(trash):
                trash.mkdir(exist_ok=True)
                path.rename(trash / f"{game}-{time.time_ns()}{LOG}")
                self._undone(game).unlink(missing_ok=True)
            self._open.pop(game, None)

    def path(self, game: str) -> Path:
        return self.folder / f"{game}{LOG}"

    def _path(self, game: str) -> Path:
        path = self.path(game)
        with _reading(self.folder):
            if not _ID.fullmatch(game) or not path.is_file():
                raise UnknownGame.said("there is no such game")
        return path

    def _undone(self, game: str) -> Path:
        return self.folder / f"{game}{UNDONE}"

    def _current(self, game: str) -> OpenGame:
        content = read_text(self._path(game))
        if len(content) > MAX_LOG:
            raise InputError.said("{file}: expected at most {n} characters", file=game, n=MAX_LOG)
        opened = self._open.get(game)
        if opened is None or opened.file.content != content:
            file = GameFile(str(self.path(game)), parse(content, game), content)
            file.game.let_chance_decide()  # the log may end before a die is rolled
            opened = OpenGame(game, file, self._line(game))
            with self._lock:
                self._open[game] = opened
                while len(self._open) > MAX_OPEN:
                    self._open.popitem(last=False)
        with self._lock:
            if game in self._open:
                self._open.move_to_end(game)
        return opened

    def _line(self, game: str) -> list[str]:
        try:
            return read_text(self._undone(game)).splitlines()
        except InputError:
            return []  # nothing was taken back

    def _make_folder(self) -> None:
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        if len(self.names()) >= MAX_GAMES:
            raise InputError.said(
                "expected at most {n} games in {folder}", n=MAX_GAMES, folder=self.folder
            )

    def _write(self, game: str, content: str) -> None:
        self._make_folder()
        write_file(self.path(game), content)

    def _free_name(self) -> str:
        return f"{time.strftime('%Y-%m-%d')}-{secrets.token_hex(4)}"


def title_of(path: Path, content: str) -> str:
    return name_in(content) or shortened(path.resolve().stem, LONGEST_NAME)


def name_in(content: str) -> str:
    title = _NAME.search(content)
    return shortened(title[1], LONGEST_NAME) if title else ""


def named(content: str, name: str) -> str:
    """Return a log with a title, as a comment."""
    title = shortened(name, LONGEST_NAME)
    without = [line for line in content.splitlines() if not _NAME.match(line)]
    return "\n".join([without[0], *([f"# name: {title}"] if title else []), *without[1:]]) + "\n"


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError.said(
            "cannot read {path}: {reason}", path=path, reason=reason_of(error)
        ) from None
