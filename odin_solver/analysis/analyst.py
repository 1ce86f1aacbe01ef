"""Analyst of one position and objective, who solves questions about them."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import inf

from odin_solver.analysis.cache import Cache
from odin_solver.analysis.warm_starts import adapted, filling, fitted, lays, refilled
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import LayoutSignature, MinimumValue, signature_of
from odin_solver.placement.solution import (
    IllegalPosition,
    LevelResult,
    Limits,
    Progress,
    Request,
    Solution,
    Status,
)
from odin_solver.placement.solve import answer
from odin_solver.placement.weight_keys import parse_weights
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position, new_placements
from odin_solver.support.language import say

LEAST_SECONDS = 0.05
"""Seconds for a question asked after the time limit: enough to evaluate its start."""

SHARES = {"best": 5, "move": 2, "lines": 2, "values": 2, "gains": 2}
"""Shares of the time left that a part of an analysis and the later ones have."""


class Analyst:
    """Solve questions about one position, each of them once.

    Parameters
    ----------
    position
        Boards and supply.
    objective, weights, rounds_left
        As for `odin_solver.placement.solve.solve`.
    limits
        Workers, seed, and the seconds for all questions together.
    on_progress
        Called with what is being solved and its progress; seconds count from the first question.
    cancel
        Event that ends the search with the best known so far.
    cache
        Cache for proven results; None keeps nothing.

    Raises
    ------
    IllegalPosition
        If the pieces on the boards are not placed legally.
    """

    def __init__(
        self,
        position: Position,
        objective: str | Objective | None = None,
        *,
        weights: Mapping[str, Fraction | float] | None = None,
        rounds_left: int | None = None,
        limits: Limits | None = None,
        on_progress: Callable[[str, Progress], None] | None = None,
        cancel: threading.Event | None = None,
        cache: Cache | None = None,
    ) -> None:
        violations = position_violations(position)
        if violations:
            raise IllegalPosition(violations)
        if not isinstance(objective, Objective):
            own = parse_weights(weights or {})
            objective = choose_objective(position, objective, own, rounds_left)
        self.position = position
        self.objective = objective
        self.limits = limits or Limits()
        self.began = time.monotonic()
        self.best_seconds = inf
        """Time limit of the best placement, if other questions follow."""
        self.horizon = self.limits.seconds
        """Seconds from the first question until the present part must end."""
        self.cancel = cancel or threading.Event()
        self.on_progress = on_progress
        self._cache = cache
        self.layouts: list[Position] = []
        """Known layouts of the position, whichever question they come from; see `add_layout`."""
        self.reuses_unproven = False
        """Whether the best placement of an earlier search is good enough, even if not proven."""

    def __repr__(self) -> str:
        return f"<Analyst: {self.objective.name} of {self.position!r}>"

    @property
    def seconds_left(self) -> float:
        """Seconds until the present part must end."""
        return self.horizon - self.seconds_used

    @property
    def seconds_used(self) -> float:
        """Seconds since the first question."""
        return time.monotonic() - self.began

    def begin(self, part: str, parts: Sequence[str]) -> None:
        """Begin a part of an analysis: it has its share of the time left.

        A part that took too long so shortens all later ones. A part that needs the best placement
        searches for it first, and also has the share of that if it is not known.
        """
        left = max(0.0, self.limits.seconds - self.seconds_used)
        best = {"best"} if self.known_best is None else set()
        ahead = best.union(parts[parts.index(part) :])
        unit = left / sum(SHARES[each] for each in ahead)
        self.best_seconds = unit * sum(SHARES[each] for each in best)
        self.horizon = self.seconds_used + unit * sum(SHARES[each] for each in {*best, part})

    @property
    def out_of_time(self) -> bool:
        """Whether no search should begin."""
        return self.cancel.is_set() or self.seconds_left <= 0

    @cached_property
    def best(self) -> Solution:
        """Best placement of the position."""
        what = say("the best placement")
        solution = self.solve(what, ties=True, seconds=self.best_seconds)
        self.add_layout(solution.after)
        return solution

    def adopt(self, solution: Solution) -> None:
        """Make another solution of the position the best if it is better; bounds are kept."""
        if [level.value for level in solution.levels] > list(self.best_values):
            levels = tuple(
                LevelResult(better.value, level.bound)
                for better, level in zip(solution.levels, self.best.levels, strict=True)
            )
            self.best = replace(solution, levels=levels, status=Status.FEASIBLE)

    @property
    def known_best(self) -> Solution | None:
        """Best placement if it was solved before; None otherwise."""
        wanted = Request(self.position, self.objective, self.limits)
        solved = "best" in self.__dict__ or self._cached(wanted) is not None
        return self.best if solved else None

    @property
    def best_values(self) -> tuple[Fraction, ...]:
        """Values of all objective levels of the best placement."""
        return tuple(level.value for level in self.best.levels)

    @cached_property
    def values_before(self) -> tuple[Fraction, ...]:
        """Values of all objective levels if nothing more is placed."""
        return self.values(self.position, self.position)

    @property
    def proven_values(self) -> tuple[Fraction, ...]:
        """Values of the first objective levels, up to one that is not proven optimal."""
        return tuple(
            level.value for level in takewhile(lambda level: level.proven, self.best.levels)
        )

    def values(self, before: Position, after: Position) -> tuple[Fraction, ...]:
        """Return the values of all objective levels of a layout."""
        gained = gains(before, after)
        return tuple(value(weights, gained) for weights in self.objective.levels)

    def start_for(self, position: Position) -> Position:
        """Return the best layout of a position that can be adapted from a known layout."""
        layouts = [position]
        for layout in self.layouts:
            layouts += adapted(position, new_placements(self.position, layout))
        best = self._best_of(position, layouts)
        if self.out_of_time:
            return best
        filled = refilled(best, self.objective, self.limits.seed)
        return self._best_of(position, [best, *filled])

    def _best_of(self, position: Position, layouts: Iterable[Position]) -> Position:
        return max(layouts, key=lambda layout: self.values(position, layout))

    def add_layout(self, after: Position) -> None:
        """Add a known layout: of the position, or of the position with a smaller supply."""
        layout = self.position.laid(new_placements(self.position, after))
        if layout not in self.layouts:
            self.layouts.append(layout)

    def recall_layout(self, position: Position) -> None:
        """Add the cached best layout of the position with a smaller supply, if there is one."""
        solution = self._cached(Request(position, self.objective, self.limits, ties=False))
        if solution is not None:
            self.add_layout(solution.after)

    def nearest(self, allowed: Callable[[Position], bool]) -> Position:
        """Return the best allowed layout among the known ones and those without one piece.

        The layout without new pieces counts as allowed.
        """
        best, best_values = self.position, self.values_before
        for layout in self.layouts:
            variants: Iterable[Position] = [layout] if allowed(layout) else self._reduced(layout)
            for variant in variants:
                values = self.values(self.position, variant)
                if values > best_values and allowed(variant):
                    best, best_values = variant, values
        return best

    def _reduced(self, layout: Position) -> Iterator[Position]:
        """Return layouts without one piece, its cells open or filled with ore and silver."""
        pieces = new_placements(self.position, layout)
        for number, (at, piece) in enumerate(pieces):
            rest = [*pieces[:number], *pieces[number + 1 :]]
            yield fitted(self.position, rest)
            filled = filling(self.position, at, piece, rest)
            if filled:
                yield fitted(self.position, [*rest, *filled])

    def solve(
        self,
        what: str,
        position: Position | None = None,
        *,
        start: Position | None = None,
        bounds: Sequence[Fraction] = (),
        excluded: Sequence[LayoutSignature] = (),
        forbidden: Sequence[Placement] = (),
        conditions: Sequence[MinimumValue] = (),
        ties: bool = False,
        seconds: float = inf,
    ) -> Solution:
        """Solve a question, or return its cached answer.

        Parameters
        ----------
        what
            What is solved, in a few words.
        position
            Position to solve; by default the analyst's.
        start, bounds, excluded, forbidden, conditions, ties
            As for `odin_solver.placement.solution.Request`.
        seconds
            Time limit of this question, within that of all questions.
        """
        seconds = max(LEAST_SECONDS, min(seconds, self.seconds_left))
        request = Request(
            position or self.position,
            self.objective,
            replace(self.limits, seconds=seconds),
            start=start,
            bounds=tuple(bounds),
            excluded=tuple(excluded),
            forbidden=tuple(forbidden),
            conditions=tuple(conditions),
            ties=ties,
        )
        kept = self._kept(request)
        if kept is not None and _allows(request, kept.after):
            values = self.values(request.position, kept.after)
            if start is None or self.values(request.position, start) <= values:
                proven = kept.status is Status.OPTIMAL
                if (proven or self.reuses_unproven) and values[: len(bounds)] <= request.bounds:
                    return kept
                request = replace(request, start=kept.after)
        notify = self.on_progress
        solution = answer(
            request,
            on_progress=None
            if notify is None
            else lambda now: notify(what, replace(now, seconds=time.monotonic() - self.began)),
            cancel=self.cancel,
        )
        # Tie-breaking that was cut short depends on the speed of the machine.
        cut = self.cancel.is_set() or solution.seconds >= seconds
        settled = solution.ties_settled or not (ties and cut)
        worth_keeping = settled if solution.status is Status.OPTIMAL else ties
        if self._cache is not None and worth_keeping:
            self._cache.put(request, solution)
        return solution

    def _cached(self, request: Request) -> Solution | None:
        kept = self._kept(request)
        return kept if kept is not None and kept.status is Status.OPTIMAL else None

    def _kept(self, request: Request) -> Solution | None:
        kept = None if self._cache is None else self._cache.get(request)
        return kept and replace(kept, limits=self.limits)


def _allows(request: Request, layout: Position) -> bool:
    """Return whether a layout meets the restrictions, by the rules alone."""
    levels = (*(each.weights for each in request.conditions), *request.objective.levels)
    problem = compile_problem(request.position)
    gained = gains(request.position, layout)
    return (
        not any(lays(request.position, layout, each) for each in request.forbidden)
        and all(value(each.weights, gained) >= each.value for each in request.conditions)
        and signature_of(problem, as_laid(problem, layout), levels) not in request.excluded
    )
