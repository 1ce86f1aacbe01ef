"""The weighted sums of an objective over the variables of the model."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd, lcm

from odin_solver.placement.model.statement import Var
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Problem


@dataclass(frozen=True)
class Sum:
    """A weighted sum with integer coefficients: ``(constant + terms) / scale`` is its value."""

    terms: dict[Var, int]
    constant: int
    scale: int

    def value(self, of: Callable[[Var], int]) -> Fraction:
        """The value under an assignment."""
        total = sum(coefficient * of(var) for var, coefficient in self.terms.items())
        return Fraction(self.constant + total, self.scale)

    def before(self, other: "Sum", spread: int) -> "Sum":
        """This sum first, then the other, whose terms take on at most `spread` + 1 values."""
        terms = {var: coefficient * (spread + 1) for var, coefficient in self.terms.items()}
        for var, coefficient in other.terms.items():
            terms[var] = terms.get(var, 0) + coefficient
        return Sum(terms, 0, 1)

    @property
    def step(self) -> int:
        """The largest number of which every value of the terms is a multiple."""
        return gcd(*self.terms.values()) or 1

    def ceiling(self, bound: float) -> Fraction:
        """The greatest value not above what a solver says that the terms cannot exceed.

        Solvers compute bounds in floating point; a thousandth of a step is allowed for that.
        """
        whole = floor(bound / self.step + 1e-3) * self.step
        return Fraction(self.constant + whole, self.scale)


def weighted_sum(problem: Problem, variables: Variables, weights: Weights) -> Sum:
    """Express a weighted sum over the variables.

    The constant holds what no placement can change: the income and the bonuses that the board
    had before, and the tiles of the supply that cannot be placed at all.
    """
    terms: dict[Var, Fraction] = {}
    constant = Fraction(0)

    def add(var: Var, weight: Fraction) -> None:
        if weight:
            terms[var] = terms.get(var, Fraction(0)) + weight

    constant += sum(
        (weight * problem.position.supply.get(name, 0) for name, weight in weights.keep.items()),
        Fraction(0),
    )
    keep = [weights.keep.get(stock.tile.id, Fraction(0)) for stock in problem.stock]
    for area in variables.areas:
        grid = area.area.grid
        for kind, cells, var in area.choices:
            add(var, weights.points * grid.points(cells) + weights.cells * cells.bit_count())
            add(var, -keep[kind])
        for cell, var in area.fillers.items():
            add(var, weights.points * grid.points(cell) + weights.cells)
        for name, var in area.slots.items():
            add(var, weights.points - weights.keep.get(name, Fraction(0)))
        for diagonal, covered in zip(grid.diagonals, area.income, strict=True):
            constant += weights.income * diagonal.values[0]
            steps = zip(diagonal.values, diagonal.values[1:], covered, strict=False)
            for below, above, reached in steps:
                if reached is None:
                    constant += weights.income * (above - below)
                else:
                    add(reached, weights.income * (above - below))
        for won, bonus in area.bonuses:
            add(won, weights.bonus_value(bonus.gives))
    for var, name, weight in (
        (variables.silver, "silver", weights.silver),
        (variables.ore, "ore", weights.ore),
    ):
        add(var, weight - weights.keep.get(name, Fraction(0)))

    scale = lcm(constant.denominator, *(weight.denominator for weight in terms.values()))
    whole = {var: int(weight * scale) for var, weight in terms.items() if weight}
    return Sum(whole, int(constant * scale), scale)


def tiles_used(variables: Variables) -> Sum:
    """How many tiles are laid, silver and ore excepted, with the sign turned: fewest is best."""
    laid = [choice.var for area in variables.areas for choice in area.choices]
    return Sum(dict.fromkeys(laid, -1), 0, 1)


def silver_kept(variables: Variables) -> Sum:
    """How much silver is laid, with the sign turned: most kept is best."""
    return Sum({variables.silver: -1}, 0, 1)
