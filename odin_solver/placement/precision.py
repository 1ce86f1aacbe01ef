"""Objective levels in whole numbers that solvers maximise exactly.

HiGHS computes with tolerances and CP-SAT with 64-bit integers. A level whose values range over too
many multiples of their common unit is split: ``1,000,000 cells + points / 999,983`` is first
``cells``, then ``points``, since no number of points outweighs a cell.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

from odin_solver.errors import InputError
from odin_solver.linear.solvers import need_cp_sat
from odin_solver.placement.objective import PLAIN_KEYS, Objective, Weights
from odin_solver.placement.problem import Problem, trivial_bound

HIGHS_RANGE = 10**6
"""Range of an objective, in units, up to which HiGHS is trusted; its tolerances are near 1e-9."""

EXACT_RANGE = 10**12
"""Range up to which CP-SAT is: its sums fit into 64 bits, its bounds into floating point."""


class LevelPart(NamedTuple):
    """A part of an objective level; the level is the sum of ``factor * weights`` of its parts.

    Attributes
    ----------
    factor
        What a unit of the part is worth in the level.
    """

    level: int
    factor: Fraction
    weights: Weights


def split_objective(problem: Problem, objective: Objective) -> tuple[LevelPart, ...]:
    """Return the parts of all levels, the most important first.

    A level that is small enough is its only part.

    Raises
    ------
    InputError
        If a level cannot be split into parts that solvers maximise exactly.
    """
    return tuple(
        LevelPart(number, factor, weights)
        for number, level in enumerate(objective.levels)
        for factor, weights in _split(problem, level)
    )


def check_exact(problem: Problem, weights: Weights) -> None:
    """Make sure that the solvers here can maximise a weighted sum exactly.

    Raises
    ------
    InputError
        If its values range too far.
    """
    units = range_in_units(problem, weights)
    if units > HIGHS_RANGE:
        need_cp_sat("objective: a range of more than 10^6 times the common unit of its weights")
    if units > EXACT_RANGE:
        raise InputError.said(
            "objective: these weights need more digits than solvers have: expected a range "
            "of at most 10^12 times their common unit, got 10^{power}; use fewer decimals",
            power=len(str(units)) - 1,
        )


def range_in_units(problem: Problem, weights: Weights) -> int:
    """Return how many units lie at most between the worst and the best layout."""
    unit = unit_of(weights)
    return int(_value_range(problem, weights) / unit) if unit else 0


def _split(problem: Problem, weights: Weights) -> list[tuple[Fraction, Weights]]:
    if range_in_units(problem, weights) <= HIGHS_RANGE:
        return [(Fraction(1), weights)]
    plain = weights.banquet is None and all(len(worth) == 1 for worth in weights.keep.values())
    for size in _sizes(weights) if plain else ():
        # Each weight is a multiple of the size and a rest. If all rests together weigh less than
        # one unit of the multiples, they only decide between ties.
        quotients, rest = _divided(weights, size)
        unit = unit_of(quotients) * size
        if unit and unit_of(rest) and _value_range(problem, rest) < unit:
            first = [(size * factor, part) for factor, part in _split(problem, quotients)]
            return first + _split(problem, rest)
    check_exact(problem, weights)
    return [(Fraction(1), weights)]


def _divided(weights: Weights, size: Fraction) -> tuple[Weights, Weights]:
    return (
        _mapped(weights, lambda weight: Fraction(round(weight / size))),
        _mapped(weights, lambda weight: weight - round(weight / size) * size),
    )


def _sizes(weights: Weights) -> list[Fraction]:
    sizes = {abs(weight) for weight in weights.as_keys().values() if weight}
    rests = {abs(a - round(a / b) * b) for a in sizes for b in sizes}
    return sorted(sizes | rests - {Fraction(0)}, reverse=True)


def _value_range(problem: Problem, weights: Weights) -> Fraction:
    feast = Fraction(0)
    if weights.banquet is not None:
        feast = weights.banquet.cells * weights.banquet.penalty
    return (
        feast
        + trivial_bound(problem, weights)
        + trivial_bound(problem, _mapped(weights, lambda weight: -weight))
    )


def unit_of(weights: Weights) -> Fraction:
    """Return the greatest number of which all weights are multiples; 0 without weights."""
    numbers: Sequence[Fraction] = list(weights.as_keys().values())
    scale = lcm(*(number.denominator for number in numbers))
    return Fraction(gcd(*(int(number * scale) for number in numbers)), scale)


def _mapped(weights: Weights, change: Callable[[Fraction], Fraction]) -> Weights:
    plain: dict[str, Any] = {key: change(getattr(weights, key)) for key in PLAIN_KEYS}
    return replace(
        weights,
        **plain,
        bonus_of={item: change(weight) for item, weight in weights.bonus_of.items()},
        keep={name: tuple(map(change, worth)) for name, worth in weights.keep.items()},
    )
