"""From a position to its provably best layout."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from odin_solver.errors import InputError
from odin_solver.placement.constructive import BeamSearch
from odin_solver.placement.model.job import Floor, Job
from odin_solver.placement.objective import Objective, Weights, choose_objective, gains, value
from odin_solver.placement.problem import (
    Laid,
    as_laid,
    compile_problem,
    in_placing_order,
    layout,
    trivial_bound,
)
from odin_solver.placement.race import Entry, Standing, race
from odin_solver.placement.reductions import alike_areas
from odin_solver.placement.restrictions import Barred, Outcome, Restrictions, useful
from odin_solver.placement.solution import (
    IllegalPosition,
    LevelResult,
    Limits,
    NoLayoutLeft,
    Progress,
    Solution,
    SolverDisagreement,
    Status,
    numbered_steps,
)
from odin_solver.rules.covering import mask_of
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Piece, Position

BEAM_ROUNDS = 40
"""Layouts that the constructive search builds before the exact search starts from the best."""


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
    excluded: Sequence[Outcome] = (),
    barred: Sequence[tuple[int, Piece]] = (),
    conditions: Sequence[Floor] = (),
    ties: bool = True,
) -> Solution:
    """Find the best placement of a position's supply on its boards.

    Parameters
    ----------
    position
        Boards with what lies on them, and the supply.
    objective
        A preset's name (see `odin_solver.placement.objective.preset`) or an objective; by default
        what the
        position asks for, else ``final``.
    weights
        Weights that replace those of the preset, by key such as ``points`` or ``keep.robe``.
    rounds_left
        Rounds still to be played, for the preset ``engine``; by default those of the position.
    limits
        Time, threads and seed.
    on_progress
        Called after every better layout and every better bound.
    cancel
        Set it from another thread or a signal handler to end the search with the best so far.
    start
        The position with a legal layout to begin with, in place of a constructed one.
    bounds
        Values of the first sums that are known to be the most that is possible, such as the best
        of a position that allows more: no layout is better in the first sum, and none that
        reaches it is better in the second. A layout that reaches them is the best at once.
    excluded
        What no layout may come to: see `odin_solver.placement.restrictions.Outcome`.
    barred
        Tiles, each with the number of a board, that must not be laid just there.
    conditions
        Other sums that must reach a value.
    ties
        Whether to look for the fewest tiles and the most silver among equally good layouts.

    Returns
    -------
    Solution
        The best layout, checked by the plain rules, and whether it is proven to be the best.

    Raises
    ------
    IllegalPosition
        If the pieces on the boards are not placed legally.
    InputError
        If the objective is unknown or a limit makes no sense, or if the start is no legal layout
        of the position.
    NoLayoutLeft
        If no layout was found that is not left out.
    """
    limits = limits or Limits()
    if not limits.seconds > 0:
        raise InputError(f"time limit: expected more than 0 seconds, got {limits.seconds:g}")
    if limits.workers < 1:
        raise InputError(f"workers: expected at least 1, got {limits.workers}")
    violations = position_violations(position)
    if violations:
        raise IllegalPosition(violations)
    if not isinstance(objective, Objective):
        objective = choose_objective(position, objective, weights or {}, rounds_left)
    search = _Search(position, objective, limits, on_progress, cancel or threading.Event())
    search.restrict(tuple(excluded), barred, tuple(conditions))
    return search.run(start, tuple(bounds), ties)


class _Search:
    """One call of `solve`: the sums one after the other, then the ties."""

    def __init__(
        self,
        position: Position,
        objective: Objective,
        limits: Limits,
        on_progress: Callable[[Progress], None] | None,
        cancel: threading.Event,
    ) -> None:
        self._began = time.monotonic()
        self._until = self._began + limits.seconds
        self._position = position
        self._objective = objective
        self._limits = limits
        self._on_progress = on_progress
        self._cancel = cancel
        self._problem = compile_problem(position)
        self._beam = BeamSearch(self._problem, objective, limits.seed)
        self._own: tuple[Laid, ...] | None = None
        self._restrictions = Restrictions()
        self._conditions: tuple[Floor, ...] = ()
        self._construct = True

    def restrict(
        self,
        excluded: tuple[Outcome, ...],
        barred: Sequence[tuple[int, Piece]],
        conditions: tuple[Floor, ...],
    ) -> None:
        """Leave something out; see `solve`."""
        alike = {number: group for group in alike_areas(self._problem) for number in group}
        self._conditions = conditions
        self._restrictions = Restrictions(
            excluded=excluded,
            barred=frozenset(
                Barred(n, piece.tile.id, mask_of(grid_of(self._position.boards[at].board), piece))
                for at, piece in barred
                for n in alike.get(at, [at])
            ),
            sums=self._valued if excluded else (),
        )

    @property
    def _valued(self) -> tuple[Weights, ...]:
        return (*(each.weights for each in self._conditions), *self._objective.levels)

    def run(self, start: Position | None, bounds: tuple[Fraction, ...], ties: bool) -> Solution:
        levels: list[LevelResult] = []
        floors: list[Floor] = []
        best = self._first(start)
        by = ("", "")
        for number, weights in enumerate(self._objective.levels):
            known = bounds[number] if number < len(bounds) else None
            if any(floor.value != bounds[i] for i, floor in enumerate(floors[: len(bounds)])):
                known = None  # an earlier sum stayed below: then a later one may exceed its bound
            standing = self._maximise(number, weights, tuple(floors), best, known)
            if standing.layout is None:
                raise NoLayoutLeft(standing.empty)
            best = standing.layout
            by = standing.bound_by if standing.proven else standing.best_by
            found = self._values(best)[number]
            levels.append(LevelResult(found, standing.bound))
            if not standing.proven:
                break
            floors.append(Floor(weights, found))
        assert best is not None
        proven = len(floors) == len(self._objective.levels)
        # Sums after the first that is not proven were not searched for.
        levels += [LevelResult(each, None) for each in self._values(best)[len(levels) :]]
        settled = False
        if proven and ties and not self._cancel.is_set():
            best, settled = self._break_ties(tuple(floors), best)
        return self._solution(best, levels, proven, settled, by)

    def _first(self, start: Position | None) -> tuple[Laid, ...] | None:
        """The better one of the start and no piece laid at all, if they are not left out."""
        found: list[tuple[Laid, ...]] = [()]
        if start is not None:
            try:
                found.append(self._tidied(as_laid(self._problem, start)))
            except ValueError as error:
                raise InputError(f"start: {error}") from None
            if violations := position_violations(start):
                raise InputError(f"start: {violations[0].message}")
            self._construct = not self._allowed(found[1])
        allowed = [laid for laid in found if self._allowed(laid)]
        self._own = max(allowed, key=self._values, default=None)
        return self._own

    def _maximise(
        self,
        number: int,
        weights: Weights,
        floors: tuple[Floor, ...],
        best: tuple[Laid, ...] | None,
        known: Fraction | None,
    ) -> Standing:
        """Find the best layout by one sum among those that reach the floors.

        Nothing exceeds the bound that is `known`, if one is.
        """
        standing = Standing()
        if best is not None:
            standing.value, standing.layout = self._values(best)[number], best
        standing.bound = trivial_bound(self._problem, weights)
        if known is not None:
            standing.bound = min(standing.bound, known)
        if self._own is not None and self._reach(self._own, floors):
            standing.note_own(self._values(self._own)[number], self._own)
        self._report(number, standing)
        if standing.proven:
            return standing

        def job(entry: Entry) -> Job:
            return Job(
                position=self._position,
                engine=entry.engine,
                weights=weights,
                floors=(*self._conditions, *floors),
                seconds=max(0.1, self._until - time.monotonic()),
                threads=entry.threads,
                seed=self._limits.seed,
                part=entry.part,
                restrictions=self._restrictions,
            )

        def accept(claimed: Fraction, laid: tuple[Laid, ...]) -> None:
            self._check(laid)
            if self._values(laid)[number] != claimed:
                raise SolverDisagreement(
                    f"a solver counts {claimed} for a layout, the rules do not"
                )

        constructed = self._constructed() if number == 0 and self._construct else iter(())
        race(
            job,
            self._entries(),
            standing,
            constructed,
            until=self._until,
            cancelled=self._cancel.is_set,
            on_change=lambda now: self._report(number, now),
            accept=accept,
        )
        for layout_found in constructed:
            # Where an engine was faster: what is our own shall not depend on that.
            if layout_found is not None:
                standing.note_own(*layout_found)
            if standing.own_value == standing.value or self._over():
                break
        self._own = standing.own_layout or self._own
        found, bound = standing.value, standing.bound
        if found is not None and bound is not None and found > bound:
            raise SolverDisagreement(
                f"{standing.bound_by[0]} claims that nothing exceeds {bound}, "
                f"but a legal layout has {found}"
            )
        return standing

    def _entries(self) -> list[Entry]:
        """The engines to race: CP-SAT and HiGHS, or CP-SAT alone on one thread."""
        workers = self._limits.workers
        if workers == 1:
            return [Entry("cp-sat", "both", 1, waits=True)]
        entries = [
            Entry("highs", "prove", 1, waits=False),
            Entry("cp-sat", "improve", 1, waits=True),
        ]
        if workers > 2:
            entries.append(Entry("cp-sat", "prove", workers - 2, waits=True))
        return entries

    def _constructed(self) -> Iterator[tuple[Fraction, tuple[Laid, ...]] | None]:
        """Layouts of the constructive search, and None after every attempt."""
        for found in self._beam.layouts(BEAM_ROUNDS):
            laid = None if found is None else self._tidied(found[1])
            if laid is None or not self._allowed(laid):
                yield None
            else:
                yield self._values(laid)[0], laid

    def _break_ties(
        self, floors: tuple[Floor, ...], best: tuple[Laid, ...]
    ) -> tuple[tuple[Laid, ...], bool]:
        """Among all best layouts one with fewest tiles, then least silver; whether proven so.

        To give the same answer every time, this starts from a layout that depends on the seed
        alone, and is limited in steps and work, not in time.
        """
        if not best:
            return best, True
        conditions = self._conditions
        reached = tuple(floor.value for floor in floors)

        def accept(_: Fraction, laid: tuple[Laid, ...]) -> None:
            self._check(laid)
            if self._values(laid) != reached:
                raise SolverDisagreement("breaking ties changed the value of a layout")

        standing = Standing(own_layout=self._own or best)
        race(
            lambda entry: Job(
                position=self._position,
                engine=entry.engine,
                weights=None,
                floors=(*conditions, *floors),
                seconds=max(0.1, self._until - time.monotonic()),
                threads=entry.threads,
                seed=self._limits.seed,
                part=entry.part,
                restrictions=self._restrictions,
            ),
            [Entry("cp-sat", "both", 1, waits=True)],
            standing,
            iter(()),
            until=self._until,
            cancelled=self._cancel.is_set,
            on_change=lambda _: None,
            accept=accept,
        )
        return (standing.layout or best), standing.proven

    def _over(self) -> bool:
        return self._cancel.is_set() or time.monotonic() >= self._until

    def _reach(self, laid: tuple[Laid, ...], floors: tuple[Floor, ...]) -> bool:
        """Whether a layout reaches all floors."""
        values = self._values(laid)
        return all(values[i] >= floor.value for i, floor in enumerate(floors))

    def _values(self, laid: tuple[Laid, ...]) -> tuple[Fraction, ...]:
        """Values of all sums for a layout, by the plain rules."""
        found = gains(self._position, layout(self._problem, laid))
        return tuple(value(weights, found) for weights in self._objective.levels)

    def _check(self, laid: tuple[Laid, ...]) -> None:
        """Make sure by the plain rules that a layout is legal and not left out."""
        after = layout(self._problem, in_placing_order(self._problem, laid))
        violations = position_violations(after)
        if violations or any(count < 0 for count in after.supply.values()):
            what = "; ".join(each.message for each in violations) or "more than the supply"
            raise SolverDisagreement(f"a solver lays against the rules: {what}")
        if not self._allowed(laid):
            raise SolverDisagreement("a solver lays what was to be left out")

    def _allowed(self, laid: tuple[Laid, ...]) -> bool:
        """Whether a layout meets the conditions and is not left out."""
        if self._conditions:
            found = gains(self._position, layout(self._problem, laid))
            if any(value(each.weights, found) < each.value for each in self._conditions):
                return False
        return self._restrictions.allow(self._problem, laid)

    def _tidied(self, laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
        """A layout without pieces that gain nothing, where outcomes are looked at."""
        if not self._restrictions.excluded:
            return laid
        return in_placing_order(self._problem, useful(self._problem, laid, self._valued))

    def _report(self, level: int, standing: Standing) -> None:
        if self._on_progress is not None:
            seconds = time.monotonic() - self._began
            self._on_progress(Progress(seconds, level, standing.value, standing.bound))

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
            placements=tuple(numbered_steps(self._position, after)),
            objective=self._objective,
            levels=tuple(levels),
            ties_settled=settled,
            seconds=time.monotonic() - self._began,
            solver=by[0],
            version=by[1],
            limits=self._limits,
        )
