"""The best feast: what to eat, and where it lies on the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from operator import itemgetter
from types import MappingProxyType
from typing import ClassVar, Literal

from odin_solver.components import TILES
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.errors import InputError
from odin_solver.feast.food import FOOD_VALUES, FOODS, check_food, exact
from odin_solver.feast.menu import FoodStock, best_menu, most_tiles
from odin_solver.feast.table import set_along
from odin_solver.rules.banquet import Serving, banquet_violations, empty_cells
from odin_solver.rules.scoring import THING_PENALTY_POINTS
from odin_solver.support.display import Brief

THING_PENALTY = Fraction(-THING_PENALTY_POINTS)
"""Default cost of an empty cell: the points of a Thing penalty."""


@dataclass(frozen=True, repr=False)
class Feast(Brief):
    """A feast: what is eaten, and where it lies on the table.

    Attributes
    ----------
    cells
        Free cells of the table.
    servings
        The tiles on it, from the left. Cells are counted from 0 at the first free one.
    empty
        Empty cells: a Thing penalty each.
    eaten
        Food eaten, by name; pregnant animals have names of their own.
    loss
        Value of the food eaten, plus the penalties.
    """

    cells: int
    servings: tuple[Serving, ...]
    empty: int
    eaten: Mapping[str, int]
    loss: Fraction

    proven: ClassVar[Literal[True]] = True
    """The search is exhaustive."""


def best_feast(
    cells: int,
    food: Mapping[str, int],
    values: Mapping[str, Fraction | float | Sequence[Fraction]] | None = None,
    penalty: Fraction | float = THING_PENALTY,
    lengthwise: Mapping[str, int] | None = None,
) -> Feast:
    """Find the feast of the smallest loss (rules, 3.9).

    Parameters
    ----------
    cells
        Free cells of the table, without those under Vikings and emigrated ships.
    food
        Food, animals and silver at hand; pregnant animals are ``pregnant_sheep`` and
        ``pregnant_cattle``.
    values
        Value of keeping one piece, where it is not the default (`FOOD_VALUES`); or of keeping the
        first, the second and so on, none more than the one before. The last holds for all further.
    penalty
        Cost of an empty cell, in the same unit.
    lengthwise
        How many tiles of a kind may lie lengthwise, where it is not one.

    Returns
    -------
    Feast
        A feast of the smallest loss. Ties are broken by fewest empty cells, then fewest tiles,
        then fewest tiles of what comes first in `TILES`, and so on. Of one kind of animal the
        cheapest are eaten first, and of equal ones those not pregnant.

    Raises
    ------
    InputError
        If something is not food, a number is negative, or the table has fewer cells.
    """
    if not 0 <= cells <= BANQUET_TABLE.cells:
        raise InputError.said(
            "cells: expected 0 to {most}, got {got}", most=BANQUET_TABLE.cells, got=cells
        )
    values = values or {}
    for name in (*food, *values):
        check_food(name)
    for name, count in food.items():
        if count < 0:
            raise InputError.said(
                "food: {name}: expected 0 or more, got {got}", name=name, got=count
            )
    penalty_ = _number("penalty", penalty)
    kept = {
        name: _values(name, values.get(name, FOOD_VALUES[name]), food[name])
        for name in FOODS
        if food.get(name)
    }
    # Integers are added much faster than fractions.
    scale = lcm(penalty_.denominator, *(each.denominator for by in kept.values() for each in by))
    larder = _larder(cells, kept)
    limits = lengthwise or {}
    stocks = [
        FoodStock(
            TILES[kind],
            list(accumulate((int(value * scale) for value, _ in pieces), initial=0)),
            limits.get(kind, 1),
        )
        for kind, pieces in larder.items()
    ]
    dishes = best_menu(cells, stocks, int(penalty_ * scale))
    servings = set_along(dishes)
    assert not banquet_violations(cells, servings, lengthwise), "the plain rules disagree"
    empty = empty_cells(cells, servings)
    pieces = [piece for dish in dishes for piece in larder[dish.tile.id][: dish.served]]
    eaten = Counter(name for _, name in pieces)
    loss = sum((value for value, _ in pieces), penalty_ * empty)
    return Feast(cells, servings, empty, MappingProxyType(dict(eaten)), loss)


def _larder(
    cells: int, kept: Mapping[str, Sequence[Fraction]]
) -> dict[str, list[tuple[Fraction, str]]]:
    larder: dict[str, list[tuple[Fraction, str]]] = {}
    for name, values in kept.items():
        larder.setdefault(FOODS[name].id, []).extend((value, name) for value in values)
    return {
        kind: sorted(pieces, key=itemgetter(0))[: most_tiles(TILES[kind], cells)]
        for kind, pieces in larder.items()
    }


def _values(name: str, given: Fraction | float | Sequence[Fraction], count: int) -> list[Fraction]:
    steps = given if isinstance(given, Sequence) else (_number(f"value of {name}", given),)
    return [steps[min(at, len(steps) - 1)] for at in reversed(range(count))]


def _number(name: str, number: Fraction | float) -> Fraction:
    try:
        return exact(number)
    except ValueError:
        raise InputError.said(
            "{name}: expected a finite number, got {got}", name=name, got=number
        ) from None
