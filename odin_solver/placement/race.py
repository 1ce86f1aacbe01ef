"""A race of engines, each in a process of its own, for the best layout and its proof."""

import queue
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Literal

from odin_solver.errors import OdinError
from odin_solver.linear.solvers import SolverName
from odin_solver.placement.engines import EngineProcess, Engines
from odin_solver.placement.model import messages
from odin_solver.placement.search import Layout
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
    best_by, bound_by
        Name and version of the solver that reported them; empty for the local searches.
    """

    value: Fraction | None = None
    layout: Layout | None = None
    bound: Fraction | None = None
    empty: bool = False
    best_by: tuple[str, str] = ("", "")
    bound_by: tuple[str, str] = ("", "")
    _bounds: dict[EngineProcess | None, Fraction] = field(default_factory=dict)
    _refuted: set[EngineProcess | None] = field(default_factory=set)

    def note_layout(self, value: Fraction, layout: Layout, by: EngineProcess | None) -> bool:
        """Note a layout; returns whether it is better."""
        if self.value is not None and value <= self.value:
            return False
        self.value, self.layout, self.best_by = value, layout, _name(by)
        self._choose_bound()
        return True

    def note_bound(self, value: Fraction, by: EngineProcess | None) -> bool:
        """Note a bound; returns whether the least one is another now."""
        if by not in self._refuted:
            self._bounds[by] = min(value, self._bounds.get(by, value))
        return self._choose_bound()

    def _choose_bound(self) -> bool:
        """Choose the least bound, of engines that were not wrong about a legal layout."""
        if (value := self.value) is not None:
            self._refuted |= {by for by, bound in self._bounds.items() if by and bound < value}
        standing = [(bound, by) for by, bound in self._bounds.items() if by not in self._refuted]
        bound, by = min(standing, key=itemgetter(0), default=(None, None))
        if bound == self.bound:
            return False
        self.bound, self.bound_by = bound, _name(by)
        return True

    @property
    def proven(self) -> bool:
        """Whether the incumbent is proven optimal."""
        return self.value is not None and self.bound is not None and self.value >= self.bound


def _name(engine: EngineProcess | None) -> tuple[str, str]:
    return (engine.solver, engine.version) if engine else ("", "")


@dataclass(frozen=True)
class RaceEntry:
    """An engine of a race: its part, its threads, and what it waits for before it begins.

    If it fills, a search for exact covers takes turns with it.
    """

    engine: SolverName
    part: messages.Part
    threads: int
    waits: Literal["nothing", "construction", "head start"]
    fills: bool = False


@dataclass(eq=False, kw_only=True)
class Race:
    """Engines and local searches, until one has the proof.

    Attributes
    ----------
    processes
        Starts the engines.
    job
        Gives an engine its job.
    state
        What is known before; afterwards, the result.
    constructed
        Local searches, run in this process: yields layouts with their values, and None
        now and then so that messages can be read.
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
    """

    processes: Engines
    job: Callable[[RaceEntry], messages.Job]
    entries: Sequence[RaceEntry]
    state: RaceState
    constructed: Iterable[tuple[Fraction, Layout] | None] = ()
    hold: bool = False
    until: float
    cancelled: Callable[[], bool]
    on_change: Callable[[RaceState], None] = lambda _: None
    accept: Callable[[Fraction, Layout], None]

    def __post_init__(self) -> None:
        self._outbox: queue.Queue[tuple[EngineProcess, messages.FromEngine | None]] = queue.Queue()
        self._engines: dict[EngineProcess, RaceEntry] = {}
        self._running: set[EngineProcess] = set()
        self._held = [
            each
            for each in self.entries
            if self.hold and not (each.fills or each.part == "head start")
        ]
        self._past = {"nothing"}  # what engines wait for, as far as it is over
        self._failed = 0
        if self.state.bound is not None:
            self.state.note_bound(self.state.bound, None)

    def run(self) -> None:
        """Run the race; updates the state.

        Raises
        ------
        OdinError
            If all engines failed.
        """
        with ExitStack() as stack:
            for entry in self.entries:
                if entry not in self._held:
                    self._launch(entry, stack)
            for found in self.constructed:
                if found is not None:
                    self._improve(found)
                self._hear(0)
                if self._over():
                    break
            if not self._over():
                self._begin_after("construction")
            while self._held and not self._over():
                self._launch(self._held.pop(0), stack)
            while not self._over():
                self._hear(max(0.01, min(0.2, self.until - time.monotonic())))
            if not self._running and 0 < self._failed == len(self._engines):
                raise OdinError(say("all solvers failed to run (ODIN_DEBUG=1 shows why)"))

    def _over(self) -> bool:
        ended = self.state.empty or self.state.proven or not (self._running or self._held)
        return ended or self.cancelled() or time.monotonic() >= self.until

    def _launch(self, entry: RaceEntry, stack: ExitStack) -> None:
        engine = stack.enter_context(self.processes.start(self.job(entry), self._outbox))
        self._engines[engine] = entry
        self._running.add(engine)
        if entry.waits in self._past:
            self._begin(engine)

    def _begin_after(self, what: str) -> None:
        self._past.add(what)
        for engine, entry in self._engines.items():
            if entry.waits == what:
                self._begin(engine)

    def _begin(self, engine: EngineProcess) -> None:
        engine.send(messages.Start(self.state.layout))

    def _improve(self, found: tuple[Fraction, Layout], by: EngineProcess | None = None) -> None:
        if self.state.note_layout(*found, by):
            for engine in self._engines:
                if engine is not by:
                    engine.send(messages.Better(found[1]))
            self.on_change(self.state)

    def _hear(self, wait: float) -> None:
        with suppress(queue.Empty):
            self._handle(*self._outbox.get(wait > 0, wait))
            while True:
                self._handle(*self._outbox.get_nowait())

    def _handle(self, engine: EngineProcess, message: messages.FromEngine | None) -> None:
        bound: Fraction | None = None
        match message:
            case messages.Ready(solver, version):
                engine.solver, engine.version = solver, version
            case messages.Incumbent(value, layout):
                self.accept(value, layout)
                self._improve((value, layout), engine)
            case messages.Bound(bound):
                pass
            case messages.Done(bound, empty):
                self._end(engine)
                self.state.empty |= empty and self.state.value is None
            case None:
                self._failed += engine in self._running
                self._end(engine)
        if bound is not None and self.state.note_bound(bound, engine):
            self.on_change(self.state)

    def _end(self, engine: EngineProcess) -> None:
        if engine in self._running and self._engines[engine].part == "head start":
            self._begin_after("head start")
        self._running.discard(engine)
