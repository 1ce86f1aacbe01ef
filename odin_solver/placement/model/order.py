"""An order of placing exists on boards with several income diagonals (rules, 1.4)."""

from itertools import permutations

from odin_solver.placement.model.statement import Statement, Var
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.placement.problem import Problem


def state_order(statement: Statement, variables: Variables, problem: Problem) -> None:
    """Every income cell gets the time at which it is covered, and times follow the needs.

    The cells that one diagonal needs are nested, so that on a board with a single diagonal
    looking at single placements is enough (see `odin_solver.placement.problem`). Where two
    diagonals
    cross, chains of tiles could need each other in a circle.
    """
    if problem.position.rules.simultaneous:
        return
    for area in variables.areas:
        if len(area.income) > 1:
            _state_times(statement, area)


def _state_times(statement: Statement, area: AreaVariables) -> None:
    cells = [
        (each, var)
        for diagonal, covered in zip(area.area.grid.diagonals, area.income, strict=True)
        for each, var in zip(diagonal.cells, covered, strict=True)
        if var is not None
    ]
    late = len(cells) + 1
    times = area.times = {each.cell: statement.variable(len(cells)) for each, _ in cells}
    reaching: list[tuple[int, Var]] = [(choice.cells, choice.var) for choice in area.choices]
    reaching += area.fillers.items()
    for (first, _), (second, covered) in permutations(cells, 2):
        before = [
            var
            for mask, var in reaching
            if mask & first.cell and mask & second.needs and not mask & second.cell
        ]
        if before:
            # A piece on the first cell that the second cell needs: it was there earlier. That
            # holds for every income cell that a piece covers, so that a circle shows whichever
            # of them is looked at.
            earlier, later = times[first.cell], times[second.cell]
            terms = {later: 1, earlier: -1, covered: -late, **dict.fromkeys(before, -late)}
            statement.row(terms, lower=1 - 2 * late)
