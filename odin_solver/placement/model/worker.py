"""The work of an engine: it does a job, and reports as it goes.

`odin_solver.placement.engines` starts it in a process of its own.
"""

import queue
import time
from collections.abc import Callable, Sequence
from fractions import Fraction

from odin_solver.linear.engine import SearchTask
from odin_solver.linear.model import Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.solvers import engine_of
from odin_solver.placement import tuning
from odin_solver.placement.cover.filling import Filler
from odin_solver.placement.local.search import local_search
from odin_solver.placement.model.build import PlacementModel, assignment, build_model, laid_pieces
from odin_solver.placement.model.improving import Improver, head_start
from odin_solver.placement.model.messages import (
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
from odin_solver.placement.model.objective import fewest_tiles, least_silver, weighted_sum
from odin_solver.placement.problem import Laid, Problem, compile_problem, in_placing_order


class _Reports:
    """Reports layouts and bounds, each only if it is better than the last."""

    def __init__(
        self, model: PlacementModel, objective: LinearObjective, write: Callable[[FromEngine], None]
    ) -> None:
        self._model = model
        self._objective = objective
        self._write = write
        self.laid: tuple[Laid, ...] = ()
        self.best: Fraction | None = None
        self._bound: Fraction | None = None

    def solution(self, chosen: Callable[[Var], int]) -> None:
        """See `odin_solver.linear.engine.Listener`.

        A layout on the way may serve a poorer feast than it could: it counts with the best one.
        """
        value, laid = self._objective.value(chosen), laid_pieces(self._model, chosen)
        if self._model.variables.stocks:
            best = assignment(self._model, in_placing_order(self._model.problem, laid))
            value = max(value, self._objective.value(best.__getitem__))
        if self.best is None or value > self.best:
            self.best, self.laid = value, laid
            self._write(Incumbent(value, self.laid))

    def layout(self, laid: Sequence[Laid]) -> None:
        self.solution(assignment(self._model, laid).__getitem__)

    def bound(self, raw: float) -> None:
        """See `odin_solver.linear.engine.Listener`."""
        if abs(raw) > 1e15:
            return
        bound = self._objective.ceiling(raw)
        if self._bound is None or bound < self._bound:
            self._bound = bound
            self._write(Bound(bound))


def model_for(problem: Problem, job: Job) -> tuple[PlacementModel, LinearObjective]:
    """Build the model of a job, and its objective."""
    model = build_model(problem, job.valued, job.restrictions, tied=job.tied)
    for minimum in job.minimums:
        total = weighted_sum(problem, model.variables, minimum.weights)
        model.linear.add_constraint(
            total.terms, lower=int(minimum.value * total.scale) - total.constant
        )
    if job.weights is None:
        fewest = fewest_tiles(model.variables)
        return model, fewest.then(least_silver(model.variables), problem.silver)
    return model, weighted_sum(problem, model.variables, job.weights)


class _Inbox:
    """Layouts of other engines, as they come in."""

    def __init__(self, messages: "queue.Queue[ToEngine]") -> None:
        self._messages = messages

    def latest(self) -> tuple[Laid, ...] | None:
        """Return the last layout that came in since the last call, if one did."""
        layout = None
        while not self._messages.empty():
            message = self._messages.get()
            if isinstance(message, Better):
                layout = message.layout
        return layout


def _start(messages: "queue.Queue[ToEngine]") -> Start:
    while not isinstance(start := messages.get(), Start):
        continue  # the start includes layouts sent before it
    return start


def work(job: Job, messages: "queue.Queue[ToEngine]", write: Callable[[FromEngine], None]) -> None:
    """Do a job: build the model, wait for the start, search and report."""
    if job.without_model:
        head_start(job, lambda: _start(messages).layout, write)
        write(Done())
        return
    filler = Filler(job, write) if job.fills else None
    if filler is not None:
        filler.run(job.seconds if job.part == "fill" else tuning.FILLING_SECONDS)
    if job.part == "fill":
        write(Done())
        return
    engine = engine_of(job.engine)
    problem = compile_problem(job.position)
    model, objective = model_for(problem, job)
    reports = _Reports(model, objective, write)
    write(Ready(engine.NAME, engine.VERSION))
    layout = _start(messages).layout
    inbox = _Inbox(messages)
    until = time.monotonic() + job.seconds

    def better() -> Sequence[int] | None:
        latest = inbox.latest()
        return None if latest is None else assignment(model, latest)

    def search_exactly(layout: tuple[Laid, ...] | None, seconds: float) -> bool:
        values = cutoff = None
        if layout is not None:
            values = assignment(model, in_placing_order(problem, layout))
        if job.tied and values is not None and model.linear.allows(values):
            # If the model allows the layout, it may also tell that there is none better.
            reports.solution(values.__getitem__)
            cutoff = sum(factor * values[var] for var, factor in objective.terms.items())
            values = None
        task = SearchTask(
            linear=model.linear,
            objective=objective,
            start=values,
            seconds=max(0.1, min(seconds, until - time.monotonic())),
            threads=job.threads,
            seed=job.seed,
            work=tuning.TIES_WORK if job.weights is None else None,
            by_relaxation=job.tied,
            cutoff=cutoff,
            better=better,
        )
        return engine.maximise(task, reports)

    if job.part != "prove" and layout and (filler or len(layout) > tuning.SMALL_LAYOUT):
        ended = _take_turns(job, problem, layout, reports, inbox, search_exactly, until, filler)
        write(Done(reports.best if ended else None))
        return
    ended = search_exactly(layout, job.seconds)
    write(Done(reports.best if ended else None, empty=ended and reports.best is None))


def _improver(job: Job, problem: Problem, layout: tuple[Laid, ...]) -> Improver:
    from odin_solver.placement.model.neighbourhood import NeighbourhoodSearch  # loads CP-SAT

    local, levels = None, job.levels
    if not (job.conditions or job.restrictions.excluded):
        local = local_search(
            problem, [*levels, *job.later], job.seed, job.restrictions, len(levels) - 1
        )
    search = NeighbourhoodSearch(
        problem, levels, job.restrictions.levels, job.seed, layout, job.restrictions
    )
    return Improver(problem, levels, search, local)


def _take_turns(
    job: Job,
    problem: Problem,
    layout: tuple[Laid, ...],
    reports: _Reports,
    inbox: _Inbox,
    search_exactly: Callable[[tuple[Laid, ...], float], bool],
    until: float,
    filler: Filler | None,
) -> bool:
    """Improve the layout, and search exactly when that gains nothing, in longer and longer turns.

    The search for covers has as much time as both.
    On large positions beside another engine the exact search has no turn.
    Returns whether the last layout is proven optimal.
    """
    large = problem.n_placements > tuning.EXACT_PLACEMENTS
    patience = tuning.PATIENCE * 4 if large else tuning.PATIENCE
    improver = _improver(job, problem, layout)
    improving = 0.0
    while (began := time.monotonic()) < until:
        turn = time.process_time()
        improver.step()
        improving += time.monotonic() - began
        reports.layout(improver.laid)
        latest = inbox.latest()
        if latest is not None:
            improver.take(latest)
        if improver.idle >= patience and (job.part == "both" or not large):
            if search_exactly(improver.laid, tuning.EXACT_SHARE * improving):
                return True
            improver.take(in_placing_order(problem, reports.laid))
            improver.idle = 0
            patience *= 2
        if filler is not None:
            filler.run(time.process_time() - turn)
    return False
