"""The best use of boatsmen before a large scoring, proven, and the next best ways."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from odin_solver.errors import InputError
from odin_solver.linear.levels import LevelsJob, LevelsResult, search_levels
from odin_solver.linear.model import LinearModel
from odin_solver.vikings import solution
from odin_solver.vikings.model.build import ferry_model
from odin_solver.vikings.model.objective import Aim
from odin_solver.vikings.parts import SCORING, Cell
from odin_solver.vikings.position import FreeParts, VikingsPosition
from odin_solver.vikings.rules.ferrying import Counts, FerryPlan, ferried, plans
from odin_solver.vikings.rules.laying import violations

Way = tuple[int, Counts]
"""Boatsmen used, and figures of each row that are carried."""


@dataclass(frozen=True)
class FerryLine:
    """A way to use the boatsmen.

    Attributes
    ----------
    plan
        What the boatsmen do.
    cells
        Cells to which figures come.
    values
        Its value, by objective level.
    proven
        Whether no way but the better ones has a higher value.
    """

    plan: FerryPlan
    cells: frozenset[Cell]
    after: VikingsPosition
    values: tuple[Fraction, ...]
    proven: bool

    @property
    def status(self) -> solution.VikingsStatus:
        """The proof as a word."""
        return "OPTIMAL" if self.proven else "FEASIBLE"


@dataclass(frozen=True)
class FerryAdvice:
    """The best ways to use boatsmen, the best first; `solver` proved them."""

    before: VikingsPosition
    aim: Aim
    lines: tuple[FerryLine, ...]
    seconds: float
    solver: str


def best_ferries(
    position: VikingsPosition,
    aim: Aim = "final",
    *,
    count: int = 3,
    limits: solution.Limits | None = None,
    watcher: solution.Watcher = solution.NOBODY,
) -> FerryAdvice:
    """Find the best ways to use the boatsmen.

    Two ways differ in the number of boatsmen or in the numbers of figures of a colour that are
    carried; of each, the best cells are shown.

    Parameters
    ----------
    position
        A position before a large scoring.
    aim
        The final score if nothing else changes, or the gain of this scoring.
    count
        Most ways.

    Raises
    ------
    InputError
        If no large scoring comes next, the position is illegal, or it lacks values that decide the
        score.
    """
    check_ferry(position)
    began, limits = time.monotonic(), limits or solution.Limits()
    found = []
    with solution.maximising(limits, watcher) as maximise:
        for line, solver in _lines(position, aim, count, maximise, limits.seconds):
            found.append((line, solver))
            if not line.proven:
                break
    if not found:
        found = [(_any_line(position, aim), "")]
    lines = tuple(line for line, _ in found)
    return FerryAdvice(position, aim, lines, time.monotonic() - began, found[-1][1])


def ferries_here(position: VikingsPosition, aim: Aim = "final", count: int = 1) -> list[FerryLine]:
    """Find the best ways as `best_ferries`, in this process and on one thread."""
    check_ferry(position)

    def maximise(job: LevelsJob) -> LevelsResult:
        return search_levels(replace(job, threads=1), lambda message: None)

    return [line for line, _ in _lines(position, aim, count, maximise, solution.Limits().seconds)]


def check_ferry(position: VikingsPosition) -> None:
    """Refuse positions before which there is no ferrying.

    Raises
    ------
    InputError
        If no large scoring comes next, or the position is illegal.
    """
    if position.round not in SCORING.large_rounds:
        expected = ", ".join(map(str, SCORING.large_rounds))
        raise InputError.said(
            "round: expected one with a large scoring ({rounds}), got {got}",
            rounds=expected,
            got=position.round,
        )
    broken = violations(position)
    if broken:
        raise InputError(*(f"islands: {violation}" for violation in broken))


def _lines(
    position: VikingsPosition, aim: Aim, count: int, maximise: solution.Maximise, seconds: float
) -> Iterator[tuple[FerryLine, str]]:
    position = replace(position, free=FreeParts())
    excluded: list[Way] = []
    while len(excluded) < count:
        model, ferry = ferry_model(position, aim)
        for used, counts in excluded:
            sums = [(Counter(ferry.new[row]), counts[row]) for row in ferry.new]
            _exclude(model.linear, [*sums, (model.used, used)])
        search = solution.searched(model, aim, maximise, seconds)
        result = search.result
        if result.values is None:
            return
        chosen = result.values
        cells = frozenset(
            cell
            for cell, var in model.figures.items()
            if chosen[var] and cell not in position.area.figures
        )
        carried = tuple(sum(chosen[var] for var in ferry.new[row]) for row in ferry.new)
        plan = ferry.plan(chosen)
        if (plan, carried) not in set(plans(position)):
            raise solution.RulesDisagree(
                f"the model carries {carried} with {plan.boatsmen} boatsmen"
            )
        after = ferried(position, plan, cells)
        values = solution.values_of(after, aim)
        solution.check(values, search.all_bounds, result.proven)
        yield FerryLine(plan, cells, after, values, result.proven), result.solver
        excluded.append((plan.boatsmen, carried))


def _any_line(position: VikingsPosition, aim: Aim) -> FerryLine:
    position = replace(position, free=FreeParts())
    plan, counts = next(plans(position))
    cells = frozenset(
        cell for row, count in enumerate(counts) for cell in position.area.free_cells(row)[:count]
    )
    after = ferried(position, plan, cells)
    return FerryLine(plan, cells, after, solution.values_of(after, aim), False)


def _exclude(linear: LinearModel, sums: list[tuple[Counter[int], int]]) -> None:
    differs = []
    for terms, value in sums:
        most = sum(linear.upper[var] for var in terms)
        if value < most:
            more = linear.add_variable()
            differs.append(more)
            linear.add_constraint({**terms, more: -(value + 1)}, lower=0)
        if value > 0:
            less = linear.add_variable()
            differs.append(less)
            linear.add_constraint({**terms, less: most - value + 1}, upper=most)
    linear.add_constraint(dict.fromkeys(differs, 1), lower=1)
