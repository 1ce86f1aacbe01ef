"""Branch and bound for a MIP solver.

How far up its diagonals a layout goes decides most of its value, and the relaxation is weak while
it may cover income cells by fractions. So we branch on the number of income cells covered first;
the solver itself searches the leaves, where the relaxation covers them entirely.
"""

import heapq
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Literal, NamedTuple, Protocol

from odin_solver.linear.engine import Listener, SearchTask

PROMISING = 0.1
"""A leaf is first searched over the variables of no larger reduced cost in the relaxation."""

MAX_PROMISING_SHARE = 0.75
"""This is done only if they are a smaller share of all variables."""

FIRST_TURN = 2.5
"""Processor seconds of the first search of a leaf, per thousand variables."""

LONGER = 3
"""Factor by which each further search of a leaf may take longer."""

TOLERANCE = 1e-3
"""Share of the objective's step below which a difference is none."""

Floats = Sequence[float]
Ranges = tuple[tuple[int, int], ...]


class SolverClaim(NamedTuple):
    """What a solver claims.

    Attributes
    ----------
    status
        How it ended; only if it failed, `bound` is none.
    bound
        The upper bound, not below the value of the solution.
    values, costs
        The solution and, of a relaxation, the negated reduced costs, if the status is optimal.
    """

    status: Literal["optimal", "infeasible", "stopped", "failed"]
    bound: float
    values: Floats = ()
    costs: Floats = ()


class LeafSearch(NamedTuple):
    """How a solver searches a leaf, and what it tells and asks meanwhile.

    Attributes
    ----------
    least, presolve
        The least value sought, and whether to use presolve.
    turn, seconds
        Limits: processor time, where the solver can tell, and wall time.
    improving, bounded
        Receive better solutions, and bounds.
    offered
        Returns a solution that the solver does not know, or None.
    ends
        Whether the solver should stop.
    """

    least: float
    presolve: Literal["choose", "off"]
    turn: float
    seconds: float
    improving: Callable[[Floats], None]
    bounded: Callable[[float], None]
    offered: Callable[[], list[int] | None]
    ends: Callable[[], bool]


class NodeSolver(Protocol):
    """A solver that has the model of a `SearchTask`, and is given bounds of all variables."""

    def relax(self, lower: Floats, upper: Floats) -> SolverClaim:
        """Solve the relaxation."""

    def search(self, lower: Floats, upper: Floats, how: LeafSearch) -> SolverClaim:
        """Search for a solution, and a bound."""


class _BranchNode(NamedTuple):
    """A node of the search tree; a heap yields the least tried, then the most promising.

    Attributes
    ----------
    tries
        How often the solver has searched it without a proof.
    ranges
        How many variables of each ladder are 1, at least and at most.
    split
        The ladder to branch on, which is fractional in the relaxation, and where; None for a
        leaf.
    """

    tries: int
    negative_bound: float
    ranges: Ranges
    split: tuple[int, int] | None


class BranchAndBound:
    """The search for the best solution of a task."""

    def __init__(self, task: SearchTask, listener: Listener, solver: NodeSolver) -> None:
        self._task = task
        self._listener = listener
        self._solver = solver
        self._until = time.monotonic() + task.seconds
        self._ladders = task.linear.ladders
        self._best: int | None = task.cutoff
        self._solution: list[int] | None = None
        self._misled = False
        if task.start is not None:
            self._found(task.start)

    def run(self) -> bool:
        """Search; return whether the last solution is optimal, or the model infeasible."""
        root = tuple((0, len(ladder)) for ladder in self._ladders)
        heap = [node for node in [self._relaxed(root, inf)] if node is not None]
        while heap and self._seconds_left() > 0:
            self._take_better()
            self._report_bound(max(-node.negative_bound for node in heap))
            node = heapq.heappop(heap)
            if not self._promises(-node.negative_bound):
                continue
            if node.split is None:
                rest = max((-node.negative_bound for node in heap), default=-inf)
                bound = self._search_leaf(node, rest)
                if bound is not None:
                    heapq.heappush(heap, _BranchNode(node.tries + 1, -bound, node.ranges, None))
            else:
                for ranges in _children(node.ranges, *node.split):
                    child = self._relaxed(ranges, -node.negative_bound)
                    if child is not None and self._promises(-child.negative_bound):
                        heapq.heappush(heap, child)
        if any(self._promises(-node.negative_bound) for node in heap):
            return False
        self._report_bound(-inf)
        return True

    def _report_bound(self, others: float) -> None:
        self._listener.bound(max(others, -inf if self._best is None else self._best))

    def _promises(self, bound: float) -> bool:
        return self._best is None or self._allows_more(bound, self._best)

    def _allows_more(self, bound: float, value: float) -> bool:
        return bound > value + self._task.objective.step * (1 - TOLERANCE)

    def _exceeds(self, bound: float) -> bool:
        return self._best is not None and bound < self._best - self._task.objective.step * TOLERANCE

    def _seconds_left(self) -> float:
        return self._until - time.monotonic()

    def _bounds(self, ranges: Ranges) -> tuple[list[float], list[float]]:
        upper = [float(most) for most in self._task.linear.upper]
        lower = [0.0] * len(upper)
        for ladder, (low, high) in zip(self._ladders, ranges, strict=True):
            for var in ladder[:low]:
                lower[var] = 1.0
            for var in ladder[high:]:
                upper[var] = 0.0
        return lower, upper

    def _relaxed(self, ranges: Ranges, above: float) -> _BranchNode | None:
        """Solve the relaxation of a node; None if it is infeasible.

        `above` is the parent's bound, which is kept if the solver does not finish, and if a known
        solution exceeds what it reports.
        """
        lower, upper = self._bounds(ranges)
        claim = self._solver.relax(lower, upper)
        known = self._fits(lower, upper) and self._exceeds(claim.bound)
        if known or claim.status not in ("optimal", "infeasible"):
            return _BranchNode(0, -above, ranges, None)
        if claim.status == "infeasible":
            return None
        return _BranchNode(0, -min(claim.bound, above), ranges, self._split(claim.values, ranges))

    def _split(self, values: Floats, ranges: Ranges) -> tuple[int, int] | None:
        """Choose where to branch: on the ladder that is farthest from integral."""
        worst, split = 1e-6, None
        for number, (ladder, (low, high)) in enumerate(zip(self._ladders, ranges, strict=True)):
            climbed = [values[var] for var in ladder]
            away = max((abs(each - round(each)) for each in climbed), default=0.0)
            if low < high and away > worst:
                worst, split = away, (number, min(max(low, int(sum(climbed))), high - 1))
        return split

    def _search_leaf(self, node: _BranchNode, rest: float) -> float | None:
        """Search a leaf; return a bound if it needs another turn, None if it is done.

        `rest` is the bound of all other nodes. Leaves take turns that grow longer, since a hard
        one may be worthless while an easy one holds the optimum.
        """
        bound, step = -node.negative_bound, self._task.objective.step
        size = len(self._task.linear.upper)
        seconds = FIRST_TURN * max(1000, size) / 1000 * LONGER**node.tries
        lower, upper = self._bounds(node.ranges)
        # Whether only the next better value is left to find or to deny.
        close = self._best is not None and bound < self._best + 2 * step
        if node.tries == 0 and not close:
            costs = self._solver.relax(lower, upper).costs or [0.0] * size
            few = [
                0.0 if cost > PROMISING * step and low == 0 else high
                for cost, low, high in zip(costs, lower, upper, strict=True)
            ]
            if sum(map(bool, few)) < MAX_PROMISING_SHARE * sum(map(bool, upper)):
                self._mip(lower, few, seconds)
                if not self._promises(bound):
                    return None
        left = self._mip(lower, upper, seconds, rest, cutoff=self._best if close else None)
        return None if left is None else min(left, bound)

    def _mip(
        self,
        lower: Floats,
        upper: Floats,
        seconds: float,
        rest: float | None = None,
        cutoff: float | None = None,
        presolve: Literal["choose", "off"] = "choose",
    ) -> float | None:
        """Run the solver on a node; return a bound if more is left there, None if not.

        Bounds are reported if `rest`, the bound of all other nodes, is given. More than the
        `cutoff` is demanded: to deny that is often much faster than to lower a bound to it.

        What the solver claims has to agree with the solutions that are known here. Otherwise it
        computes again without presolve, where most of its false answers come from, and if its
        claims disagree again, the search ends without a proof.
        """
        self._misled = False
        settled = False
        known: list[int] | None = None

        def exceeded(bound: float) -> bool:
            return cutoff is None and self._fits(lower, upper) and self._exceeds(bound)

        def improving(values: Floats) -> None:
            nonlocal known
            before = self._solution
            self._misled |= not self._found(values)
            if self._solution is not before:
                known = self._solution

        def bounded(bound: float) -> None:
            nonlocal settled
            self._misled |= exceeded(bound)
            if rest is not None and not self._misled:
                self._report_bound(max(bound, rest))
            settled = not self._promises(bound)

        def offered() -> list[int] | None:
            nonlocal known
            self._take_better()
            if self._solution is known or cutoff is not None or not self._fits(lower, upper):
                return None
            known = self._solution
            return known

        how = LeafSearch(
            -inf if cutoff is None else cutoff + self._task.objective.step - 0.5,
            presolve,
            seconds,
            max(0.1, self._seconds_left()),
            improving,
            bounded,
            offered,
            lambda: settled or self._misled,
        )
        claim = self._solver.search(lower, upper, how)
        infeasible = claim.status == "infeasible"
        if claim.status == "optimal":
            self._misled |= not self._found(claim.values)
            self._misled |= self._allows_more(claim.bound, self._total(claim.values))
        self._misled |= exceeded(claim.bound) or claim.status == "failed"
        # With a cutoff most nodes end so; without one, the relaxation of a node is feasible.
        doubtful = infeasible and cutoff is None
        if presolve != "off" and (self._misled or doubtful):
            return self._mip(lower, upper, seconds, rest, cutoff, "off")
        if self._misled:
            self._until = -inf
            return inf
        return None if infeasible or not self._promises(claim.bound) else claim.bound

    def _fits(self, lower: Floats, upper: Floats) -> bool:
        best = self._solution
        return best is not None and all(
            low <= value <= high for low, value, high in zip(lower, best, upper, strict=True)
        )

    def _take_better(self) -> None:
        better = self._task.better() if self._task.better else None
        if better is not None:
            self._found(better)

    def _total(self, values: Floats) -> int:
        return sum(round(values[var]) * f for var, f in self._task.objective.terms.items())

    def _found(self, values: Floats) -> bool:
        """Keep and report a solution if it is the best so far; return whether it is a solution."""
        solution = [round(value) for value in values]
        if not self._task.linear.allows(solution):
            return False
        total = self._total(solution)
        if self._best is None or total > self._best:
            self._best = total
            self._solution = solution
            self._listener.solution(solution.__getitem__)
        return True


def _children(ranges: Ranges, ladder: int, middle: int) -> list[Ranges]:
    low, high = ranges[ladder]
    return [
        (*ranges[:ladder], part, *ranges[ladder + 1 :])
        for part in ((low, middle), (middle + 1, high))
    ]
