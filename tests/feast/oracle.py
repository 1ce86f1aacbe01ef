"""The best feast by trying everything, cell by cell, with the plain rules alone."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

from odin_solver.components import TILES
from odin_solver.rules.banquet import Serving, banquet_violations, empty_cells, side_lengths


class Merit(NamedTuple):
    """What makes a feast better than another one: less of each, the first first."""

    loss: Fraction
    empty: int
    tiles: int
    served: tuple[int, ...]


def best_merit(
    cells: int,
    food: Mapping[str, int],
    values: Mapping[str, Fraction],
    penalty: Fraction,
    lengthwise: Mapping[str, int],
) -> Merit:
    """The merit of the best feast."""
    kinds: Counter[str] = Counter()
    for name, count in food.items():
        kinds[name.removeprefix("pregnant_")] += count
    found = []
    for servings in tables(cells, kinds, lengthwise):
        served = Counter(each.tile.id for each in servings)
        empty = empty_cells(cells, servings)
        loss = penalty * empty
        for kind, number in served.items():
            loss += cheapest(kind, number, food, values)
        order = tuple(served[kind] for kind in TILES)
        found.append(Merit(loss, empty, len(servings), order))
    return min(found)


def cheapest(
    kind: str, number: int, food: Mapping[str, int], values: Mapping[str, Fraction]
) -> Fraction:
    """What so many of a kind are worth at least, pregnant or not."""
    names = [name for name in (kind, f"pregnant_{kind}") if name in food]
    return min(
        sum((values[name] for name in choice), Fraction(0))
        for choice in combinations_with_replacement(names, number)
        if all(choice.count(name) <= food[name] for name in names)
    )


def tables(
    cells: int,
    kinds: Mapping[str, int],
    limits: Mapping[str, int],
    servings: tuple[Serving, ...] = (),
    start: int = 0,
) -> Iterator[tuple[Serving, ...]]:
    """Every legal way to lay the table, from a cell on."""
    if banquet_violations(cells, servings, limits):
        return  # more tiles do not mend it
    if start >= cells:
        yield servings
        return
    yield from tables(cells, kinds, limits, servings, start + 1)
    for kind, number in kinds.items():
        tile = TILES[kind]
        if sum(each.tile is tile for each in servings) < number:
            square = len(set(side_lengths(tile))) == 1
            for lengthwise in (False,) if square else (False, True):
                serving = Serving(tile, start, lengthwise)
                more = (*servings, serving)
                yield from tables(cells, kinds, limits, more, start + serving.width)
