"""Identical boards: only one of the layouts that differ by swapping them is looked at."""

from collections.abc import Sequence
from itertools import pairwise

from odin_solver.placement.model.statement import Statement
from odin_solver.placement.model.variables import AreaVariables, Variables
from odin_solver.placement.problem import Laid, Problem
from odin_solver.placement.reductions import alike_areas


def state_symmetry(statement: Statement, variables: Variables, problem: Problem) -> None:
    """Of boards that are alike, an earlier one has at least as many cells covered as a later."""
    for group in alike_areas(problem):
        for earlier, later in pairwise(group):
            terms = _cells_covered(variables.areas[earlier])
            terms |= {v: -n for v, n in _cells_covered(variables.areas[later]).items()}
            if terms:
                statement.row(terms, lower=0)


def sorted_alike(problem: Problem, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """The same layout with boards that are alike swapped as `state_symmetry` wants them."""
    numbers = {area.number: area.number for area in problem.areas}
    for group in alike_areas(problem):
        covered = {
            number: sum(each.cells.bit_count() for each in laid if each.area == number)
            for number in group
        }
        by_cells = sorted(group, key=lambda number: -covered[number])
        numbers |= dict(zip(by_cells, group, strict=True))
    return tuple(each._replace(area=numbers[each.area]) for each in laid)


def _cells_covered(area: AreaVariables) -> dict[int, int]:
    cells = {choice.var: choice.cells.bit_count() for choice in area.choices}
    return cells | dict.fromkeys(area.fillers.values(), 1)
