"""Objective levels maximised one after the other, each by a race of engines."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import gt

from odin_solver.errors import InputError
from odin_solver.placement.construction import Construction
from odin_solver.placement.cover.filling import covering_bound
from odin_solver.placement.engines import Engines
from odin_solver.placement.lineup import engine_job, lineup
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import as_laid, in_placing_order, layout
from odin_solver.placement.race import Race, RaceState
from odin_solver.placement.restrictions import MinimumValue
from odin_solver.placement.search import Layout, SearchContext
from odin_solver.placement.solution import LevelResult, NoLayoutLeft, Progress, SolverDisagreement
from odin_solver.placement.tuning import LOCAL_SEEDS
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.platform import available_cores


@dataclass(frozen=True)
class Maximum:
    """The best layout for all levels.

    Attributes
    ----------
    minimums
        The parts of levels that are proven optimal, with their values.
    levels
        Value and bound of each level.
    proven
        Whether all levels are proven optimal.
    solver, version
        The solver that proved the result, or found it; empty if none was needed.
    """

    layout: Layout
    minimums: tuple[MinimumValue, ...]
    levels: tuple[LevelResult, ...]
    proven: bool
    solver: str
    version: str


class LevelSearch:
    """Maximises the levels of a request; `on_progress` hears of every better layout and bound."""

    def __init__(
        self,
        search: SearchContext,
        construction: Construction,
        engines: Engines,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self._search = search
        self._construction = construction
        self._engines = engines
        self._on_progress = on_progress
        self._construct = True
        self._shown: tuple[Layout, Position] = (), search.request.position

    def maximise(self) -> Maximum:
        """Maximise level after level, until one is not proven."""
        search, request = self._search, self._search.request
        minimums: list[MinimumValue] = []
        best = self._first(request.start)
        by = ("", "")
        state = RaceState()
        whole = len(search.parts) == len(request.objective.levels)
        bounds = request.bounds if whole else ()  # they belong to whole levels
        for number, part in enumerate(search.parts):
            known = bounds[number] if number < len(bounds) else None
            if any(minimum.value != bounds[i] for i, minimum in enumerate(minimums[: len(bounds)])):
                known = None  # a bound holds only where the earlier ones are reached
            state = self._maximise(number, part.weights, tuple(minimums), best, known)
            if state.layout is None:
                raise NoLayoutLeft(state.empty)
            best = state.layout
            reached = search.values(best)
            if any(map(gt, reached, (minimum.value for minimum in minimums))):
                raise SolverDisagreement("a legal layout exceeds the bound of an earlier level")
            by = state.bound_by if state.proven else state.best_by
            if not state.proven:
                break
            minimums.append(MinimumValue(part.weights, reached[number]))
        assert best is not None
        last = min(len(minimums), len(search.parts) - 1)
        levels = (
            LevelResult(value, search.level_bound(level, best, last, state.bound))
            for level, value in enumerate(search.level_values(best))
        )
        proven = len(minimums) == len(search.parts)
        return Maximum(best, tuple(minimums), tuple(levels), proven, *by)

    def _first(self, start: Position | None) -> Layout | None:
        search = self._search
        layouts: list[Layout] = [()]
        if start is not None:
            try:
                layouts.append(search.without_idle(as_laid(search.problem, start)))
            except ValueError as error:
                raise InputError.said("{field}: {problem}", field="start", problem=error) from None
            if violations := position_violations(start):
                raise InputError.said(
                    "{field}: {problem}", field="start", problem=violations[0].message
                )
            self._construct = not search.allowed(layouts[1])
        return max(filter(search.allowed, layouts), key=search.values, default=None)

    def _maximise(
        self,
        number: int,
        weights: Weights,
        minimums: tuple[MinimumValue, ...],
        best: Layout | None,
        known: Fraction | None,
    ) -> RaceState:
        """Maximise one level among the layouts that reach the minimums; `known` is a bound."""
        search = self._search
        state = RaceState()
        if best is not None:
            state.value, state.layout = search.values(best)[number], best
        state.bound = covering_bound(search.problem, weights)
        if known is not None:
            state.bound = min(state.bound, known)
        self._report(number, state)
        if not state.proven:
            self._race(number, weights, minimums, state)
        if state.value is not None and state.bound is not None and state.value > state.bound:
            raise SolverDisagreement(
                f"{state.bound_by[0]} claims the upper bound {state.bound}, "
                f"but a legal layout has {state.value}"
            )
        return state

    def _race(
        self, number: int, weights: Weights, minimums: tuple[MinimumValue, ...], state: RaceState
    ) -> None:
        """Let the engines and, at the first level, local searches maximise a level."""
        search = self._search
        seed = search.request.limits.seed
        constructed: Iterator[tuple[Fraction, Layout] | None] = iter(())
        if number == 0 and self._construct:
            constructed = self._construction.layouts(seed)

        def accept(claimed: Fraction, laid: Layout) -> None:
            search.check(laid)
            counted = search.values(laid)[number]
            if counted != claimed:
                raise SolverDisagreement(
                    f"a solver counts {claimed} for a layout, the rules count {counted}"
                )

        later = tuple(part.weights for part in search.parts[number + 1 :])
        sums = (weights, *(minimum.weights for minimum in minimums))
        Race(
            processes=self._engines,
            job=lambda entry: engine_job(search, entry, weights, minimums, later),
            entries=lineup(search, sums, construct=self._construct),
            state=state,
            constructed=constructed,
            hold=available_cores() <= min(search.request.limits.workers, len(LOCAL_SEEDS)),
            until=search.until,
            cancelled=search.cancelled,
            on_change=lambda now: self._report(number, now),
            accept=accept,
        ).run()

    def _report(self, part: int, state: RaceState) -> None:
        if self._on_progress is None:
            return
        search = self._search
        level = search.parts[part].level
        reached, bound, laid = state.value, state.bound, state.layout
        after = None
        if laid is not None:
            if laid is not self._shown[0]:
                self._shown = laid, layout(search.problem, in_placing_order(search.problem, laid))
            after = self._shown[1]
            reached = search.level_values(laid)[level]
            bound = search.level_bound(level, laid, part, bound)
        self._on_progress(Progress(time.monotonic() - search.began, level, reached, bound, after))
