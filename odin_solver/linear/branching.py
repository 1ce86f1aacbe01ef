"""Branch and bound for an upper bound: the process of `odin_solver.linear.bounds`.

Only the bound matters: the open node with the largest relaxation is branched on next, and nothing
looks for solutions. Branching is on sums of variables, each a row of the model, by pseudo-costs
that start from trials of both sides.

Before that, probes tighten the model: each finds the largest sum of variables that a 0-1 variable
allows, where the model alone lets a fraction of it allow as much.

No bound relies on the accuracy of HiGHS: any multipliers of the rows prove one, which is computed
from them here, as is the proof that a node is infeasible.
"""

import heapq
import os
import pickle
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt

from odin_solver.linear.bounds import BoundJob

TOLERANCE = 1e-5
"""A sum counts as an integer within this distance."""

ROOT_TRIALS, NODE_TRIALS = 12, 4
"""Sums first tried on both sides, at the root and in any other node."""

TRIAL_STEPS = 200
"""Steps of the simplex algorithm for a trial."""

LARGEST_FALL = 30.0
"""A branch that lowers the relaxation by more, or is infeasible, counts as this much."""

Floats = npt.NDArray[np.float64]
Ranges = dict[int, tuple[float, float]]
"""Bounds of sums of variables by number."""


class _Relaxation:
    def __init__(self, job: BoundJob) -> None:
        self._job = job
        self._rows = len(job.rows)
        rows = [*job.rows, *((names, [1.0] * len(names)) for names in job.branches)]
        free = [np.inf] * len(job.branches)
        self._start = np.cumsum([0, *(len(names) for names, _ in rows)])
        self._index = np.array([n for names, _ in rows for n in names], dtype=np.int32)
        self._value = np.array([factor for _, factors in rows for factor in factors], dtype=float)
        self._of = np.repeat(np.arange(len(rows)), np.diff(self._start))
        self._lower, self._upper = np.array(job.lower, float), np.array(job.upper, float)
        self._cost = np.array(job.cost, float)
        self._row_lower = np.array([*job.row_lower, *(-each for each in free)])
        self._row_upper = np.array([*job.row_upper, *free])
        self._solver = self._load()

    def _load(self) -> Any:
        solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy has no types
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self._cost), len(self._row_lower)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = self._cost
        model.col_lower_, model.col_upper_ = self._lower, self._upper
        model.row_lower_, model.row_upper_ = self._row_lower, self._row_upper
        matrix = model.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.num_col_, matrix.num_row_ = model.num_col_, model.num_row_
        matrix.start_ = self._start.astype(np.int32)
        matrix.index_, matrix.value_ = self._index, self._value
        if solver.passModel(model) == highspy.HighsStatus.kError:
            raise RuntimeError("HiGHS does not accept the model")
        return solver

    def _solve(self, steps: int | None = None) -> float:
        """Return the bound that the multipliers of the rows prove; minus infinity if infeasible."""
        most = highspy.kHighsIInf if steps is None else steps
        self._solver.setOptionValue("simplex_iteration_limit", most)
        self._solver.run()
        status = self._solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible and self._is_infeasible():
            return -np.inf
        if status == highspy.HighsModelStatus.kIterationLimit:
            # A trial guides the search only.
            return float(self._solver.getInfo().objective_function_value)
        return self._proven(np.array(self._solver.getSolution().row_dual), self._cost)

    def _is_infeasible(self) -> bool:
        """Whether a ray of the dual proves that no solution exists."""
        _, known, ray = self._solver.getDualRay()
        nothing = np.zeros_like(self._cost)
        scale = max(1.0, float(np.abs(ray).max())) if known else 1.0
        return known and any(
            self._proven(sign / scale * np.array(ray), nothing) < -TOLERANCE for sign in (1, -1)
        )

    def _proven(self, dual: Floats, cost: Floats) -> float:
        """Return the upper bound of a cost by weak duality."""
        limits = np.where(dual > 0, self._row_upper, self._row_lower)
        dual = np.where(np.isfinite(limits), dual, 0.0)
        limits = np.where(dual == 0, 0.0, limits)
        used = np.bincount(self._index, self._value * dual[self._of], minlength=len(cost))
        left = cost - used
        return float(
            dual @ limits + np.where(left > 0, left * self._upper, left * self._lower).sum()
        )

    def largest(self, names: Sequence[int], indicator: int) -> float:
        """Return an upper bound of the sum of some variables while a 0-1 variable is 1."""
        total = np.zeros_like(self._cost)
        total[list(names)] = 1
        columns = np.arange(len(total), dtype=np.int32)
        self._solver.changeColsCost(len(columns), columns, total)
        self._solver.changeColBounds(indicator, 1, 1)
        self._lower[indicator] = 1
        cost, self._cost = self._cost, total
        most = self._solve()
        self._cost = cost
        self._lower[indicator] = self._job.lower[indicator]
        self._solver.changeColBounds(indicator, self._lower[indicator], self._upper[indicator])
        return most


class _Branching(_Relaxation):
    def __init__(self, job: BoundJob, until: float) -> None:
        super().__init__(job)
        self._until = until
        self._ranges: Ranges = {}
        self._falls = np.zeros((len(job.branches), 2))
        self._counts = np.zeros((len(job.branches), 2))

    def bound(self) -> float:
        """Return the bound reached in time."""
        root = self._solve()
        numbers = count()
        # Ties are broken by age. A node keeps what its relaxation was solved with.
        heap = [(-root, next(numbers), Ranges(), self._solver.getBasis(), self._sums())]
        settled = -np.inf
        while heap and time.process_time() < self._until:
            negative, _, ranges, basis, sums = heapq.heappop(heap)
            value = -negative
            chosen = self._choose(value, ranges, basis, sums)
            if chosen is None:
                settled = value  # the largest of all open nodes: nothing more can be proven
                break
            for side in (0, 1):
                below = self._branch(ranges, chosen, side, sums[chosen])
                after = min(value, self._enter(below, basis))
                if after > settled:
                    self._learn(chosen, side, value - after, sums[chosen])
                    node = (-after, next(numbers), below, self._solver.getBasis(), self._sums())
                    heapq.heappush(heap, node)
        return max(settled, -heap[0][0] if heap else -np.inf) + self._job.offset

    def _choose(self, value: float, ranges: Ranges, basis: Any, sums: Floats) -> int | None:
        """Return the sum to branch on; None if all are integers."""
        fraction = np.abs(sums - np.rint(sums))
        open_ = [int(n) for n in np.flatnonzero(fraction > TOLERANCE)]
        trials = NODE_TRIALS if ranges else ROOT_TRIALS
        for number in [n for n in open_ if not self._counts[n].all()][:trials]:
            for side in (0, 1):
                below = self._branch(ranges, number, side, sums[number])
                after = self._enter(below, basis, TRIAL_STEPS)
                self._learn(number, side, value - after, sums[number])
        tried = [n for n in open_ if self._counts[n].all()]
        return max(tried, key=lambda n: self._promise(n, float(sums[n])), default=None)

    def _promise(self, number: int, total: float) -> float:
        """Return how much branching on a sum should lower the bound."""
        part = total - np.floor(total)
        falls = self._falls[number] / self._counts[number] * (part, 1 - part)
        less, more = np.maximum(np.sort(falls), 1e-3)
        return float(less * np.sqrt(more))

    def _learn(self, number: int, side: int, fall: float, total: float) -> None:
        part = total - np.floor(total)
        fall = min(max(0.0, fall), LARGEST_FALL)
        self._falls[number, side] += fall / (1 - part if side else part)
        self._counts[number, side] += 1

    @staticmethod
    def _branch(ranges: Ranges, number: int, side: int, total: float) -> Ranges:
        low, high = ranges.get(number, (-np.inf, np.inf))
        branch = (np.ceil(total), high) if side else (low, np.floor(total))
        return {**ranges, number: branch}

    def _enter(self, ranges: Ranges, basis: Any, steps: int | None = None) -> float:
        """Solve the relaxation of a node, from the basis of the one above."""
        for number in self._ranges.keys() | ranges.keys():
            low, high = ranges.get(number, (-np.inf, np.inf))
            if (low, high) != self._ranges.get(number):
                row = self._rows + number
                self._solver.changeRowBounds(row, low, high)
                self._row_lower[row], self._row_upper[row] = low, high
        self._ranges = ranges
        self._solver.setBasis(basis)
        return self._solve(steps)

    def _sums(self) -> Floats:
        """Return the activities of the rows to branch on."""
        return np.array(self._solver.getSolution().row_value)[self._rows :]


def probed(job: BoundJob) -> BoundJob:
    """Return a model with the constraints that its probes find."""
    relaxation = _Relaxation(replace(job, branches=()))
    rows = list(job.rows)
    for names, indicator in job.probes:
        most = relaxation.largest(names, indicator)
        if np.isfinite(most):
            most = np.floor(most + TOLERANCE)
            rows.append(([*names, indicator], [*[1.0] * len(names), -most]))
    added = len(rows) - len(job.rows)
    return replace(
        job,
        rows=rows,
        row_lower=[*job.row_lower, *[-np.inf] * added],
        row_upper=[*job.row_upper, *[0.0] * added],
    )


def main() -> None:
    """Read a job from standard input, write its bound to standard output."""
    # HiGHS may print to standard output: it goes to standard error meanwhile.
    output = os.dup(1)
    os.dup2(2, 1)
    job: BoundJob = pickle.load(sys.stdin.buffer)
    until = time.process_time() + job.seconds
    os.write(output, str(_Branching(probed(job), until).bound()).encode())


if __name__ == "__main__":
    main()
