"""Income diagonals are covered from the lower left upwards (rules, 1.4)."""

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.rules.geometry import Mask, singles


def add_income_diagonals(model: LinearModel, variables: Variables) -> None:
    """An income cell is covered only if all cells that it needs are covered.

    On a board with one diagonal, whether a legal placing order exists depends on single
    placements, which `odin_solver.placement.problem` has filtered; for boards with several
    diagonals see `odin_solver.placement.model.constraints.placing_order`.
    """
    for area in variables.areas:
        for cell in singles(area.area.must):
            model.add_constraint(dict.fromkeys(area.covering[cell], 1), lower=1)
        area.income = [
            [_covered(model, area, each.cell) for each in diagonal.cells]
            for diagonal in area.area.grid.diagonals
        ]
        for diagonal, covered in zip(area.area.grid.diagonals, area.income, strict=True):
            needed_below = 0
            below = None
            for each, var in zip(diagonal.cells, covered, strict=True):
                if var is not None:
                    if below is not None:
                        model.add_constraint({below: 1, var: -1}, lower=0)
                    for cell, covering in area.covering.items():
                        if cell & each.needs & ~needed_below & ~each.cell:
                            model.add_implication(var, covering)
                needed_below = each.needs
                below = var
            model.ladders.append(tuple(var for var in covered if var is not None))


def _covered(model: LinearModel, area: AreaVariables, cell: Mask) -> Var | None:
    """Add a variable that is 1 exactly if the cell is covered; None if it already is."""
    if cell not in area.covering:
        return None
    var = model.add_variable()
    terms = dict.fromkeys(area.covering[cell], 1)
    model.add_constraint({**terms, var: -1}, 0, 0)
    return var
