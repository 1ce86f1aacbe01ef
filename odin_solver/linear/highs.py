"""The HiGHS engine, a MIP solver: strong where bounds are hard.

How far up its diagonals a layout goes decides most of its value, and the relaxation is weak while
it may cover income cells by fractions. So we branch on the number of income cells covered first;
HiGHS itself solves the leaves, where the relaxation covers them entirely.
"""

import heapq
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import highspy
import numpy as np
import numpy.typing as npt

from odin_solver.linear.engine import Listener, SearchTask
from odin_solver.linear.model import LinearModel
from odin_solver.linear.objective import LinearObjective
from odin_solver.linear.rows import Ints, ModelRows

NAME = "HiGHS"
VERSION = (
    f"{highspy.HIGHS_VERSION_MAJOR}.{highspy.HIGHS_VERSION_MINOR}.{highspy.HIGHS_VERSION_PATCH}"
)

PROMISING = 0.1
"""A leaf is first searched over the variables of no larger reduced cost in the relaxation."""

MAX_PROMISING_SHARE = 0.75
"""This is done only if they are a smaller share of all variables."""

FIRST_TURN = 2.5
"""Seconds of the first search of a leaf, per thousand variables."""

LONGER = 3
"""Factor by which each further search of a leaf may take longer."""

AGGREGATOR = 1 << 12
"""A presolve rule to switch off: with it HiGHS 1.15.1 reported a feasible model infeasible."""

CLAIMS = (
    highspy.HighsModelStatus.kOptimal,
    highspy.HighsModelStatus.kInfeasible,
    highspy.HighsModelStatus.kTimeLimit,
    highspy.HighsModelStatus.kInterrupt,
)
"""How HiGHS ends with a bound."""

TOLERANCE = 1e-3
"""Share of the objective's step below which a difference is none."""

Floats = npt.NDArray[np.float64]


class _BranchNode(NamedTuple):
    """A node of the search tree; a heap yields the least tried, then the most promising.

    Attributes
    ----------
    tries
        How often HiGHS has searched it without a proof.
    negative_bound
        The negated upper bound.
    ranges
        How many variables of each ladder are 1, at least and at most.
    split
        The ladder to branch on, which is fractional in the relaxation, and where; None for a
        leaf.
    """

    tries: int
    negative_bound: float
    ranges: tuple[tuple[int, int], ...]
    split: tuple[int, int] | None


class _SilentHighs(highspy.Highs):
    """HiGHS that does not print its name when it is made."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # highspy has no types

    def enableCallbacks(self) -> None:
        self.setOptionValue("output_flag", False)
        super().enableCallbacks()  # type: ignore[no-untyped-call]


def maximise(task: SearchTask, listener: Listener) -> bool:
    """Search; return whether the last solution is proven optimal, or the model infeasible."""
    return _BranchAndBound(task, listener).run()


class _BranchAndBound:
    def __init__(self, task: SearchTask, listener: Listener) -> None:
        self._task = task
        self._listener = listener
        self._until = time.monotonic() + task.seconds
        self._upper = np.array(task.linear.upper, dtype=float)
        self._ladders = task.linear.ladders
        self._rows = ModelRows(task.linear)
        self._model = _model_of(task, self._rows)
        self._best: int | None = task.cutoff
        self._solution: Ints | None = None
        self._misled = False
        self._relaxation = self._solver(integer=False)
        if task.start is not None:
            self._found(task.start)

    def run(self) -> bool:
        root = tuple((0, len(ladder)) for ladder in self._ladders)
        heap = [node for node in [self._relaxed(root, np.inf)] if node is not None]
        while heap and self._seconds_left() > 0:
            self._take_better()
            self._report_bound(max(-node.negative_bound for node in heap))
            node = heapq.heappop(heap)
            if not self._promises(-node.negative_bound):
                continue
            if node.split is None:
                rest = max((-node.negative_bound for node in heap), default=-np.inf)
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
        self._report_bound(-np.inf)
        return True

    def _report_bound(self, others: float) -> None:
        """Report the larger of the best value and the bound of all other nodes."""
        self._listener.bound(max(others, -np.inf if self._best is None else self._best))

    def _promises(self, bound: float) -> bool:
        """Whether a node with this bound may hold a better solution."""
        return self._best is None or self._allows_more(bound, self._best)

    def _allows_more(self, bound: float, value: float) -> bool:
        """Whether a bound leaves room for a solution that is better than a value."""
        return bound > value + self._task.objective.step * (1 - TOLERANCE)

    def _exceeds(self, bound: float) -> bool:
        """Whether the best value exceeds a bound."""
        return self._best is not None and bound < self._best - self._task.objective.step * TOLERANCE

    def _within_a_step(self, bound: float) -> bool:
        """Whether only the next better value is left to find or to deny."""
        return self._best is not None and bound < self._best + 2 * self._task.objective.step

    def _seconds_left(self) -> float:
        return self._until - time.monotonic()

    def _bounds(self, ranges: Sequence[tuple[int, int]]) -> tuple[Floats, Floats]:
        """Return lower and upper bounds of all variables in a node."""
        lower = np.zeros(len(self._upper))
        upper = self._upper.copy()
        for ladder, (low, high) in zip(self._ladders, ranges, strict=True):
            lower[list(ladder[:low])] = 1
            upper[list(ladder[high:])] = 0
        return lower, upper

    def _relaxed(self, ranges: tuple[tuple[int, int], ...], above: float) -> _BranchNode | None:
        """Solve the relaxation of a node; None if it is infeasible.

        `above` is the parent's bound, which is kept if HiGHS does not finish, as what it reports
        then is no bound, and if a known solution exceeds what it reports.
        """
        lower, upper = self._bounds(ranges)
        everything = np.arange(len(upper), dtype=np.int32)
        self._relaxation.changeColsBounds(len(upper), everything, lower, upper)
        self._relaxation.setOptionValue("time_limit", 1e9)
        self._relaxation.run()
        status = self._relaxation.getModelStatus()
        infeasible = status == highspy.HighsModelStatus.kInfeasible
        bound = -np.inf if infeasible else self._relaxation.getInfo().objective_function_value
        known = self._fits(lower, upper) and self._exceeds(bound)
        if known or not (infeasible or status == highspy.HighsModelStatus.kOptimal):
            return _BranchNode(0, -above, ranges, None)
        if infeasible:
            return None
        values = np.array(self._relaxation.getSolution().col_value)
        return _BranchNode(0, -bound, ranges, self._split(values, ranges))

    def _split(self, values: Floats, ranges: tuple[tuple[int, int], ...]) -> tuple[int, int] | None:
        """Choose where to branch: on the ladder that is farthest from integral."""
        worst, split = 1e-6, None
        for number, (ladder, (low, high)) in enumerate(zip(self._ladders, ranges, strict=True)):
            climbed = values[list(ladder)]
            away = float(np.abs(climbed - climbed.round()).max(initial=0.0))
            if low < high and away > worst:
                worst, split = away, (number, min(max(low, int(climbed.sum())), high - 1))
        return split

    def _search_leaf(self, node: _BranchNode, rest: float) -> float | None:
        """Search a leaf; return a bound if it needs another turn, None if it is done.

        `rest` is the bound of all other nodes. Leaves take turns that grow longer, since a hard
        one may be worthless while an easy one holds the optimum.
        """
        seconds = FIRST_TURN * max(1000, len(self._upper)) / 1000 * LONGER**node.tries
        lower, upper = self._bounds(node.ranges)
        close = self._within_a_step(-node.negative_bound)
        if node.tries == 0 and not close:
            self._relaxed(node.ranges, -node.negative_bound)
            costs = -np.array(self._relaxation.getSolution().col_dual)
            if len(costs) < len(upper):
                costs = np.zeros(len(upper))  # the relaxation was not solved
            few = np.where(
                (costs > PROMISING * self._task.objective.step) & (lower == 0), 0.0, upper
            )
            if (few > 0).sum() < MAX_PROMISING_SHARE * (upper > 0).sum():
                self._mip(lower, few, seconds)
                if not self._promises(-node.negative_bound):
                    return None
        bound = self._mip(lower, upper, seconds, rest, cutoff=self._best if close else None)
        return None if bound is None else min(bound, -node.negative_bound)

    def _mip(
        self,
        lower: Floats,
        upper: Floats,
        seconds: float,
        rest: float | None = None,
        cutoff: float | None = None,
        presolve: str = "choose",
    ) -> float | None:
        """Run HiGHS on a node; return a bound if more is left there, None if not.

        Bounds are reported if `rest`, the bound of all other nodes, is given. A row demands more
        than the `cutoff`: to deny that is often much faster than to lower a bound to it.

        What HiGHS claims has to agree with the solutions that are known here. Otherwise it computes
        again without presolve, where most of its false answers come from, and if its claims
        disagree again, the search ends without a proof.
        """
        self._model.col_lower_ = lower
        self._model.col_upper_ = upper
        solver = self._solver(integer=True)
        if cutoff is not None:
            better = cutoff + self._task.objective.step
            solver.changeRowBounds(self._model.num_row_ - 1, better - 0.5, np.inf)
        solver.setOptionValue("presolve", presolve)
        solver.setOptionValue("time_limit", max(0.1, min(seconds, self._seconds_left())))
        self._misled = False
        settled = False
        offered: Ints | None = None

        def exceeded(bound: float) -> bool:
            """Whether a known solution of the node exceeds a bound."""
            return cutoff is None and self._fits(lower, upper) and self._exceeds(bound)

        def improving(event: Any) -> None:
            nonlocal offered
            before = self._solution
            self._misled |= not self._found(event.data_out.mip_solution)
            if self._solution is not before:
                offered = self._solution

        def logging(event: Any) -> None:
            nonlocal settled
            bound = event.data_out.mip_dual_bound
            self._misled |= exceeded(bound)
            if rest is not None and not self._misled:
                self._report_bound(max(bound, rest))
            settled = not self._promises(bound)

        def user_solution(event: Any) -> None:
            # A solution given by setSolution makes HiGHS 1.16.0 claim what it does not hold:
            # docs/solver-errors.md.
            nonlocal offered
            self._take_better()
            if self._solution is not offered and cutoff is None and self._fits(lower, upper):
                offered = self._solution
                event.data_in.setSolution(np.array(offered, dtype=float))

        def interrupt(event: Any) -> None:
            if settled or self._misled:
                event.interrupt()

        solver.cbMipImprovingSolution.subscribe(improving)
        solver.cbMipLogging.subscribe(logging)
        solver.cbMipUserSolution.subscribe(user_solution)
        solver.cbMipInterrupt.subscribe(interrupt)
        solver.run()
        status = solver.getModelStatus()
        info = solver.getInfo()
        infeasible = status == highspy.HighsModelStatus.kInfeasible
        bound: float = -np.inf if infeasible else info.mip_dual_bound
        if status == highspy.HighsModelStatus.kOptimal:
            values = np.array(solver.getSolution().col_value)
            bound = max(bound, info.objective_function_value)
            self._misled |= not self._found(values)
            self._misled |= self._allows_more(bound, self._total(values))
        self._misled |= exceeded(bound) or status not in CLAIMS
        # With a cutoff most nodes end so; without one, the relaxation of a node is feasible.
        doubtful = infeasible and cutoff is None
        if presolve != "off" and (self._misled or doubtful):
            return self._mip(lower, upper, seconds, rest, cutoff, "off")
        if self._misled:
            self._until = -np.inf
            return np.inf
        return None if infeasible or not self._promises(bound) else bound

    def _fits(self, lower: Floats, upper: Floats) -> bool:
        """Whether the best solution lies in a node."""
        best = self._solution
        return best is not None and bool(((lower <= best) & (best <= upper)).all())

    def _take_better(self) -> None:
        """Take over a better solution from elsewhere, if there is one."""
        better = self._task.better()
        if better is not None:
            self._found(better)

    def _total(self, values: Floats | Ints) -> int:
        """Return the value of the objective's terms, for whole values."""
        return sum(round(values[var]) * f for var, f in self._task.objective.terms.items())

    def _found(self, values: Sequence[float] | Floats) -> bool:
        """Keep and report a solution if it is the best so far; return whether it is a solution."""
        solution = np.rint(np.array(values)).astype(np.int64)
        if not self._rows.allow(solution):
            return False
        total = self._total(solution)
        if self._best is None or total > self._best:
            self._best = total
            self._solution = solution
            self._listener.solution(solution.tolist().__getitem__)
        return True

    def _solver(self, *, integer: bool) -> Any:
        """Load the model into a new HiGHS."""
        task = self._task
        solver: Any = _SilentHighs()
        solver.setOptionValue("threads", task.threads)
        solver.setOptionValue("random_seed", task.seed % (1 << 31))
        solver.setOptionValue("presolve_rule_off", AGGREGATOR)
        # Objective values are multiples of a step: a smaller gap is none.
        solver.setOptionValue("mip_rel_gap", 0.0)
        solver.setOptionValue("mip_abs_gap", task.objective.step * (1 - TOLERANCE))
        kind = highspy.HighsVarType.kInteger if integer else highspy.HighsVarType.kContinuous
        self._model.integrality_ = [kind] * len(self._upper)
        solver.passModel(self._model)
        return solver


def _children(
    ranges: tuple[tuple[int, int], ...], ladder: int, middle: int
) -> list[tuple[tuple[int, int], ...]]:
    """Split the range of a ladder in two, after `middle`."""
    low, high = ranges[ladder]
    return [
        (*ranges[:ladder], part, *ranges[ladder + 1 :])
        for part in ((low, middle), (middle + 1, high))
    ]


def _model_of(task: SearchTask, rows: ModelRows) -> Any:
    """Translate the linear model and the objective for HiGHS; the last row is for a cutoff."""
    model = highs_lp(task.linear, task.objective, rows)
    costs = np.array(model.col_cost_)
    valued = np.flatnonzero(costs)
    model.num_row_ += 1
    model.row_lower_ = np.append(rows.lower, -np.inf)
    model.row_upper_ = np.append(rows.upper, np.inf)
    model.a_matrix_.start_ = np.append(rows.starts, rows.starts[-1] + len(valued))
    model.a_matrix_.index_ = np.append(rows.index, valued)
    model.a_matrix_.value_ = np.append(rows.factors, costs[valued]).astype(float)
    return model


def highs_lp(linear: LinearModel, objective: LinearObjective, rows: ModelRows) -> Any:
    """Translate a linear model and an objective, without its constant and scale, for HiGHS."""
    size = len(linear.upper)
    costs = np.zeros(size)
    for var, factor in objective.terms.items():
        costs[var] = factor
    model = highspy.HighsLp()
    model.num_col_ = size
    model.num_row_ = len(rows.lower)
    model.col_cost_ = costs
    model.col_lower_ = np.zeros(size)
    model.col_upper_ = np.array(linear.upper, dtype=float)
    model.row_lower_ = rows.lower
    model.row_upper_ = rows.upper
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = rows.starts
    model.a_matrix_.index_ = rows.index
    model.a_matrix_.value_ = rows.factors.astype(float)
    model.sense_ = highspy.ObjSense.kMaximize
    return model
