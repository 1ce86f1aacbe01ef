"""A linear model over integers that any solver can be given.

The rules are stated once, in these few terms, and handed to CP-SAT or to a MIP solver as they
are: see `odin_solver.placement.model.engines`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Var = int
"""A variable: its number in the statement."""

Terms = Mapping[Var, int]
"""A linear expression: coefficients by variable."""


@dataclass(frozen=True)
class Row:
    """A linear constraint ``lower <= terms <= upper``; None leaves a side open."""

    terms: tuple[tuple[Var, int], ...]
    lower: int | None
    upper: int | None


@dataclass
class Statement:
    """Variables and constraints.

    Attributes
    ----------
    upper
        For every variable its largest value; the smallest is 0.
    cliques
        Sets of 0-1 variables of which at most one may be 1.
    rows
        All other constraints.
    ladders
        Sequences of 0-1 variables of which each is at most the one before: worth branching on
        first.
    """

    upper: list[int] = field(default_factory=list)
    cliques: list[tuple[Var, ...]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    ladders: list[tuple[Var, ...]] = field(default_factory=list)

    def variable(self, upper: int = 1) -> Var:
        """Add a variable with values from 0 to `upper`."""
        self.upper.append(upper)
        return len(self.upper) - 1

    def at_most_one(self, variables: Iterable[Var]) -> None:
        """Of these 0-1 variables at most one is 1."""
        clique = tuple(variables)
        if len(clique) > 1:
            self.cliques.append(clique)

    def row(self, terms: Terms, lower: int | None = None, upper: int | None = None) -> None:
        """State ``lower <= terms <= upper``."""
        self.rows.append(Row(tuple(t for t in terms.items() if t[1]), lower, upper))

    def implies(self, cause: Var, effects: Iterable[Var]) -> None:
        """If the 0-1 variable `cause` is 1, then so is at least one of the effects."""
        terms = dict.fromkeys(effects, 1)
        terms[cause] = terms.get(cause, 0) - 1
        self.row(terms, lower=0)
