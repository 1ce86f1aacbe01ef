"""Colours that all pictures share."""

from dataclasses import dataclass
from types import MappingProxyType

from odin_solver.components import TILES, Color, Tile


@dataclass(frozen=True)
class Paint:
    """Colours of one kind of surface, as ``#rrggbb``."""

    fill: str
    light: str
    dark: str
    ink: str


COLOR_PAINTS = MappingProxyType(
    {
        Color.ORANGE: Paint("#e8a035", "#f6c46f", "#9c5d0c", "#2f1c02"),
        Color.RED: Paint("#b8402f", "#d96a55", "#6f1d12", "#ffffff"),
        Color.GREEN: Paint("#47803a", "#6ea75d", "#22491a", "#ffffff"),
        Color.BLUE: Paint("#3273b0", "#5e9bd3", "#16406a", "#ffffff"),
        Color.SILVER: Paint("#c6cbd2", "#eef1f4", "#737b85", "#20262d"),
        Color.ORE: Paint("#46515c", "#727f8c", "#1d242b", "#ffffff"),
        Color.WOOD: Paint("#8f5e33", "#b98553", "#563414", "#ffffff"),
        Color.STONE: Paint("#a09c94", "#cbc7bf", "#5f5b54", "#1e1c19"),
        Color.NONE: Paint("#7b6090", "#b79fc9", "#4d3860", "#ffffff"),
    }
)

SPECIAL = Paint("#51459b", "#7d72c4", "#2a2160", "#ffffff")
"""Special tiles: blue by the rules, but drawn in another blue."""

LAND = Paint("#ecdcb9", "#f6ecd3", "#b79a66", "#4a3514")
"""Open cells."""

MARKED = Paint("#d3e5ad", "#e8f4cf", "#7cb342", "#264d0f")
"""Open cells that a puzzle marks."""

SEA = Paint("#4f8fae", "#86b9cf", "#2f647f", "#ffffff")
"""Sea around islands."""

BLOCKED = Paint("#8d8371", "#aaa08d", "#5c5344", "#ffffff")
"""Cells that can never be covered."""

FRAME = Paint("#6d4a2d", "#8a6340", "#3f2814", "#ffffff")
"""Wood around the home board and buildings."""

PAGE = Paint("#e9e1d3", "#fbf7ee", "#cdbfa6", "#33271a")
"""Table, and the sheets of paper under the boards."""

COIN = Paint("#e3b23c", "#f8dc8a", "#94690f", "#3a2703")
"""Income numbers."""

NEGATIVE_INK = MappingProxyType({1: "#7a5a2a", 2: "#a3211a"})
"""Printed numbers of negative cells, by points."""

WON = "#2f7d32"

NEW = "#ffd60a"
"""Outline of new tiles."""

MUTED_INK = "#6b5c47"
"""Less important text on paper."""


def paint_of(tile: Tile) -> Paint:
    """Return the paint of a tile."""
    return SPECIAL if tile.kind == "special" else COLOR_PAINTS[tile.color]


def paint_of_item(item: str) -> Paint:
    """Return the paint of an item that a bonus gives."""
    tile = TILES.get("altar" if item == "altar_once" else item)
    return paint_of(tile) if tile else FRAME
