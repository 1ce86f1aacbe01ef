"""What is printed on a copy of the game and found in no source, and what is still to be copied."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from odin_solver.errors import InputError
from odin_solver.graenaland import parts
from odin_solver.graenaland.parts import BUILDINGS, POINT_CARDS, SUPPLY_CARDS, TILES, WORKS, YIELD
from odin_solver.support.language import mark
from odin_solver.support.validating import checked

SCHEMA: Final = 1

MADE_UP = "made-up"
"""Name of the profile for examples and tests, which belongs to no real copy."""


_VILLAGES: Mapping[str, str] = MappingProxyType(
    {
        "mountains": mark(".village: expected {size} resources in mountains, got {got}"),
        "coast": mark(".village: expected {size} resources at the coast, got {got}"),
        "inland": mark(".village: expected {size} resources inland, got {got}"),
    }
)


def _in_order(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in parts.BUILDINGS if kind in kinds)


class PrintedTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile of the map.

    Attributes
    ----------
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

    terrain: parts.Terrain
    coastal: Annotated[bool, msgspec.Meta(extra={"called": ("inland", "coast")})]
    village: parts.Cost | None = None
    symbol: parts.Resource | None = None
    buildings: Annotated[
        tuple[parts.BuildingKind, ...],
        checked(_in_order, {"uniqueItems": True}, max_length=parts.MOST_NAMES),
        msgspec.Meta(extra={"label": mark("buildings with a place there")}),
    ] = parts.BUILDINGS
    yield_cost: parts.Cost | None = None

    @property
    def village_size(self) -> int:
        """Number of resources of a village by the rulebook."""
        return parts.VILLAGE_SIZES[self._place]

    @property
    def _place(self) -> str:
        if self.terrain in parts.WITHOUT_BUILDINGS:
            return "mountains"
        return "coast" if self.coastal else "inland"

    def checked_village(self) -> "PrintedTile":
        """Refuse a village of another size than the rulebook's."""
        size, total = self.village_size, sum((self.village or {}).values())
        if self.village is not None and total != size:
            raise InputError.said(_VILLAGES[self._place], size=size, got=total)
        return self


class GraenalandProfile(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What a copy of the game prints; what the owner has not entered yet is missing.

    Attributes
    ----------
    name
        Name of the copy, or of the file.
    made_up
        Whether the values belong to no real copy.
    tiles
        Tiles by name, which the owner of the copy chooses.
    buildings, works
        Costs by kind.
    hills_fort
        Resource under the symbol of a fort in the hills.
    supply_cards, point_cards
        Contents of the decks.
    """

    schema: Literal[1] = SCHEMA
    name: parts.ShortName = ""
    made_up: Annotated[bool, parts.HIDDEN] = False
    hills_fort: parts.FortSymbol | None = None
    buildings: Annotated[
        Mapping[parts.BuildingKind, parts.Cost],
        parts.NAMED,
        msgspec.Meta(
            description=mark(
                "From your overview card: the resources beside each building and public work, and "
                "the symbol under the fort in the hills."
            )
        ),
    ] = {}
    works: Annotated[Mapping[parts.WorkKind, parts.Cost], parts.NAMED] = {}
    supply_cards: Annotated[
        tuple[parts.SupplyCard, ...],
        msgspec.Meta(
            max_length=parts.SUPPLY_CARDS,
            description=mark("Cards with a ship on the back: the two symbols of each."),
        ),
    ] = ()
    point_cards: Annotated[
        tuple[parts.PointCard, ...],
        msgspec.Meta(
            max_length=parts.MOST_CARDS,
            description=mark("Only if you play with them: three thresholds in each column."),
        ),
    ] = ()
    tiles: Annotated[
        Mapping[parts.ShortName, Annotated[PrintedTile, checked(PrintedTile.checked_village)]],
        parts.NAMED,
        msgspec.Meta(
            description=mark(
                "Each tile prints its terrain, the cost of a village, and a symbol in its middle. "
                "Note the letters of the tiles."
            )
        ),
    ] = {}

    def fort_extra(self, terrain: str) -> str | None:
        """Return the resource that an army step costs besides with a fort on a terrain."""
        return parts.FORT_EXTRA.get(terrain, self.hills_fort)


class ToCopy(NamedTuple):
    """Something printed: its field in a profile, on what part it is, whether it is entered."""

    field: str
    where: str
    entered: bool


OVERVIEW, TILE, SUPPLY_CARD, POINT_CARD = "overview card", "tile", "supply card", "point card"


def to_copy(data: Mapping[str, Any]) -> Iterator[ToCopy]:
    """Yield everything to copy, given the data of a profile file, complete or not, right or wrong.

    Point cards are needed only by those who play with them.
    """
    tiles = _table(data, "tiles")
    for kind in BUILDINGS:
        yield ToCopy(f"buildings.{kind}", OVERVIEW, bool(_table(data, "buildings").get(kind)))
    on_tiles = bool(tiles) and all(_table(tiles, name).get("yield_cost") for name in tiles)
    for kind in WORKS:
        entered = (kind == YIELD and on_tiles) or bool(_table(data, "works").get(kind))
        yield ToCopy(f"works.{kind}", OVERVIEW, entered)
    yield ToCopy("hills_fort", OVERVIEW, bool(data.get("hills_fort")))
    for name in tiles:
        for field in ("terrain", "coastal", "village", "symbol"):
            yield ToCopy(f"tiles.{name}.{field}", TILE, _table(tiles, name).get(field) is not None)
    for _ in range(len(tiles), TILES):
        yield ToCopy("tiles", TILE, entered=False)
    for field, part, count in (
        ("supply_cards", SUPPLY_CARD, SUPPLY_CARDS),
        ("point_cards", POINT_CARD, POINT_CARDS),
    ):
        cards = data.get(field)
        has = len(cards) if isinstance(cards, list) else 0
        for number in range(count):
            yield ToCopy(field, part, number < has)


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name)
    return table if isinstance(table, dict) else {}
