"""The kind ``banquet``: serve the feast without a penalty."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar, NamedTuple

from odin_puzzles.puzzle import BanquetGoal, KindName, Puzzle, SolutionPiece
from odin_solver.components import Color, Tile, tile
from odin_solver.rules.banquet import (
    Serving,
    banquet_violations,
    empty_cells,
    may_be_served,
    side_lengths,
)

TABLE_ROWS = 4
"""Rows of the table as solutions count them: as many as the largest animal is long."""


class Menu(NamedTuple):
    """What is served of one kind of food: how many upright, and whether one lies lengthwise."""

    food: Tile
    upright: int
    lengthwise: bool

    @property
    def cells(self) -> int:
        """Cells of the table's edge that it takes."""
        sides = side_lengths(self.food)
        return self.upright * min(sides) + self.lengthwise * max(sides)

    @property
    def tiles(self) -> int:
        """How many tiles it takes."""
        return self.upright + self.lengthwise


class Banquet:
    """Fill the open cells of the banquet table; solutions count up to the order along it."""

    name: ClassVar[KindName] = "banquet"

    def question(self, puzzle: Puzzle) -> str:
        """What is asked, in words of the game."""
        return (
            f"Serve a feast on {_goal(puzzle).cells} open cells without a penalty: no orange "
            "beside orange, no red beside red, one tile of a kind lengthwise, the others upright."
        )

    def faults(self, puzzle: Puzzle, pieces: Sequence[SolutionPiece]) -> list[str]:
        """Everything that is wrong with an answer, by the plain rules."""
        cells = _goal(puzzle).cells
        used = Counter(each.tile for each in pieces)
        found = [
            f"{count - puzzle.position.supply.get(name, 0)} {name} more than there are"
            for name, count in used.items()
            if count > puzzle.position.supply.get(name, 0)
        ]
        servings = []
        for each in pieces:
            serving = _serving(each)
            if serving is None:
                found.append(f"{each.tile} does not stand on the table's edge like that")
            else:
                servings.append(serving)
        found += banquet_violations(cells, servings)
        empty = empty_cells(cells, servings)
        if not found and empty:
            found.append(f"{empty} cells are empty")
        return found


def menus(puzzle: Puzzle) -> Iterator[tuple[Menu, ...]]:
    """Every choice of servings that fills the table, each once, whatever their order along it."""
    foods = [
        (tile(name), count)
        for name, count in puzzle.position.supply.items()
        if count and may_be_served(tile(name))
    ]
    cells = _goal(puzzle).cells
    choices = []
    for food, count in foods:
        square = len(set(side_lengths(food))) == 1
        menu = [
            Menu(food, upright, lengthwise)
            for lengthwise in ((False,) if square else (False, True))
            for upright in range(count - lengthwise + 1)
        ]
        choices.append([each for each in menu if each.cells <= cells])
    for served in product(*choices):
        if sum(each.cells for each in served) == cells and arranged(served) is not None:
            yield tuple(each for each in served if each.tiles)


def arranged(served: Sequence[Menu]) -> tuple[Serving, ...] | None:
    """A legal order along the table; None if colours cannot be kept apart.

    Orange and red separate each other, and silver separates both. The colour of which there are
    more goes first; silver is put wherever two of it would meet.
    """
    oranges, reds, silver = (
        [
            (each.food, lengthwise)
            for each in served
            if each.food.color == color
            for lengthwise in (*(False,) * each.upright, *(True,) * each.lengthwise)
        ]
        for color in (Color.ORANGE, Color.RED, Color.SILVER)
    )
    many, few = (oranges, reds) if len(oranges) >= len(reds) else (reds, oranges)
    if len(many) > len(few) + len(silver) + 1:
        return None
    row: list[tuple[Tile, bool]] = []
    fewer, coins = list(few), list(silver)
    for number, each in enumerate(many):
        if number:
            row.append(fewer.pop() if fewer else coins.pop())
        row.append(each)
    row += fewer[:1]  # at most one can be left over: there are no more of them
    row += coins
    start, servings = 0, []
    for food, lengthwise in row:
        servings.append(Serving(food, start, lengthwise))
        start += servings[-1].width
    return tuple(servings)


def menu_of(pieces: Sequence[SolutionPiece]) -> Counter[tuple[str, int]]:
    """What an answer serves, whatever the order: how many of each tile at each width."""
    return Counter((each.tile, len({x for x, _ in each.cells})) for each in pieces)


def banquet_pieces(servings: Sequence[Serving]) -> tuple[SolutionPiece, ...]:
    """Servings as puzzle files hold them."""
    found = []
    for each in servings:
        height = each.tile.area // each.width
        cells = tuple(
            (x, y)
            for y in range(TABLE_ROWS - height, TABLE_ROWS)
            for x in range(each.start, each.start + each.width)
        )
        found.append(SolutionPiece(0, each.tile.id, cells))
    return tuple(found)


def _serving(piece: SolutionPiece) -> Serving | None:
    """The serving that a piece stands for; None if it is no rectangle on the table's edge."""
    food = tile(piece.tile)
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
