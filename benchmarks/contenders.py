"""Who solves the positions of `benchmarks.placement`, each run in a process of its own.

``ours`` is `solve` end to end. ``highs`` and ``cp-sat`` are our engines alone on our linear model:
no local search, no large-neighbourhood search, no second engine. They solve the objective levels
one after the other, the values reached before as lower limits.
"""

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, cast

import msgspec

from benchmarks.suite import Instance
from odin_solver.errors import InputError
from odin_solver.linear.engine import Engine, SearchTask
from odin_solver.linear.model import Var
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.solvers import SOLVERS, SolverName
from odin_solver.notation.positions import position_data, position_from, read_position
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model.build import PlacementModel, assignment, build_model, laid_pieces
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import compile_problem, in_placing_order, layout
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position

OURS = "ours"
CONTENDERS = (OURS, *SOLVERS)

GRACE = 10.0
"""Seconds by which a contender may exceed its limit before it is killed."""

Levels = list[tuple[Fraction, Fraction | None]]
"""Value and bound of every level, as a contender claims."""

Tell = Callable[[int, Fraction | None, Fraction | None], None]
"""Is told every better value and bound of a level at once."""


class PlacementRun(msgspec.Struct, frozen=True):
    """One run. Times are in seconds since the process started.

    Attributes
    ----------
    values
        Values of the answer by the plain rules, for every level; empty without an answer.
    bounds
        Bounds that the contender claims, for every level that it reached.
    proof
        When all levels were proven; None without proof within the limit.
    seconds
        When the answer was there; ours breaks ties after the proof.
    trace
        Every better value: time, level, value.
    solver
        The solver that proved or found the answer.
    faults
        Violations of the plain rules; must be empty.
    """

    values: list[str]
    bounds: list[str | None]
    proof: float | None
    seconds: float
    trace: list[tuple[float, int, str]]
    solver: str
    faults: list[str]

    @property
    def found(self) -> list[Fraction]:
        """`values` as numbers."""
        return [Fraction(text) for text in self.values]

    @property
    def gap(self) -> float | None:
        """Relative gap of the first level not proven; None without an answer or a bound."""
        bounds = [*self.bounds, *[None] * len(self.values)]
        for reached, bound in zip(self.found, bounds, strict=False):
            if bound is None:
                return None
            if Fraction(bound) > reached:
                return float((Fraction(bound) - reached) / max(1, abs(reached)))
        return 0.0 if self.values else None


class _Model:
    """Listens to an engine: the values and bounds of a level."""

    def __init__(self, goal: LinearObjective, size: int, told: Callable[..., None]) -> None:
        self._goal, self._size, self._told = goal, size, told
        self.best: list[int] | None = None
        self.least: Fraction | None = None

    def solution(self, chosen: Callable[[Var], int]) -> None:
        found = [chosen(var) for var in range(self._size)]
        if self.best is None or self._value(found) > self._value(self.best):
            self.best = found
            self._told(self._value(found), None)

    def bound(self, raw: float) -> None:
        bound = self._goal.ceiling(raw)
        if self.least is None or bound < self.least:
            self.least = bound
            self._told(None, bound)

    def _value(self, of: Sequence[int]) -> Fraction:
        return self._goal.value(of.__getitem__)


def by_engine(
    name: SolverName, position: Position, objective: Objective, until: float, limits: "Job", t: Tell
) -> tuple[Position | None, Levels]:
    """Solve our linear model by one engine, level by level."""
    engine = cast(Engine, importlib.import_module(SOLVERS[name]))
    problem = compile_problem(position)
    best, levels = None, Levels()
    for level in range(len(objective.levels)):
        model: PlacementModel = build_model(problem, objective.levels[: level + 1])
        *before, goal = [
            weighted_sum(problem, model.variables, weights)
            for weights in objective.levels[: level + 1]
        ]
        for least, (reached, _) in zip(before, levels, strict=True):
            lower = int(reached * least.scale) - least.constant
            model.linear.add_constraint(least.terms, lower=lower)
        listener = _Model(goal, len(model.linear.upper), lambda *of, at=level: t(at, *of))
        task = SearchTask(
            linear=model.linear,
            objective=goal,
            start=None if best is None else assignment(model, best),
            seconds=max(0.05, until - time.monotonic()),
            threads=limits.threads,
            seed=limits.seed,
        )
        proven = engine.maximise(task, listener)
        if listener.best is None:
            break
        best = in_placing_order(problem, laid_pieces(model, listener.best.__getitem__))
        reached = goal.value(listener.best.__getitem__)
        levels.append((reached, reached if proven else listener.least))
        t(level, *levels[-1])
        if not proven:
            break
    return (None if best is None else layout(problem, best)), levels


class Job(msgspec.Struct):
    """What a process solves; `until` by `time.monotonic`, a clock that all processes share."""

    contender: str
    file: str
    until: float
    threads: int
    seed: int


def _do(job: Job) -> None:
    """Solve, and write a line of JSON for each better value, and for the answer."""
    # Solvers sometimes print to standard output: keep the stream of messages to ourselves.
    sink = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def write(**message: Any) -> None:
        sink.write(json.dumps({"at": time.monotonic(), **message}) + "\n")
        sink.flush()

    def tell(level: int, better: Fraction | None, bound: Fraction | None) -> None:
        write(level=level, value=_text(better), bound=_text(bound))

    if job.contender == OURS:
        from odin_solver.placement.engines import Engines
        from odin_solver.placement.solution import Limits
        from odin_solver.placement.solve import solve

        with Engines() as engines:  # they start first, as in `odin solve`
            position = read_position(job.file)
            solution = solve(
                position,
                choose_objective(position),
                limits=Limits(max(0.05, job.until - time.monotonic()), job.threads, job.seed),
                on_progress=lambda progress: tell(progress.level, progress.value, progress.bound),
                engines=engines,
            )
            after: Position | None = solution.after
            levels = [(each.value, each.bound) for each in solution.levels]
            solver = solution.solver
            write(after=position_data(solution.after), levels=_texts(levels), solver=solver)
            os._exit(0)  # engines end with their parent
    position = read_position(job.file)
    solver = cast(SolverName, job.contender)
    after, levels = by_engine(solver, position, choose_objective(position), job.until, job, tell)
    if after is not None:
        write(after=position_data(after), levels=_texts(levels), solver=solver)
    os._exit(0)  # hanging threads of solvers must not keep the process alive


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _texts(levels: Levels) -> list[tuple[str | None, str | None]]:
    return [(_text(reached), _text(bound)) for reached, bound in levels]


def run(contender: str, instance: Instance, limit: float, threads: int, seed: int) -> PlacementRun:
    """Run a contender on a position in a fresh process, and check its answer by the plain rules.

    Raises
    ------
    RuntimeError
        If the process died.
    """
    with tempfile.TemporaryFile("w+") as errors:
        began = time.monotonic()
        job = Job(contender, str(instance.path), began + limit, threads, seed)
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.contenders", msgspec.json.encode(job).decode()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            text=True,
        )
        assert process.stdout is not None

        def kill() -> None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

        killer = threading.Timer(limit + max(GRACE, limit / 4), kill)
        killer.start()
        messages: list[dict[str, Any]] = []
        try:
            for line in process.stdout:
                with suppress(ValueError):
                    messages.append(json.loads(line))
            code = process.wait()
        finally:
            killer.cancel()
            kill()
            process.wait()
        if code not in (0, -signal.SIGKILL):
            errors.seek(0)
            raise RuntimeError(f"exit code {code}: {errors.read()[-500:]}")
    return assessed(instance, messages, began, limit)


def assessed(
    instance: Instance, messages: Sequence[dict[str, Any]], began: float, limit: float
) -> PlacementRun:
    """Return what the messages of a process mean."""
    count = len(instance.objective.levels)
    news = [each for each in messages if "level" in each]
    last = messages[-1] if messages and "after" in messages[-1] else None
    trace: list[tuple[float, int, str]] = []
    best: dict[int, Fraction] = {}
    for each in news:
        level = each["level"]
        if each["value"] is not None and level < count:
            found = Fraction(each["value"])
            if level not in best or found > best[level]:
                best[level] = found
                trace.append((round(each["at"] - began, 3), level, each["value"]))
    bounds: list[str | None] = [None] * count
    for each in news:
        if each["bound"] is not None and each["level"] < count:
            bounds[each["level"]] = each["bound"]
    if last is None:
        at = messages[-1]["at"] if messages else began + limit
        return PlacementRun([], bounds, None, round(at - began, 3), trace, "", [])
    claimed = [(Fraction(found), bound) for found, bound in last["levels"]]
    values, faults = _checked(instance, last["after"], [found for found, _ in claimed])
    proof = None
    if len(claimed) == count and all(
        bound is not None and found >= Fraction(bound) for found, bound in claimed
    ):
        proof = next((each["at"] for each in news if _ends(each, count)), last["at"]) - began
    return PlacementRun(
        values=values,
        bounds=[bound for _, bound in claimed],
        proof=None if proof is None or proof > limit else round(proof, 3),
        seconds=round(last["at"] - began, 3),
        trace=trace,
        solver=last["solver"],
        faults=faults,
    )


def _ends(news: dict[str, Any], count: int) -> bool:
    """Whether a message proves the last level; those before were proven earlier."""
    if news["level"] >= count:
        return True
    if news["level"] < count - 1 or None in (news["value"], news["bound"]):
        return False
    return Fraction(news["value"]) >= Fraction(news["bound"])


def _checked(
    instance: Instance, answer: dict[str, Any], claimed: Iterable[Fraction]
) -> tuple[list[str], list[str]]:
    """Return the values of an answer by the plain rules, and its faults."""
    before = instance.position
    try:
        after = position_from(answer, "answer")
    except InputError as error:
        return [], [str(error)]
    found = gains(before, after)
    values = [value(weights, found) for weights in instance.objective.levels]
    faults = [each.message for each in position_violations(after)]
    if [state.board for state in before.boards] != [state.board for state in after.boards]:
        faults.append("the boards of the answer are not those of the task")
    for old, new in zip(before.boards, after.boards, strict=False):
        if new.pieces[: len(old.pieces)] != old.pieces:
            faults.append(f"{old.board.id}: the pieces placed before have moved")
    if _owned(before) != _owned(after):
        faults.append("the tiles of the answer are not those of the task")
    for level, (said, counted) in enumerate(zip(claimed, values, strict=False)):
        if said != counted:
            faults.append(f"level {level}: claims {said}, the rules count {counted}")
    return [str(each) for each in values], faults


def _owned(position: Position) -> dict[str, int]:
    count = {name: number for name, number in position.supply.items() if number}
    for state in position.boards:
        for piece in state.pieces:
            count[piece.tile.id] = count.get(piece.tile.id, 0) + 1
    return count


if __name__ == "__main__":
    _do(msgspec.json.decode(sys.argv[1], type=Job))
