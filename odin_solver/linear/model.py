"""A linear model over integers, independent of any solver.

The rules of a game are stated once, in these few terms, and handed to CP-SAT
(`odin_solver.linear.cpsat`) and HiGHS (`odin_solver.linear.highs`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Var = int
"""A variable: its index in the model."""

Terms = Mapping[Var, int]
"""A linear expression: coefficients by variable."""


@dataclass(frozen=True)
class LinearConstraint:
    """A constraint ``lower <= terms <= upper``; None leaves a side open."""

    terms: tuple[tuple[Var, int], ...]
    lower: int | None
    upper: int | None


@dataclass
class LinearModel:
    """Variables and constraints.

    Attributes
    ----------
    upper
        Upper bound of every variable; the lower bound is 0.
    cliques
        Sets of 0-1 variables of which at most one is 1.
    constraints
        All other constraints.
    ladders
        Sequences of 0-1 variables, each at most its predecessor: worth branching on first.
    """

    upper: list[int] = field(default_factory=list)
    cliques: list[tuple[Var, ...]] = field(default_factory=list)
    constraints: list[LinearConstraint] = field(default_factory=list)
    ladders: list[tuple[Var, ...]] = field(default_factory=list)

    def add_variable(self, upper: int = 1) -> Var:
        """Add a variable with values from 0 to `upper`."""
        self.upper.append(upper)
        return len(self.upper) - 1

    def add_at_most_one(self, variables: Iterable[Var]) -> None:
        """Allow at most one of these 0-1 variables to be 1."""
        clique = tuple(variables)
        if len(clique) > 1:
            self.cliques.append(clique)

    def add_constraint(
        self, terms: Terms, lower: int | None = None, upper: int | None = None
    ) -> None:
        """Add ``lower <= terms <= upper``."""
        nonzero = tuple(term for term in terms.items() if term[1])
        self.constraints.append(LinearConstraint(nonzero, lower, upper))

    def add_implication(self, cause: Var, effects: Iterable[Var]) -> None:
        """If the 0-1 variable `cause` is 1, at least one of the effects is."""
        terms = dict.fromkeys(effects, 1)
        terms[cause] = terms.get(cause, 0) - 1
        self.add_constraint(terms, lower=0)

    def allows(self, values: Sequence[int]) -> bool:
        """Whether values of all variables satisfy all constraints."""

        def within(row: LinearConstraint) -> bool:
            total = sum(coefficient * values[var] for var, coefficient in row.terms)
            return (row.lower is None or row.lower <= total) and (
                row.upper is None or total <= row.upper
            )

        return (
            all(0 <= value <= upper for value, upper in zip(values, self.upper, strict=True))
            and all(sum(values[var] for var in clique) <= 1 for clique in self.cliques)
            and all(map(within, self.constraints))
        )


def all_rows(linear: LinearModel) -> list[LinearConstraint]:
    """Return all constraints of a model, those of its cliques first."""
    cliques = (tuple((var, 1) for var in each) for each in linear.cliques)
    return [*(LinearConstraint(each, None, 1) for each in cliques), *linear.constraints]
