"""What the parts of a search share: the question, the clock, and layouts by the plain rules."""

import threading
import time
from collections.abc import Sequence
from fractions import Fraction

from odin_solver.placement.gains import gains, value
from odin_solver.placement.precision import check_exact, split_objective
from odin_solver.placement.problem import (
    Laid,
    compile_problem,
    in_placing_order,
    layout,
    trivial_bound,
)
from odin_solver.placement.reductions import identical_areas
from odin_solver.placement.restrictions import ForbiddenPlacement, Restrictions, without_idle
from odin_solver.placement.solution import Request, SolverDisagreement
from odin_solver.rules.layout import position_violations

Layout = tuple[Laid, ...]


class SearchContext:
    """A request with its clock.

    Attributes
    ----------
    began, until
        When it began and when it has to end, by `time.monotonic`.
    problem
        The position compiled.
    parts
        The objective levels, split where they range too far for solvers.
    valued
        All weights by which a piece or a bonus may matter.
    restrictions
        What is left out.
    """

    def __init__(self, request: Request, cancel: threading.Event) -> None:
        self.began = time.monotonic()
        self.until = self.began + request.limits.seconds
        self.request = request
        self._cancel = cancel
        self.problem = compile_problem(request.position)
        self.parts = split_objective(self.problem, request.objective)
        for minimum in request.conditions:
            check_exact(self.problem, minimum.weights)
        self.valued = (
            *(minimum.weights for minimum in request.conditions),
            *request.objective.levels,
        )
        identical = {number: group for group in identical_areas(self.problem) for number in group}
        self.restrictions = Restrictions(
            excluded=request.excluded,
            forbidden=frozenset(
                ForbiddenPlacement(
                    n, piece.tile.id, request.position.boards[at].grid.mask(piece.cells)
                )
                for at, piece in request.forbidden
                for n in identical.get(at, [at])
            ),
            levels=self.valued if request.excluded else (),
        )

    def cancelled(self) -> bool:
        """Whether the caller has ended the search."""
        return self._cancel.is_set()

    def over(self, overtime: float = 0.0) -> bool:
        """Whether the search has to end, with so many seconds beyond the time limit."""
        return self.cancelled() or time.monotonic() >= self.until + overtime

    def values(self, laid: Sequence[Laid]) -> tuple[Fraction, ...]:
        """Return the values of all parts of levels for a layout."""
        gained = gains(self.request.position, layout(self.problem, laid))
        return tuple(value(part.weights, gained) for part in self.parts)

    def level_values(self, laid: Sequence[Laid]) -> tuple[Fraction, ...]:
        """Return the values of all levels for a layout."""
        gained = gains(self.request.position, layout(self.problem, laid))
        return tuple(value(weights, gained) for weights in self.request.objective.levels)

    def level_bound(
        self, level: int, laid: Layout, at: int, bound: Fraction | None
    ) -> Fraction | None:
        """Return the upper bound of a level, given that of the part `at`, searched last.

        The layout reaches the parts before; those after may be as good as can be. Levels after
        are not searched yet.
        """
        if bound is None or level > self.parts[at].level:
            return None
        total = Fraction(0)
        reached = self.values(laid)
        for number, part in enumerate(self.parts):
            if part.level == level:
                if number < at:
                    total += part.factor * reached[number]
                elif number == at:
                    total += part.factor * bound
                else:
                    total += part.factor * trivial_bound(self.problem, part.weights)
        return total

    def allowed(self, laid: Sequence[Laid]) -> bool:
        """Whether a layout meets the conditions and is not excluded."""
        if self.request.conditions:
            gained = gains(self.request.position, layout(self.problem, laid))
            if any(value(each.weights, gained) < each.value for each in self.request.conditions):
                return False
        return self.restrictions.allow(self.problem, laid)

    def check(self, laid: Layout) -> None:
        """Make sure that a layout is legal and allowed."""
        after = layout(self.problem, in_placing_order(self.problem, laid))
        violations = position_violations(after)
        if violations or any(count < 0 for count in after.supply.values()):
            what = "; ".join(each.message for each in violations) or "more than the supply"
            raise SolverDisagreement(f"a solver breaks the rules: {what}")
        if not self.allowed(laid):
            raise SolverDisagreement("a solver returned an excluded layout")

    def without_idle(self, laid: Layout) -> Layout:
        """Drop idle pieces, where layouts are told apart."""
        if not self.request.excluded:
            return laid
        return in_placing_order(self.problem, without_idle(self.problem, laid, self.valued))
