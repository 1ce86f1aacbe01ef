"""The occupation cards.

Only what needs the cards should import this module: 190 of them take a while to read.
"""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from odin_solver.components.loading import component_file, keyed
from odin_solver.errors import InputError

Deck = Literal["A", "B", "C"]
Words = Annotated[str, msgspec.Meta(min_length=1)]


class Kind(StrEnum):
    """When a card works (rules, 5)."""

    IMMEDIATE = "immediate"
    ANYTIME = "anytime"
    EACH_TIME = "each_time"
    AS_SOON_AS = "as_soon_as"

    @property
    def label(self) -> str:
        """Name for people, such as each time."""
        return self.value.replace("_", " ")


class Occupation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One occupation card (rules, 5).

    Attributes
    ----------
    number
        The number printed on it; no two cards have the same.
    deck
        The deck that it belongs to.
    starting
        Whether it is one of the light cards, of which a player starts with one.
    name
        Its title; two pairs of cards share one.
    points
        Points at the end of the game if it has been played.
    kind
        When it works.  A card with an immediate part and a part that lasts has the kind of the
        latter.
    text
        What it does.
    note
        Where the card leaves something open: which reading this project takes.
    not_with
        Mini expansions that take the card out of the game (rules, 8).
    """

    number: Annotated[int, msgspec.Meta(ge=1)]
    deck: Deck
    name: Words
    points: int
    kind: Kind
    text: Words
    starting: bool = False
    note: Words | None = None
    not_with: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Number and deck as printed, such as 52a for a light card and 99A for a dark one."""
        return f"{self.number}{self.deck.lower() if self.starting else self.deck}"


class OccupationFile(msgspec.Struct, forbid_unknown_fields=True):
    """What the component file holds."""

    occupation: tuple[Occupation, ...]


OCCUPATIONS = keyed(
    msgspec.convert(component_file("occupations.toml"), OccupationFile).occupation,
    lambda each: each.number,
)
"""Every card by its number, in the order of the numbers."""


def occupation(number: int) -> Occupation:
    """Look a card up.

    Raises
    ------
    InputError
        If there is no card with this number.
    """
    found = OCCUPATIONS.get(number)
    if found is None:
        raise InputError(f"unknown occupation {number}: expected a number from 1 to 190")
    return found
