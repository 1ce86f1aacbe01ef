"""Solutions by the placement model, which is independent of the exact cover search.

It finds the best layouts of kinds with a value. For all layout puzzles it searches for a solution
other than the known ones, or the proof that there is none.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from odin_puzzles.kinds.layout_task import LayoutTask
from odin_solver.linear.levels import LevelsJob, search_levels
from odin_solver.linear.model import Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.placement.model.build import PlacementModel, assignment, build_model, laid_pieces
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.model.variables import AreaVariables
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, SILVER, Laid

EVERYTHING = Weights(cells=Fraction(1))
"""Weights that reward every tile, so that the model omits no placement."""


PATIENCE = math.inf
"""Time limit of a search that is bounded by its work, so that slow machines get the same result."""

WORK, LONGEST = 30.0, 600.0
"""That work in CP-SAT's own measure, a second or less each; seconds for engines without one."""


class Undecided(Exception):
    """The search ended at its time limit with neither a solution nor a proof."""


def build_task_model(task: LayoutTask) -> tuple[PlacementModel, LinearObjective | None]:
    """Build the model of a task: the rules of placing, the cells to cover, the tile counts.

    With it comes its value if the task has a minimum.
    """
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
    return model, value


def allows(task: LayoutTask, laid: Sequence[Laid]) -> bool:
    """Whether the model of a task allows a layout."""
    model, _ = build_task_model(task)
    return model.linear.allows(assignment(model, laid))


def find_another(
    task: LayoutTask, known: Sequence[Sequence[Laid]], *, seconds: float = 60.0
) -> tuple[Laid, ...] | None:
    """Return a solution other than the known ones; None if there is provably none.

    Raises
    ------
    Undecided
        If the time limit is reached.
    """
    model, _ = build_task_model(task)
    for laid in known:
        _forbid(model, laid)
    return _maximised(model, LinearObjective({}, 0, 1), seconds)[0]


def find_best(task: LayoutTask, *, seconds: float = 60.0) -> tuple[Laid, ...] | None:
    """Return a proven optimal layout by the task's weights; None if the minimum is out of reach.

    Raises
    ------
    Undecided
        If the time limit is reached.
    """
    model, value = build_task_model(task)
    assert value is not None
    laid, proven = _maximised(model, value, seconds)
    if not proven:
        raise Undecided
    return laid


def _maximised(
    model: PlacementModel, objective: LinearObjective, seconds: float
) -> tuple[tuple[Laid, ...] | None, bool]:
    """Return the best layout found, None if there is provably none, and whether it is proven."""
    job = LevelsJob(
        model.linear,
        (objective,),
        seconds=min(seconds, LONGEST),
        threads=1,
        work=WORK if seconds == PATIENCE else None,
        by_relaxation=True,
    )
    result = search_levels(job, lambda message: None)
    if result.values is None:
        if not result.proven:
            raise Undecided
        return None, True
    return laid_pieces(model, result.values.__getitem__), result.proven


def _own(area: AreaVariables) -> list[Var]:
    return [*(choice.var for choice in area.choices), *area.fillers.values()]


def _forbid(model: PlacementModel, laid: Sequence[Laid]) -> None:
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
