"""The kind ``banquet``: serve the feast without a penalty."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar, NamedTuple

from odin_puzzles.puzzle import BanquetGoal, KindName, Puzzle
from odin_solver.components import Color, Tile, tile
from odin_solver.rules.banquet import (
    Serving,
    banquet_violations,
    empty_cells,
    is_servable,
    side_lengths,
)
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import Placement

TABLE_ROWS = 4
"""Rows of the table in solutions: the length of the largest animal."""


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
        """Number of servings."""
        return self.upright + self.lengthwise


class BanquetKind:
    """Fill the open cells of the banquet table; the order along it makes no new solution."""

    name: ClassVar[KindName] = "banquet"

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""
        return (
            f"Serve a feast on {_goal(puzzle).cells} open cells without a penalty: no orange "
            "beside orange, no red beside red, one tile of a kind lengthwise, the others upright."
        )

    def faults(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> list[str]:
        """Return everything that is wrong with an answer, by the plain rules."""
        cells = _goal(puzzle).cells
        used = Counter(piece.tile.id for piece in pieces)
        broken = [
            f"{count - puzzle.position.supply.get(name, 0)} {name} more than there are"
            for name, count in used.items()
            if count > puzzle.position.supply.get(name, 0)
        ]
        servings = []
        for piece in pieces:
            serving = _serving(piece)
            if serving is None:
                broken.append(f"{piece.tile.id} does not stand on the table's edge like that")
            else:
                servings.append(serving)
        broken += banquet_violations(cells, servings)
        empty = empty_cells(cells, servings)
        if not broken and empty:
            broken.append(f"{empty} cells are empty")
        return broken


def menus(puzzle: Puzzle) -> Iterator[tuple[MenuItem, ...]]:
    """Yield every legal choice of servings that fills the table, each once in any order."""
    foods = [
        (tile(name), count)
        for name, count in puzzle.position.supply.items()
        if count and is_servable(tile(name))
    ]
    cells = _goal(puzzle).cells
    choices = []
    for food, count in foods:
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
        for color in (Color.ORANGE, Color.RED, Color.SILVER)
    )
    many, few = (oranges, reds) if len(oranges) >= len(reds) else (reds, oranges)
    if len(many) > len(few) + len(silver) + 1:
        return None
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


def _serving(piece: Placement) -> Serving | None:
    """Convert a piece to a serving; None unless it is a rectangle on the table's edge."""
    food = piece.tile
    xs = [x for x, _ in piece.cells]
    if not xs:
        return None
    width = max(xs) - min(xs) + 1
    serving = Serving(food, min(xs), width > min(side_lengths(food)))
    matches = banquet_pieces([serving])[0].cells if serving.width == width else ()
    return serving if sorted(matches) == sorted(piece.cells) else None


def _goal(puzzle: Puzzle) -> BanquetGoal:
    assert isinstance(puzzle.goal, BanquetGoal)
    return puzzle.goal
