"""Searches for better layouts without a proof: in an engine, and as a head start."""

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import lt
from typing import TYPE_CHECKING

from odin_solver.placement.gains import gains, value
from odin_solver.placement.local.search import LocalSearch, local_search, slot_pieces
from odin_solver.placement.model.messages import Incumbent, Job
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import (
    STONE,
    WOOD,
    Laid,
    Problem,
    compile_problem,
    in_placing_order,
)
from odin_solver.placement.problem import layout as layout_of
from odin_solver.placement.tuning import (
    HEAD_START_PATIENCE,
    HEAD_START_TURN,
    IMPROVING_STEPS,
    MOST_IMPROVING_STEPS,
)
from odin_solver.rules.layout import position_violations

if TYPE_CHECKING:  # loads CP-SAT
    from odin_solver.placement.model.neighbourhood import NeighbourhoodSearch


class Improver:
    """Large-neighbourhood search and local search in turns; deterministic for a job.

    Later levels guide the local search among layouts equal in the levels to be maximised.
    """

    def __init__(
        self,
        problem: Problem,
        levels: Sequence[Weights],
        search: "NeighbourhoodSearch",
        local: LocalSearch | None,
    ) -> None:
        self._problem = problem
        self._levels = levels
        self._search = search
        self._local = local
        self._offered: tuple[Fraction, ...] | None = None
        self.idle = 0

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The best layout."""
        return self._search.laid

    def values(self, laid: Sequence[Laid]) -> tuple[Fraction, ...]:
        """Return the values of all levels."""
        gained = gains(self._problem.position, layout_of(self._problem, laid))
        return tuple(value(weights, gained) for weights in self._levels)

    def take(self, laid: tuple[Laid, ...]) -> None:
        """Go on from a layout if it is better."""
        if self.values(laid) > self.values(self.laid):
            self._search.laid = laid

    def step(self) -> None:
        """Take a step of both searches."""
        before = self.values(self.laid)
        self._search.step()
        if self._local is not None:
            if self._offered is None or self.values(self.laid) > self._offered:
                self._local.offer(self.laid)
            better = self._local.improve(
                min(IMPROVING_STEPS * (1 + self.idle), MOST_IMPROVING_STEPS)
            )
            if better is not None:
                resources = [piece for piece in self.laid if piece.kind in (WOOD, STONE)]
                ordered = in_placing_order(self._problem, (*better, *resources))
                if not position_violations(layout_of(self._problem, ordered)):
                    self._search.laid = ordered
            self._offered = self.values(self.laid)
        self.idle = 0 if self.values(self.laid) > before else self.idle + 1


def head_start(
    job: Job, begin: Callable[[], tuple[Laid, ...] | None], write: Callable[[Incumbent], None]
) -> None:
    """Search locally, without a model; `begin` waits for the start.

    A head start ends when that gains no more.
    """
    problem = compile_problem(job.position)
    levels = (*job.levels, *job.later)
    local = None
    if not job.restrictions.excluded:
        local = local_search(problem, levels, job.seed, job.restrictions, len(job.levels) - 1)
    resources = slot_pieces(problem, levels)
    start = begin()
    until = time.monotonic() + job.seconds
    if local is not None and start:
        local.offer(start)
    best: Fraction | None = None
    idle = turns = 0
    while local is not None and time.monotonic() < until:
        if job.part == "head start" and idle >= HEAD_START_PATIENCE + turns // 4:
            break
        turns += 1
        better = local.improve(HEAD_START_TURN)
        idle = 0 if better is not None else idle + 1
        if better is None:
            continue
        laid = in_placing_order(problem, (*better, *resources))
        after = layout_of(problem, laid)
        gained = gains(job.position, after)
        *earlier, reached = (value(weights, gained) for weights in job.levels)
        if any(map(lt, earlier, (minimum.value for minimum in job.minimums))):
            continue
        if (best is None or reached > best) and not position_violations(after):
            best = reached
            write(Incumbent(reached, laid))
