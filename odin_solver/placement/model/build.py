"""The whole model of a problem, and layouts as assignments of its variables."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.constraints.adjacency import add_adjacency
from odin_solver.placement.model.constraints.bonuses import add_bonuses
from odin_solver.placement.model.constraints.covered_cells import tie_covered_cells
from odin_solver.placement.model.constraints.exclusions import add_exclusions
from odin_solver.placement.model.constraints.income_diagonals import add_income_diagonals
from odin_solver.placement.model.constraints.no_overlap import add_no_overlap
from odin_solver.placement.model.constraints.placing_order import add_placing_order
from odin_solver.placement.model.constraints.stock import add_stock, assign_stock
from odin_solver.placement.model.constraints.supply import add_supply
from odin_solver.placement.model.constraints.symmetry import add_symmetry_breaking, sorted_identical
from odin_solver.placement.model.variables import AreaVariables, Variables, make_variables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, SILVER, STONE, WOOD, Laid, Problem
from odin_solver.placement.reductions import idle_cells
from odin_solver.placement.restrictions import UNRESTRICTED, Restrictions
from odin_solver.rules.geometry import Mask
from odin_solver.rules.income import income


@dataclass(frozen=True)
class PlacementModel:
    """A problem, the objective levels it is solved for, its variables and constraints."""

    problem: Problem
    levels: tuple[Weights, ...]
    variables: Variables
    linear: LinearModel


def build_model(
    problem: Problem,
    levels: Sequence[Weights],
    restrictions: Restrictions = UNRESTRICTED,
    *,
    tied: bool = False,
) -> PlacementModel:
    """Build the model of a problem.

    Parameters
    ----------
    levels
        All objective levels of interest: what none of them values is left out.
    restrictions
        Layouts and placements to exclude.
    tied
        Whether every cell has a variable, tied to the pieces on it.
    """
    linear = LinearModel()
    variables = make_variables(problem, linear, levels)
    if tied:
        tie_covered_cells(linear, variables, problem)
    add_no_overlap(linear, variables)
    add_supply(linear, variables, problem)
    add_adjacency(linear, variables, problem)
    add_income_diagonals(linear, variables)
    add_placing_order(linear, variables, problem)
    add_bonuses(linear, variables, levels)
    add_stock(linear, variables, problem, levels)
    add_symmetry_breaking(linear, variables, problem)
    add_exclusions(linear, variables, problem, restrictions)
    return PlacementModel(problem, tuple(levels), variables, linear)


def laid_pieces(model: PlacementModel, chosen: Callable[[Var], int]) -> tuple[Laid, ...]:
    """Return the pieces that an assignment places."""
    laid = []
    # Which filler is ore does not matter: ore goes wherever it may.
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


def assignment(model: PlacementModel, laid: Sequence[Laid]) -> list[int]:
    """Return the values of all variables for a layout in placing order.

    The inverse of `laid_pieces`, except that idle pieces are dropped and identical boards
    swapped as the model demands: the assignment may stand for another layout, equally good.
    """
    values = [0] * len(model.linear.upper)
    laid = sorted_identical(model.problem, [each for each in laid if _has_variable(model, each)])
    for area in model.variables.areas:
        on_board = [each for each in laid if each.area == area.area.number]
        _assign_area(values, area, on_board)
    values[model.variables.silver] = sum(each.kind == SILVER for each in laid)
    values[model.variables.ore] = sum(each.kind == ORE for each in laid)
    left, earned = _left(model, laid)
    for stock in model.variables.stocks:
        assign_stock(values, stock, left, earned)
    for var, terms, sign, limit in model.variables.indicators:
        total = sum(coefficient * values[term] for term, coefficient in terms.items())
        values[var] = int(sign * total >= sign * limit)
    return values


def _left(model: PlacementModel, laid: Sequence[Laid]) -> tuple[dict[str, int], int]:
    left = Counter(model.problem.position.supply)
    left.subtract(model.problem.tile(each.kind).id for each in laid)
    covered = [area.covered for area in model.problem.areas]
    for each in laid:
        covered[each.area] |= each.cells
    areas = zip(model.problem.areas, covered, strict=True)
    return dict(left), sum(income(area.grid, cells) for area, cells in areas)


def _has_variable(model: PlacementModel, laid: Laid) -> bool:
    area = model.variables.areas[laid.area]
    if laid.kind in (WOOD, STONE):
        return True
    if laid.kind in (SILVER, ORE):
        return laid.cells in area.fillers
    return bool(laid.cells & ~idle_cells(model.problem, area.area, model.levels))


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
    for cell, is_covered in area.covered.items():
        values[is_covered] = int(bool(cell & covered))
    grid = area.area.grid
    for diagonal, variables in zip(grid.diagonals, area.income, strict=True):
        for each_cell, var in zip(diagonal.cells, variables, strict=True):
            if var is not None:
                values[var] = int(bool(each_cell.cell & covered))
    for won, bonus in area.bonuses:
        values[won] = int(not bonus.cells & covered and not bonus.surround & ~covered)
