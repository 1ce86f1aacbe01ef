"""Symmetry breaking: identical boards may be swapped, so one order of them is enough."""

from collections.abc import Sequence
from itertools import pairwise

from odin_solver.linear.model import LinearModel, Var
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.placement.problem import Laid, Problem
from odin_solver.placement.reductions import identical_areas


def add_symmetry_breaking(model: LinearModel, variables: Variables, problem: Problem) -> None:
    """Of identical boards, an earlier one has at least as many cells covered as a later one."""
    for group in identical_areas(problem):
        for earlier, later in pairwise(group):
            terms = _cells_covered(variables.areas[earlier])
            terms |= {v: -n for v, n in _cells_covered(variables.areas[later]).items()}
            if terms:
                model.add_constraint(terms, lower=0)


def sorted_identical(problem: Problem, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """Return the layout with identical boards in the order that the model demands."""
    numbers = {area.number: area.number for area in problem.areas}
    for group in identical_areas(problem):
        covered = {
            number: sum(each.cells.bit_count() for each in laid if each.area == number)
            for number in group
        }
        by_cells = sorted(group, key=lambda number: -covered[number])
        numbers |= dict(zip(by_cells, group, strict=True))
    return tuple(each._replace(area=numbers[each.area]) for each in laid)


def _cells_covered(area: AreaVariables) -> dict[Var, int]:
    cells = {choice.var: choice.cells.bit_count() for choice in area.choices}
    return cells | dict.fromkeys(area.fillers.values(), 1)
