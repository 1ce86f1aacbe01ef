"""What goods are worth to a player who plays well, by round: the price list.

Prices are measured by games of the compiled engine: the difference that one item more makes to the
final score (``python -m benchmarks.prices``). They are in quarters of a point: finer is noise, and
solvers prove coarser ones sooner.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

from odin_solver.rules.position import GameLength

Worth = tuple[Fraction, ...]
"""Worth of the first piece, the second and so on, none more than the one before; the last holds for
all further."""

UNIT = Fraction(1, 4)
"""Prices are multiples of this."""

PriceList = Mapping[str, tuple[Worth, ...]]
"""The worth of items at the first turn of each round, by item."""


@cache
def price_list(game: GameLength, *, cards: bool = False) -> PriceList:
    """Return the prices of a game, played with occupations or without."""
    text = files("odin_solver.placement").joinpath("prices.json").read_text(encoding="utf-8")
    table = json.loads(text)[f"{game} with cards" if cards else game]
    return {
        item: tuple(tuple(map(rounded, worth)) for worth in rounds)
        for item, rounds in table.items()
    }


def rounded(price: float) -> Fraction:
    """Return a price in whole units."""
    return round(Fraction(price) / UNIT) * UNIT
