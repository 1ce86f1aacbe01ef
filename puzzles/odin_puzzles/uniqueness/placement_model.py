"""Solutions by the placement model, which is independent of the exact cover search.

It finds the best layouts of kinds with a value. For all layout puzzles it searches for a solution
other than the known ones: INFEASIBLE is the proof that there is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from odin_puzzles.kinds.layout_task import LayoutTask
from odin_solver.linear.model import Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.placement.model.build import PlacementModel, build_model, laid_pieces
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.model.variables import AreaVariables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, SILVER, Laid

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

EVERYTHING = Weights(cells=Fraction(1))
"""Weights that reward every tile, so that the model omits no placement."""


class Undecided(Exception):
    """The search ended at its time limit with neither a solution nor a proof."""


@dataclass(frozen=True)
class TaskModel:
    """The linear model of a task, and its value if the task has a minimum."""

    model: PlacementModel
    value: LinearObjective | None


def build_task_model(task: LayoutTask) -> TaskModel:
    """Build the model of a task: the rules of placing, the cells to cover, the tile counts."""
    sums = (EVERYTHING,) if task.minimum is None else (EVERYTHING, task.minimum[0])
    model = build_model(task.problem, sums)
    linear, variables = model.linear, model.variables
    all_tiles: dict[Var, int] = {}
    by_kind: dict[int, dict[Var, int]] = {kind: {} for kind in range(len(task.problem.stock))}
    for area, must, may in zip(variables.areas, task.must, task.may, strict=True):
        outside = [var for _, cells, var in area.choices if cells & ~may]
        outside += [var for cell, var in area.fillers.items() if cell & ~may]
        if outside:
            linear.add_constraint(dict.fromkeys(outside, 1), upper=0)
        for cell, covering in area.covering.items():
            if cell & must:
                linear.add_constraint(dict.fromkeys(covering, 1), lower=1)
        for kind, _, var in area.choices:
            by_kind[kind][var] = 1
        all_tiles |= dict.fromkeys(_own(area), 1)
        for slot in area.slots.values():
            linear.add_constraint({slot: 1}, upper=0)
    for kind, terms in by_kind.items():
        least, most = task.counts.get(kind, (0, 0))
        linear.add_constraint(terms, least, most)
    for kind, var in ((SILVER, variables.silver), (ORE, variables.ore)):
        least, most = task.counts.get(kind, (0, 0))
        linear.add_constraint({var: 1}, least, most)
    linear.add_constraint(all_tiles, *task.total)
    value = None
    if task.minimum is not None:
        weights, minimum = task.minimum
        value = weighted_sum(task.problem, variables, weights)
        # Values are multiples of 1 / scale: rounding loses nothing.
        linear.add_constraint(value.terms, lower=int(minimum * value.scale) - value.constant)
    return TaskModel(model, value)


def find_another(
    task: LayoutTask, known: Sequence[Sequence[Laid]], *, seconds: float = 60.0, seed: int = 0
) -> tuple[Laid, ...] | None:
    """Return a solution other than the known ones; None if there is provably none.

    Raises
    ------
    Undecided
        If the time limit is reached.
    """
    from ortools.sat.python import cp_model

    from odin_solver.linear.cpsat import cp_model_of

    task_model = build_task_model(task)
    for laid in known:
        _forbid(task_model.model, laid)
    program, variables = cp_model_of(task_model.model.linear)
    solver = _solver(seconds, seed)
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Undecided
    return laid_pieces(task_model.model, lambda var: int(solver.value(variables[var])))


def find_best(task: LayoutTask, *, seconds: float = 60.0, seed: int = 0) -> tuple[Laid, ...] | None:
    """Return a proven optimal layout by the task's weights; None if the minimum is out of reach.

    Raises
    ------
    Undecided
        If the time limit is reached.
    """
    from ortools.sat.python import cp_model

    from odin_solver.linear.cpsat import cp_model_of, expression

    task_model = build_task_model(task)
    assert task_model.value is not None
    program, variables = cp_model_of(task_model.model.linear)
    program.maximize(expression(tuple(task_model.value.terms.items()), variables))
    solver = _solver(seconds, seed)
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise Undecided
    return laid_pieces(task_model.model, lambda var: int(solver.value(variables[var])))


def _solver(seconds: float, seed: int) -> "cp_model.CpSolver":
    from odin_solver.linear.cpsat import new_solver

    solver = new_solver(workers=1, seed=seed, seconds=seconds)
    solver.parameters.linearization_level = 2
    # Otherwise Ctrl-C looks like the time limit and does not reach the caller.
    solver.parameters.catch_sigint_signal = False
    return solver


def _own(area: AreaVariables) -> list[Var]:
    """Return the variables of all tiles that cover cells of a board."""
    return [*(choice.var for choice in area.choices), *area.fillers.values()]


def _forbid(model: PlacementModel, laid: Sequence[Laid]) -> None:
    """Require that a solution differs from this layout in at least one placement."""
    chosen: set[Var] = set()
    for each in laid:
        area = model.variables.areas[each.area]
        if each.kind in (SILVER, ORE):
            chosen.add(area.fillers[each.cells])
        else:
            chosen.add(
                next(c.var for c in area.choices if (c.kind, c.cells) == (each.kind, each.cells))
            )
    terms = {
        var: 1 if var in chosen else -1 for area in model.variables.areas for var in _own(area)
    }
    model.linear.add_constraint(terms, upper=len(chosen) - 1)
