"""The best feast: what to eat and how to set it along the table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from types import MappingProxyType
from typing import ClassVar, Literal

from odin_solver.components import TILES
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.errors import InputError
from odin_solver.feast.food import FOOD_VALUES, FOODS, check_food, exact
from odin_solver.feast.menu import Stock, best_menu, most_tiles
from odin_solver.feast.table import set_along
from odin_solver.rules.banquet import Serving, banquet_violations, empty_cells
from odin_solver.rules.scoring import THING_PENALTY_POINTS

THING_PENALTY = Fraction(-THING_PENALTY_POINTS)
"""What an empty cell costs by default: the points of a Thing penalty."""


@dataclass(frozen=True)
class Feast:
    """What is eaten, and how it lies on the table.

    Attributes
    ----------
    cells
        Free cells of the table.
    servings
        What lies on it, from the left. Cells are counted from 0 at the first free one.
    empty
        Cells that nothing covers: a Thing penalty each.
    eaten
        How many of everything are eaten; pregnant animals by their own keys.
    loss
        What the eaten food was worth, and the penalties.
    """

    cells: int
    servings: tuple[Serving, ...]
    empty: int
    eaten: Mapping[str, int]
    loss: Fraction

    proven: ClassVar[Literal[True]] = True
    """No other feast loses less: all of them were compared."""


def best_feast(
    cells: int,
    food: Mapping[str, int],
    values: Mapping[str, Fraction | float] | None = None,
    penalty: Fraction | float = THING_PENALTY,
    lengthwise: Mapping[str, int] | None = None,
) -> Feast:
    """Find the feast that loses least (rules, 3.9).

    Parameters
    ----------
    cells
        Free cells of the table, without those under Vikings and emigrated ships.
    food
        How many there are of each food, animal and silver; pregnant animals are
        ``pregnant_sheep`` and ``pregnant_cattle``.
    values
        What one piece is worth if it is kept, where that is not the default (`FOOD_VALUES`).
    penalty
        What an empty cell costs, in the same unit.
    lengthwise
        How many tiles of a kind may lie lengthwise, where it is not one.

    Returns
    -------
    Feast
        One with the smallest loss; among these one with the fewest empty cells, then the fewest
        tiles, then the fewest tiles of what comes first among `TILES`, and so on. Of animals of
        one kind the ones that are worth least are eaten first, and of equal ones those that are
        not pregnant.

    Raises
    ------
    InputError
        If something is not food, a number is negative, or the table does not have so many cells.
    """
    if not 0 <= cells <= BANQUET_TABLE.cells:
        raise InputError(f"cells: expected 0 to {BANQUET_TABLE.cells}, got {cells}")
    values = values or {}
    for name in (*food, *values):
        check_food(name)
    for name, count in food.items():
        if count < 0:
            raise InputError(f"food: {name}: expected 0 or more, got {count}")
    fine = _number("penalty", penalty)
    worth = {
        name: _number(f"value of {name}", values[name]) if name in values else FOOD_VALUES[name]
        for name in FOODS
        if food.get(name)
    }
    # Whole numbers are added much faster than fractions.
    scale = lcm(fine.denominator, *(value.denominator for value in worth.values()))
    price = {name: int(value * scale) for name, value in worth.items()}
    larder = _larder(cells, food, price)
    limits = lengthwise or {}
    stocks = [
        Stock(
            TILES[kind],
            list(accumulate((price[name] for name in names), initial=0)),
            limits.get(kind, 1),
        )
        for kind, names in larder.items()
    ]
    dishes = best_menu(cells, stocks, int(fine * scale))
    servings = set_along(dishes)
    assert not banquet_violations(cells, servings, lengthwise), "the plain rules disagree"
    empty = empty_cells(cells, servings)
    eaten = Counter(name for dish in dishes for name in larder[dish.tile.id][: dish.served])
    loss = sum((worth[name] * count for name, count in eaten.items()), fine * empty)
    return Feast(cells, servings, empty, MappingProxyType(dict(eaten)), loss)


def _larder(cells: int, food: Mapping[str, int], price: Mapping[str, int]) -> dict[str, list[str]]:
    """What may be eaten of each kind of good, the cheapest first, and no more than is of use."""
    larder: dict[str, list[str]] = {}
    for name in price:
        kind = FOODS[name]
        names = [name] * min(food[name], most_tiles(kind, cells))
        larder.setdefault(kind.id, []).extend(names)
    return {
        kind: sorted(names, key=price.__getitem__)[: most_tiles(TILES[kind], cells)]
        for kind, names in larder.items()
    }


def _number(name: str, number: Fraction | float) -> Fraction:
    try:
        return exact(number)
    except ValueError:
        raise InputError(f"{name}: expected a finite number, got {number}") from None
