"""The decision variables of the placement model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Area, Problem
from odin_solver.placement.reductions import idle_cells
from odin_solver.rules.geometry import GridBonus, Mask, singles


class Choice(NamedTuple):
    """A possible placement: a kind of stock, its cells and the 0-1 variable."""

    kind: int
    cells: Mask
    var: Var


@dataclass
class AreaVariables:
    """The variables of one board.

    Attributes
    ----------
    choices
        The placements of tiles. Identical tiles share variables: one per placement of a kind,
        however many tiles of the kind there are.
    fillers
        For every cell where silver or ore may be useful: 1 if one of them lies there. Which of
        the two is a matter of counting (`odin_solver.placement.model.constraints.supply`).
    covering
        For every free cell the variables of all pieces that may cover it. At most one is 1, so
        their sum says whether the cell is covered.
    income
        For every diagonal the variables of its income cells: 1 if the cell is covered; None
        where it already is.
    bonuses
        The bonuses that matter and can still be won, each with a variable: 1 if it is won.
    times
        For every income cell of a board with several diagonals the time at which it is covered.
    slots
        For every resource with empty slots the number of slots to be filled.
    covered
        For every cell whether it is covered, where the model has such variables
        (`odin_solver.placement.model.constraints.covered_cells`); these are then the `covering`.
    """

    area: Area
    choices: list[Choice] = field(default_factory=list)
    fillers: dict[Mask, Var] = field(default_factory=dict)
    covering: dict[Mask, list[Var]] = field(default_factory=dict)
    income: list[list[Var | None]] = field(default_factory=list)
    bonuses: list[tuple[Var, GridBonus]] = field(default_factory=list)
    times: dict[Mask, Var] = field(default_factory=dict)
    slots: dict[str, Var] = field(default_factory=dict)
    covered: dict[Mask, Var] = field(default_factory=dict)


class Indicator(NamedTuple):
    """A 0-1 variable that may be 1 only if a sum is small enough or large enough.

    Attributes
    ----------
    terms
        The sum, over other variables.
    sign, limit
        With sign 1 the sum must be at least `limit`, with -1 at most.
    """

    var: Var
    terms: Mapping[Var, int]
    sign: int
    limit: int


@dataclass
class StockVariables:
    """What is left in the supply, and the feast that it feeds, by the worths of one level.

    Attributes
    ----------
    kept
        For every kind of tile whose worth does not simply add up, how many are kept at the worth
        of the first, the second and so on.
    served
        How many tiles of each kind are eaten.
    lengthwise
        How many of these lie lengthwise.
    empty
        Empty cells of the table.
    """

    weights: Weights
    kept: dict[str, list[Var]] = field(default_factory=dict)
    served: dict[str, Var] = field(default_factory=dict)
    lengthwise: dict[str, Var] = field(default_factory=dict)
    empty: Var | None = None


@dataclass
class Variables:
    """All variables: those of every board, and the numbers of silver and ore placed in total.

    `stocks` are those of the levels that need them; `indicators` say how a layout differs from the
    excluded ones.
    """

    areas: list[AreaVariables]
    silver: Var
    ore: Var
    stocks: list[StockVariables] = field(default_factory=list)
    indicators: list[Indicator] = field(default_factory=list)

    def laid(self, problem: Problem, name: str) -> dict[Var, int]:
        """Return the number of tiles of a kind that are laid, as a sum."""
        if name in ("silver", "ore"):
            return {self.silver if name == "silver" else self.ore: 1}
        kind = problem.kinds.get(name)
        chosen = {
            choice.var: 1 for area in self.areas for choice in area.choices if choice.kind == kind
        }
        return chosen | {area.slots[name]: 1 for area in self.areas if name in area.slots}

    def income(self) -> tuple[int, dict[Var, int]]:
        """Return the income of the layout: a constant and a sum."""
        constant, terms = 0, dict[Var, int]()
        for area in self.areas:
            for diagonal, covered in zip(area.area.grid.diagonals, area.income, strict=True):
                constant += diagonal.values[0]
                steps = zip(diagonal.values, diagonal.values[1:], covered, strict=False)
                for below, above, reached in steps:
                    if reached is None:
                        constant += above - below
                    elif above > below:
                        terms[reached] = above - below
        return constant, terms


def make_variables(problem: Problem, model: LinearModel, levels: Sequence[Weights]) -> Variables:
    """Add the variables to a model; `constraints` give them their meaning.

    Idle pieces have no variables (see `odin_solver.placement.reductions.idle_cells`).
    """
    areas = []
    for area in problem.areas:
        useful = area.free & ~idle_cells(problem, area, levels)
        made = AreaVariables(area, covering={cell: [] for cell in singles(area.free)})
        for kind, masks in enumerate(area.placements):
            made.choices += [
                Choice(kind, mask, model.add_variable()) for mask in masks if mask & useful
            ]
        if (area.takes_silver and problem.silver) or (area.takes_ore and problem.ore):
            made.fillers = {cell: model.add_variable() for cell in singles(useful)}
        for choice in made.choices:
            for cell in singles(choice.cells):
                made.covering[cell].append(choice.var)
        for cell, var in made.fillers.items():
            made.covering[cell].append(var)
        made.slots = {
            name: model.add_variable(min(count, problem.position.supply.get(name, 0)))
            for name, count in area.slots.items()
            if count and problem.position.supply.get(name, 0)
        }
        areas.append(made)
    return Variables(areas, model.add_variable(problem.silver), model.add_variable(problem.ore))
