"""Analysts of the positions that were asked about last, with what they know."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import inf

import msgspec

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.cache import Cache
from odin_solver.notation.positions import position_data
from odin_solver.placement.objective import Objective
from odin_solver.placement.solution import Limits, Progress, Solution, Status
from odin_solver.rules.position import Position

MOST = 8
"""Analysts that are kept."""

Note = Callable[[str, Progress], None]


class AnalystPool:
    """Analysts by position and objective; each is used by one search at a time.

    Parameters
    ----------
    caching
        Whether proven results are read from the cache, and written to it.
    """

    def __init__(self, caching: bool = True) -> None:
        self._caching = caching
        self._analysts: dict[tuple[bytes, str], Analyst] = {}
        self._lock = threading.Lock()

    @contextmanager
    def analyst(
        self,
        position: Position,
        objective: Objective,
        limits: Limits,
        cancel: threading.Event,
        note: Note | None = None,
        *,
        estimate: bool = False,
    ) -> Iterator[Analyst]:
        """Lend an analyst of a position.

        Parameters
        ----------
        limits
            Workers, seed, and the seconds for all questions together.
        estimate
            Whether a best placement that is not proven will do, even if there is time to search
            for a better one.
        """
        key = _key(position, objective)
        with self._lock:
            analyst = self._analysts.pop(key, None)
        if analyst is None:
            analyst = self._new(position, objective, limits)
        best = analyst.known_best
        longer = limits.seconds > analyst.limits.seconds
        if best is not None and best.status is not Status.OPTIMAL and longer and not estimate:
            analyst = self._new(position, objective, limits)
            analyst.add_layout(best.after)
        analyst.on_progress = note
        analyst.limits = limits
        analyst.cancel = cancel
        analyst.horizon = limits.seconds
        analyst.best_seconds = inf
        analyst.began = time.monotonic()
        try:
            yield analyst
        finally:
            self._keep(key, analyst)

    def remember(self, solution: Solution) -> None:
        """Keep the best placement of a position for later questions."""
        key = _key(solution.before, solution.objective)
        with self._lock:
            analyst = self._analysts.pop(key, None)
        if analyst is None:
            analyst = self._new(solution.before, solution.objective, solution.limits)
        known = analyst.known_best
        if known is None or _rank(solution) >= _rank(known):
            analyst.best = solution
        analyst.add_layout(solution.after)
        self._keep(key, analyst)

    def _new(self, position: Position, objective: Objective, limits: Limits) -> Analyst:
        cache = Cache() if self._caching else None
        return Analyst(position, objective, limits=limits, cache=cache)

    def _keep(self, key: tuple[bytes, str], analyst: Analyst) -> None:
        analyst.on_progress = None
        with self._lock:
            self._analysts[key] = analyst
            for old in list(self._analysts)[: max(0, len(self._analysts) - MOST)]:
                del self._analysts[old]


def _rank(solution: Solution) -> tuple[list[Fraction], bool]:
    return [level.value for level in solution.levels], solution.status is Status.OPTIMAL


def _key(position: Position, objective: Objective) -> tuple[bytes, str]:
    return msgspec.json.encode(position_data(position)), repr(objective)
