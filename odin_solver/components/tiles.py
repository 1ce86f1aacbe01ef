"""Tiles: goods, special tiles, silver, ore, and the resources of building slots."""

from enum import StrEnum

import msgspec

from odin_solver.components.cells import Cell
from odin_solver.components.loading import keyed
from odin_solver.support.language import mark


class Color(StrEnum):
    """What the placing rules distinguish: the colour of a good, or the kind of another tile."""

    ORANGE = mark("orange")
    RED = mark("red")
    GREEN = mark("green")
    BLUE = mark("blue")
    SILVER = mark("silver")
    ORE = mark("ore")
    WOOD = mark("wood")
    STONE = mark("stone")
    NONE = mark("none")
    """Tiles of one's own that no rule about colours concerns."""


class Tile(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """One kind of tile.

    Attributes
    ----------
    id, name
        Key in files and display name.
    kind
        ``good``, ``animal``, ``special``, ``filler`` (silver and ore), ``resource`` (wood and
        stone, which lie in building slots and cover no cell) or ``own`` (described in a file).
    color
        Colour for the placing rules; special tiles are blue (rules, 1.1).
    shape
        Rows of ``#`` and ``.``; empty for resources.
    harvest
        Lowest harvest number that yields the good.
    sword
        Sword value that a raid or pillage must reach.
    price
        Price in silver in a special sale; None if not for sale.
    tongs
        Whether it shows tongs, so that it can be forged.
    copies
        Number of copies in the game; None if unlimited.
    box
        Number of copies in the box, where more may be used.
    points, pregnant_points
        Points at the end of the game, wherever the tile is; animals only in the stable.
    turns, flips
        Whether it may be turned, and mirrored left to right.
    at_least
        How many have to lie in a solution, as far as there are so many.
    twin
        The tile that is its mirror image, and stands for it in a mirrored layout; empty for none.
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
    box: int | None = None
    points: int = 0
    pregnant_points: int = 0
    expansion: str | None = None
    turns: bool = True
    flips: bool = True
    at_least: int = 0
    twin: str = ""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of the shape as printed, from its top left corner."""
        return tuple(
            (x, y) for y, row in enumerate(self.shape) for x, mark in enumerate(row) if mark == "#"
        )

    @property
    def area(self) -> int:
        """Number of cells."""
        return len(self.cells)


TILES = keyed("tiles.toml", "tile", Tile, lambda each: each.id)
"""Tiles by id, in the order of the component file."""
