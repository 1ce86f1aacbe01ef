"""Challenges, and their files."""

from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from odin_solver.challenges.goals import goal
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError, within
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.log import Game
from odin_solver.game.scores.file import NO_CARDS, decks
from odin_solver.game.setup import without
from odin_solver.game.tables import table_from
from odin_solver.game.turn import Turn
from odin_solver.planner.reading import check
from odin_solver.rules.position import GameLength
from odin_solver.support.files import data_text
from odin_solver.support.language import mark, say
from odin_solver.support.validating import Faults, checked, one_line, plain_data

MEDALS = MappingProxyType(
    {"gold": mark("gold medal"), "silver": mark("silver medal"), "bronze": mark("bronze medal")}
)
"""Medals from the best on, with their messages."""

MOST_POINTS = 999

OF_TABLE = ("length", "cards", "without")
"""Fields that a table says."""


def _goal(text: str) -> str:
    goal(text)
    return text.strip().lower()


def _without(name: str) -> str:
    (found,) = without([name])
    return found


Score = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Title = Annotated[str, checked(one_line, max_length=60)]
GoalText = Annotated[str, checked(_goal, max_length=60)]
WithoutName = Annotated[str, checked(_without, max_length=60)]


class ChallengePar(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The scores to be reached.

    Attributes
    ----------
    bronze
        What the planner reached.
    silver
        The best of it and of a planner that thinks ten times as long; None if not computed.
    gold
        The best game known with all luck known; None if not computed.
    """

    bronze: Score
    silver: Score | None = None
    gold: Score | None = None


def medal_for(score: int, par: ChallengePar | None) -> str | None:
    """Return the best of `MEDALS` whose par a score reaches; None without it."""
    for name in MEDALS:
        wanted = getattr(par, name, None)
        if wanted is not None and score >= wanted:
            return name
    return None


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A challenge, as its file holds it.

    Attributes
    ----------
    seed
        Seed of chance, in a position of what comes from there on.
    cards
        Decks of occupations such as ``A,B``, or ``none``.
    without
        Ids of spaces that are closed and of exploration boards that are not in the game.
    goals
        Goals that a game has to reach, as `odin_solver.challenges.goals.goal` reads them.
    open_luck
        Whether the player is told what chance will bring.
    table
        The position it begins with, as the data of a table; None for a new game. Length, cards and
        `without` are those of the table then.
    """

    seed: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    title: Title = ""
    schema: Literal[1] = 1
    length: GameLength = "long"
    cards: Annotated[str, checked(decks, max_length=30)] = NO_CARDS
    without: tuple[WithoutName, ...] = ()
    goals: tuple[GoalText, ...] = ()
    open_luck: bool = False
    table: dict[str, Any] | None = None
    par: ChallengePar | None = None

    @cached_property
    def start(self) -> State | None:
        """The position it begins with; None for a new game."""
        return None if self.table is None else table_from(self.table)

    @property
    def options(self) -> Options:
        """The options of its games."""
        if self.start is not None:
            return self.start.options
        letters = frozenset(self.cards.split(","))
        cards = frozenset(number for number, card in OCCUPATIONS.items() if card.deck in letters)
        return Options(length=self.length, cards=cards, without=frozenset(self.without))

    def begin(self) -> Game:
        """Return a game that has just begun."""
        game = Game(self.options, self.seed, start=self.start)
        game.let_chance_decide()
        return game


def is_game_of(challenge: Challenge, game: Game) -> bool:
    """Whether a game began as those of a challenge."""
    return (game.seed, game.options) == (challenge.seed, challenge.options) and (
        game.start == challenge.start
    )


def challenge_from(data: object, name: str) -> Challenge:
    """Build a challenge from the plain data of a file.

    Raises
    ------
    InputError
        If something is wrong; it holds all that is.
    """
    faults = Faults(name)
    if isinstance(data, dict) and isinstance(data.get("title"), date):
        data = {**data, "title": str(data["title"])}
    read = faults.read(data, Challenge, whole="challenge")
    if isinstance(data, dict) and "table" in data:
        both = (key for key in OF_TABLE if key in data)
        faults.add(say("{field}: the table says it", field=key) for key in both)
    faults.raise_any()
    if not isinstance(read, Challenge):
        raise InputError.said("{name}: expected a challenge", name=name)
    return read if read.table is None else _with_fields_of_table(read, f"{name}: table")


def _with_fields_of_table(challenge: Challenge, name: str) -> Challenge:
    start = table_from(challenge.table, name)
    options = start.options
    with within(name):
        if options.players > 1:
            raise InputError.said("players: expected 1")
        check(start)
        if not isinstance(decision(challenge.begin().state), Turn):
            raise InputError.said("expected a turn of yours as the next decision")
    return replace(
        challenge,
        length=options.length,
        cards=",".join(sorted({OCCUPATIONS[each].deck for each in options.cards})) or NO_CARDS,
        without=tuple(sorted(options.without)),
    )


def challenge_data(challenge: Challenge) -> dict[str, Any]:
    """Return a challenge as the data of a file; `challenge_from` gives the same challenge."""
    data = plain_data(challenge, "schema", "seed")
    for key in OF_TABLE if challenge.table is not None else ():
        del data[key]
    return data


def challenge_text(challenge: Challenge) -> str:
    """Return the text of a challenge's file."""
    return data_text(challenge_data(challenge), "toml")
