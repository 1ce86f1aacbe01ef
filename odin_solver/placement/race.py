"""Engines in processes of their own, racing for the best layout and its proof."""

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType

from odin_solver.errors import OdinError
from odin_solver.placement.model.job import (
    Better,
    Bound,
    Done,
    EngineName,
    FromEngine,
    Incumbent,
    Job,
    Part,
    Ready,
    Start,
    ToEngine,
)
from odin_solver.placement.problem import Laid

_HANG_UP = None


class EngineProcess:
    """An engine at work; a context manager that ends it.

    Parameters
    ----------
    job
        What it is to do.
    outbox
        Where its messages go, each with this process; None as message when it hangs up.
    """

    def __init__(
        self, job: Job, outbox: "queue.Queue[tuple[EngineProcess, FromEngine | None]]"
    ) -> None:
        self.engine = job.engine
        self.solver = ""
        self.version = ""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "odin_solver.placement.model.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("ODIN_DEBUG") else subprocess.DEVNULL,
            # Ctrl-C is for us to handle: the engine must not die of it with its results.
            start_new_session=True,
        )
        self.send(job)
        threading.Thread(target=self._read, args=(outbox,), daemon=True).start()

    def send(self, message: ToEngine) -> None:
        """Tell the engine something; nothing happens if it is gone."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError, ValueError):
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()

    def _read(self, outbox: "queue.Queue[tuple[EngineProcess, FromEngine | None]]") -> None:
        assert self._process.stdout is not None
        try:
            while True:
                outbox.put((self, pickle.load(self._process.stdout)))
        except (EOFError, pickle.UnpicklingError, ValueError):
            outbox.put((self, _HANG_UP))

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


@dataclass
class Standing:
    """How a race stands.

    Attributes
    ----------
    value, layout
        The best layout so far and its value; None before the first.
    bound
        No layout is better than this; None before the first bound.
    empty
        Whether it is proven that there is no layout at all.
    own_value, own_layout
        The best layout among those that depend on the position and the seed alone, and not on
        the speed of the machine.
    best_by, bound_by
        Name and version of the solver that found them; empty for our own search.
    """

    value: Fraction | None = None
    layout: tuple[Laid, ...] | None = None
    bound: Fraction | None = None
    empty: bool = False
    own_value: Fraction | None = None
    own_layout: tuple[Laid, ...] | None = None
    best_by: tuple[str, str] = ("", "")
    bound_by: tuple[str, str] = ("", "")

    def note_own(self, value: Fraction, layout: tuple[Laid, ...]) -> None:
        """Take note of a layout that depends on the position and the seed alone."""
        if self.own_value is None or value > self.own_value:
            self.own_value, self.own_layout = value, layout

    @property
    def proven(self) -> bool:
        """Whether the layout is known to be the best."""
        return self.value is not None and self.bound is not None and self.value >= self.bound


@dataclass(frozen=True)
class Entry:
    """An engine of a race, what it does, its threads; whether it waits for a first layout."""

    engine: EngineName
    part: Part
    threads: int
    waits: bool


def race(
    job: Callable[[Entry], Job],
    entries: Sequence[Entry],
    standing: Standing,
    own_search: Iterator[tuple[Fraction, tuple[Laid, ...]] | None],
    *,
    until: float,
    cancelled: Callable[[], bool],
    on_change: Callable[[Standing], None],
    accept: Callable[[Fraction, tuple[Laid, ...]], None],
) -> None:
    """Let engines and our own search race until one has the proof; `standing` is kept up to date.

    Parameters
    ----------
    job
        What an engine is to do.
    entries
        The engines.
    standing
        What is known before; afterwards, what was found.
    own_search
        A search in this process; it yields layouts with their values, and None now and then so
        that messages can be read. Engines that wait are started when it has ended.
    until
        When to stop at the latest, as of `time.monotonic`.
    cancelled
        Asked now and then whether to stop.
    on_change
        Called after every better layout or bound.
    accept
        Called with every layout that an engine reports; raises an error if the rules reject it.

    Raises
    ------
    OdinError
        If all engines failed.
    """
    outbox: queue.Queue[tuple[EngineProcess, FromEngine | None]] = queue.Queue()
    with ExitStack() as stack:
        engines = [
            (entry, stack.enter_context(EngineProcess(job(entry), outbox))) for entry in entries
        ]
        running = {engine for _, engine in engines}
        ended = False
        failed = 0

        def improve(value: Fraction, layout: tuple[Laid, ...], by: EngineProcess | None) -> None:
            if standing.value is not None and value <= standing.value:
                return
            standing.value, standing.layout = value, layout
            standing.best_by = (by.solver, by.version) if by else ("", "")
            for _, engine in engines:
                if engine is not by:
                    engine.send(Better(layout))
            on_change(standing)

        def handle(engine: EngineProcess, message: FromEngine | None) -> None:
            nonlocal ended, failed
            match message:
                case Ready(solver, version):
                    engine.solver, engine.version = solver, version
                case Incumbent(value, layout, reproducible):
                    accept(value, layout)
                    if reproducible:
                        standing.note_own(value, layout)
                    improve(value, layout, engine)
                case Bound(value):
                    if standing.bound is None or value < standing.bound:
                        standing.bound = value
                        standing.bound_by = (engine.solver, engine.version)
                        on_change(standing)
                case Done(proven, empty):
                    running.discard(engine)
                    if proven and standing.value is not None:
                        standing.bound = standing.value
                        standing.bound_by = (engine.solver, engine.version)
                        on_change(standing)
                    standing.empty |= empty and standing.value is None
                case None:
                    failed += engine in running
                    running.discard(engine)
            ended = standing.proven or standing.empty or not running

        def drain(wait: float) -> None:
            try:
                handle(*outbox.get(timeout=wait) if wait else outbox.get_nowait())
                while True:
                    handle(*outbox.get_nowait())
            except queue.Empty:
                pass

        def over() -> bool:
            return ended or cancelled() or time.monotonic() >= until

        for entry, engine in engines:
            if not entry.waits:
                engine.send(Start(standing.layout, reproducible=False))
        for found in own_search:
            if found is not None:
                standing.note_own(*found)
                improve(*found, None)
            drain(0)
            if standing.proven or over():
                break
        for entry, engine in engines:
            if entry.waits and not over():
                if standing.own_layout is None:
                    engine.send(Start(standing.layout, reproducible=False))
                    continue
                engine.send(Start(standing.own_layout, reproducible=True))
                if standing.layout is not None and standing.layout is not standing.own_layout:
                    engine.send(Better(standing.layout))
        while not over():
            drain(max(0.01, min(0.2, until - time.monotonic())))
        if not running and failed == len(engines):
            raise OdinError("the solvers failed to run; ODIN_DEBUG=1 shows why")
