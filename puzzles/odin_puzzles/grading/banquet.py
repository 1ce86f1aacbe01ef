"""Grading banquets: the menus that fill the table, and the rules that exclude all but one."""

from collections import Counter
from typing import NamedTuple

from odin_puzzles.kinds.banquet import arranged, banquet_pieces, menus
from odin_puzzles.puzzle import BanquetGoal, Puzzle
from odin_solver.components import Color, Tile, tile
from odin_solver.rules.banquet import is_servable, side_lengths
from odin_solver.rules.position import Placement


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


class _ServedTotals(NamedTuple):
    """Totals of the servings chosen so far: cells of the table, and tiles by colour."""

    cells: int
    orange: int
    red: int
    silver: int


def count_menus(puzzle: Puzzle) -> MenuCounts:
    """Count the menus of a banquet without listing them."""
    assert isinstance(puzzle.goal, BanquetGoal)
    cells = puzzle.goal.cells
    foods = [
        (tile(name), count)
        for name, count in puzzle.position.supply.items()
        if count and is_servable(tile(name))
    ]
    loose, strict = (_served(foods, cells, most) for most in (None, 1))
    return MenuCounts(
        filling=sum(count for served, count in loose.items() if served.cells == cells),
        lengthwise=sum(count for served, count in strict.items() if served.cells == cells),
        apart=sum(
            count
            for served, count in strict.items()
            if served.cells == cells and _can_be_apart(served)
        ),
    )


def solution_of(puzzle: Puzzle) -> tuple[Placement, ...]:
    """Return the servings of a banquet with one menu.

    Raises
    ------
    ValueError
        If it has none or several.
    """
    count = count_menus(puzzle).apart
    if count != 1:
        raise ValueError(f"the banquet has {count or 'no'} solutions")
    servings = arranged(next(menus(puzzle)))
    assert servings is not None
    return banquet_pieces(servings)


def _served(foods: list[tuple[Tile, int]], cells: int, most: int | None) -> Counter[_ServedTotals]:
    """Count the ways to reach each total, with at most `most` of a kind lengthwise."""
    ways = Counter({_ServedTotals(0, 0, 0, 0): 1})
    for food, count in foods:
        more: Counter[_ServedTotals] = Counter()
        narrow, wide = sorted(side_lengths(food))
        long = 0 if narrow == wide else count if most is None else min(most, count)
        for served, number in ways.items():
            for lengthwise in range(long + 1):
                for upright in range(count - lengthwise + 1):
                    taken = served.cells + upright * narrow + lengthwise * wide
                    if taken <= cells:
                        more[_with(served, food.color, upright + lengthwise, taken)] += number
        ways = more
    return ways


def _with(served: _ServedTotals, color: Color, tiles: int, cells: int) -> _ServedTotals:
    return _ServedTotals(
        cells,
        served.orange + tiles * (color == Color.ORANGE),
        served.red + tiles * (color == Color.RED),
        served.silver + tiles * (color == Color.SILVER),
    )


def _can_be_apart(served: _ServedTotals) -> bool:
    """Whether some order keeps equal colours apart."""
    many, few = max(served.orange, served.red), min(served.orange, served.red)
    return many <= few + served.silver + 1
