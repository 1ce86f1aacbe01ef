"""The second search for solutions: the placement model, which states the rules on its own.

It finds the best answers of kinds with a value, and for all kinds of layout puzzles it is asked
whether a solution exists besides those known: INFEASIBLE is the proof that there is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from odin_puzzles.uniqueness.task import Task
from odin_solver.placement.model.build import PlacementModel, build_model, laid_pieces
from odin_solver.placement.model.linear import Var
from odin_solver.placement.model.objective import LinearObjective, weighted_sum
from odin_solver.placement.model.variables import AreaVariables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, SILVER, Laid

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

EVERYTHING = Weights(cells=Fraction(1))
"""A sum that rewards every piece: asked about it, the model leaves no placement out."""


class Undecided(Exception):
    """The search ended at its limit, with neither a solution nor a proof that there is none."""


@dataclass(frozen=True)
class Stated:
    """A task as the model states it."""

    model: PlacementModel
    value: LinearObjective | None


def stated(task: Task) -> Stated:
    """State a task: all rules of placing, what must be covered, and how many pieces."""
    sums = (EVERYTHING,) if task.floor is None else (EVERYTHING, task.floor[0])
    model = build_model(task.problem, sums)
    linear, variables = model.linear, model.variables
    everything: dict[Var, int] = {}
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
        everything |= dict.fromkeys(_own(area), 1)
        for slot in area.slots.values():
            linear.add_constraint({slot: 1}, upper=0)
    for kind, terms in by_kind.items():
        least, most = task.counts.get(kind, (0, 0))
        linear.add_constraint(terms, least, most)
    for kind, var in ((SILVER, variables.silver), (ORE, variables.ore)):
        least, most = task.counts.get(kind, (0, 0))
        linear.add_constraint({var: 1}, least, most)
    linear.add_constraint(everything, *task.total)
    value = None
    if task.floor is not None:
        weights, floor = task.floor
        value = weighted_sum(task.problem, variables, weights)
        # Values are multiples of 1 / scale, so that nothing is lost by rounding.
        linear.add_constraint(value.terms, lower=int(floor * value.scale) - value.constant)
    return Stated(model, value)


def another(
    task: Task, known: Sequence[Sequence[Laid]], *, seconds: float = 60.0, seed: int = 0
) -> tuple[Laid, ...] | None:
    """A solution besides those known; None if it is proven that there is none.

    Raises
    ------
    Undecided
        If neither was found within the time.
    """
    from ortools.sat.python import cp_model

    from odin_solver.placement.model.engines.cpsat import cp_model_of

    made = stated(task)
    for laid in known:
        _forbid(made.model, laid)
    program, variables = cp_model_of(made.model.linear)
    solver = _solver(seconds, seed)
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Undecided
    return laid_pieces(made.model, lambda var: int(solver.value(variables[var])))


def best(task: Task, *, seconds: float = 60.0, seed: int = 0) -> tuple[Laid, ...] | None:
    """The layout with the greatest value of the task's sum, proven; None if the floor is too high.

    Raises
    ------
    Undecided
        If it was not proven within the time.
    """
    from ortools.sat.python import cp_model

    from odin_solver.placement.model.engines.cpsat import cp_model_of, expression

    made = stated(task)
    assert made.value is not None
    program, variables = cp_model_of(made.model.linear)
    program.maximize(expression(tuple(made.value.terms.items()), variables))
    solver = _solver(seconds, seed)
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise Undecided
    return laid_pieces(made.model, lambda var: int(solver.value(variables[var])))


def _solver(seconds: float, seed: int) -> "cp_model.CpSolver":
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % (1 << 31)
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.linearization_level = 2
    # Otherwise Ctrl-C would end the search as if its time were over, and not reach the caller.
    solver.parameters.catch_sigint_signal = False
    # Avoids a false OPTIMAL of OR-Tools 9.15 (its issue 5293).
    solver.parameters.presolve_inclusion_work_limit = 0
    return solver


def _own(area: AreaVariables) -> list[Var]:
    """The variables of all pieces that lie on a board's cells."""
    return [*(choice.var for choice in area.choices), *area.fillers.values()]


def _forbid(model: PlacementModel, laid: Sequence[Laid]) -> None:
    """Let every solution differ from this layout in at least one piece."""
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
