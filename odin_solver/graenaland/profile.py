"""What is printed on a copy of the game and found in no source: tiles, costs, cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from odin_solver.graenaland.parts import (
    BUILDINGS,
    FORT_EXTRA,
    VILLAGE_SIZES,
    WITHOUT_BUILDINGS,
    Cost,
    Goal,
    SupplyCard,
)

MADE_UP = "made-up"
"""Name of the profile for examples and tests, which belongs to no real copy."""

PointCard = Mapping[Goal, tuple[int, int, int]]
"""Three rising thresholds of every column."""


@dataclass(frozen=True)
class PrintedTile:
    """A tile of the map.

    Attributes
    ----------
    id
        Its name, which the owner of the copy chooses.
    terrain, coastal
        The deck of the tile, and whether it lies at the coast.
    village
        Cost of a village; None if the profile lacks it.
    symbol
        The resource that a yield improvement adds; None if the profile lacks it.
    buildings
        Kinds of buildings that may stand there.
    yield_cost
        Cost of the yield improvement there; None if it is the same as elsewhere.
    """

    id: str
    terrain: str
    coastal: bool
    village: Cost | None = None
    symbol: str | None = None
    buildings: tuple[str, ...] = BUILDINGS
    yield_cost: Cost | None = None

    @property
    def village_size(self) -> int:
        """Number of resources of a village by the rulebook."""
        if self.terrain in WITHOUT_BUILDINGS:
            return VILLAGE_SIZES["mountains"]
        return VILLAGE_SIZES["coast" if self.coastal else "inland"]


@dataclass(frozen=True)
class GraenalandProfile:
    """What a copy of the game prints; what the owner has not entered yet is missing.

    Attributes
    ----------
    name
        Name of the copy, or of the file.
    made_up
        Whether the values belong to no real copy.
    tiles
        Tiles by name.
    buildings, works
        Costs by kind.
    hills_fort
        Resource under the symbol of a fort in the hills.
    supply_cards, point_cards
        Contents of the decks.
    """

    name: str
    made_up: bool = False
    tiles: Mapping[str, PrintedTile] = field(default_factory=dict)
    buildings: Mapping[str, Cost] = field(default_factory=dict)
    works: Mapping[str, Cost] = field(default_factory=dict)
    hills_fort: str | None = None
    supply_cards: tuple[SupplyCard, ...] = ()
    point_cards: tuple[PointCard, ...] = ()

    def fort_extra(self, terrain: str) -> str | None:
        """Return the resource that an army step costs besides with a fort on a terrain."""
        return FORT_EXTRA.get(terrain, self.hills_fort)
