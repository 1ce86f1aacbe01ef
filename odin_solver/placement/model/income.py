"""The income diagonal: covered only from its lower left (rules, 1.4)."""

from odin_solver.placement.model.statement import Statement
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.rules.geometry import singles


def state_income(statement: Statement, variables: Variables) -> None:
    """An income cell is covered only if all that it needs is covered.

    That some order of placing exists is, on a board with one diagonal, a matter of single
    placements, which `odin_solver.placement.problem` has left out; see
    `odin_solver.placement.model.order` for
    boards with several diagonals.
    """
    for area in variables.areas:
        for cell in singles(area.area.must):
            statement.row(dict.fromkeys(area.over[cell], 1), lower=1)
        area.income = [
            [_covered(statement, area, each.cell) for each in diagonal.cells]
            for diagonal in area.area.grid.diagonals
        ]
        for diagonal, covered in zip(area.area.grid.diagonals, area.income, strict=True):
            needed_below = 0
            below = None
            for each, var in zip(diagonal.cells, covered, strict=True):
                if var is not None:
                    if below is not None:
                        statement.row({below: 1, var: -1}, lower=0)
                    for cell, over in area.over.items():
                        if cell & each.needs & ~needed_below & ~each.cell:
                            statement.implies(var, over)
                needed_below = each.needs
                below = var
            statement.ladders.append(tuple(var for var in covered if var is not None))


def _covered(statement: Statement, area: AreaVariables, cell: int) -> int | None:
    """A variable that is 1 exactly if the cell is covered; None if it was covered before."""
    if cell not in area.over:
        return None
    var = statement.variable()
    terms = dict.fromkeys(area.over[cell], 1)
    statement.row({**terms, var: -1}, 0, 0)
    return var
