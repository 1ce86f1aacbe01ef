"""Lexicographic maximisation: objectives one after the other, in a process of its own.

A process can be ended at any moment, and CP-SAT and HiGHS, which conflict within one process, can
be compared.
"""

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from odin_solver.errors import OdinError
from odin_solver.linear.engine import SearchTask
from odin_solver.linear.model import LinearModel, Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.solvers import SolverName, engine_of, usual_solver
from odin_solver.support.children import Child, Inbox, Write


@dataclass(frozen=True)
class LevelsJob:
    """Objectives to be maximised one after the other.

    Attributes
    ----------
    linear, objectives
        The model, and the objectives, the most important first.
    work, by_relaxation
        As in `odin_solver.linear.engine.SearchTask`.
    """

    linear: LinearModel
    objectives: tuple[LinearObjective, ...]
    engine: SolverName = field(default_factory=usual_solver)
    seconds: float = 60.0
    threads: int = 2
    seed: int = 0
    work: float | None = None
    by_relaxation: bool = False


@dataclass(frozen=True)
class LevelState:
    """A level during a search or after it.

    Attributes
    ----------
    level
        Number of the objective, from 0.
    value, bound
        Value of the incumbent, and its upper bound; None while unknown.
    """

    level: int
    value: Fraction | None = None
    bound: Fraction | None = None


@dataclass(frozen=True)
class LevelsResult:
    """Result of a search.

    Attributes
    ----------
    values
        Values of all variables; None if no solution is known.
    proven
        Whether all levels are proven optimal, or that there is no solution.
    solver
        Name and version of the solver.
    """

    values: tuple[int, ...] | None
    levels: tuple[LevelState, ...]
    proven: bool
    solver: str = ""


@dataclass(frozen=True)
class LevelSolution:
    """Message of a search: a better solution of a level."""

    level: int
    values: tuple[int, ...]


LevelMessage = LevelSolution | LevelState | LevelsResult


class _LevelListener:
    """Reports the solutions and bounds of a level that are better than the last.

    A bound that a solution exceeds counts no more.
    """

    def __init__(
        self,
        level: int,
        objective: LinearObjective,
        size: int,
        report: Callable[[LevelMessage], None],
    ) -> None:
        self._level = level
        self._objective = objective
        self._size = size
        self._report = report
        self.values: tuple[int, ...] | None = None
        self.value: Fraction | None = None
        self.bound_value: Fraction | None = None

    def solution(self, chosen: Callable[[Var], int]) -> None:
        """See `odin_solver.linear.engine.Listener`."""
        value = self._objective.value(chosen)
        if self.value is None or value > self.value:
            self.value = value
            self.values = tuple(chosen(var) for var in range(self._size))
            if self.bound_value is not None and self.bound_value < value:
                self.bound_value = None
            self._report(LevelSolution(self._level, self.values))
            self._report(self.state)

    def bound(self, raw: float) -> None:
        """See `odin_solver.linear.engine.Listener`."""
        if abs(raw) < 1e15:
            bound = self._objective.ceiling(raw)
            false = self.value is not None and bound < self.value
            if not false and (self.bound_value is None or bound < self.bound_value):
                self.bound_value = bound
                self._report(self.state)

    @property
    def state(self) -> LevelState:
        """Value and bound."""
        return LevelState(self._level, self.value, self.bound_value)


def search_levels(job: LevelsJob, report: Callable[[LevelMessage], None]) -> LevelsResult:
    """Search in this process.

    Parameters
    ----------
    report
        Called with every better solution or bound.
    """
    engine = engine_of(job.engine)
    solver = f"{engine.NAME} {engine.VERSION}"
    until = time.monotonic() + job.seconds
    linear = LinearModel(
        list(job.linear.upper),
        list(job.linear.cliques),
        list(job.linear.constraints),
        list(job.linear.ladders),
    )
    values: tuple[int, ...] | None = None
    levels: list[LevelState] = []
    for level, objective in enumerate(job.objectives):
        listener = _LevelListener(level, objective, len(linear.upper), report)
        task = SearchTask(
            linear=linear,
            objective=objective,
            start=values,
            seconds=max(0.1, until - time.monotonic()),
            threads=job.threads,
            seed=job.seed,
            work=job.work,
            by_relaxation=job.by_relaxation,
        )
        proven = engine.maximise(task, listener)
        if proven and listener.value is not None:
            listener.bound_value = listener.value
        levels.append(listener.state)
        values = values if listener.values is None else listener.values
        if not proven or listener.values is None:
            return LevelsResult(values, tuple(levels), proven, solver)
        best = sum(factor * listener.values[var] for var, factor in objective.terms.items())
        linear.add_constraint(objective.terms, lower=best)
    return LevelsResult(values, tuple(levels), True, solver)


class LevelsProcess:
    """A process that searches for one job after the other; a context manager that ends it."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._outbox: queue.Queue[tuple[Child, LevelMessage | None]] = queue.Queue()
        self._child = Child(self._outbox, _do_jobs).__enter__()

    def maximise(
        self,
        job: LevelsJob,
        *,
        on_progress: Callable[[LevelState], None] = lambda state: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> LevelsResult:
        """Search; after the time limit or when cancelled, return the best so far."""
        self._child.send(job)
        until = time.monotonic() + job.seconds + 1.0  # the engine keeps the limit itself
        values: tuple[int, ...] | None = None
        levels: dict[int, LevelState] = {}
        while not cancelled() and time.monotonic() < until:
            try:
                _, message = self._outbox.get(timeout=0.1)
            except queue.Empty:
                continue
            match message:
                case LevelSolution():
                    values = message.values
                case LevelState():
                    levels[message.level] = message
                    on_progress(message)
                case LevelsResult():
                    return message
                case None:
                    raise OdinError.said("the solver failed to run (ODIN_DEBUG=1 shows why)")
        self._child.__exit__()  # it may still be busy with this job
        self._start()
        return LevelsResult(values, tuple(levels.values()), False)

    def __enter__(self) -> "LevelsProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self._child.__exit__()


def _do_jobs(jobs: Inbox, write: Write) -> None:
    while True:
        write(search_levels(jobs.get(), write))
