"""What has to be copied from the box into a profile, item by item."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from odin_solver.graenaland.parts import BUILDINGS, POINT_CARDS, SUPPLY_CARDS, TILES, WORKS, YIELD


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
