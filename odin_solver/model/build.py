"""The whole model of a problem."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from odin_solver.geometry import Mask
from odin_solver.model.bonus import state_bonuses
from odin_solver.model.income import state_income
from odin_solver.model.order import state_order
from odin_solver.model.packing import state_packing
from odin_solver.model.statement import Statement, Var
from odin_solver.model.supply import state_supply
from odin_solver.model.touching import state_touching
from odin_solver.model.variables import AreaVariables, Variables, make_variables
from odin_solver.objective import Weights
from odin_solver.problem import ORE, SILVER, STONE, WOOD, Laid, Problem


@dataclass(frozen=True)
class Model:
    """A problem, its variables, and the statement of all rules over them."""

    problem: Problem
    variables: Variables
    statement: Statement


def build_model(problem: Problem, sums: Sequence[Weights]) -> Model:
    """State all rules for a problem.

    Parameters
    ----------
    problem
        What is to be placed where.
    sums
        All weighted sums that will be asked about: bonuses that none of them values are left out.
    """
    statement = Statement()
    variables = make_variables(problem, statement)
    state_packing(statement, variables)
    state_supply(statement, variables, problem)
    state_touching(statement, variables, problem)
    state_income(statement, variables)
    state_order(statement, variables, problem)
    state_bonuses(statement, variables, sums)
    return Model(problem, variables, statement)


def laid_pieces(model: Model, chosen: Callable[[Var], int]) -> tuple[Laid, ...]:
    """The pieces that an assignment lays.

    Parameters
    ----------
    model
        The model.
    chosen
        The value of a variable.
    """
    laid = []
    ore_left = chosen(model.variables.ore)
    silver_left = chosen(model.variables.silver)
    # Ore first where it may lie, except as far as silver must find its place there.
    only_silver = sum(
        chosen(var)
        for area in model.variables.areas
        if not area.area.takes_ore
        for var in area.fillers.values()
    )
    silver_left -= only_silver
    for area in model.variables.areas:
        number = area.area.number
        laid += [Laid(number, c.kind, c.cells) for c in area.choices if chosen(c.var)]
        for cell, var in area.fillers.items():
            if not chosen(var):
                continue
            if area.area.takes_ore and ore_left:
                laid.append(Laid(number, ORE, cell))
                ore_left -= 1
            else:
                laid.append(Laid(number, SILVER, cell))
        for name, kind in (("wood", WOOD), ("stone", STONE)):
            if name in area.slots:
                laid += [Laid(number, kind, 0)] * chosen(area.slots[name])
    return tuple(laid)


def assignment(model: Model, laid: Sequence[Laid]) -> list[int]:
    """The values of all variables for a layout in placing order; the inverse of `laid_pieces`."""
    values = [0] * len(model.statement.upper)
    for area in model.variables.areas:
        here = [each for each in laid if each.area == area.area.number]
        _assign_area(values, area, here)
    values[model.variables.silver] = sum(each.kind == SILVER for each in laid)
    values[model.variables.ore] = sum(each.kind == ORE for each in laid)
    return values


def _assign_area(values: list[int], area: AreaVariables, laid: Sequence[Laid]) -> None:
    variable = {(choice.kind, choice.cells): choice.var for choice in area.choices}
    covered: Mask = area.area.covered
    time = 0
    for each in laid:
        covered |= each.cells
        income_cells = [cell for cell in area.times if cell & each.cells]
        for cell in income_cells:
            values[area.times[cell]] = time
        time += bool(income_cells)
        if each.kind >= 0:
            values[variable[each.kind, each.cells]] = 1
        elif each.kind in (SILVER, ORE):
            values[area.fillers[each.cells]] = 1
        else:
            values[area.slots["wood" if each.kind == WOOD else "stone"]] += 1
    grid = area.area.grid
    for diagonal, variables in zip(grid.diagonals, area.income, strict=True):
        for each_cell, var in zip(diagonal.cells, variables, strict=True):
            if var is not None:
                values[var] = int(bool(each_cell.cell & covered))
    for won, bonus in area.bonuses:
        values[won] = int(not bonus.cells & covered and not bonus.surround & ~covered)
