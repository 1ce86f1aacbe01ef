"""What is left in the supply: its worth after the feast of the round."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from odin_solver.feast.best import Feast, best_feast
from odin_solver.feast.food import FOODS
from odin_solver.placement.objective import Banquet, Weights
from odin_solver.placement.prices import Worth, rounded

SILVER_LEFT = (Fraction(1), Fraction(1, 3))
"""Share of the silver that typical layouts leave: local searches value silver in either way."""


def stock_before_feast(weights: Weights, left: Mapping[str, int], income: int) -> dict[str, int]:
    """Return what is left in the supply, with the income that comes before the feast."""
    stock = dict(left)
    if weights.banquet is not None and not weights.banquet.paid:
        stock["silver"] = stock.get("silver", 0) + income
    return stock


def worth_of_stock(weights: Weights, left: Mapping[str, int], income: int) -> Fraction:
    """Return the worth of what is kept, less that of the best feast and its empty spaces."""
    stock = stock_before_feast(weights, left, income)
    total = sum((weights.kept(name, stock.get(name, 0)) for name in weights.keep), Fraction(0))
    feast = feast_of(weights, stock)
    return total if feast is None else total - feast.loss


def feast_of(weights: Weights, stock: Mapping[str, int]) -> Feast | None:
    """Return the best feast from a stock by the worths of a level; None if it has no feast."""
    if weights.banquet is None:
        return None
    food = tuple((name, stock[name], worth_of(weights, name)) for name in FOODS if stock.get(name))
    return _feast(weights.banquet, food)


@lru_cache(maxsize=4096)
def _feast(banquet: Banquet, food: tuple[tuple[str, int, Worth], ...]) -> Feast:
    counts = {name: min(count, MOST_SERVED) for name, count, _ in food}
    # Of more than can be eaten only the last are.
    values = {
        name: worth[max(0, count - MOST_SERVED) :] or worth[-1:] for name, count, worth in food
    }
    return best_feast(banquet.cells, counts, values, banquet.penalty)


MOST_SERVED = 12
"""No more of one kind fits on the table."""


def worth_of(weights: Weights, name: str) -> Worth:
    """Return the worth of the first, second ... tile of a kind that is kept."""
    return weights.keep.get(name, (Fraction(0),))


def in_stock(weights: Weights, supply: Mapping[str, int]) -> list[str]:
    """Return the tiles of a supply whose worth does not simply add up: see `worth_of_stock`."""
    return [
        name
        for name in dict.fromkeys((*weights.keep, *FOODS))
        if (supply.get(name, 0) or name == "silver")
        and (len(worth_of(weights, name)) > 1 or (weights.banquet is not None and name in FOODS))
    ]


def added_up(weights: Weights, supply: Mapping[str, int], income: int, share: Fraction) -> Weights:
    """Return weights without a feast that are about right near a layout, for a local search.

    Parameters
    ----------
    weights
        A level of an objective.
    income
        Income of a typical layout.
    share
        Share of the silver that such a layout leaves.
    """
    if weights.banquet is None and all(len(worth) == 1 for worth in weights.keep.values()):
        return weights
    keep = {
        name: (worth[min(len(worth) - 1, supply.get(name, 0) // 2)],)
        for name, worth in weights.keep.items()
    }
    earned = weights.income
    if weights.banquet is not None:
        kept = int(supply.get("silver", 0) * share)
        fewer, more = (
            worth_of_stock(weights, {**supply, "silver": silver}, income)
            for silver in (kept, kept + 2)
        )
        silver = rounded(float(more - fewer) / 2)
        keep["silver"] = (silver,)
        if not weights.banquet.paid:
            earned += silver
    return replace(weights, income=earned, keep=keep, banquet=None)
