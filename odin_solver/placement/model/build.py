"""The whole model of a problem."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from odin_solver.placement.model.bonus import state_bonuses
from odin_solver.placement.model.income import state_income
from odin_solver.placement.model.order import state_order
from odin_solver.placement.model.packing import state_packing
from odin_solver.placement.model.restricting import state_ban
from odin_solver.placement.model.statement import Statement, Var
from odin_solver.placement.model.supply import state_supply
from odin_solver.placement.model.symmetry import sorted_alike, state_symmetry
from odin_solver.placement.model.touching import state_touching
from odin_solver.placement.model.variables import AreaVariables, Variables, make_variables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, SILVER, STONE, WOOD, Laid, Problem
from odin_solver.placement.reductions import idle_cells
from odin_solver.placement.restrictions import Ban
from odin_solver.rules.geometry import Mask


@dataclass(frozen=True)
class Model:
    """A problem, the sums asked about, the variables, and all rules stated over them."""

    problem: Problem
    sums: tuple[Weights, ...]
    variables: Variables
    statement: Statement


def build_model(problem: Problem, sums: Sequence[Weights], ban: Ban | None = None) -> Model:
    """State all rules for a problem.

    Parameters
    ----------
    problem
        What is to be placed where.
    sums
        All weighted sums that will be asked about: what none of them values is left out.
    ban
        What no layout may come to, and placements that may not be chosen.
    """
    statement = Statement()
    variables = make_variables(problem, statement, sums)
    state_packing(statement, variables)
    state_supply(statement, variables, problem)
    state_touching(statement, variables, problem)
    state_income(statement, variables)
    state_order(statement, variables, problem)
    state_bonuses(statement, variables, sums)
    state_symmetry(statement, variables, problem)
    if ban is not None:
        state_ban(statement, variables, problem, ban)
    return Model(problem, tuple(sums), variables, statement)


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
    # Ore goes wherever it may: which filler is which does not matter.
    ore_left = chosen(model.variables.ore)
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
    """The values of all variables for a layout in placing order; the inverse of `laid_pieces`.

    Pieces that gain nothing are left out, and boards that are alike are swapped, as the model
    wants it: the layout of the result may differ from the one given, but it is as good.
    """
    values = [0] * len(model.statement.upper)
    laid = sorted_alike(model.problem, [each for each in laid if _is_of_use(model, each)])
    for area in model.variables.areas:
        here = [each for each in laid if each.area == area.area.number]
        _assign_area(values, area, here)
    values[model.variables.silver] = sum(each.kind == SILVER for each in laid)
    values[model.variables.ore] = sum(each.kind == ORE for each in laid)
    for var, terms, sign, limit in model.variables.differences:
        total = sum(coefficient * values[term] for term, coefficient in terms.items())
        values[var] = int(sign * total >= sign * limit)
    return values


def _is_of_use(model: Model, laid: Laid) -> bool:
    """Whether the model has a variable for a piece."""
    area = model.variables.areas[laid.area]
    if laid.kind in (WOOD, STONE):
        return True
    if laid.kind in (SILVER, ORE):
        return laid.cells in area.fillers
    return bool(laid.cells & ~idle_cells(area.area, model.sums))


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
