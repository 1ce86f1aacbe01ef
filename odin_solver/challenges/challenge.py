"""Challenges, and their files."""

from datetime import date
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.challenges.goals import goal
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import Options
from odin_solver.game.log import Game
from odin_solver.game.scores.file import NO_CARDS, decks
from odin_solver.game.setup import without
from odin_solver.rules.position import GameLength
from odin_solver.support.language import mark, say
from odin_solver.support.validating import Faults, checked, one_line, plain_data

MEDALS = MappingProxyType(
    {"gold": mark("gold medal"), "silver": mark("silver medal"), "bronze": mark("bronze medal")}
)
"""Medals from the best on, with their messages."""

MOST_POINTS = 999


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


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge, as its file holds it.

    Attributes
    ----------
    seed
        Seed of chance.
    title
        What it is called.
    length
        Long or short.
    cards
        Decks of occupations such as ``A,B``, or ``none``.
    without
        Ids of spaces that are closed and of exploration boards that are not in the game.
    goals
        Goals that a game has to reach, as `odin_solver.challenges.goals.goal` reads them.
    open_luck
        Whether the player is told what chance will bring.
    par
        The scores to be reached.
    """

    seed: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    title: Title = ""
    schema: Literal[1] = 1
    length: GameLength = "long"
    cards: Annotated[str, checked(decks, max_length=30)] = NO_CARDS
    without: tuple[WithoutName, ...] = ()
    goals: tuple[GoalText, ...] = ()
    open_luck: bool = False
    par: ChallengePar | None = None

    @property
    def options(self) -> Options:
        """The options of its games."""
        letters = frozenset(self.cards.split(","))
        cards = frozenset(number for number, card in OCCUPATIONS.items() if card.deck in letters)
        return Options(length=self.length, cards=cards, without=frozenset(self.without))

    def begin(self) -> Game:
        """Return a game that has just begun."""
        game = Game(self.options, self.seed)
        game.let_chance_decide()
        return game


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
    faults.raise_any()
    if not isinstance(read, Challenge):
        raise InputError(say("{name}: expected a challenge", name=name))
    return read


def challenge_data(challenge: Challenge) -> dict[str, Any]:
    """Return a challenge as the data of a file; `challenge_from` gives the same challenge."""
    return plain_data(challenge, "schema", "seed")


def challenge_text(challenge: Challenge) -> str:
    """Return the text of a challenge's file."""
    import tomli_w  # most commands write no TOML

    return tomli_w.dumps(challenge_data(challenge))
