"""All tiles: goods, special tiles, silver and ore, and the resources of buildings' slots."""

from enum import StrEnum
from types import MappingProxyType

import msgspec

from odin_solver.components.cells import Cell
from odin_solver.components.loading import component_file
from odin_solver.errors import InputError


class Color(StrEnum):
    """What the placing rules distinguish: the colour of a good, or the kind of a piece."""

    ORANGE = "orange"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    SILVER = "silver"
    ORE = "ore"
    WOOD = "wood"
    STONE = "stone"


class Tile(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """One kind of tile.

    Attributes
    ----------
    id, name
        Key in files, and name for people.
    kind
        ``good``, ``animal``, ``special``, ``filler`` (silver and ore) or ``resource`` (wood and
        stone: they lie in the slots of buildings and cover no cell).
    color
        Special tiles are blue (rules, 1.1).
    shape
        Rows of ``#`` and ``.``; empty for resources.
    upgrades_to
        The good that an upgrade turns this one into.
    harvest
        Smallest harvest number that yields the good.
    sword
        What a raid or pillage must reach.
    price
        Silver in a special sale; None if it is not for sale.
    tongs
        Whether it can be forged.
    copies
        How many exist; None if there is no limit.
    points, pregnant_points
        Points at the end of the game wherever the tile is; animals only in the stable.
    expansion
        The mini expansion that the tile belongs to, or None.
    """

    id: str
    name: str
    kind: str
    color: Color
    shape: tuple[str, ...]
    upgrades_to: str | None = None
    harvest: int | None = None
    sword: int | None = None
    price: int | None = None
    tongs: bool = False
    copies: int | None = None
    points: int = 0
    pregnant_points: int = 0
    expansion: str | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the shape as printed, from its own top left corner."""
        return tuple(
            (x, y) for y, row in enumerate(self.shape) for x, mark in enumerate(row) if mark == "#"
        )

    @property
    def area(self) -> int:
        """Number of cells that the tile covers."""
        return len(self.cells)


class _TileFile(msgspec.Struct, forbid_unknown_fields=True):
    tile: tuple[Tile, ...]


TILES = MappingProxyType(
    {each.id: each for each in msgspec.convert(component_file("tiles.toml"), _TileFile).tile}
)
"""Every tile by its id, in the order of the component file."""


def tile(tile_id: str) -> Tile:
    """Look a tile up.

    Raises
    ------
    InputError
        If there is no such tile.
    """
    found = TILES.get(tile_id)
    if found is None:
        raise InputError(f"unknown tile {tile_id!r} (odin tiles lists them)")
    return found
