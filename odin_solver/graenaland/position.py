"""A position of Graenaland as one player sees it before building or voting."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from odin_solver.graenaland import parts
from odin_solver.graenaland.profile import GraenalandProfile, PrintedTile

Mode = Literal["main", "claim", "final", "guest"]
"""Building as main player; to prove a claim of points; after somebody won; by invitation."""


class GraenalandOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Readings of the rules on which the rulebook is silent.

    Attributes
    ----------
    limited_tokens
        Public works end with their tokens.
    new_fort
        A fort makes the army cheaper in the phase in which it is built.
    kept_supply
        Final and guest builders may spend supply cards that they kept.
    wild_symbol
        A gold symbol on a supply card stands for any resource.
    strict_palisade
        With three players a palisade also takes a vote from heroes of players settled there.
    """

    limited_tokens: bool = True
    new_fort: bool = True
    kept_supply: bool = True
    wild_symbol: bool = True
    strict_palisade: bool = False


@dataclass(frozen=True)
class TileState:
    """What lies on a tile.

    Attributes
    ----------
    buildings
        Owner by kind of building.
    heroes
        Kinds of heroes by player; a player has at most one there.
    stock
        Cards to be distributed; None is a card face down.
    """

    printed: PrintedTile
    villages: Mapping[str, int] = field(default_factory=dict)
    buildings: Mapping[str, str] = field(default_factory=dict)
    works: frozenset[str] = frozenset()
    heroes: Mapping[str, str] = field(default_factory=dict)
    stock: tuple[str | None, ...] = ()

    def settlements(self, player: str) -> int:
        """Return the number of a player's villages and buildings here."""
        built = sum(owner == player for owner in self.buildings.values())
        return self.villages.get(player, 0) + built

    @property
    def all_settlements(self) -> int:
        """Number of settlements of all players."""
        return sum(self.villages.values()) + len(self.buildings)


class JointWork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A public work announced for this phase, and the cards that others promised for it."""

    kind: parts.WorkKind
    tile: parts.TileName
    cards: parts.Cards = {}


@dataclass(frozen=True)
class GraenalandPosition:
    """A position.

    Attributes
    ----------
    players
        Clockwise.
    me
        Whose hand is known.
    mode
        Under which rules `me` builds.
    card
        The point card of `me`; None if the goals of the base game decide.
    tiles
        Tiles by name, coastal ones and inland ones each from left to right.
    kept, offered
        Supply cards in hand, and those of which the main player takes one.
    joint
        The announced joint public work.
    income, shares
        For plans: cards gained before each later building phase; or the share of each tile's cards
        that the votes are expected to grant.
    discards
        Used cards by deck.
    title
        A line about the position.
    """

    profile: GraenalandProfile
    players: tuple[str, ...]
    me: str
    main: str
    mode: Mode
    card: parts.PointCard | None
    tiles: Mapping[str, TileState]
    neighbours: Mapping[str, frozenset[str]]
    army: Mapping[str, int]
    hand: Mapping[str, int]
    kept: tuple[parts.SupplyCard, ...] = ()
    offered: tuple[parts.SupplyCard, ...] = ()
    joint: JointWork | None = None
    income: tuple[Mapping[str, int], ...] = ()
    shares: Mapping[str, float] = field(default_factory=dict)
    discards: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    options: GraenalandOptions = field(default_factory=GraenalandOptions)
    title: str = ""

    @property
    def is_small(self) -> bool:
        """Whether the rules for three players hold."""
        return len(self.players) == parts.SMALL_GAME

    def settlements(self, player: str) -> int:
        """Return the number of a player's settlements on the map."""
        return sum(state.settlements(player) for state in self.tiles.values())

    def buildings(self, player: str) -> int:
        """Return the number of a player's buildings."""
        return sum(
            owner == player for state in self.tiles.values() for owner in state.buildings.values()
        )

    def works(self, kind: str) -> int:
        """Return the number of public works of a kind on the map."""
        return sum(kind in state.works for state in self.tiles.values())


def default_neighbours(tiles: Mapping[str, TileState]) -> dict[str, frozenset[str]]:
    """Return which tiles touch if two rows of a pyramid are laid in the given order.

    Coastal tile i touches coastal tile i + 1; inland tile i touches inland tile i + 1 and the
    coastal tiles i and i + 1 (decision).
    """
    coast = [name for name, state in tiles.items() if state.printed.coastal]
    inland = [name for name in tiles if name not in coast]
    pairs = [*itertools.pairwise(coast), *itertools.pairwise(inland)]
    pairs += [*zip(inland, coast, strict=False), *zip(inland, coast[1:], strict=False)]
    return neighbours_from(tiles, pairs)


def neighbours_from(
    names: Iterable[str], pairs: Iterable[tuple[str, str]]
) -> dict[str, frozenset[str]]:
    """Return the neighbours of each tile, given the pairs of tiles that touch."""
    touching: dict[str, set[str]] = {name: set() for name in names}
    for first, second in pairs:
        touching[first].add(second)
        touching[second].add(first)
    return {name: frozenset(near) for name, near in touching.items()}
