"""An objective: a weighted sum of the variables of a linear model."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd

from odin_solver.linear.model import Var


@dataclass(frozen=True)
class LinearObjective:
    """A weighted sum with integer coefficients: its value is ``(constant + terms) / scale``."""

    terms: dict[Var, int]
    constant: int
    scale: int

    def value(self, of: Callable[[Var], int]) -> Fraction:
        """Return the value under an assignment."""
        total = sum(coefficient * of(var) for var, coefficient in self.terms.items())
        return Fraction(self.constant + total, self.scale)

    def then(self, second: "LinearObjective", value_range: int) -> "LinearObjective":
        """Combine lexicographically with a second objective of at most `value_range` + 1 values."""
        terms = {var: coefficient * (value_range + 1) for var, coefficient in self.terms.items()}
        for var, coefficient in second.terms.items():
            terms[var] = terms.get(var, 0) + coefficient
        return LinearObjective(terms, 0, 1)

    @property
    def step(self) -> int:
        """The greatest common divisor of all values of the terms."""
        return gcd(*self.terms.values()) or 1

    def ceiling(self, bound: float) -> Fraction:
        """Return the greatest attainable value under a solver's bound on the terms.

        Solvers compute bounds in floating point, hence a tolerance of a thousandth of a step.
        """
        whole = floor(bound / self.step + 1e-3) * self.step
        return Fraction(self.constant + whole, self.scale)
