"""What has to be copied from the box into a profile, item by item."""

from collections.abc import Iterator
from typing import NamedTuple

from odin_solver.graenaland.parts import BUILDINGS, POINT_CARDS, SUPPLY_CARDS, TILES, WORKS, YIELD
from odin_solver.graenaland.profile import GraenalandProfile


class ToCopy(NamedTuple):
    """Something printed: its field in a profile, on what part it is, whether it is entered."""

    field: str
    where: str
    entered: bool


OVERVIEW, TILE = "overview card", "tile"


def to_copy(profile: GraenalandProfile) -> Iterator[ToCopy]:
    """Yield everything to copy; point cards are needed only by those who play with them."""
    for kind in BUILDINGS:
        yield ToCopy(f"buildings.{kind}", OVERVIEW, kind in profile.buildings)
    tiles = profile.tiles.values()
    for kind in WORKS:
        on_tiles = kind == YIELD and bool(tiles) and all(tile.yield_cost for tile in tiles)
        yield ToCopy(f"works.{kind}", OVERVIEW, on_tiles or kind in profile.works)
    yield ToCopy("hills_fort", OVERVIEW, profile.hills_fort is not None)
    for name, tile in profile.tiles.items():
        yield ToCopy(f"tiles.{name}.village", TILE, tile.village is not None)
        yield ToCopy(f"tiles.{name}.symbol", TILE, tile.symbol is not None)
    for number in range(len(tiles), TILES):
        yield ToCopy("tiles", TILE, entered=False)
    for number in range(SUPPLY_CARDS):
        yield ToCopy("supply_cards", "supply card", number < len(profile.supply_cards))
    for number in range(POINT_CARDS):
        yield ToCopy("point_cards", "point card", number < len(profile.point_cards))
