"""Solves a position of `benchmarks.placement` in a fresh process, and checks the answer."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec
import psutil

from benchmarks.suite import Instance
from odin_solver.errors import InputError
from odin_solver.notation.positions import position_data, position_from, read_position
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import choose_objective
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position

GRACE = 10.0
"""Seconds by which a process may exceed its limit before it is killed."""


BUSY = 40
"""How many times the limit a run by processor time may take."""


class PlacementRun(msgspec.Struct, frozen=True):
    """One run. Times are in seconds since the process started.

    Attributes
    ----------
    values
        Values of the answer by the plain rules, for every level; empty without an answer.
    bounds
        Bounds that are claimed, for every level that was reached.
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
                return float((Fraction(bound) - reached) / max(Fraction(1), abs(reached)))
        return 0.0 if self.values else None


class SolveJob(msgspec.Struct):
    """What a process solves; `until` by `time.monotonic`, a clock that all processes share.

    With a limit of `processor` seconds, times are processor time of all its processes.
    """

    file: str
    until: float
    threads: int
    seed: int
    processor: float = 0.0


def _do(job: SolveJob) -> None:
    """Solve, and write a line of JSON for each better value, and for the answer."""
    # Solvers sometimes print to standard output: keep the stream of messages to ourselves.
    sink = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def write(**message: Any) -> None:
        at = processor_seconds() if job.processor else time.monotonic()
        sink.write(json.dumps({"at": at, **message}) + "\n")
        sink.flush()

    def tell(level: int, better: Fraction | None, bound: Fraction | None) -> None:
        write(level=level, value=_text(better), bound=_text(bound))

    cancel = threading.Event()

    def watch() -> None:
        while processor_seconds() < job.processor:
            time.sleep(0.05)
        cancel.set()

    if job.processor:
        threading.Thread(target=watch, daemon=True).start()
    from odin_solver.placement.engines import Engines
    from odin_solver.placement.solution import Limits, Request
    from odin_solver.placement.solve import answer

    with Engines():  # they start first, as in `odin solve`
        position = read_position(job.file)
        limits = Limits(max(0.05, job.until - time.monotonic()), job.threads, job.seed)
        solution = answer(
            Request(position, choose_objective(position), limits),
            on_progress=lambda progress: tell(progress.level, progress.value, progress.bound),
            cancel=cancel,
        )
        levels = [(str(each.value), _text(each.bound)) for each in solution.levels]
        write(after=position_data(solution.after), levels=levels, solver=solution.solver)
        os._exit(0)  # hanging threads of solvers must not keep the process alive


_TIMES: dict[tuple[int, float], float] = {}
"""Processor time of other processes when it was last looked at, by number and start."""


def processor_seconds() -> float:
    """Return the processor time of this process and all that it starts.

    Engines are in sessions of their own, and nobody waits for them: those that have ended count
    with what they had when it was last looked at.
    """
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            times = each.cpu_times()
            _TIMES[each.pid, each.create_time()] = times.user + times.system
    return sum(_TIMES.values()) + time.process_time()


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def run(
    instance: Instance, limit: float, threads: int, seed: int, *, by_processor: bool = False
) -> PlacementRun:
    """Solve a position in a fresh process, and check its answer by the plain rules.

    Parameters
    ----------
    by_processor
        Whether times, and the limit, are processor time of all its processes.

    Raises
    ------
    RuntimeError
        If the process died.
    """
    with tempfile.TemporaryFile("w+") as errors:
        began = time.monotonic()
        most = BUSY * limit if by_processor else limit
        processor = limit if by_processor else 0.0
        job = SolveJob(str(instance.path), began + most, threads, seed, processor)
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.solving", msgspec.json.encode(job).decode()],
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

        killer = threading.Timer(most + max(GRACE, most / 4), kill)
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
    return assessed(instance, messages, 0.0 if by_processor else began, limit)


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
    _do(msgspec.json.decode(sys.argv[1], type=SolveJob))
