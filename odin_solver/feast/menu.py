"""The best choice of dishes, by dynamic programming.

Where a tile lies hardly matters. Dishes fit on the table if and only if their total width does
and neither colour has more tiles than

    tiles of the other colour + silver + empty cells + 1,

since two tiles of a colour need something between them, and any separator may stand in any gap.
So all that matters of a colour is how many tiles and cells it takes. For every such pair the best
dishes of the colour are found kind by kind; then all orange pairs are combined with all red ones.

A choice is packed into one integer, its rank: ranks add up, and the smallest is the best. From
the most significant digits down: loss, empty cells, tiles, then for each kind the tiles served
and how many of them lengthwise. So the last digits encode the choice.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from odin_solver.components import Color, Tile
from odin_solver.feast.table import Dish
from odin_solver.rules.banquet import side_lengths


class FoodStock(NamedTuple):
    """The supply of one kind of good.

    Attributes
    ----------
    tile
        The good; pregnant animals are of the same kind as the others.
    costs
        Loss of serving none, one, two ... of them, the cheapest first.
    lengthwise
        How many of them may lie lengthwise.
    """

    tile: Tile
    costs: Sequence[int]
    lengthwise: int = 1


class _Dishes(NamedTuple):
    """Dishes of one colour: tiles, cells and rank."""

    tiles: int
    width: int
    rank: int


def most_tiles(tile: Tile, cells: int) -> int:
    """Return how many tiles of one kind can be served at most.

    With one more cell at the end of the table, every tile of food has a separating cell after it.
    """
    if tile.color is Color.SILVER:
        return cells
    return (cells + 1) // (min(side_lengths(tile)) + 1)


def best_menu(cells: int, stocks: Sequence[FoodStock], penalty: int) -> list[Dish]:
    """Choose the dishes of the smallest loss: their costs, and a penalty for each empty cell.

    Parameters
    ----------
    cells
        Free cells of the table.
    stocks
        What may be eaten: each kind once, at most `most_tiles` of it.
    penalty
        Cost of an empty cell, in the unit of the stocks.

    Returns
    -------
    list of Dish
        The dishes, in the order of the stocks. Ties are broken by fewest empty cells, then fewest
        tiles, then fewest tiles of the first kind, and so on.
    """
    digit = cells.bit_length()
    choice = 2 * digit * len(stocks)
    place = choice
    coins = [0]
    foods: dict[Color, list[list[_Dishes]]] = {Color.ORANGE: [], Color.RED: []}
    for stock in stocks:
        tile, costs, _ = stock
        place -= 2 * digit
        ways = [
            _Dishes(
                served,
                width,
                (((costs[served] << 2 * digit) + served) << choice)
                + (((served << digit) + lengthwise) << place),
            )
            for served, lengthwise, width in _ways(stock, cells)
        ]
        if tile.color is Color.SILVER:
            coins += [way.rank for way in ways]
        else:
            foods[tile.color].append(ways)
    hole = ((penalty << digit) + 1) << digit + choice
    fillings = [
        min(coin + (rest - used) * hole for used, coin in enumerate(coins[: rest + 1]))
        for rest in range(cells + 1)
    ]
    rank = _best_rank(
        _best_dishes(foods[Color.ORANGE], cells), _best_dishes(foods[Color.RED], cells), fillings
    )
    mask = (1 << digit) - 1
    dishes = []
    for tile, *_ in stocks:
        choice -= 2 * digit
        dishes.append(Dish(tile, rank >> choice + digit & mask, rank >> choice & mask))
    return dishes


def _ways(stock: FoodStock, cells: int) -> Iterator[tuple[int, int, int]]:
    narrow, wide = sorted(side_lengths(stock.tile))
    for served in range(1, len(stock.costs)):
        for lengthwise in range(min(served, stock.lengthwise) + 1 if narrow < wide else 1):
            width = served * narrow + lengthwise * (wide - narrow)
            if width <= cells:
                yield served, lengthwise, width


def _best_dishes(kinds: Iterable[Sequence[_Dishes]], cells: int) -> list[_Dishes]:
    """Return the best dishes of one colour for every number of tiles and cells.

    The tiles with the fewest separators fit on the table.
    """
    # tiles + width in the high digits, tiles in the low ones: one addition for both.
    unit = cells + 2
    beyond = unit * unit
    best = {0: 0}
    for ways in kinds:
        steps = sorted(((way.tiles + way.width) * unit + way.tiles, way.rank) for way in ways)
        grown = best.copy()
        for at, rank in best.items():
            for step, more in steps:
                reached = at + step
                if reached >= beyond:
                    break
                total = rank + more
                known = grown.get(reached)
                if known is None or total < known:
                    grown[reached] = total
        best = grown
    return [_Dishes(at % unit, at // unit - at % unit, rank) for at, rank in best.items()]


def _best_rank(oranges: Iterable[_Dishes], reds: Sequence[_Dishes], fillings: Sequence[int]) -> int:
    """Return the best rank of orange dishes, red dishes and a filling of the other cells.

    Parameters
    ----------
    oranges, reds
        The best dishes of each colour; the first of each is none.
    fillings
        For every number of cells the best rank of filling them with silver or nothing.
    """
    cells = len(fillings) - 1
    best = fillings[cells]
    for tiles, width, rank in oranges:
        left = cells - width
        for others, more, other_rank in reds:
            rest = left - more
            if rest >= 0 and -rest - 1 <= tiles - others <= rest + 1:
                total = rank + other_rank + fillings[rest]
                if total < best:
                    best = total
    return best
