"""Menus of banquets: choices of servings that fill the table, and their order along it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from odin_puzzles.puzzle import Puzzle
from odin_solver.components import Color, Tile, tile
from odin_solver.rules.banquet import Serving, is_servable, side_lengths
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import Placement

TABLE_ROWS = 4
"""Rows of the table in solutions: the length of the largest animal."""

COLORS = (Color.ORANGE, Color.RED, Color.SILVER)


class MenuItem(NamedTuple):
    """Servings of one kind of food: how many upright, and whether one is lengthwise."""

    food: Tile
    upright: int
    lengthwise: bool

    @property
    def cells(self) -> int:
        """Cells of the table that the servings take."""
        sides = side_lengths(self.food)
        return self.upright * min(sides) + self.lengthwise * max(sides)

    @property
    def tiles(self) -> int:
        return self.upright + self.lengthwise


def menus(puzzle: Puzzle) -> Iterator[tuple[MenuItem, ...]]:
    """Yield every legal choice of servings that fills the table, each once in any order."""
    cells: int = puzzle.goal.cells
    choices = []
    for food, count in _foods(puzzle):
        square = len(set(side_lengths(food))) == 1
        menu = [
            MenuItem(food, upright, lengthwise)
            for lengthwise in ((False,) if square else (False, True))
            for upright in range(count - lengthwise + 1)
        ]
        choices.append([item for item in menu if item.cells <= cells])
    for items in product(*choices):
        if sum(item.cells for item in items) == cells and arranged(items) is not None:
            yield tuple(item for item in items if item.tiles)


def arranged(menu: Sequence[MenuItem]) -> tuple[Serving, ...] | None:
    """Return a legal order along the table; None if equal colours have to touch.

    Orange and red separate each other, and silver separates both. The more frequent colour goes
    first; silver separates what is left of it.
    """
    oranges, reds, silver = (
        [
            (item.food, lengthwise)
            for item in menu
            if item.food.color == color
            for lengthwise in (*(False,) * item.upright, *(True,) * item.lengthwise)
        ]
        for color in COLORS
    )
    if not can_be_apart(len(oranges), len(reds), len(silver)):
        return None
    many, few = (oranges, reds) if len(oranges) >= len(reds) else (reds, oranges)
    row: list[tuple[Tile, bool]] = []
    fewer, coins = list(few), list(silver)
    for number, serving in enumerate(many):
        if number:
            row.append(fewer.pop() if fewer else coins.pop())
        row.append(serving)
    row += fewer[:1]  # at most one is left over
    row += coins
    start, servings = 0, []
    for food, lengthwise in row:
        servings.append(Serving(food, start, lengthwise))
        start += servings[-1].width
    return tuple(servings)


def menu_of(pieces: Sequence[Placement]) -> Counter[tuple[str, int]]:
    """Count the servings of an answer by tile and width."""
    return Counter((piece.tile.id, len({x for x, _ in piece.cells})) for piece in pieces)


def banquet_pieces(servings: Sequence[Serving]) -> tuple[Placement, ...]:
    """Convert servings to the pieces of a solution."""
    pieces = []
    for serving in servings:
        height = serving.tile.area // serving.width
        cells = tuple(
            (x, y)
            for y in range(TABLE_ROWS - height, TABLE_ROWS)
            for x in range(serving.start, serving.start + serving.width)
        )
        pieces.append(Placement(0, Piece(serving.tile, cells)))
    return tuple(pieces)


def serving_of(piece: Placement) -> Serving | None:
    """Convert a piece to a serving; None unless it is a rectangle on the table's edge."""
    food = piece.tile
    xs = [x for x, _ in piece.cells]
    if not xs:
        return None
    width = max(xs) - min(xs) + 1
    serving = Serving(food, min(xs), width > min(side_lengths(food)))
    matches = banquet_pieces([serving])[0].cells if serving.width == width else ()
    return serving if sorted(matches) == sorted(piece.cells) else None


class MenuCounts(NamedTuple):
    """Numbers of menus.

    Attributes
    ----------
    filling
        Menus that fill the table with any number of tiles lengthwise.
    lengthwise
        Those with at most one tile of a kind lengthwise.
    apart
        Those whose colours can also be kept apart: the solutions.
    """

    filling: int
    lengthwise: int
    apart: int


def count_menus(puzzle: Puzzle) -> MenuCounts:
    """Count the menus of a banquet without listing them."""
    loose, strict = (_served(puzzle, most) for most in (None, 1))
    return MenuCounts(
        filling=loose.total(),
        lengthwise=strict.total(),
        apart=sum(n for colors, n in strict.items() if can_be_apart(*colors)),
    )


def can_be_apart(orange: int, red: int, silver: int) -> bool:
    """Whether some order keeps equal colours apart."""
    return max(orange, red) <= min(orange, red) + silver + 1


def _served(puzzle: Puzzle, most: int | None) -> Counter[tuple[int, ...]]:
    """Count the menus by tiles of each of `COLORS`, with at most `most` of a kind lengthwise."""
    ways: Counter[tuple[int, ...]] = Counter({(puzzle.goal.cells, 0, 0, 0): 1})
    for food, count in _foods(puzzle):
        more: Counter[tuple[int, ...]] = Counter()
        narrow, wide = sorted(side_lengths(food))
        long = 0 if narrow == wide else count if most is None else min(most, count)
        for (free, *tiles), number in ways.items():
            for lengthwise in range(long + 1):
                for upright in range(count - lengthwise + 1):
                    left = free - upright * narrow - lengthwise * wide
                    served = [(upright + lengthwise) * (food.color == color) for color in COLORS]
                    if left >= 0:
                        more[left, *map(sum, zip(tiles, served, strict=True))] += number
        ways = more
    return Counter({tuple(tiles): n for (free, *tiles), n in ways.items() if not free})


def _foods(puzzle: Puzzle) -> list[tuple[Tile, int]]:
    supply = [(tile(name), count) for name, count in puzzle.position.supply.items() if count]
    return [(food, count) for food, count in supply if is_servable(food)]
