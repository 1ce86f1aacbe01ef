"""What a layout gains, counted by the plain rules, and its value, whole and in parts."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from odin_solver.placement.objective import Weights
from odin_solver.placement.stock import feast_of, stock_before_feast, worth_of_stock
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import uncovered_points


class Gains(NamedTuple):
    """What the objective weighs, counted on a layout."""

    points: int
    income: int
    bonuses: tuple[tuple[tuple[str, int], ...], ...]
    silver: int
    ore: int
    cells: int
    left: Mapping[str, int]


class Parts(NamedTuple):
    """The parts of a value, and what they come from.

    Attributes
    ----------
    worth
        The parts that the objective weighs, by name; they add up to the value. ``points``,
        ``income``, ``bonuses``, ``silver``, ``ore`` and ``cells`` are as in `Gains`; ``kept`` is
        what is left after the feast, ``feast`` the empty spaces of the table.
    kept
        What is left after the feast, with the income that comes before it.
    eaten, empty
        What is eaten at the feast, and the empty spaces; None if no feast is weighed.
    """

    worth: Mapping[str, Fraction]
    kept: Mapping[str, int]
    eaten: Mapping[str, int] | None
    empty: int | None


def gains(before: Position, after: Position) -> Gains:
    """Count what the new pieces of a layout gain.

    Parameters
    ----------
    before, after
        The same boards without and with the new pieces, and the rest of the supply.
    """
    laid: Counter[str] = Counter()
    for old, new in zip(before.boards, after.boards, strict=True):
        laid.update(piece.tile.id for piece in new.pieces[len(old.pieces) :])

    def over_boards(position: Position) -> tuple[int, int, int]:
        states = position.boards
        return (
            sum(uncovered_points(state) for state in states),
            sum(state.income for state in states),
            sum(state.covered.bit_count() for state in states),
        )

    open_before, _, cells_before = over_boards(before)
    open_after, silver_income, cells_after = over_boards(after)
    return Gains(
        points=open_before - open_after,
        income=silver_income,
        bonuses=tuple(
            bonus.gives
            for state in after.boards
            for bonus in bonuses_won(state.grid, state.covered)
        ),
        silver=laid["silver"],
        ore=laid["ore"],
        cells=cells_after - cells_before,
        left=after.supply,
    )


def value(weights: Weights, gained: Gains) -> Fraction:
    """Return the weighted sum of a layout's gains."""
    return (
        weights.points * gained.points
        + weights.income * gained.income
        + weights.silver * gained.silver
        + weights.ore * gained.ore
        + weights.cells * gained.cells
        + sum((weights.bonus_value(gives) for gives in gained.bonuses), Fraction(0))
        + worth_of_stock(weights, gained.left, gained.income)
    )


def parts_of(weights: Weights, gained: Gains) -> Parts:
    """Return the parts of a layout's value."""
    stock = Counter(stock_before_feast(weights, gained.left, gained.income))
    feast = feast_of(weights, stock)
    if feast is not None:
        stock.subtract(feast.eaten)
    kept = {name: count for name, count in stock.items() if count}
    bonuses = sum((weights.bonus_value(gives) for gives in gained.bonuses), Fraction(0))
    keeps = sum((weights.kept(name, kept.get(name, 0)) for name in weights.keep), Fraction(0))
    weighed = {
        "points": (weights.points, weights.points * gained.points),
        "income": (weights.income, weights.income * gained.income),
        "bonuses": (weights.bonus or any(weights.bonus_of.values()), bonuses),
        "silver": (weights.silver, weights.silver * gained.silver),
        "ore": (weights.ore, weights.ore * gained.ore),
        "cells": (weights.cells, weights.cells * gained.cells),
        "kept": (weights.keep, keeps),
    }
    parts = {name: worth for name, (counts, worth) in weighed.items() if counts}
    if feast is None:
        return Parts(parts, kept, None, None)
    assert weights.banquet is not None
    parts["feast"] = -weights.banquet.penalty * feast.empty
    return Parts(parts, kept, feast.eaten, feast.empty)
