"""Markers and resource tokens of the Harvest expansion (rules, 8).

What is printed on them is in no rulebook: it is a profile, entered from the owner's box.
"""

from collections import Counter
from typing import Literal

import msgspec

from odin_solver.game.kernel.moves import Items, Pairs

Side = Literal["orange", "back"]
"""Sides of a token; the colour of a marker is that of one of them."""

MARKERS_OF_A_KIND = 4
"""Markers with a harvest, and markers without one."""

TOKENS = 10
MOST_OF_MARKER = 8
MOST_OF_TOKEN = 4
"""Kinds of goods on a marker, and on a side of a token."""


class HarvestMarker(msgspec.Struct, frozen=True):
    """A marker.

    Attributes
    ----------
    harvest
        Whether its round has a harvest.
    side
        The side of the tokens that has its colour.
    """

    harvest: bool
    side: Side
    goods: Pairs = ()


class ResourceToken(msgspec.Struct, frozen=True):
    """A resource token: what its two sides give."""

    orange: Pairs = ()
    back: Pairs = ()


class HarvestProfile(msgspec.Struct, frozen=True):
    """What is printed on the markers and tokens; both are numbered from 1."""

    markers: tuple[HarvestMarker, ...]
    tokens: tuple[ResourceToken, ...]

    def goods(self, marker: int, tokens: tuple[int, ...], side: Side) -> Items:
        """Return what a marker and tokens with this side up give together."""
        given = Counter(dict(self.markers[marker - 1].goods))
        for number in tokens:
            given.update(dict(getattr(self.tokens[number - 1], side)))
        return dict(given)

    def side(self, marker: int, number: int) -> Side:
        """Return the side of the tokens that is up in a round: orange in the first one."""
        return "orange" if number == 1 else self.markers[marker - 1].side

    def with_harvest(self, markers: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of the markers that have a harvest."""
        return tuple(number for number in markers if self.markers[number - 1].harvest)
