"""What to eat: the best choice among all of them, by dynamic programming.

Where a tile lies along the table hardly matters. Dishes can be set along it if and only if they
are not too wide together and neither colour has more tiles than

    tiles of the other colour + silver + empty cells + 1,

for every two tiles of a colour need something between them, and whatever keeps the tiles of the
more numerous colour apart may stand in any of its gaps. So it is enough to know of each colour
how many tiles and how many cells it takes. For every such pair the best dishes of a colour are
found kind by kind; then every pair of orange is compared with every pair of red.

Everything that makes one choice better than another is packed into one integer, its rank, so that
ranks of dishes add up and the smallest one is the best. From the most important digits down: what
is lost, empty cells, tiles, and how many tiles are served of the first kind and how many of these
lengthwise, then of the second kind, and so on. So the last digits say what the choice was.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from odin_solver.components import Color, Tile
from odin_solver.feast.table import Dish
from odin_solver.rules.banquet import side_lengths


class Stock(NamedTuple):
    """What there is of one kind of good.

    Attributes
    ----------
    tile
        The good; pregnant animals are of the same kind as the others.
    costs
        What is lost by serving none, one, two ... of them, the cheapest first.
    lengthwise
        How many of them may lie lengthwise.
    """

    tile: Tile
    costs: Sequence[int]
    lengthwise: int = 1


class _Spread(NamedTuple):
    """Food of one colour: how many tiles and cells it takes, and its rank."""

    tiles: int
    width: int
    rank: int


def most_tiles(tile: Tile, cells: int) -> int:
    """How many tiles of one kind can be served at most.

    With one cell more at the end of the table every tile of food has a cell after it that keeps it
    apart from the next one of its kind.
    """
    if tile.color is Color.SILVER:
        return cells
    return (cells + 1) // (min(side_lengths(tile)) + 1)


def best_menu(cells: int, stocks: Sequence[Stock], penalty: int) -> list[Dish]:
    """Choose the dishes that lose least: what they cost, and a penalty for each empty cell.

    Parameters
    ----------
    cells
        Free cells of the table.
    stocks
        What may be eaten, each kind once and no more of it than `most_tiles`.
    penalty
        What an empty cell costs, in the unit of the stocks.

    Returns
    -------
    list of Dish
        What is served, in the order of the stocks. Among equally cheap choices one with the fewest
        empty cells, then the fewest tiles, then the fewest tiles of the first kind, and so on.
    """
    digit = cells.bit_length()
    choice = 2 * digit * len(stocks)
    place = choice
    coins = [0]
    foods: dict[Color, list[list[_Spread]]] = {Color.ORANGE: [], Color.RED: []}
    for stock in stocks:
        tile, costs, _ = stock
        place -= 2 * digit
        ways = [
            _Spread(
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
        _spreads(foods[Color.ORANGE], cells), _spreads(foods[Color.RED], cells), fillings
    )
    mask = (1 << digit) - 1
    dishes = []
    for tile, *_ in stocks:
        choice -= 2 * digit
        dishes.append(Dish(tile, rank >> choice + digit & mask, rank >> choice & mask))
    return dishes


def _ways(stock: Stock, cells: int) -> Iterator[tuple[int, int, int]]:
    """All ways to serve some tiles of a kind: how many, how many lengthwise, and their width."""
    narrow, wide = sorted(side_lengths(stock.tile))
    for served in range(1, len(stock.costs)):
        for lengthwise in range(min(served, stock.lengthwise) + 1 if narrow < wide else 1):
            width = served * narrow + lengthwise * (wide - narrow)
            if width <= cells:
                yield served, lengthwise, width


def _spreads(kinds: Iterable[Sequence[_Spread]], cells: int) -> list[_Spread]:
    """The best food of one colour for every number of tiles and cells that it may take.

    Its tiles and the least that keeps them apart do not need more cells than there are.
    """
    # tiles + width in the high digits and tiles in the low ones, so that they are added at once.
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
    return [_Spread(at % unit, at // unit - at % unit, rank) for at, rank in best.items()]


def _best_rank(oranges: Iterable[_Spread], reds: Sequence[_Spread], fillings: Sequence[int]) -> int:
    """The best orange food with the best red food, and whatever fills the other cells.

    Parameters
    ----------
    oranges, reds
        The best food of each colour; the first of each is none at all.
    fillings
        The best rank of so many cells without food: silver, or nothing.
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
