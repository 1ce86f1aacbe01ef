"""Covered cells: a variable for every cell, and no more cells than the supply can cover."""

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.problem import Problem


def tie_covered_cells(model: LinearModel, variables: Variables, problem: Problem) -> None:
    """A variable is 1 exactly if its cell is covered, and stands for the pieces from then on.

    What CP-SAT learns about cells is stronger than what it learns about single placements. The
    sum of all cells is at most the area of all tiles, silver and ore.
    """
    cells: list[Var] = []
    for area in variables.areas:
        for cell, covering in area.covering.items():
            if covering:
                area.covered[cell] = model.add_variable()
                terms = dict.fromkeys(covering, 1)
                model.add_constraint({**terms, area.covered[cell]: -1}, 0, 0)
                area.covering[cell] = [area.covered[cell]]
        cells += area.covered.values()
    supply = sum(stock.count * stock.tile.area for stock in problem.stock)
    model.add_constraint(dict.fromkeys(cells, 1), upper=supply + problem.silver + problem.ore)
