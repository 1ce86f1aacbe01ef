"""Runs a contender in a fresh process, measures time and memory, and checks its answer."""

import compileall
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import IO, Any, Literal

import msgspec

from benchmarks.child import ChildJob, Last, Message, ProgressMessage
from benchmarks.suite import Instance
from odin_solver.errors import InputError
from odin_solver.notation.positions import position_from
from odin_solver.placement.gains import gains, value
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position

ROOT = Path(__file__).parent.parent
POLL = 0.1
"""Seconds between two samples of a process tree's memory."""

GRACE = 10.0
"""Seconds by which a contender may exceed its limit before it is killed; a quarter of the limit if
more."""


class ContenderRun(msgspec.Struct, frozen=True):
    """One run of a contender on an instance. Times are in seconds since the process start.

    Attributes
    ----------
    instance, digest
        The instance, and the digest of its file.
    contender, repetition
        The contender, and the number of the repetition, from 0.
    limit, threads, seed
        Limits.
    started, load, commit
        Date, load average of the minute before, and the commit of the project.
    outcome
        ``proven``: an answer with a proof for every level within the limit. ``unproven``: an
        answer without. ``none``: no answer in time. ``failed``: the process died; see `error`.
    values
        Values of the answer by the plain rules, for every level.
    bounds
        Bounds claimed by the contender, for every level it reached.
    faults
        Violations of the plain rules; must be empty.
    first
        Time of the first layout better than doing nothing, by the first level.
    best
        Time of the returned layout.
    proof
        Time at which all levels were proven.
    seconds
        Time of the answer; ours breaks ties after the proof.
    memory
        Peak memory in MiB, all processes of the contender together.
    trace
        Every better value: time, level, value.
    solver, version
        The solver that proved or found the answer.
    error
        The end of standard error, if the process failed.
    """

    instance: str
    digest: str
    contender: str
    repetition: int
    limit: float
    threads: int
    seed: int
    started: str
    load: float
    commit: str
    outcome: Literal["proven", "unproven", "none", "failed"]
    values: list[str]
    bounds: list[str | None]
    faults: list[str]
    first: float | None
    best: float | None
    proof: float | None
    seconds: float
    memory: float
    trace: list[tuple[float, int, str]]
    solver: str
    version: str
    error: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.instance, self.contender, self.repetition

    @property
    def proven(self) -> bool:
        return self.outcome == "proven"

    @property
    def found(self) -> list[Fraction]:
        """`values` as numbers."""
        return [Fraction(text) for text in self.values]

    @property
    def limits(self) -> list[Fraction | None]:
        """`bounds` as numbers, None where unknown."""
        known = [None if text is None else Fraction(text) for text in self.bounds]
        return [*known, *[None] * (len(self.values) - len(known))]

    @property
    def gap(self) -> float | None:
        """Relative gap of the first level not proven; None without an answer or a bound."""
        for reached, bound in zip(self.found, self.limits, strict=False):
            if bound is None:
                return None
            if bound > reached:
                return float((bound - reached) / max(Fraction(1), abs(reached)))
        return 0.0 if self.values else None


@dataclass
class _Gauge:
    """Samples the memory of a process tree.

    Attributes
    ----------
    peak
        Peak in KiB. Shared pages count once per process.
    """

    process: int
    peak: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)

    def watch(self) -> None:
        while not self._stop.wait(POLL):
            self.peak = max(self.peak, sum(_resident(pid) for pid in _tree(self.process)))

    def stop(self) -> None:
        self._stop.set()


def _tree(pid: int) -> list[int]:
    """List a process and its descendants; outside Linux only the process itself."""
    found = [pid]
    for each in found:
        for task in _listing(f"/proc/{each}/task"):
            found += [int(child) for child in _read(f"/proc/{each}/task/{task}/children").split()]
    return found


def _resident(pid: int) -> int:
    for line in _read(f"/proc/{pid}/status").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def _listing(path: str) -> list[str]:
    try:
        return os.listdir(path)
    except OSError:
        return []


def _read(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def current_commit() -> str:
    """Return the current commit, marked if files differ from it; empty outside git."""

    def git(*words: str) -> str:
        with suppress(OSError):
            done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
            return done.stdout.strip()
        return ""

    commit = git("rev-parse", "--short", "HEAD")
    changed = git("status", "--porcelain", "--", "odin_solver", "benchmarks/*.py")
    return f"{commit} with changes" if commit and changed else commit


@cache
def compile_sources() -> None:
    """Compile what contenders import to bytecode, as an installed package is."""
    for folder in ("odin_solver", "benchmarks"):
        compileall.compile_dir(ROOT / folder, quiet=1)


def run_contender(
    instance: Instance,
    contender: str,
    repetition: int,
    *,
    limit: float,
    threads: int,
    seed: int,
    commit: str = "",
) -> ContenderRun:
    """Run a contender on an instance in a process of its own.

    Parameters
    ----------
    instance, contender, repetition
        What to run.
    limit
        Seconds from the start of the process.
    threads, seed
        Limits.
    commit
        Commit of the project, recorded with the result.
    """
    compile_sources()
    started = datetime.now(UTC).isoformat(timespec="seconds")
    load = os.getloadavg()[0]
    with tempfile.TemporaryFile("w+") as errors:
        began = time.monotonic()
        job = ChildJob(contender, str(instance.path), began + limit, threads, seed)
        killed_at = began + limit + max(GRACE, limit / 4)
        messages, memory, killed = _converse(job, errors, killed_at)
        ended = time.monotonic()
        errors.seek(0)
        error = errors.read()[-2000:]
    return _assess(
        instance,
        messages,
        began,
        ended,
        contender=contender,
        repetition=repetition,
        limit=limit,
        threads=threads,
        seed=seed,
        started=started,
        load=round(load, 2),
        commit=commit,
        memory=round(memory / 1024, 1),
        error="" if killed else error or "the process ended without a message",
    )


def _converse(job: ChildJob, errors: IO[str], killed_at: float) -> tuple[list[Message], int, bool]:
    """Run a child; return its messages, its peak memory in KiB, and whether it was killed."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.child", msgspec.json.encode(job).decode()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    gauge = _Gauge(process.pid)
    watcher = threading.Thread(target=gauge.watch, daemon=True)
    killed = threading.Event()

    def kill() -> None:
        killed.set()
        _kill(process.pid)

    killer = threading.Timer(killed_at - time.monotonic(), kill)
    watcher.start()
    killer.start()
    messages: list[Message] = []
    try:
        for line in process.stdout:
            with suppress(msgspec.DecodeError):
                messages.append(msgspec.json.decode(line, type=Message))
    except BaseException:
        _kill(process.pid)
        raise
    finally:
        killer.cancel()
        process.stdout.close()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        gauge.stop()
        watcher.join()
    return messages, max(gauge.peak, usage.ru_maxrss), killed.is_set()


def _kill(pid: int) -> None:
    for each in _tree(pid):
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


def _assess(
    instance: Instance,
    messages: Sequence[Message],
    began: float,
    ended: float,
    *,
    limit: float,
    error: str,
    **known: Any,
) -> ContenderRun:
    """Build the result from a child's messages; check its answer by the plain rules."""
    levels = len(instance.objective.levels)
    news = [each for each in messages if isinstance(each, ProgressMessage)]
    last = messages[-1] if messages and not isinstance(messages[-1], ProgressMessage) else None
    trace = _better_values(news, began, levels)
    values: list[str] = []
    bounds = _last_bounds(news, levels)
    faults: list[str] = []
    proof: float | None = None
    solver = version = ""
    outcome: Literal["proven", "unproven", "none", "failed"] = "none"
    if isinstance(last, Last):
        solver, version = last.solver, last.version
        bounds = [bound for _, bound in last.levels]
        values, faults = _checked(instance, last)
        outcome = "unproven"
        if _claims_proof(last, levels):
            proof = next(
                (each.at for each in news if each.level >= levels or _ends(each, levels)), last.at
            )
            proof = round(proof - began, 3)
            outcome = "proven" if proof <= limit else "unproven"
    elif last is None and error:
        outcome = "failed"
    first = [at for at, level, text in trace if level == 0 and _beats(text, instance)]
    return ContenderRun(
        instance=instance.name,
        digest=instance.digest,
        limit=limit,
        outcome=outcome,
        values=values,
        bounds=bounds,
        faults=faults,
        first=first[0] if first else (trace[0][0] if trace and values else None),
        best=_time_of_last(trace) if values else None,
        proof=proof,
        seconds=round((last.at if last else ended) - began, 3),
        trace=trace,
        solver=solver,
        version=version,
        error=error if outcome == "failed" else "",
        **known,
    )


def _better_values(
    news: Sequence[ProgressMessage], began: float, levels: int
) -> list[tuple[float, int, str]]:
    """Return time, level and value of every better value; a later level begins with one."""
    trace: list[tuple[float, int, str]] = []
    best: dict[int, Fraction] = {}
    for each in news:
        if each.value is None or each.level >= levels:
            continue
        found = Fraction(each.value)
        if each.level not in best or found > best[each.level]:
            best[each.level] = found
            trace.append((round(each.at - began, 3), each.level, each.value))
    return trace


def _time_of_last(trace: Sequence[tuple[float, int, str]]) -> float | None:
    """Return the time of the last better layout; a later level's first value is no new layout."""
    known: set[int] = set()
    time_of: float | None = None
    for at, level, _ in trace:
        if level == 0 or level in known:
            time_of = at
        known.add(level)
    return time_of


def _last_bounds(news: Sequence[ProgressMessage], levels: int) -> list[str | None]:
    bounds: dict[int, str | None] = {}
    for each in news:
        if each.level < levels and each.bound is not None:
            bounds[each.level] = each.bound
    return [bounds.get(level) for level in range(max(bounds, default=-1) + 1)]


def _beats(text: str, instance: Instance) -> bool:
    return Fraction(text) > Fraction(instance.nothing_placed[0])


def _ends(news: ProgressMessage, levels: int) -> bool:
    """Whether this proves the last level; those before were proven earlier."""
    return (
        news.level == levels - 1
        and news.value is not None
        and news.bound is not None
        and Fraction(news.value) >= Fraction(news.bound)
    )


def _claims_proof(last: Last, levels: int) -> bool:
    return len(last.levels) == levels and all(
        bound is not None and Fraction(found) >= Fraction(bound) for found, bound in last.levels
    )


def _checked(instance: Instance, last: Last) -> tuple[list[str], list[str]]:
    """Return the values of an answer by the plain rules, and its faults."""
    before = instance.position
    try:
        after = position_from(last.after, "answer")
    except InputError as error:
        return [], [str(error)]
    found = gains(before, after)
    values = [value(weights, found) for weights in instance.objective.levels]
    faults = [each.message for each in position_violations(after)]
    faults += _unlike(before, after)
    for level, (claimed, _) in enumerate(last.levels):
        if Fraction(claimed) != values[level]:
            faults.append(f"level {level}: claims {claimed}, the rules count {values[level]}")
    return [str(each) for each in values], faults


def _unlike(before: Position, after: Position) -> list[str]:
    """Return how an answer does not belong to its task: other boards or other pieces."""

    def owned(position: Position) -> dict[str, int]:
        count: dict[str, int] = {name: n for name, n in position.supply.items() if n}
        for state in position.boards:
            for piece in state.pieces:
                count[piece.tile.id] = count.get(piece.tile.id, 0) + 1
        return count

    faults = []
    if [state.board for state in before.boards] != [state.board for state in after.boards]:
        faults.append("the boards of the answer are not those of the task")
    for old, new in zip(before.boards, after.boards, strict=False):
        if new.pieces[: len(old.pieces)] != old.pieces:
            faults.append(f"{old.board.id}: the pieces placed before have moved")
    if owned(before) != owned(after):
        faults.append("the tiles of the answer are not those of the task")
    return faults
