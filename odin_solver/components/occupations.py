"""The occupation cards.

Import this module only where the cards are needed: loading 190 of them takes a while.
"""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from odin_solver.components.loading import keyed
from odin_solver.errors import InputError
from odin_solver.support.language import say_as

Deck = Literal["A", "B", "C"]
Text = Annotated[str, msgspec.Meta(min_length=1)]


class OccupationKind(StrEnum):
    """When a card takes effect (rules, 5)."""

    IMMEDIATE = "immediate"
    ANYTIME = "anytime"
    EACH_TIME = "each_time"
    AS_SOON_AS = "as_soon_as"

    @property
    def label(self) -> str:
        """Display name, such as each time."""
        return say_as("card kind", self.value.replace("_", " "))


class Occupation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An occupation card (rules, 5).

    Attributes
    ----------
    number
        Unique number printed on the card.
    starting
        Whether it is a light card; a player starts with one of these.
    name
        Title; two pairs of cards share theirs.
    points
        Points at the end of the game once played.
    kind
        When it takes effect. A card with an immediate and a lasting effect has the kind of the
        latter.
    note
        The reading that this project takes where the card is ambiguous.
    not_with
        Mini expansions that remove the card from the game (rules, 8).
    better_without
        Mini expansions whose rules advise to remove the card.
    """

    number: Annotated[int, msgspec.Meta(ge=1)]
    deck: Deck
    name: Text
    points: int
    kind: OccupationKind
    text: Text
    starting: bool = False
    note: Text | None = None
    not_with: tuple[str, ...] = ()
    better_without: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Number and deck as printed, such as 52a for a light card and 99A for a dark one."""
        return f"{self.number}{self.deck.lower() if self.starting else self.deck}"


OCCUPATIONS = keyed("occupations.toml", "occupation", Occupation, lambda each: each.number)
"""Cards by number, in ascending order."""


def occupation(number: int) -> Occupation:
    """Return a card by its number."""
    if number not in OCCUPATIONS:
        raise InputError.said(
            "unknown occupation {number}: expected a number from 1 to 190", number=number
        )
    return OCCUPATIONS[number]
