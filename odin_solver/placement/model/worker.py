"""The process of an engine: reads a job, solves it, and reports as it goes.

Run by `odin_solver.placement.race`, never by hand: ``python -m
odin_solver.placement.model.worker``.
"""

import importlib
import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.metadata import version
from typing import BinaryIO, cast

from odin_solver.placement.model.build import Model, assignment, build_model, laid_pieces
from odin_solver.placement.model.engine import Engine, Task
from odin_solver.placement.model.job import (
    Better,
    Bound,
    Done,
    FromEngine,
    Incumbent,
    Job,
    Ready,
    Start,
    ToEngine,
)
from odin_solver.placement.model.objective import Sum, silver_kept, tiles_used, weighted_sum
from odin_solver.placement.model.statement import Var
from odin_solver.placement.model.variables import Variables
from odin_solver.placement.objective import Weights, gains, value
from odin_solver.placement.problem import Laid, Problem, compile_problem, in_placing_order
from odin_solver.placement.problem import layout as layout_of

SMALL_LAYOUT = 12
"""Layouts of no more pieces are left to the exact search alone."""

TIES_STEPS = 12
"""Steps of large-neighbourhood search for the nicest of all best layouts."""

CLIMB_STEPS = 40
"""Steps towards a best layout, where the start is none."""

TIES_WORK = 1.0
"""Limit of the exact search for it, in CP-SAT's deterministic time."""

_MODULES = {
    "cp-sat": "odin_solver.placement.model.cpsat",
    "highs": "odin_solver.placement.model.highs",
}


class _Reports:
    """Writes what an engine finds: each layout and bound only if it is better than the last."""

    def __init__(self, model: Model, goal: Sum, write: Callable[[FromEngine], None]) -> None:
        self._model = model
        self._goal = goal
        self._write = write
        self.reproducible = False
        self._best: Fraction | None = None
        self._bound: Fraction | None = None

    @property
    def any(self) -> bool:
        """Whether anything was found."""
        return self._best is not None

    def solution(self, chosen: Callable[[Var], int]) -> None:
        """See `odin_solver.placement.model.engine.Listener`."""
        value = self._goal.value(chosen)
        if self._best is None or value > self._best:
            self._best = value
            laid = laid_pieces(self._model, chosen)
            self._write(Incumbent(value, laid, self.reproducible))

    def value(self, laid: Sequence[Laid]) -> Fraction:
        """The value of a layout."""
        return self._goal.value(assignment(self._model, laid).__getitem__)

    def layout(self, laid: Sequence[Laid]) -> None:
        """A layout was found."""
        self.solution(assignment(self._model, laid).__getitem__)

    def bound(self, raw: float) -> None:
        """See `odin_solver.placement.model.engine.Listener`."""
        if abs(raw) > 1e15:
            return
        bound = self._goal.ceiling(raw)
        if self._bound is None or bound < self._bound:
            self._bound = bound
            self._write(Bound(bound))


def goal_of(weights: Weights | None) -> Callable[[Problem, Variables], Sum]:
    """The sum that a job maximises, for the problem or a part of it."""

    def ties(problem: Problem, variables: Variables) -> Sum:
        return tiles_used(variables).before(silver_kept(variables), problem.silver)

    def weighted(problem: Problem, variables: Variables) -> Sum:
        assert weights is not None
        return weighted_sum(problem, variables, weights)

    return ties if weights is None else weighted


def model_for(problem: Problem, job: Job) -> tuple[Model, Sum]:
    """State the model of a job, and the sum to be maximised."""
    ban = job.restrictions.ban(problem)
    model = build_model(problem, job.valued, ban)
    for floor in job.floors:
        total = weighted_sum(problem, model.variables, floor.weights)
        model.statement.row(total.terms, lower=int(floor.value * total.scale) - total.constant)
    return model, goal_of(job.weights)(problem, model.variables)


class _Inbox:
    """What other engines find, as it comes in."""

    def __init__(self, messages: "queue.Queue[ToEngine]") -> None:
        self._messages = messages

    def latest(self) -> tuple[Laid, ...] | None:
        """The last layout that came in since the last call, if one did."""
        layout = None
        while not self._messages.empty():
            message = self._messages.get()
            if isinstance(message, Better):
                layout = message.layout
        return layout


def work(job: Job, messages: "queue.Queue[ToEngine]", write: Callable[[FromEngine], None]) -> None:
    """Do a job: state the model, wait for the start, search and report."""
    engine = cast(Engine, importlib.import_module(_MODULES[job.engine]))
    problem = compile_problem(job.position)
    model, goal = model_for(problem, job)
    reports = _Reports(model, goal, write)
    write(Ready(engine.NAME, version(engine.PACKAGE)))
    while not isinstance(start := messages.get(), Start):
        continue  # layouts found before the start are in it
    layout = start.layout
    inbox = _Inbox(messages)
    began = time.monotonic()
    # On one thread CP-SAT is deterministic; HiGHS is told of layouts as they are found.
    reports.reproducible = start.reproducible and job.engine == "cp-sat" and job.threads == 1
    if job.part != "prove" and layout:
        if job.weights is None:
            layout = _settle(job, problem, layout, reports)
        else:
            layout = _improve(job, problem, layout, reports, inbox)

    def better() -> Sequence[int] | None:
        found = inbox.latest()
        return None if found is None else assignment(model, found)

    task = Task(
        statement=model.statement,
        goal=goal,
        start=None if layout is None else assignment(model, in_placing_order(problem, layout)),
        seconds=max(0.1, job.seconds - (time.monotonic() - began)),
        threads=job.threads,
        seed=job.seed,
        work=TIES_WORK if job.weights is None else None,
        better=better,
    )
    ended = engine.maximise(task, reports)
    write(Done(ended and reports.any, ended and not reports.any))


def _improve(
    job: Job, problem: Problem, layout: tuple[Laid, ...], reports: _Reports, inbox: _Inbox
) -> tuple[Laid, ...]:
    """Large-neighbourhood search, unless the problem is small; without an end if asked to."""
    if len(layout) <= SMALL_LAYOUT:
        return layout
    from odin_solver.placement.model.neighbourhood import Neighbourhoods

    goals = [goal_of(weights) for weights in job.sums]
    search = Neighbourhoods(problem, goals, job.valued, job.seed, layout, job.restrictions)
    while search.step() or job.part == "improve":
        reports.layout(search.laid)
        found = inbox.latest()
        if found is not None and reports.value(found) > reports.value(search.laid):
            search.laid = found
            reports.reproducible = False
    return search.laid


def _settle(
    job: Job, problem: Problem, layout: tuple[Laid, ...], reports: _Reports
) -> tuple[Laid, ...] | None:
    """A nicer one of all best layouts; None if no best layout was reached from the start.

    The steps are counted, so that the result does not depend on the speed of the machine.
    """
    from odin_solver.placement.model.neighbourhood import Neighbourhoods

    goals = [goal_of(weights) for weights in job.sums]
    for number, floor in enumerate(job.floors, start=1):
        climb = Neighbourhoods(
            problem, goals[:number], job.valued, job.seed, layout, job.restrictions
        )
        for _ in range(CLIMB_STEPS):
            found = gains(problem.position, layout_of(problem, climb.laid))
            if value(floor.weights, found) >= floor.value or not climb.step():
                break
        layout = climb.laid
    found = gains(problem.position, layout_of(problem, layout))
    if any(value(floor.weights, found) < floor.value for floor in job.floors):
        return None
    reports.layout(layout)
    if len(layout) > SMALL_LAYOUT:
        tidy = Neighbourhoods(
            problem, [*goals, goal_of(None)], job.valued, job.seed, layout, job.restrictions
        )
        for _ in range(TIES_STEPS):
            if not tidy.step():
                break
            reports.layout(tidy.laid)
        layout = tidy.laid
    return layout


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do the job that comes first from `source`; end at once when the other side hangs up."""
    lock = threading.Lock()
    inbox: queue.Queue[ToEngine] = queue.Queue()

    def write(message: FromEngine) -> None:
        with lock:
            pickle.dump(message, sink)
            sink.flush()

    def read() -> None:
        try:
            while True:
                inbox.put(pickle.load(source))
        except EOFError:
            os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    first = inbox.get()
    if isinstance(first, Job):
        work(first, inbox, write)


if __name__ == "__main__":
    # Solvers print to standard output at times: keep the stream of messages to ourselves.
    messages = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, messages)
    os._exit(0)
