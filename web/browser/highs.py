"""HiGHS in a worker of its own: fulfils `odin_solver.linear.engine.Engine`.

As in `odin_solver.linear.highs`, the number of income cells covered is branched on first, and HiGHS
solves the leaves. What it claims has to agree with the solutions that are known.
"""

import heapq
import math
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import js
from pyodide.ffi import create_proxy, to_js

from odin_solver.linear.engine import Listener, SearchTask
from odin_solver.linear.model import LinearConstraint

NAME, VERSION = "HiGHS", "1.15.3"
FIRST_TURN, LONGER = 2.5, 3
TOLERANCE = 1e-3
OPTIMAL, INFEASIBLE = 7, 8
CLAIMS = (OPTIMAL, INFEASIBLE, 13, 17)
"""How HiGHS ends with a bound: also at a time limit, or interrupted."""

Ranges = tuple[tuple[int, int], ...]


class Node(NamedTuple):
    """A node of the search tree; a heap yields the least tried, then the most promising."""

    tries: int
    negative_bound: float
    ranges: Ranges
    split: tuple[int, int] | None


class Answer(NamedTuple):
    """What HiGHS found."""

    status: int
    bound: float
    values: Sequence[float]


_idle: list[Any] = []
"""Workers that have nothing to do."""


@contextmanager
def solver(model: dict[str, Any]) -> Iterator["Solver"]:
    """Lend a worker; one that is left while it computes is ended."""
    worker = _idle.pop() if _idle else js.Worker.new("/highs.js", _plain({"type": "module"}))
    lent = Solver(worker, model)
    try:
        yield lent
    finally:
        worker.onmessage = None
        lent.heard.destroy()
        if lent.busy:
            worker.terminate()
        else:
            _idle.append(worker)


def _plain(data: object) -> Any:
    return to_js(data, dict_converter=js.Object.fromEntries)


class Solver:
    """HiGHS in a worker, with a model."""

    def __init__(self, worker: Any, model: dict[str, Any]) -> None:
        self._worker = worker
        self._messages: queue.Queue[Any] = queue.Queue()
        self.heard = create_proxy(lambda event: self._messages.put(event.data.to_py()))
        self.busy = False
        worker.onmessage = self.heard
        worker.postMessage(_plain({"model": model}))

    def run(
        self,
        lower: list[float],
        upper: list[float],
        options: dict[str, Any],
        on_message: Callable[[float | None, Sequence[float] | None], bool] = lambda *_: True,
    ) -> Answer | None:
        """Solve within bounds; `on_message` hears bounds and solutions, and may end it: None."""
        self.busy = True
        self._worker.postMessage(_plain({"lower": lower, "upper": upper, "options": options}))
        while True:
            message = self._messages.get()
            if "status" in message:
                self.busy = False
                return Answer(message["status"], message["bound"], message["values"])
            if not on_message(message.get("bound"), message.get("values")):
                return None


def maximise(task: SearchTask, listener: Listener) -> bool:
    """Search; return whether the last solution is proven optimal, or the model infeasible."""
    rows = [
        *(LinearConstraint(tuple((v, 1) for v in each), None, 1) for each in task.linear.cliques),
        *task.linear.constraints,
    ]
    if task.cutoff is not None:
        terms = tuple(task.objective.terms.items())
        rows.append(LinearConstraint(terms, task.cutoff + task.objective.step, None))
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row.terms))
    cost = [float(task.objective.terms.get(var, 0)) for var in range(len(task.linear.upper))]
    model = {
        "cost": cost,
        "rowLower": [-math.inf if row.lower is None else row.lower for row in rows],
        "rowUpper": [math.inf if row.upper is None else row.upper for row in rows],
        "starts": starts,
        "indices": [var for row in rows for var, _ in row.terms],
        "values": [factor for row in rows for _, factor in row.terms],
    }
    with solver(model) as lent:
        return Search(task, listener, lent).run()


class Search:
    """Branching on ladders, best bound first."""

    def __init__(self, task: SearchTask, listener: Listener, lent: Solver) -> None:
        self._task, self._listener, self._solver = task, listener, lent
        self._until = time.monotonic() + task.seconds
        self._step = task.objective.step
        self._best = task.cutoff
        self._solution: list[int] | None = None
        self._misled = False
        if task.start is not None:
            self._found(task.start)

    def run(self) -> bool:
        """Search, and return whether all is known."""
        ladders = self._task.linear.ladders
        root = self._relaxed(tuple((0, len(ladder)) for ladder in ladders), math.inf)
        heap = [] if root is None else [root]
        while heap and not self._misled and time.monotonic() < self._until:
            better = self._task.better()
            if better is not None:
                self._found(better)
            self._report(max(-node.negative_bound for node in heap))
            node = heapq.heappop(heap)
            if not self._promises(-node.negative_bound):
                continue
            if node.split is None:
                rest = max((-each.negative_bound for each in heap), default=-math.inf)
                bound = self._leaf(node, rest)
                if bound is not None:
                    heapq.heappush(heap, Node(node.tries + 1, -bound, node.ranges, None))
                continue
            number, middle = node.split
            low, high = node.ranges[number]
            for part in ((low, middle), (middle + 1, high)):
                ranges = (*node.ranges[:number], part, *node.ranges[number + 1 :])
                child = self._relaxed(ranges, -node.negative_bound)
                if child is not None and self._promises(-child.negative_bound):
                    heapq.heappush(heap, child)
        if self._misled or any(self._promises(-node.negative_bound) for node in heap):
            return False
        self._report(-math.inf)
        return True

    def _report(self, bound: float) -> None:
        self._listener.bound(max(bound, -math.inf if self._best is None else self._best))

    def _promises(self, bound: float) -> bool:
        return self._best is None or bound > self._best + self._step * (1 - TOLERANCE)

    def _bounds(self, ranges: Ranges) -> tuple[list[float], list[float]]:
        lower, upper = [0.0] * len(self._task.linear.upper), [*map(float, self._task.linear.upper)]
        for ladder, (low, high) in zip(self._task.linear.ladders, ranges, strict=True):
            for var in ladder[:low]:
                lower[var] = 1.0
            for var in ladder[high:]:
                upper[var] = 0.0
        return lower, upper

    def _contradicts(self, ranges: Ranges, bound: float) -> bool:
        """Whether a known solution of a node exceeds its bound."""
        known = self._solution
        if known is None or self._best is None or bound >= self._best - self._step * TOLERANCE:
            return False
        lower, upper = self._bounds(ranges)
        return all(a <= b <= c for a, b, c in zip(lower, known, upper, strict=True))

    def _relaxed(self, ranges: Ranges, above: float) -> Node | None:
        """Solve the relaxation of a node; None if it is infeasible."""
        found = self._solver.run(*self._bounds(ranges), {"integer": False})
        assert found is not None
        infeasible = found.status == INFEASIBLE
        bound = -math.inf if infeasible else found.bound
        if self._contradicts(ranges, bound) or found.status not in (OPTIMAL, INFEASIBLE):
            return Node(0, -above, ranges, None)
        if infeasible:
            return None
        worst, split = 1e-6, None
        for number, ladder in enumerate(self._task.linear.ladders):
            low, high = ranges[number]
            climbed = [found.values[var] for var in ladder]
            away = max((abs(each - round(each)) for each in climbed), default=0.0)
            if low < high and away > worst:
                worst, split = away, (number, min(max(low, int(sum(climbed))), high - 1))
        return Node(0, -bound, ranges, split)

    def _leaf(self, node: Node, rest: float, presolve: str = "choose") -> float | None:
        """Search a leaf for a while; return a bound if more is left there, None if not."""
        seconds = FIRST_TURN * max(1000, len(self._task.linear.upper)) / 1000 * LONGER**node.tries
        misled = False

        def on_message(bound: float | None, values: Sequence[float] | None) -> bool:
            nonlocal misled
            if values is not None:
                misled |= not self._found(values)
            if bound is not None and not misled:
                misled |= self._contradicts(node.ranges, bound)
                if not misled:
                    self._report(max(min(bound, -node.negative_bound), rest))
            return True

        options = {
            "integer": True,
            "presolve": presolve,
            "time_limit": max(0.1, min(seconds, self._until - time.monotonic())),
            "mip_abs_gap": self._step * (1 - TOLERANCE),
            "random_seed": self._task.seed % (1 << 31),
        }
        found = self._solver.run(*self._bounds(node.ranges), options, on_message)
        assert found is not None
        infeasible = found.status == INFEASIBLE
        bound = -math.inf if infeasible else found.bound
        if found.status == OPTIMAL:
            misled |= not self._found(found.values)
        misled |= self._contradicts(node.ranges, bound) or found.status not in CLAIMS
        if presolve != "off" and (misled or (infeasible and self._task.cutoff is None)):
            return self._leaf(node, rest, "off")
        self._misled |= misled
        if infeasible or not self._promises(bound):
            return None
        return min(bound, -node.negative_bound)

    def _found(self, values: Sequence[float]) -> bool:
        """Keep and report a solution if it is the best so far; return whether it is one."""
        solution = [round(each) for each in values]
        if not self._task.linear.allows(solution):
            return False
        total = sum(factor * solution[var] for var, factor in self._task.objective.terms.items())
        if self._best is None or total > self._best:
            self._best, self._solution = total, solution
            self._listener.solution(solution.__getitem__)
        return True
