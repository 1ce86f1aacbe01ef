"""The banquet table of the feast (rules, 3.9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from odin_solver.components import Color, Tile
from odin_solver.support.language import say

FOOD_COLORS = frozenset({Color.ORANGE, Color.RED})


@dataclass(frozen=True)
class Serving:
    """A tile or a silver on the banquet table.

    Attributes
    ----------
    tile
        Food, an animal, or silver.
    start
        First cell that it covers along the edge of the table, from 0 at the left.
    lengthwise
        Whether its longer side lies along the edge; irrelevant for squares.
    """

    tile: Tile
    start: int
    lengthwise: bool = False

    @property
    def width(self) -> int:
        """Cells that it covers along the edge."""
        sides = side_lengths(self.tile)
        return max(sides) if self.lengthwise else min(sides)


def side_lengths(tile: Tile) -> tuple[int, int]:
    """Return width and height of a rectangular tile as printed."""
    return len(tile.shape[0]), len(tile.shape)


def is_servable(tile: Tile) -> bool:
    """Whether the banquet table takes a tile: food, animals and silver."""
    return tile.id == "silver" or (tile.color in FOOD_COLORS and tile.kind in ("good", "animal"))


def banquet_violations(
    cells: int, servings: Sequence[Serving], lengthwise: Mapping[str, int] | None = None
) -> list[str]:
    """Return what is wrong with the servings on a table.

    Empty cells are legal; each costs a Thing penalty (`empty_cells`).

    Parameters
    ----------
    cells
        Open cells of the table.
    servings
        What lies on the table.
    lengthwise
        How many tiles of a kind may lie lengthwise, where not one.
    """
    problems: list[str] = []
    row: list[Serving | None] = [None] * cells
    for serving in servings:
        if not is_servable(serving.tile):
            problems.append(say("{tile} is not food", tile=serving.tile.id))
        if serving.start < 0 or serving.start + serving.width > cells:
            problems.append(say("{tile} lies beyond the open cells", tile=serving.tile.id))
            continue
        for cell in range(serving.start, serving.start + serving.width):
            if row[cell] is not None:
                problems.append(
                    say("{tile} overlaps at cell {n}", tile=serving.tile.id, n=cell + 1)
                )
            row[cell] = serving
    for left, right in pairwise(row):
        if left is None or right is None or left is right:
            continue
        if left.tile.color == right.tile.color and left.tile.color in FOOD_COLORS:
            problems.append(
                say(
                    "{one} and {other}: no {color} beside {color}",
                    one=left.tile.id,
                    other=right.tile.id,
                    color=say(left.tile.color),
                )
            )
    turned = Counter(
        each.tile.id
        for each in servings
        if each.lengthwise and len(set(side_lengths(each.tile))) > 1
    )
    for name, count in sorted(turned.items()):
        most = (lengthwise or {}).get(name, 1)
        if count > most:
            problems.append(say("{tile}: at most {n} may lie lengthwise", tile=name, n=most))
    return problems


def empty_cells(cells: int, servings: Sequence[Serving]) -> int:
    """Return the number of uncovered open cells, a Thing penalty each."""
    return cells - len(
        {cell for each in servings for cell in range(each.start, each.start + each.width)}
    )
