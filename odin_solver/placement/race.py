"""A race of engines, each in a process of its own, for the best layout and its proof."""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from odin_solver.errors import OdinError
from odin_solver.linear.solvers import SolverName
from odin_solver.placement.engines import EngineProcess, Engines
from odin_solver.placement.model.messages import (
    Better,
    Bound,
    Done,
    FromEngine,
    Incumbent,
    Job,
    Part,
    Ready,
    Start,
)
from odin_solver.placement.problem import Laid
from odin_solver.support.language import say


@dataclass
class RaceState:
    """State of a race.

    Attributes
    ----------
    value, layout
        The incumbent; None before the first.
    bound
        Upper bound; None before the first.
    empty
        Whether it is proven that no layout exists.
    reproducible_value, reproducible_layout
        The best layout among those that depend on position and objective alone: not on the
        speed of the machine, the number of workers or the seed.
    best_by, bound_by
        Name and version of the solver that reported them; empty for the local searches.
    """

    value: Fraction | None = None
    layout: tuple[Laid, ...] | None = None
    bound: Fraction | None = None
    empty: bool = False
    reproducible_value: Fraction | None = None
    reproducible_layout: tuple[Laid, ...] | None = None
    best_by: tuple[str, str] = ("", "")
    bound_by: tuple[str, str] = ("", "")

    def note_reproducible(self, value: Fraction, layout: tuple[Laid, ...]) -> None:
        """Note a layout that depends on position and objective alone."""
        if self.reproducible_value is None or value > self.reproducible_value:
            self.reproducible_value, self.reproducible_layout = value, layout

    @property
    def proven(self) -> bool:
        """Whether the incumbent is proven optimal."""
        return self.value is not None and self.bound is not None and self.value >= self.bound


@dataclass(frozen=True)
class RaceEntry:
    """An engine of a race: its part, its threads, and what it waits for before it begins."""

    engine: SolverName
    part: Part
    threads: int
    waits: Literal["nothing", "construction", "head start"]


def race(
    processes: Engines,
    job: Callable[[RaceEntry], Job],
    entries: Sequence[RaceEntry],
    state: RaceState,
    constructed: Iterator[tuple[Fraction, tuple[Laid, ...]] | None],
    *,
    reproducible: bool = False,
    hold: bool = False,
    until: float,
    cancelled: Callable[[], bool],
    on_change: Callable[[RaceState], None],
    accept: Callable[[Fraction, tuple[Laid, ...]], None],
) -> None:
    """Let engines and local searches race until one has the proof; updates `state`.

    Parameters
    ----------
    processes
        Starts the engines.
    job
        Gives an engine its job.
    entries
        The engines.
    state
        What is known before; afterwards, the result.
    constructed
        Local searches, run in this process: yields layouts with their values, and None
        now and then so that messages can be read.
    reproducible
        Whether its layouts depend on position and objective alone.
    hold
        Whether engines, except a head start, start only after it, as there is no core to spare.
    until
        When to stop at the latest, by `time.monotonic`.
    cancelled
        Polled for whether to stop.
    on_change
        Called after every better layout or bound.
    accept
        Called with every layout of an engine; raises an error if the rules reject it.

    Raises
    ------
    OdinError
        If all engines failed.
    """
    outbox: queue.Queue[tuple[EngineProcess, FromEngine | None]] = queue.Queue()
    with ExitStack() as stack:
        engines: list[tuple[RaceEntry, EngineProcess]] = []
        running: set[EngineProcess] = set()
        head_starts: set[EngineProcess] = set()
        held = [entry for entry in entries if hold and entry.part != "head start"]
        past = {"nothing"}  # what engines wait for, as far as it is over
        ended = False
        failed = 0

        bounds: dict[EngineProcess | None, Fraction] = {}
        if state.bound is not None:
            bounds[None] = state.bound  # known before
        refuted: set[EngineProcess] = set()

        def improve(value: Fraction, layout: tuple[Laid, ...], by: EngineProcess | None) -> None:
            if state.value is not None and value <= state.value:
                return
            state.value, state.layout = value, layout
            state.best_by = (by.solver, by.version) if by else ("", "")
            settle_bound()
            for _, engine in engines:
                if engine is not by:
                    engine.send(Better(layout))
            on_change(state)

        def bound(value: Fraction, engine: EngineProcess) -> None:
            if engine not in refuted and value < bounds.get(engine, value + 1):
                bounds[engine] = value
                settle_bound()

        def settle_bound() -> None:
            """Choose the least bound, of engines that were not wrong about a legal layout."""
            for engine, value in list(bounds.items()):
                if engine is not None and state.value is not None and value < state.value:
                    refuted.add(engine)
                    del bounds[engine]
            least = min(bounds.values(), default=None)
            if least != state.bound:
                state.bound = least
                engine = next((each for each, value in bounds.items() if value == least), None)
                state.bound_by = (engine.solver, engine.version) if engine else ("", "")
                on_change(state)

        def launch(entry: RaceEntry) -> None:
            engine = stack.enter_context(processes.start(job(entry), outbox))
            engines.append((entry, engine))
            running.add(engine)
            if entry.part == "head start":
                head_starts.add(engine)
            if entry.waits in past:
                engine.send(Start(state.layout, reproducible=False))

        def begin_after(what: str) -> None:
            past.add(what)
            for entry, engine in engines:
                if entry.waits == what:
                    engine.send(Start(state.layout, reproducible=False))

        def end(engine: EngineProcess) -> None:
            running.discard(engine)
            if engine in head_starts:
                head_starts.discard(engine)
                begin_after("head start")

        def handle(engine: EngineProcess, message: FromEngine | None) -> None:
            nonlocal ended, failed
            match message:
                case Ready(solver, version):
                    engine.solver, engine.version = solver, version
                case Incumbent(value, layout, reproducible):
                    accept(value, layout)
                    if reproducible:
                        state.note_reproducible(value, layout)
                    improve(value, layout, engine)
                case Bound(value):
                    bound(value, engine)
                case Done(proven, empty):
                    end(engine)
                    if proven is not None:
                        bound(proven, engine)
                    state.empty |= empty and state.value is None
                case None:
                    failed += engine in running
                    end(engine)
            ended = state.empty or not (running or held)

        def drain(wait: float) -> None:
            try:
                handle(*outbox.get(timeout=wait) if wait else outbox.get_nowait())
                while True:
                    handle(*outbox.get_nowait())
            except queue.Empty:
                pass

        def over() -> bool:
            return ended or state.proven or cancelled() or time.monotonic() >= until

        for entry in entries:
            if entry not in held:
                launch(entry)
        for layout in constructed:
            if layout is not None:
                if reproducible:
                    state.note_reproducible(*layout)
                improve(*layout, None)
            drain(0)
            if over():
                break
        while held and not over():
            launch(held.pop(0))
        for entry, engine in engines:
            if entry.waits == "construction" and not over():
                if state.reproducible_layout is None:
                    engine.send(Start(state.layout, reproducible=False))
                    continue
                engine.send(Start(state.reproducible_layout, reproducible=True))
                if state.layout is not None and state.layout is not state.reproducible_layout:
                    engine.send(Better(state.layout))
        while not over():
            drain(max(0.01, min(0.2, until - time.monotonic())))
        if engines and not running and failed == len(engines):
            raise OdinError(say("all solvers failed to run (ODIN_DEBUG=1 shows why)"))
