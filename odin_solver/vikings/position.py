"""A position: what a player has, the open rules, and what is known of the others."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from odin_solver.errors import InputError
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.parts import BOATSMAN, ROWS, SAILS, SHIPS, Few, Sail, ShipValue

GOLD_WEIGHT = Fraction(1, 5)
"""Victory points for a gold before the end; 1/5 is the final rate."""


class VikingsRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Decisions where the rulebook is silent or ambiguous, and the parts of the expert game.

    Attributes
    ----------
    gaps
        Whether a row may have gaps.
    mainland_edge
        Edge of the mainland that column 1 must match.
    arm_is_mainland
        Whether the mainland's upper arm touches row K in columns 1 to 3.
    ship_repeat
        Whether a repelled ship pays in every large scoring.
    ferry_partial
        ``strict``: a boatsman carries all that fit; ``free``: as many as the player likes.
    majority_min
        Least number that wins a majority.
    final_vp_floor
        Whether the final score is at least 0.
    expert_ferry
        Whether a boatsman carries one figure only.
    """

    gaps: bool = True
    mainland_edge: Literal["sea", "land", "any"] = "sea"
    arm_is_mainland: bool = False
    ship_repeat: bool = True
    ferry_partial: Literal["strict", "free"] = "strict"
    majority_min: Few = 1
    final_vp_floor: bool = False
    expert_ferry: bool = False


class Rivals(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Best values of the other players for the three majorities; None if not known."""

    boatsmen: Few | None = None
    islands: Few | None = None
    longest: Few | None = None


class WheelPair(NamedTuple):
    """A pair on the wheel: an island tile or a ship, and a figure."""

    tile: IslandTile | Sail
    figure: str


@dataclass(frozen=True)
class Wheel:
    """The wheel: the remaining pairs by position, and the special tiles that lie face up."""

    pairs: Mapping[int, WheelPair] = field(default_factory=lambda: MappingProxyType({}))
    specials: tuple[str, ...] = ()

    @property
    def zero(self) -> int:
        """Position beside the wheel's 0: it turns until a pair lies there (Vikings, 2)."""
        return min(self.pairs, default=0)


@dataclass(frozen=True)
class FreeParts:
    """Parts that a puzzle, or a look back, may place anew."""

    tiles: Mapping[IslandTile, int] = field(default_factory=lambda: MappingProxyType({}))
    ships: Mapping[Sail, int] = field(default_factory=lambda: MappingProxyType({}))
    figures: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def __bool__(self) -> bool:
        return bool(self.tiles or self.ships or self.figures)


@dataclass(frozen=True)
class VikingsPosition:
    """A position of Vikings.

    Attributes
    ----------
    area
        The player's islands and ships.
    mainland
        Figures on the mainland by letter, boatsmen included.
    round
        Round whose scoring comes next.
    players
        Number of players; None if not known.
    start_tile
        Whether the start tile is still to be laid, with the first tile bought.
    specials
        Special tiles of the expert game by id; buildings that lie on islands are part of the area.
    free
        Parts to be placed by `odin vikings build`.
    rivals
        Best values of the others.
    ship_values
        Values of ships by sail, those of the parts included; a sail without one has no source.
    ship_counts
        Ships by sail, for draws.
    gold_weight
        Victory points for a gold, before the end.
    """

    area: Archipelago = field(default_factory=Archipelago)
    mainland: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    gold: int = 0
    vp: int = 0
    round: int = 6
    players: int | None = None
    start_tile: bool = False
    specials: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    free: FreeParts = field(default_factory=FreeParts)
    rivals: Rivals = field(default_factory=Rivals)
    wheel: Wheel = field(default_factory=Wheel)
    ship_values: Mapping[Sail, ShipValue] = field(default_factory=lambda: PRINTED_VALUES)
    ship_counts: Mapping[Sail, int] = field(default_factory=lambda: PRINTED_COUNTS)
    rules: VikingsRules = field(default_factory=VikingsRules)
    gold_weight: Fraction = GOLD_WEIGHT
    title: str = ""

    @property
    def boatsmen(self) -> int:
        """Boatsmen on the mainland."""
        return self.mainland.get(BOATSMAN, 0)

    @property
    def n_figures(self) -> int:
        """All figures, which have to be fed (Vikings, 4)."""
        return len(self.area.figures) + sum(self.mainland.values())

    def waiting(self, row: int) -> int:
        """Return the number of figures of a row's colour on the mainland."""
        return self.mainland.get(ROWS[row], 0)

    def special(self, name: str) -> int:
        """Return the number of special tiles of a kind."""
        return self.specials.get(name, 0)

    def ship_value(self, sail: Sail) -> ShipValue:
        """Return the value of a ship."""
        if sail not in self.ship_values:
            raise InputError.said(
                "ship_values.{sail}: no source gives the value of {sail} ships: "
                'expected it in the file, for example "3 gold"',
                sail=sail,
            )
        return self.ship_values[sail]


PRINTED_VALUES: Mapping[Sail, ShipValue] = MappingProxyType(
    {sail: value for sail in SAILS if (value := SHIPS[sail].value) is not None}
)
PRINTED_COUNTS: Mapping[Sail, int] = MappingProxyType({sail: SHIPS[sail].count for sail in SAILS})
