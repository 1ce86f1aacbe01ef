"""Special tiles that a player takes in the expert game (Vikings, 5)."""

from collections.abc import Iterator
from dataclasses import replace

from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.parts import Cell, cell_name
from odin_solver.vikings.position import VikingsPosition

GOLD_AT_ONCE = 5
BUILDING = "building_"


def special_choices(position: VikingsPosition, name: str) -> Iterator[tuple[str, VikingsPosition]]:
    """Yield the ways to take a special tile: where it goes, and the position afterwards.

    Gold is gained at once. A building replaces a tile with that building, now or when the player
    gets one; all others stay beside the mainland.
    """
    if name == "gold5":
        yield "", replace(position, gold=position.gold + GOLD_AT_ONCE)
        return
    if name.startswith(BUILDING):
        plain = IslandTile("M", int(name.removeprefix(BUILDING)))
        cells = [cell for cell, tile in sorted(position.area.tiles.items()) if tile == plain]
        for cell in cells:
            yield cell_name(cell), replace(position, area=_replaced(position.area, cell))
        if cells:
            return
    counts = {**position.specials, name: position.special(name) + 1}
    yield "", replace(position, specials=counts)


def with_building(position: VikingsPosition, cell: Cell) -> VikingsPosition:
    """Return the position after a tile was laid: a special building that waits replaces it."""
    tile = position.area.tiles[cell]
    name = f"{BUILDING}{tile.building}"
    if tile.special or not position.special(name):
        return position
    left = {key: count for key, count in position.specials.items() if key != name}
    return replace(position, area=_replaced(position.area, cell), specials=left)


def _replaced(area: Archipelago, cell: Cell) -> Archipelago:
    tile = area.tiles[cell]._replace(special=True)
    return replace(area, tiles={**area.tiles, cell: tile})
