"""The decision variables of the placement model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from odin_solver.placement.model.statement import Statement, Var
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Area, Problem
from odin_solver.placement.reductions import idle_cells
from odin_solver.rules.geometry import GridBonus, Mask, singles


class Choice(NamedTuple):
    """A placement that may be chosen: a kind of stock, its cells and the 0-1 variable."""

    kind: int
    cells: Mask
    var: Var


@dataclass
class AreaVariables:
    """The variables of one board.

    Attributes
    ----------
    area
        The board.
    choices
        The placements of tiles. Identical tiles are not told apart: a kind of tile has one
        variable a placement, however many tiles of it there are.
    fillers
        For every cell that silver or ore may be of use on a variable: 1 if one of them lies there.
        Which of the two is a matter of counting (see `odin_solver.placement.model.supply`).
    over
        For every free cell the variables of all that may cover it; at most one of them is 1, so
        that their sum says whether the cell is covered.
    income
        For every diagonal the variables of its income cells: 1 if the cell is covered; None
        where a cell was covered before.
    bonuses
        The bonuses that matter and can still be won, each with a variable: 1 if it is won.
    times
        For every income cell of a board with several diagonals the time at which it is covered.
    slots
        For every resource with empty slots the number of slots to be filled.
    """

    area: Area
    choices: list[Choice] = field(default_factory=list)
    fillers: dict[Mask, Var] = field(default_factory=dict)
    over: dict[Mask, list[Var]] = field(default_factory=dict)
    income: list[list[Var | None]] = field(default_factory=list)
    bonuses: list[tuple[Var, GridBonus]] = field(default_factory=list)
    times: dict[Mask, Var] = field(default_factory=dict)
    slots: dict[str, Var] = field(default_factory=dict)

    def touching(self, mask: Mask) -> Iterator[Choice]:
        """The placements that cover some cell of a set."""
        return (choice for choice in self.choices if choice.cells & mask)


class Difference(NamedTuple):
    """A 0-1 variable that may be 1 only if a sum is below a number (sign -1) or above it (1).

    Attributes
    ----------
    var
        The variable.
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
class Variables:
    """All variables: those of every board, and how much silver and ore is laid in all.

    `differences` are those by which a layout differs from what is to be left out.
    """

    areas: list[AreaVariables]
    silver: Var
    ore: Var
    differences: list[Difference] = field(default_factory=list)


def make_variables(problem: Problem, statement: Statement, sums: Sequence[Weights]) -> Variables:
    """Make the variables; what they mean is stated by the modules of the rules.

    Pieces that gain nothing by any of the sums get no variables (see `idle_cells`).
    """
    areas = []
    for area in problem.areas:
        of_use = area.free & ~idle_cells(area, sums)
        made = AreaVariables(area, over={cell: [] for cell in singles(area.free)})
        for kind, masks in enumerate(area.placements):
            made.choices += [
                Choice(kind, mask, statement.variable()) for mask in masks if mask & of_use
            ]
        if (area.takes_silver and problem.silver) or (area.takes_ore and problem.ore):
            made.fillers = {cell: statement.variable() for cell in singles(of_use)}
        for choice in made.choices:
            for cell in singles(choice.cells):
                made.over[cell].append(choice.var)
        for cell, var in made.fillers.items():
            made.over[cell].append(var)
        made.slots = {
            name: statement.variable(min(count, problem.position.supply.get(name, 0)))
            for name, count in area.slots.items()
            if count and problem.position.supply.get(name, 0)
        }
        areas.append(made)
    return Variables(areas, statement.variable(problem.silver), statement.variable(problem.ore))
