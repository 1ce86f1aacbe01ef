"""A legal placing order exists on boards with several income diagonals (rules, 1.4)."""

from itertools import permutations

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.placement.problem import Problem


def add_placing_order(model: LinearModel, variables: Variables, problem: Problem) -> None:
    """Every income cell has a time of being covered, later than that of the cells it needs.

    The cells needed along one diagonal are nested, so a single diagonal requires only filtered
    placements (see `odin_solver.placement.problem`). Where two diagonals cross, tiles could need
    each other in a cycle.
    """
    if problem.position.rules.simultaneous:
        return
    for area in variables.areas:
        if len(area.income) > 1:
            _add_times(model, area)


def _add_times(model: LinearModel, area: AreaVariables) -> None:
    cells = [
        (each, var)
        for diagonal, covered in zip(area.area.grid.diagonals, area.income, strict=True)
        for each, var in zip(diagonal.cells, covered, strict=True)
        if var is not None
    ]
    late = len(cells) + 1
    times = area.times = {each.cell: model.add_variable(len(cells)) for each, _ in cells}
    pieces: list[tuple[int, Var]] = [(choice.cells, choice.var) for choice in area.choices]
    pieces += area.fillers.items()
    for (first, _), (second, covered) in permutations(cells, 2):
        before = [
            var
            for mask, var in pieces
            if mask & first.cell and mask & second.needs and not mask & second.cell
        ]
        if before:
            # A piece on the first cell that the second cell needs: it was placed earlier. This
            # is stated for every income cell that a piece covers, so that a cycle is cut off
            # whichever of them it runs through.
            earlier, later = times[first.cell], times[second.cell]
            terms = {later: 1, earlier: -1, covered: -late, **dict.fromkeys(before, -late)}
            model.add_constraint(terms, lower=1 - 2 * late)
