"""From a position to its provably best layout."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from odin_solver.errors import InputError, OdinError
from odin_solver.placement.constructive import BeamSearch
from odin_solver.placement.model.job import Floor, Job
from odin_solver.placement.model.symmetry import alike_areas
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
from odin_solver.placement.restrictions import Barred, Outcome, Restrictions, useful
from odin_solver.rules.covering import covered_by, mask_of
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Piece, Position
from odin_solver.rules.scoring import score
from odin_solver.rules.violation import Violation

BEAM_ROUNDS = 40
"""Layouts that the constructive search builds before the exact search starts from the best."""


class Status(StrEnum):
    """Whether a layout is proven to be the best."""

    OPTIMAL = "OPTIMAL"
    FEASIBLE = "FEASIBLE"


class IllegalPosition(InputError):
    """The pieces of a position do not lie as the rules allow; `violations` says how."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(each.message for each in violations))
        self.violations = violations


class SolverDisagreement(OdinError):
    """A solver claims what the rules deny: never expected, never printed as a result."""


class NoLayoutLeft(OdinError):
    """No layout was found among those that were not left out; `proven` says if there is none."""

    def __init__(self, proven: bool) -> None:
        super().__init__("no layout is left" if proven else "no layout was found in time")
        self.proven = proven


@dataclass(frozen=True)
class Limits:
    """Limits of a search.

    Attributes
    ----------
    seconds
        Wall time.
    workers
        Threads of the solvers together.
    seed
        Seed of all random choices.
    """

    seconds: float = 60.0
    workers: int = 2
    seed: int = 0


@dataclass(frozen=True)
class Progress:
    """How far a search is.

    Attributes
    ----------
    seconds
        Wall time since the start.
    level
        Number of the sum that is being maximised, from 0; as many as there are sums while ties
        are broken.
    value, bound
        The best value so far, and what none exceeds; None if not known yet.
    """

    seconds: float
    level: int
    value: Fraction | None
    bound: Fraction | None

    @property
    def gap(self) -> float | None:
        """Relative distance of value and bound; None if one is not known."""
        if self.value is None or self.bound is None:
            return None
        return gap(self.value, self.bound)


@dataclass(frozen=True)
class LevelResult:
    """What was reached of one sum of the objective: its value, and what none exceeds."""

    value: Fraction
    bound: Fraction | None

    @property
    def proven(self) -> bool:
        """Whether no layout does better."""
        return self.bound is not None and self.value >= self.bound


@dataclass(frozen=True)
class Placement:
    """A new piece of a solution.

    Attributes
    ----------
    board
        Number of the board within the position.
    piece
        The piece.
    step
        When it is placed, from 1, over all boards. Pieces of one step are put down together,
        which only ``simultaneous`` rules allow.
    """

    board: int
    piece: Piece
    step: int


@dataclass(frozen=True)
class Solution:
    """The best layout found.

    Attributes
    ----------
    status
        Whether it is proven to be the best, for all sums of the objective.
    before, after
        The position without and with the new pieces, which lie in a legal order of placing.
    placements
        The new pieces in that order.
    objective
        What was maximised.
    levels
        What was reached of each sum.
    ties_settled
        Whether it is also proven to lay the fewest tiles, and then the least silver, of all best
        layouts.
    seconds
        Wall time.
    solver, version
        The solver that proved the result, or found it.
    limits
        The limits that held.
    """

    status: Status
    before: Position
    after: Position
    placements: tuple[Placement, ...]
    objective: Objective
    levels: tuple[LevelResult, ...]
    ties_settled: bool
    seconds: float
    solver: str
    version: str
    limits: Limits = field(default_factory=Limits)

    @property
    def value(self) -> Fraction:
        """Value of the first sum."""
        return self.levels[0].value

    @property
    def bound(self) -> Fraction | None:
        """What no layout exceeds in the first sum."""
        return self.levels[0].bound

    @property
    def gap(self) -> float | None:
        """Relative distance of value and bound of the first sum not proven; 0 if all are."""
        for level in self.levels:
            if not level.proven:
                return None if level.bound is None else gap(level.value, level.bound)
        return 0.0

    @property
    def score_before(self) -> int:
        """Points without the new pieces."""
        return score(self.before)

    @property
    def score_after(self) -> int:
        """Points with the new pieces."""
        return score(self.after)


def gap(found: Fraction, bound: Fraction) -> float:
    """Distance of a value and its bound in relation to the value."""
    return float(abs(bound - found) / max(Fraction(1), abs(found)))


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


def numbered_steps(before: Position, after: Position) -> Iterator[Placement]:
    """The new pieces of a layout with the steps in which they are placed, board by board."""
    number = 0
    for at, (old, new) in enumerate(zip(before.boards, after.boards, strict=True)):
        grid = grid_of(new.board)
        pieces = new.pieces[len(old.pieces) :]
        for step in placing_order(grid, covered_by(grid, old.pieces), pieces).steps:
            number += 1
            for i in step:
                yield Placement(at, pieces[i], number)
