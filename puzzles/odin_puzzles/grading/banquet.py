"""Grading banquets: how many menus fill the table, and which rule excludes all but one."""

from collections import Counter
from typing import NamedTuple

from odin_puzzles.kinds.banquet import arranged, banquet_pieces, menus
from odin_puzzles.puzzle import BanquetGoal, Puzzle, SolutionPiece
from odin_solver.components import Color, Tile, tile
from odin_solver.rules.banquet import may_be_served, side_lengths


class Menus(NamedTuple):
    """How many menus there are.

    Attributes
    ----------
    filling
        Those that fill the table, if any number of tiles could lie lengthwise.
    lengthwise
        Those of them in which at most one tile of a kind lies lengthwise.
    apart
        Those of them in which the colours can be kept apart: the solutions.
    """

    filling: int
    lengthwise: int
    apart: int


class _Served(NamedTuple):
    """What counts of the servings chosen so far: cells of the edge, and tiles by colour."""

    cells: int
    orange: int
    red: int
    silver: int


def menus_of(puzzle: Puzzle) -> Menus:
    """Count the menus of a banquet, without listing them."""
    assert isinstance(puzzle.goal, BanquetGoal)
    cells = puzzle.goal.cells
    foods = [
        (tile(name), count)
        for name, count in puzzle.position.supply.items()
        if count and may_be_served(tile(name))
    ]
    loose, strict = (_served(foods, cells, most) for most in (None, 1))
    return Menus(
        filling=sum(count for each, count in loose.items() if each.cells == cells),
        lengthwise=sum(count for each, count in strict.items() if each.cells == cells),
        apart=sum(
            count for each, count in strict.items() if each.cells == cells and _can_be_apart(each)
        ),
    )


def solution_of(puzzle: Puzzle) -> tuple[SolutionPiece, ...]:
    """The servings of a banquet that has one menu.

    Raises
    ------
    ValueError
        If it has none or several.
    """
    found = menus_of(puzzle).apart
    if found != 1:
        raise ValueError(f"the banquet has {found or 'no'} solutions")
    servings = arranged(next(menus(puzzle)))
    assert servings is not None
    return banquet_pieces(servings)


def _served(foods: list[tuple[Tile, int]], cells: int, most: int | None) -> Counter[_Served]:
    """In how many ways so much can be served, with at most so many of a kind lengthwise."""
    ways = Counter({_Served(0, 0, 0, 0): 1})
    for food, count in foods:
        more: Counter[_Served] = Counter()
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


def _with(served: _Served, color: Color, tiles: int, cells: int) -> _Served:
    return _Served(
        cells,
        served.orange + tiles * (color == Color.ORANGE),
        served.red + tiles * (color == Color.RED),
        served.silver + tiles * (color == Color.SILVER),
    )


def _can_be_apart(served: _Served) -> bool:
    """Whether no two tiles of a colour need to stand side by side."""
    many, few = max(served.orange, served.red), min(served.orange, served.red)
    return many <= few + served.silver + 1
