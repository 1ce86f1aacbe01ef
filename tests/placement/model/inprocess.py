"""All jobs of one problem, solved in this process: every objective level, then tie-breaking.

CP-SAT is loaded into this process on first use, HiGHS only into a process of its own: the two do
not bear each other.
"""

import atexit
import importlib
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import cast

from odin_solver.linear.engine import Engine, SearchTask
from odin_solver.linear.model import LinearModel, Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.solvers import SOLVERS, SolverName
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model import worker
from odin_solver.placement.model.build import PlacementModel, assignment, laid_pieces
from odin_solver.placement.model.messages import Job
from odin_solver.placement.objective import Objective, Weights
from odin_solver.placement.problem import (
    SILVER,
    Laid,
    Problem,
    compile_problem,
    in_placing_order,
    layout,
)
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.timing import HANGING


class NotProven(AssertionError):
    """An engine came to no proof, or to one that its own reports contradict."""


class RulesBroken(AssertionError):
    """A layout of the model is illegal, or not worth what the model claims."""


def make_job(
    position: Position,
    weights: Weights | None,
    minimums: Sequence[MinimumValue] = (),
    engine: SolverName = "cp-sat",
    *,
    tied: bool = False,
) -> Job:
    """A job for one thread."""
    return Job(
        position=position,
        engine=engine,
        part="both",
        weights=weights,
        minimums=tuple(minimums),
        seconds=HANGING,
        threads=1,
        seed=0,
        tied=tied,
    )


@dataclass
class Record:
    """A listener that keeps the best solution and the least bound."""

    model: PlacementModel
    goal: LinearObjective
    value: Fraction | None = None
    laid: tuple[Laid, ...] = ()
    bounds: list[Fraction] = field(default_factory=list)

    def solution(self, chosen: Callable[[Var], int]) -> None:
        found = self.goal.value(chosen)
        if self.value is None or found >= self.value:
            self.value = found
            self.laid = laid_pieces(self.model, chosen)

    def bound(self, raw: float) -> None:
        if abs(raw) < 1e15:
            self.bounds.append(self.goal.ceiling(raw))


@dataclass(frozen=True)
class Answer:
    """What the model says: values of all levels, and how few tiles and how little silver it takes.

    `laid` is the layout of the last job, in placing order.
    """

    values: tuple[Fraction, ...]
    tiles: int
    silver: int
    laid: tuple[Laid, ...]


def problem_for_model(position: Position) -> Problem:
    """What the model is made of; `tests.placement.model.test_mutations` spoils it."""
    return compile_problem(position)


def run_job(job: Job, start: Sequence[Laid] | None = None) -> Record:
    """Solve one job to the proof.

    Raises
    ------
    NotProven
        If there is no proof.
    """
    engine = cast(Engine, importlib.import_module(SOLVERS[job.engine]))
    model, goal = worker.model_for(problem_for_model(job.position), job)
    record = Record(model, goal)
    task = SearchTask(
        linear=model.linear,
        objective=goal,
        start=None if start is None else assignment(model, start),
        seconds=job.seconds,
        threads=job.threads,
        seed=job.seed,
        by_relaxation=job.tied,
    )
    if not engine.maximise(task, record) or record.value is None:
        raise NotProven("no proof")
    if any(bound < record.value for bound in record.bounds):
        raise NotProven(f"bounds {record.bounds} below the value {record.value}")
    return record


def solve_in_process(
    position: Position, objective: Objective, engine: SolverName = "cp-sat", *, tied: bool = False
) -> Answer:
    """Run the jobs of all levels and of tie-breaking, and check each layout by the plain rules.

    Raises
    ------
    NotProven
        If an engine comes to no proof.
    RulesBroken
        If the model claims what the rules deny.
    """
    minimums: list[MinimumValue] = []
    laid: tuple[Laid, ...] | None = None
    for weights in (*objective.levels, None):
        job = make_job(position, weights, minimums, engine, tied=tied)
        record = run_job(job, laid)
        laid = checked(position, record.laid)
        reached = (
            [*minimums, MinimumValue(weights, record.value or Fraction(0))] if weights else minimums
        )
        for minimum in reached:
            found = value_of(position, minimum.weights, laid)
            if found < minimum.value or (
                minimum is reached[-1] and weights and found != minimum.value
            ):
                raise RulesBroken(f"the model claims {minimum.value}, by the rules it is {found}")
        minimums = reached
    assert laid is not None
    return Answer(
        values=tuple(minimum.value for minimum in minimums),
        tiles=sum(each.kind >= 0 for each in laid),
        silver=sum(each.kind == SILVER for each in laid),
        laid=laid,
    )


def value_of(position: Position, weights: Weights, laid: Sequence[Laid]) -> Fraction:
    """What a layout is worth by the plain rules."""
    return value(weights, gains(position, layout(compile_problem(position), laid)))


def checked(position: Position, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """A layout in placing order.

    Raises
    ------
    RulesBroken
        If there is no such order, or the layout is against the rules.
    """
    problem = compile_problem(position)
    ordered = in_placing_order(problem, laid)
    after = layout(problem, ordered)
    violations = [each.message for each in position_violations(after)]
    violations += [f"{count} {name} left" for name, count in after.supply.items() if count < 0]
    if violations:
        raise RulesBroken("; ".join(violations))
    return ordered


def solve_with_highs(position: Position, objective: Objective) -> Answer:
    """The same with HiGHS, in another process."""
    return _highs_process().submit(solve_in_process, position, objective, "highs").result()


@cache
def _highs_process() -> ProcessPoolExecutor:
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    atexit.register(pool.shutdown)
    return pool


def violated_constraints(linear: LinearModel, values: Sequence[int]) -> list[str]:
    """All constraints that an assignment violates."""
    found = [
        f"variable {var} is {values[var]}, at most {upper}"
        for var, upper in enumerate(linear.upper)
        if not 0 <= values[var] <= upper
    ]
    found += [
        f"at most one of {clique}"
        for clique in linear.cliques
        if sum(values[var] for var in clique) > 1
    ]
    for row in linear.constraints:
        total = sum(coefficient * values[var] for var, coefficient in row.terms)
        if (row.lower is not None and total < row.lower) or (
            row.upper is not None and total > row.upper
        ):
            found.append(f"{row} is {total}")
    return found
