"""The feast: filling the banquet table (rules, 3.9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from odin_solver.components import Color, Tile

FOOD_COLORS = frozenset({Color.ORANGE, Color.RED})


@dataclass(frozen=True)
class Serving:
    """A tile or a silver on the banquet table.

    Attributes
    ----------
    tile
        Food, an animal, or silver.
    start
        The first cell of the table's edge that it covers, from 0 at the left.
    lengthwise
        Whether its longer side lies along the table; makes no difference for square ones.
    """

    tile: Tile
    start: int
    lengthwise: bool = False

    @property
    def width(self) -> int:
        """Cells of the table's edge that it covers."""
        sides = side_lengths(self.tile)
        return max(sides) if self.lengthwise else min(sides)


def side_lengths(tile: Tile) -> tuple[int, int]:
    """Width and height of a rectangular tile as printed."""
    return len(tile.shape[0]), len(tile.shape)


def may_be_served(tile: Tile) -> bool:
    """Whether a tile may lie on the banquet table: food, animals and silver."""
    return tile.id == "silver" or (tile.color in FOOD_COLORS and tile.kind in ("good", "animal"))


def banquet_violations(
    cells: int, servings: Sequence[Serving], lengthwise: Mapping[str, int] | None = None
) -> list[str]:
    """What is wrong with what lies on a table of so many open cells; empty cells are allowed.

    Every empty cell costs a Thing penalty, see `empty_cells`.

    Parameters
    ----------
    cells
        Open cells of the table.
    servings
        What lies on them.
    lengthwise
        How many tiles of a kind may lie lengthwise, where it is not one.
    """
    found = []
    on: list[Serving | None] = [None] * cells
    for each in servings:
        if not may_be_served(each.tile):
            found.append(f"{each.tile.id} is no food")
        if each.start < 0 or each.start + each.width > cells:
            found.append(f"{each.tile.id} lies beyond the open cells")
            continue
        for cell in range(each.start, each.start + each.width):
            if on[cell] is not None:
                found.append(f"{each.tile.id} overlaps at cell {cell + 1}")
            on[cell] = each
    for left, right in pairwise(on):
        if left is None or right is None or left is right:
            continue
        if left.tile.color == right.tile.color and left.tile.color in FOOD_COLORS:
            color = left.tile.color
            found.append(f"{left.tile.id} and {right.tile.id}: no {color} beside {color}")
    along = Counter(
        each.tile.id
        for each in servings
        if each.lengthwise and len(set(side_lengths(each.tile))) > 1
    )
    for name, count in sorted(along.items()):
        most = (lengthwise or {}).get(name, 1)
        if count > most:
            found.append(f"{name}: only {'one lies' if most == 1 else f'{most} lie'} lengthwise")
    return found


def empty_cells(cells: int, servings: Sequence[Serving]) -> int:
    """Open cells that nothing covers: a Thing penalty each."""
    return cells - len(
        {cell for each in servings for cell in range(each.start, each.start + each.width)}
    )
