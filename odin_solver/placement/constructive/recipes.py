"""Recipes of the constructive search: what is not known beforehand about a good layout."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from odin_solver.placement.problem import Area, Problem

CELL_ORDERS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "rows up": lambda x, y: (-y, x),
    "rows down": lambda x, y: (y, -x),
    "columns right": lambda x, y: (x, -y),
    "columns left": lambda x, y: (-x, y),
    "diagonals up": lambda x, y: (x - y, x),
    "diagonals down": lambda x, y: (y - x, x),
}

FIRST_LEVELS = (None, 0.0, 0.4, 0.7)
"""How far up all diagonals the first recipes go: left open, then shares of their length."""


@dataclass(frozen=True)
class BoardRecipe:
    """How to fill one board.

    Attributes
    ----------
    cells
        The order of its cells, a key of `CELL_ORDERS`.
    levels
        For every diagonal the exact number of income cells to cover; None leaves it open.
    """

    cells: str
    levels: tuple[int | None, ...]


@dataclass(frozen=True)
class BuildRecipe:
    """How to build a layout.

    Attributes
    ----------
    boards
        Numbers of the boards, in the order of filling.
    areas
        The recipe of every board.
    price, exponent
        The price of a tile is ``price * area ** exponent``, in cells with a negative point.
    pull
        How much green tiles are preferred.
    jitter
        Seed of small random prices.
    width
        Partial layouts that survive at each cell.
    """

    boards: tuple[int, ...]
    areas: tuple[BoardRecipe, ...]
    price: float
    exponent: float
    pull: float
    jitter: int
    width: int


class RecipeBook:
    """Makes random recipes for a problem."""

    def __init__(self, problem: Problem, choose: random.Random) -> None:
        self._problem = problem
        self._random = choose
        self._prices = _prices_of_area(problem)

    def new(self, trial: int) -> BuildRecipe:
        """Return a random recipe."""
        choose = self._random
        areas = [a for a in self._problem.areas if a.free]
        choose.shuffle(areas)
        areas.sort(key=lambda each: not each.state.board.is_building)
        recipes = [self._board_recipe(area) for area in self._problem.areas]
        if trial < len(FIRST_LEVELS) and (share := FIRST_LEVELS[trial]) is not None:
            recipes = [
                replace(
                    recipe, levels=tuple(round(share * len(d.cells)) for d in area.grid.diagonals)
                )
                for recipe, area in zip(recipes, self._problem.areas, strict=True)
            ]
        return BuildRecipe(
            boards=tuple(area.number for area in areas),
            areas=tuple(recipes),
            price=choose.choice(self._prices) if trial else self._prices[0],
            exponent=choose.choice([1.0, 1.0, 0.9, 0.8]),
            pull=choose.choice([0.0, 0.3, 0.6]),
            jitter=choose.randrange(1 << 30),
            width=_width(trial),
        )

    def changed(self, recipe: BuildRecipe, trial: int) -> BuildRecipe:
        """Return a neighbour of a recipe: one part changed, and new jitter."""
        choose = self._random
        recipe = replace(recipe, jitter=choose.randrange(1 << 30), width=_width(trial))
        what = choose.random()
        if what < 0.5 and self._problem.areas:
            at = choose.randrange(len(self._problem.areas))
            old = recipe.areas[at]
            new = self._board_recipe(self._problem.areas[at])
            if choose.random() < 0.5 and any(level is not None for level in old.levels):
                near = tuple(
                    None
                    if level is None
                    else max(0, min(level + choose.choice([-1, 1]), len(d.cells)))
                    for level, d in zip(
                        old.levels, self._problem.areas[at].grid.diagonals, strict=True
                    )
                )
                new = replace(old, levels=near)
            elif choose.random() < 0.5:
                new = replace(new, levels=old.levels)
            return replace(recipe, areas=(*recipe.areas[:at], new, *recipe.areas[at + 1 :]))
        if what < 0.7:
            return replace(recipe, price=choose.choice(self._prices))
        if what < 0.8:
            return replace(recipe, pull=choose.choice([0.0, 0.3, 0.6]))
        if what < 0.9 and len(recipe.boards) > 1:
            boards = list(recipe.boards)
            choose.shuffle(boards)
            return replace(recipe, boards=tuple(boards))
        return recipe

    def _board_recipe(self, area: Area) -> BoardRecipe:
        choose = self._random
        levels = tuple(
            choose.choice([None, choose.randint(0, len(diagonal.cells)), len(diagonal.cells)])
            for diagonal in area.grid.diagonals
        )
        return BoardRecipe(choose.choice(list(CELL_ORDERS)), levels)


def without_levels(recipe: BuildRecipe) -> BuildRecipe:
    """Leave all diagonals open: their levels may be unreachable."""
    areas = [replace(each, levels=(None,) * len(each.levels)) for each in recipe.areas]
    return replace(recipe, areas=tuple(areas))


def _width(trial: int) -> int:
    return (8, 8, 12, 12, 20, 20, 30)[min(trial // 4, 6)]


def _prices_of_area(problem: Problem) -> tuple[float, ...]:
    """Return prices to try, the first one first: the scarcer the tiles, the dearer.

    A price of 1 is the value of a cell with a negative point.
    """
    area = sum(each.count * each.tile.area for each in problem.stock) + problem.ore
    points = sum(each.grid.points(each.free) for each in problem.areas)
    if area < 0.8 * points:
        return (0.8, 0.5, 0.7, 0.9)
    if area < 1.4 * points:
        return (0.3, 0.0, 0.1, 0.5, 0.8)
    return (0.0, 0.0, 0.1, 0.3)
