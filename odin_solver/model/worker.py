"""The process of an engine: reads a job, solves it, and reports as it goes.

Run by `odin_solver.race`, never by hand: ``python -m odin_solver.model.worker``.
"""

import importlib
import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.metadata import version
from typing import BinaryIO, cast

from odin_solver.model.build import Model, assignment, build_model, laid_pieces
from odin_solver.model.engine import Engine, Task
from odin_solver.model.job import (
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
from odin_solver.model.objective import Sum, silver_kept, tiles_used, weighted_sum
from odin_solver.model.statement import Var
from odin_solver.problem import compile_problem

_MODULES = {"cp-sat": "odin_solver.model.cpsat", "highs": "odin_solver.model.highs"}


class _Reports:
    """Writes what an engine finds: each layout and bound only if it is better than the last."""

    def __init__(self, model: Model, goal: Sum, write: Callable[[FromEngine], None]) -> None:
        self._model = model
        self._goal = goal
        self._write = write
        self._best: Fraction | None = None
        self._bound: Fraction | None = None

    def solution(self, chosen: Callable[[Var], int]) -> None:
        """See `odin_solver.model.engine.Listener`."""
        value = self._goal.value(chosen)
        if self._best is None or value > self._best:
            self._best = value
            self._write(Incumbent(value, laid_pieces(self._model, chosen)))

    def bound(self, raw: float) -> None:
        """See `odin_solver.model.engine.Listener`."""
        if abs(raw) > 1e15:
            return
        bound = self._goal.ceiling(raw)
        if self._bound is None or bound < self._bound:
            self._bound = bound
            self._write(Bound(bound))


def model_for(job: Job) -> tuple[Model, Sum]:
    """State the model of a job, and the sum to be maximised."""
    problem = compile_problem(job.position)
    sums = [floor.weights for floor in job.floors]
    model = build_model(problem, [*sums, job.weights] if job.weights else sums)
    for floor in job.floors:
        total = weighted_sum(problem, model.variables, floor.weights)
        model.statement.row(total.terms, lower=int(floor.value * total.scale) - total.constant)
    if job.weights is not None:
        return model, weighted_sum(problem, model.variables, job.weights)
    silver = silver_kept(model.variables)
    return model, tiles_used(model.variables).before(silver, problem.silver)


def work(job: Job, inbox: "queue.Queue[ToEngine]", write: Callable[[FromEngine], None]) -> None:
    """Do a job: state the model, wait for the start, search and report."""
    engine = cast(Engine, importlib.import_module(_MODULES[job.engine]))
    model, goal = model_for(job)
    write(Ready(engine.NAME, version(engine.PACKAGE)))
    start = inbox.get()
    values: Sequence[int] | None = None
    if isinstance(start, Start) and start.layout is not None:
        values = assignment(model, start.layout)
    better: queue.Queue[Sequence[int]] = queue.Queue()

    def pass_on() -> None:
        while True:
            message = inbox.get()
            if isinstance(message, Better):
                better.put(assignment(model, message.layout))

    threading.Thread(target=pass_on, daemon=True).start()
    task = Task(
        statement=model.statement,
        goal=goal,
        start=values,
        seconds=job.seconds,
        threads=job.threads,
        seed=job.seed,
        work=job.work,
        better=better,
    )
    write(Done(engine.maximise(task, _Reports(model, goal, write))))


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
