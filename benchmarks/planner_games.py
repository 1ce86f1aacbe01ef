"""Games of the planner benchmark: playing, checking, and the data kept."""

import hashlib
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

import odin_solver
from odin_cli.game.new import chosen_cards
from odin_solver.errors import InputError, OdinError
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Options
from odin_solver.game.log import check_chance, parse
from odin_solver.game.scoring import ScoreSheet, score_sheet
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.players import PLANNER
from odin_solver.planner.series import play_one
from odin_solver.rules.position import GameLength

NONE, ALL = "none", "all"
"""Choices of decks: without occupations, and all decks."""


Starting = Literal["random", "choose"]

DRAWN: Starting = "random"


class Thinking(msgspec.Struct, frozen=True, order=True):
    """Limits of the planner per placement: seconds, playouts, or both."""

    seconds: float | None = None
    playouts: int | None = None

    @property
    def limits(self) -> SearchLimits:
        return SearchLimits(seconds=self.seconds, playouts=self.playouts)

    @property
    def words(self) -> str:
        seconds = None if self.seconds is None else f"{self.seconds:g} s"
        playouts = None if self.playouts is None else f"{self.playouts} playouts"
        return ", ".join(filter(None, (seconds, playouts)))


class Setting(msgspec.Struct, frozen=True):
    """A player and the options of a game; with a seed, one game.

    Attributes
    ----------
    occupations
        ``none``, ``all``, or decks such as ``A`` or ``A,B``.
    thinking
        Limits of the planner; None for other players.
    starting
        Whether the starting occupation is drawn or chosen (rules, 7).
    """

    player: str
    length: GameLength
    occupations: str = NONE
    thinking: Thinking | None = None
    starting: Starting = DRAWN

    @property
    def options(self) -> Options:
        cards = chosen_cards(self.occupations)
        return Options(length=self.length, cards=cards, starting=self.starting)

    @property
    def who(self) -> str:
        """Player, with its limits."""
        return self.player if self.thinking is None else f"{self.player}, {self.thinking.words}"

    @property
    def words(self) -> str:
        cards = "no cards" if self.occupations == NONE else f"cards {self.cards}"
        return f"{self.who}, {self.length} game, {cards}"

    @property
    def cards(self) -> str:
        """Decks, and whether the starting occupation is chosen."""
        chosen = ", start chosen" if self.starting == "choose" else ""
        return f"{self.occupations}{chosen}"

    @property
    def slug(self) -> str:
        """Name for files."""
        return self.words.replace(",", "").replace(" ", "-")


class MeasuredGame(msgspec.Struct, frozen=True):
    """Data of a game.

    Attributes
    ----------
    seed, score, sheet
        Seed, and the result of the replay.
    seconds
        Time of the game, with writing and replaying its log.
    placements
        Number of placements of Vikings.
    played, held
        Occupations in play and in hand at the end.
    code
        Version of the code (`code_version`).
    """

    seed: int
    score: int
    sheet: ScoreSheet
    seconds: float
    placements: int
    played: tuple[int, ...]
    held: tuple[int, ...]
    code: str

    @property
    def seconds_per_placement(self) -> float:
        """Time of the whole game per placement."""
        return self.seconds / max(1, self.placements)


class Failure(msgspec.Struct, frozen=True):
    """A game that broke a rule or raised an error."""

    seed: int
    message: str
    code: str


def occupations_named(text: str) -> str:
    """Return the canonical name of a choice of decks.

    Raises
    ------
    InputError
        If it is invalid.
    """
    wanted = text.strip().lower()
    cards = chosen_cards(wanted)
    if cards == chosen_cards(ALL):
        return ALL
    return NONE if wanted == NONE else ",".join(_decks(wanted))


def _decks(wanted: str) -> Iterator[str]:
    yield from sorted({each.strip().upper() for each in wanted.split(",")})


def play(setting: Setting, seed: int) -> tuple[Setting, MeasuredGame | Failure, str | None]:
    """Play a game; return the setting, its record, and the planner's log."""
    limits = None if setting.thinking is None else setting.thinking.limits
    began = time.perf_counter()
    try:
        played = play_one(setting.player, setting.options, seed, with_log=True, limits=limits)
        seconds = time.perf_counter() - began
        assert played.log is not None
        game = checked(played.log, setting, seed, seconds)
        if game.sheet != played.sheet:
            raise OdinError(f"the replay scores {game.score}, the game {played.score}")
    except Exception as error:  # a game that fails must not end a run of many hours
        return setting, Failure(seed, f"{type(error).__name__}: {error}", code_version()), None
    return setting, game, played.log if setting.player == PLANNER else None


def checked(log: str, setting: Setting, seed: int, seconds: float) -> MeasuredGame:
    """Replay a log and score it; only the time comes from the player.

    Raises
    ------
    OdinError
        If a move breaks a rule, an outcome is not that of the seed, or the log is incomplete or of
        another game.
    """
    game = parse(log, f"log of seed {seed}")
    check_chance(game, log, f"log of seed {seed}")
    if (game.options, game.seed) != (setting.options, seed):
        raise OdinError(f"seed {seed}: the log is of another game")
    if current(game.state) is not None:
        raise OdinError(f"seed {seed}: the log ends before the game")
    sheet = score_sheet(game.state)
    return MeasuredGame(
        seed=seed,
        score=sheet.total,
        sheet=sheet,
        seconds=round(seconds, 3),
        placements=sum(isinstance(move, Use) for move in game.moves),
        played=game.state.played,
        held=game.state.hand,
        code=code_version(),
    )


@cache
def code_version() -> str:
    """Return a digest of all code and data that may decide a game."""
    root = Path(odin_solver.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.is_file() and not {"render", "__pycache__"} & {*name.parts}:
            digest.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def seeds_of(text: str) -> range:
    """Return the seeds of ``A-B`` or a single number.

    Raises
    ------
    InputError
        If the text is neither.
    """
    first, dash, last = text.strip().partition("-")
    ends = (first, last if dash else first)
    if not all(each.isascii() and each.isdecimal() and len(each) < 10 for each in ends):
        raise InputError(f"--seeds: expected two numbers such as 1-200, or one, got {text!r}")
    if int(ends[1]) < int(ends[0]):
        raise InputError(f"--seeds: expected the lower number first, got {text!r}")
    return range(int(ends[0]), int(ends[1]) + 1)
