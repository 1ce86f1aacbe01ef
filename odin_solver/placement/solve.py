"""From a position to its provably optimal layout."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from operator import gt

from odin_solver.errors import InputError
from odin_solver.placement.engines import Engines
from odin_solver.placement.gains import gains, value
from odin_solver.placement.local.search import (
    LocalSearch,
    improve_together,
    library,
    local_search,
    slot_pieces,
)
from odin_solver.placement.model.messages import Job
from odin_solver.placement.natural import NaturalLayout
from odin_solver.placement.objective import Objective, Weights, choose_objective
from odin_solver.placement.precision import (
    HIGHS_RANGE,
    check_exact,
    range_in_units,
    split_objective,
)
from odin_solver.placement.problem import (
    Laid,
    as_laid,
    compile_problem,
    in_placing_order,
    layout,
    trivial_bound,
)
from odin_solver.placement.race import RaceEntry, RaceState, race
from odin_solver.placement.reductions import identical_areas
from odin_solver.placement.restrictions import (
    Barred,
    Floor,
    LayoutSignature,
    Restrictions,
    without_idle,
)
from odin_solver.placement.solution import (
    IllegalPosition,
    LevelResult,
    Limits,
    NoLayoutLeft,
    Progress,
    Solution,
    SolverDisagreement,
    Status,
    placing_steps,
)
from odin_solver.placement.stock import SILVER_LEFT, added_up
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position
from odin_solver.support.cores import available_cores

LOCAL_SEEDS = (0, 1 << 17)
"""What is added to the seed for each of the local searches at the beginning.

Some searches take many times as long as usual to find a good layout; seldom do both.
"""

LOCAL_STEPS = 0.005
"""Steps of each of them for the cube of the number of free cells.

Small boards take far fewer. Then the exact search starts from the result.
"""

MOST_LOCAL_STEPS = 14000
"""The most such steps, those of an empty home board: some 0.4 s."""

LOCAL_TURN = 100
"""Steps of a local search at a time, some 3 ms; fewer at first."""

OVERTIME = 1.5
"""Seconds beyond the time limit that the layout that is tidied is given."""

LEAD_PLACEMENTS = 3000
"""More placements on several boards are a case for a lead: see `RaceEntry`."""

LEAD_SECONDS = 10.0
LEAD_SHARE = 0.25
"""The most time of a lead, and its share of the time left.

Half as much where covered cells do not count: there HiGHS finds better layouts itself.
"""

LEAD_SEED = 1 << 16
"""What is added to the seed for a lead."""

FEW_PIECES = 16
FEW_PLACEMENTS = 2500
"""The most in the supply, and in all, for which ties are broken by an exact search from nothing."""

CANONICAL_SEED = 0
"""Seed of the searches that lead to the canonical layout, whatever the seed of the others."""


def solve(
    position: Position,
    objective: str | Objective | None = None,
    *,
    weights: Mapping[str, Fraction] | None = None,
    rounds_left: int | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    start: Position | None = None,
    bounds: Sequence[Fraction] = (),
    excluded: Sequence[LayoutSignature] = (),
    barred: Sequence[Placement] = (),
    conditions: Sequence[Floor] = (),
    ties: bool = True,
    engines: Engines | None = None,
) -> Solution:
    """Find the best placement of a position's supply on its boards.

    Parameters
    ----------
    position
        Boards with the pieces on them, and the supply.
    objective
        The name of a preset (see `odin_solver.placement.objective.preset`) or an objective; by
        default that of the position; else ``score`` if the round is known, otherwise ``final``.
    weights
        Weights that replace those of the preset, by key such as ``points`` or ``keep.robe``.
    rounds_left
        Rounds still to be played, for the preset ``score``; by default those of the position.
    limits
        Time, threads and seed.
    on_progress
        Called after every better layout and every better bound.
    cancel
        Set it from another thread or a signal handler to end the search with the incumbent.
    start
        The position with a legal layout to begin with, in place of one of a local search.
    bounds
        Known upper bounds of the first objective levels, such as the values of a position that
        allows more. Each holds for layouts that reach all bounds before it; a layout that
        reaches them is optimal at once.
    excluded
        Layouts to leave out: see `odin_solver.placement.restrictions.LayoutSignature`.
    barred
        Forbidden placements, each with the index of its board.
    conditions
        Other weighted sums that must reach a value.
    ties
        Whether to break ties: fewest tiles, then least silver, then the more natural layout.
    engines
        Where engines come from, if several positions are solved in this thread one after the
        other.

    Returns
    -------
    Solution
        The best layout, checked by the plain rules, and whether it is proven optimal.

    Raises
    ------
    IllegalPosition
        If the pieces on the boards break the rules.
    InputError
        If the objective is unknown, a limit makes no sense, or the start is not a legal layout
        of the position.
    NoLayoutLeft
        If no layout meets the restrictions, or none was found in time.
    NotBuiltError
        If the compiled local search cannot be used.
    """
    limits = limits or Limits()
    if not limits.seconds > 0:
        raise InputError(f"time limit: expected more than 0 seconds, got {limits.seconds:g}")
    if limits.workers < 1:
        raise InputError(f"workers: expected at least 1, got {limits.workers}")
    violations = position_violations(position)
    if violations:
        raise IllegalPosition(violations)
    library()
    if not isinstance(objective, Objective):
        objective = choose_objective(position, objective, weights or {}, rounds_left)
    with nullcontext(engines) if engines else Engines() as processes:
        search = _LevelSearch(
            position,
            objective,
            limits,
            on_progress,
            cancel or threading.Event(),
            tuple(excluded),
            barred,
            tuple(conditions),
            processes,
        )
        return search.run(start, tuple(bounds), ties)


class _LevelSearch:
    """One call of `solve`: the objective levels one after the other, then tie-breaking."""

    def __init__(
        self,
        position: Position,
        objective: Objective,
        limits: Limits,
        on_progress: Callable[[Progress], None] | None,
        cancel: threading.Event,
        excluded: tuple[LayoutSignature, ...],
        barred: Sequence[Placement],
        conditions: tuple[Floor, ...],
        engines: Engines,
    ) -> None:
        self._began = time.monotonic()
        self._until = self._began + limits.seconds
        self._position = position
        self._objective = objective
        self._limits = limits
        self._on_progress = on_progress
        self._cancel = cancel
        self._engines = engines
        self._problem = compile_problem(position)
        self._parts = split_objective(self._problem, objective)
        for floor in conditions:
            check_exact(self._problem, floor.weights)
        self._reproducible: tuple[Laid, ...] | None = None
        """Canonical layout among those that reach the levels so far, where a search met it."""
        self._base: tuple[Laid, ...] | None = None
        """Best layout of `_base_search` so far."""
        self._base_search = self._constructed(CANONICAL_SEED)
        self._construct = True
        self._shown: tuple[tuple[Laid, ...], Position] = (), position
        self._conditions = conditions
        self._valued = (*(floor.weights for floor in conditions), *objective.levels)
        identical = {number: group for group in identical_areas(self._problem) for number in group}
        self._restrictions = Restrictions(
            excluded=excluded,
            barred=frozenset(
                Barred(n, piece.tile.id, self._position.boards[at].grid.mask(piece.cells))
                for at, piece in barred
                for n in identical.get(at, [at])
            ),
            levels=self._valued if excluded else (),
        )

    def run(self, start: Position | None, bounds: tuple[Fraction, ...], ties: bool) -> Solution:
        floors: list[Floor] = []
        best = self._first(start)
        by = ("", "")
        if len(self._parts) > len(self._objective.levels):
            bounds = ()  # they belong to whole levels
        state = RaceState()
        for number, part in enumerate(self._parts):
            known = bounds[number] if number < len(bounds) else None
            if any(floor.value != bounds[i] for i, floor in enumerate(floors[: len(bounds)])):
                known = None  # a bound holds only where the earlier ones are reached
            state = self._maximise(number, part.weights, tuple(floors), best, known)
            if state.layout is None:
                raise NoLayoutLeft(state.empty)
            best = state.layout
            if any(map(gt, self._values(best), (floor.value for floor in floors))):
                raise SolverDisagreement("a legal layout exceeds the bound of an earlier level")
            for floor, reached in zip(floors, self._values(best), strict=False):
                if reached > floor.value:
                    raise SolverDisagreement(
                        f"{floor.value} was proven best, but a legal layout has {reached}"
                    )
            by = state.bound_by if state.proven else state.best_by
            if not state.proven:
                break
            floors.append(Floor(part.weights, self._values(best)[number]))
        assert best is not None
        proven = len(floors) == len(self._parts)
        at = min(len(floors), len(self._parts) - 1)
        levels = [
            LevelResult(reached, self._level_bound(level, best, at, state.bound))
            for level, reached in enumerate(self._level_values(best))
        ]
        settled = False
        if ties and not self._cancel.is_set():
            if proven:
                best, settled = self._break_ties(tuple(floors), best)
            best, tidy = self._tidied(best)
            settled &= tidy
        return self._solution(best, levels, proven, settled, by)

    def _first(self, start: Position | None) -> tuple[Laid, ...] | None:
        """Return the better of the start and the empty layout; None if neither is allowed."""
        layouts: list[tuple[Laid, ...]] = [()]
        if start is not None:
            try:
                layouts.append(self._without_idle(as_laid(self._problem, start)))
            except ValueError as error:
                raise InputError(f"start: {error}") from None
            if violations := position_violations(start):
                raise InputError(f"start: {violations[0].message}")
            self._construct = not self._allowed(layouts[1])
        allowed = [laid for laid in layouts if self._allowed(laid)]
        return max(allowed, key=self._values, default=None)

    def _maximise(
        self,
        number: int,
        weights: Weights,
        floors: tuple[Floor, ...],
        best: tuple[Laid, ...] | None,
        known: Fraction | None,
    ) -> RaceState:
        """Maximise one level among the layouts that reach the floors; `known` is a bound."""
        state = RaceState()
        if best is not None:
            state.value, state.layout = self._values(best)[number], best
        state.bound = trivial_bound(self._problem, weights)
        if known is not None:
            state.bound = min(state.bound, known)
        if self._reproducible is not None:
            state.note_reproducible(self._values(self._reproducible)[number], self._reproducible)
        self._report(number, state)
        if not state.proven:
            self._race(number, weights, floors, state)
        reached = state.reproducible_value == state.value
        self._reproducible = state.reproducible_layout if reached else None
        if state.value is not None and state.bound is not None and state.value > state.bound:
            raise SolverDisagreement(
                f"{state.bound_by[0]} claims the upper bound {state.bound}, "
                f"but a legal layout has {state.value}"
            )
        return state

    def _race(
        self, number: int, weights: Weights, floors: tuple[Floor, ...], state: RaceState
    ) -> None:
        """Let the engines and, at the first level, local searches maximise a level."""
        seed = self._limits.seed
        canonical = seed == CANONICAL_SEED
        constructed: Iterator[tuple[Fraction, tuple[Laid, ...]] | None] = iter(())
        if number == 0 and self._construct:
            constructed = self._base_search if canonical else self._constructed(seed)

        def accept(claimed: Fraction, laid: tuple[Laid, ...]) -> None:
            self._check(laid)
            counted = self._values(laid)[number]
            if counted != claimed:
                raise SolverDisagreement(
                    f"a solver counts {claimed} for a layout, the rules count {counted}"
                )

        later = tuple(part.weights for part in self._parts[number + 1 :])
        race(
            self._engines,
            lambda entry: self._job(entry, weights, floors, later),
            self._entries((weights, *(floor.weights for floor in floors))),
            state,
            constructed,
            reproducible=canonical,
            hold=self._needs_all_cores(),
            until=self._until,
            cancelled=self._cancel.is_set,
            on_change=lambda now: self._report(number, now),
            accept=accept,
        )

    def _job(
        self,
        entry: RaceEntry,
        weights: Weights | None,
        floors: tuple[Floor, ...],
        later: tuple[Weights, ...],
    ) -> Job:
        seconds, seed = self._until - time.monotonic(), self._limits.seed
        if entry.part == "lead":
            seconds, seed = min(LEAD_SECONDS, LEAD_SHARE * seconds), seed + LEAD_SEED
            if weights is not None and not (weights.points or weights.cells):
                seconds /= 2
        return Job(
            position=self._position,
            engine=entry.engine,
            weights=weights,
            floors=(*self._conditions, *floors),
            seconds=max(0.1, seconds),
            threads=entry.threads,
            seed=CANONICAL_SEED if weights is None else seed,
            part=entry.part,
            restrictions=self._restrictions,
            conditions=len(self._conditions),
            later=later,
            tied=entry.engine == "cp-sat",
        )

    def _entries(self, sums: Sequence[Weights]) -> list[RaceEntry]:
        """Return the engines to race: CP-SAT, and HiGHS on a second thread.

        HiGHS takes part only where it is precise enough for the objective and the floors. Where
        there is much to place on several boards and no good layout is known, it waits while a
        second search with another seed also improves layouts: they share what they find.
        """
        workers = self._limits.workers
        if workers == 1:
            return [RaceEntry("cp-sat", "both", 1, waits="construction")]
        sums = (*sums, *(floor.weights for floor in self._conditions))
        if any(range_in_units(self._problem, weights) > HIGHS_RANGE for weights in sums):
            return [
                RaceEntry("cp-sat", "improve", 1, waits="construction"),
                RaceEntry("cp-sat", "prove", workers - 1, waits="construction"),
            ]
        entries = []  # in the order of their starts: what begins at once comes first
        large = self._problem.n_placements > LEAD_PLACEMENTS and len(self._problem.areas) > 1
        if large and self._construct and not self._conditions:
            entries.append(RaceEntry("cp-sat", "lead", 1, waits="nothing"))
            entries.append(RaceEntry("highs", "prove", 1, waits="lead"))
        else:
            entries.append(RaceEntry("highs", "prove", 1, waits="nothing"))
        entries.append(RaceEntry("cp-sat", "improve", 1, waits="construction"))
        if workers > 2:
            entries.append(RaceEntry("cp-sat", "prove", workers - 2, waits="construction"))
        return entries

    def _constructed(self, seed: int) -> Iterator[tuple[Fraction, tuple[Laid, ...]] | None]:
        """Yield layouts of a quick search, and None after every attempt.

        Those of the canonical seed are compared with `_base`.
        """
        for built in self._built(seed):
            laid = None if built is None else self._without_idle(built)
            if laid is None or not self._allowed(laid):
                yield None
                continue
            value = self._values(laid)[0]
            if seed == CANONICAL_SEED and (
                self._base is None or value > self._values(self._base)[0]
            ):
                self._base = laid
            yield value, laid

    def _built(self, seed: int) -> Iterator[tuple[Laid, ...] | None]:
        """Yield layouts of local searches; of a problem too large for them only the first one."""
        resources = slot_pieces(self._problem, self._objective.levels)
        yield in_placing_order(self._problem, resources)
        cells = sum(area.free.bit_count() for area in self._problem.areas)
        turns = min(int(LOCAL_STEPS * cells**3), MOST_LOCAL_STEPS) // LOCAL_TURN
        steps = (10, 20, *(LOCAL_TURN,) * turns)
        searches = list(self._local_searches(seed))
        for better in improve_together(searches, steps, self._limits.workers):
            yield None if better is None else in_placing_order(self._problem, (*better, *resources))

    def _needs_all_cores(self) -> bool:
        """Whether the local searches at the beginning leave no core for imports of engines."""
        return available_cores() <= min(self._limits.workers, len(LOCAL_SEEDS))

    def _local_searches(self, seed: int) -> Iterator[LocalSearch]:
        """Yield local searches; none for a problem too large for them."""
        supply, earned = self._position.supply, sum(each.income for each in self._position.boards)
        for more, share in zip(LOCAL_SEEDS, SILVER_LEFT, strict=True):
            levels = [added_up(part.weights, supply, earned, share) for part in self._parts]
            search = local_search(self._problem, levels, seed + more, self._restrictions)
            if search is not None:
                yield search

    def _break_ties(
        self, floors: tuple[Floor, ...], best: tuple[Laid, ...]
    ) -> tuple[tuple[Laid, ...], bool]:
        """Return an optimal layout of fewest tiles, then least silver; whether proven so.

        To give the same answer every time, this depends on position and objective alone, and is
        limited in steps and work, not in time. Where there is little to place, an exact search
        begins with nothing; elsewhere, or if it finds nothing, a layout is improved. If neither
        leads to an optimal layout, that of the race stands.
        """
        if not best:
            return best, True
        state = RaceState()
        problem = self._problem
        pieces = sum(stock.count for stock in problem.stock) + problem.silver + problem.ore
        if pieces <= FEW_PIECES and problem.n_placements <= FEW_PLACEMENTS:
            state = self._race_of_ties(floors, None, tied=True)
        if state.layout is None:
            start = self._canonical_start(tuple(floor.value for floor in floors))
            state = self._race_of_ties(floors, start, tied=False)
        return (state.layout or best), state.proven

    def _race_of_ties(
        self, floors: tuple[Floor, ...], start: tuple[Laid, ...] | None, *, tied: bool
    ) -> RaceState:
        """Let an engine look for an optimal layout of fewest tiles, then least silver."""
        reached = tuple(floor.value for floor in floors)

        def accept(_: Fraction, laid: tuple[Laid, ...]) -> None:
            self._check(laid)
            if self._values(laid) != reached:
                raise SolverDisagreement("tie-breaking changed the value of a layout")

        state = RaceState(reproducible_layout=start)
        race(
            self._engines,
            lambda entry: replace(self._job(entry, None, floors, ()), tied=tied),
            [RaceEntry("cp-sat", "both", 1, waits="construction")],
            state,
            iter(()),
            until=self._until,
            cancelled=self._cancel.is_set,
            on_change=lambda _: None,
            accept=accept,
        )
        return state

    def _overdue(self) -> bool:
        """Whether to give up a layout being tidied."""
        return self._cancel.is_set() or time.monotonic() >= self._until + OVERTIME

    def _canonical_start(self, reached: tuple[Fraction, ...]) -> tuple[Laid, ...] | None:
        """Return a layout that depends on position and objective alone, optimal if possible."""
        if self._reproducible is not None:
            return self._reproducible
        for _ in self._base_search:
            if self._base is not None and self._values(self._base)[0] == reached[0]:
                break
            if self._over():
                break
        return self._base

    def _tidied(self, laid: tuple[Laid, ...]) -> tuple[tuple[Laid, ...], bool]:
        """Return an equally good layout that looks natural; whether there was time for it."""
        values = self._values(laid)

        def accepts(other: Sequence[Laid]) -> bool:
            if self._values(other) != values:
                return False
            ordered = in_placing_order(self._problem, other)
            legal = not position_violations(layout(self._problem, ordered))
            return legal and self._allowed(ordered)

        tidying = NaturalLayout(self._problem, laid, self._valued, accepts)
        finished = tidying.tidy(self._overdue)
        by_kind = sorted(tidying.laid, key=lambda laid: (laid.kind < 0, abs(laid.kind), laid.cells))
        return tuple(by_kind), finished

    def _over(self) -> bool:
        return self._cancel.is_set() or time.monotonic() >= self._until

    def _values(self, laid: Sequence[Laid]) -> tuple[Fraction, ...]:
        """Return the values of all parts of levels for a layout, by the plain rules."""
        gained = gains(self._position, layout(self._problem, laid))
        return tuple(value(part.weights, gained) for part in self._parts)

    def _level_values(self, laid: tuple[Laid, ...]) -> tuple[Fraction, ...]:
        """Return the values of all levels for a layout."""
        gained = gains(self._position, layout(self._problem, laid))
        return tuple(value(weights, gained) for weights in self._objective.levels)

    def _level_bound(
        self, level: int, laid: tuple[Laid, ...], at: int, bound: Fraction | None
    ) -> Fraction | None:
        """Return the upper bound of a level, given that of the part `at`, searched last.

        The layout reaches the parts before; those after may be as good as can be. Levels after
        are not searched yet.
        """
        if bound is None or level > self._parts[at].level:
            return None
        total = Fraction(0)
        values = self._values(laid)
        for number, part in enumerate(self._parts):
            if part.level == level:
                if number < at:
                    total += part.factor * values[number]
                elif number == at:
                    total += part.factor * bound
                else:
                    total += part.factor * trivial_bound(self._problem, part.weights)
        return total

    def _check(self, laid: tuple[Laid, ...]) -> None:
        """Make sure by the plain rules that a layout is legal and allowed."""
        after = layout(self._problem, in_placing_order(self._problem, laid))
        violations = position_violations(after)
        if violations or any(count < 0 for count in after.supply.values()):
            what = "; ".join(each.message for each in violations) or "more than the supply"
            raise SolverDisagreement(f"a solver breaks the rules: {what}")
        if not self._allowed(laid):
            raise SolverDisagreement("a solver returned an excluded layout")

    def _allowed(self, laid: tuple[Laid, ...]) -> bool:
        """Whether a layout meets the conditions and is not excluded."""
        if self._conditions:
            gained = gains(self._position, layout(self._problem, laid))
            if any(value(floor.weights, gained) < floor.value for floor in self._conditions):
                return False
        return self._restrictions.allow(self._problem, laid)

    def _without_idle(self, laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
        """Drop idle pieces, where layouts are told apart."""
        if not self._restrictions.excluded:
            return laid
        return in_placing_order(self._problem, without_idle(self._problem, laid, self._valued))

    def _report(self, part: int, state: RaceState) -> None:
        if self._on_progress is not None:
            seconds = time.monotonic() - self._began
            laid = state.layout
            if laid is not None and laid is not self._shown[0]:
                self._shown = laid, layout(self._problem, in_placing_order(self._problem, laid))
            after = None if laid is None else self._shown[1]
            level = self._parts[part].level
            reached, bound = state.value, state.bound
            if laid is not None:
                reached = self._level_values(laid)[level]
                bound = self._level_bound(level, laid, part, bound)
            self._on_progress(Progress(seconds, level, reached, bound, after))

    def _solution(
        self,
        laid: tuple[Laid, ...],
        levels: list[LevelResult],
        proven: bool,
        settled: bool,
        by: tuple[str, str],
    ) -> Solution:
        after = layout(self._problem, in_placing_order(self._problem, laid))
        return Solution(
            status=Status.OPTIMAL if proven else Status.FEASIBLE,
            before=self._position,
            after=after,
            steps=placing_steps(self._position, after),
            objective=self._objective,
            levels=tuple(levels),
            ties_settled=settled,
            seconds=time.monotonic() - self._began,
            solver=by[0],
            version=by[1],
            limits=self._limits,
        )
