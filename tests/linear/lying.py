"""HiGHS with false claims, always or only with presolve; and a task for such tests.

CP-SAT is not imported here: the two conflict within one process.
"""

from collections.abc import Callable, Sequence
from math import inf
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import pytest

from benchmarks.claims import TrialAnswer
from odin_solver.linear.branching import LeafSearch
from odin_solver.linear.engine import SearchTask
from odin_solver.linear.model import LinearModel
from odin_solver.linear.objective import LinearObjective

Lie = Literal["low", "high", "infeasible"]
"""With the start as its solution: an optimum below its value, or above it; or no solution."""

BEST = 6
"""The optimum of `packing`, whose start is worth 5 and whose relaxation 7."""


def packing(seconds: float = 20.0) -> SearchTask:
    """The task of docs/solver-errors.md, with two cycles of five variables beside it.

    HiGHS 1.16.0 claims 6 and returns its start if that is given by setSolution.
    """
    linear = LinearModel([1] * 20)
    for clique in ((4, 6), (1, 5), (7, 8), (1, 3), (2, 3, 4), (0, 4, 5), (0, 1, 2, 7), (3, 5)):
        linear.add_at_most_one(clique)
    linear.add_constraint({6: 1, 8: 1, 9: 1}, lower=1, upper=1)
    for first in (10, 15):
        for place in range(5):
            linear.add_at_most_one((first + place, first + (place + 1) % 5))
    worth = dict.fromkeys((0, 1, 2, 3, 4, 5, 7, *range(10, 20)), 1)
    start = [int(var in (4, 9, 10, 12, 15, 17)) for var in range(20)]
    return SearchTask(linear, LinearObjective(worth, 0, 1), start, seconds, threads=1, seed=0)


class LyingHighs:
    """HiGHS, but it does not search: it returns the start with a false claim."""

    def __init__(self, real: Any, lie: Lie, always: bool, start: Sequence[int]) -> None:
        self._real = real
        self._lie = lie
        self._always = always
        self._start = list(map(float, start))
        self._lying = True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("cb") and self._lying:
            return SimpleNamespace(subscribe=lambda called: None)
        return getattr(self._real, name)

    def setOptionValue(self, name: str, value: object) -> None:
        self._real.setOptionValue(name, value)
        if name == "presolve":
            self._lying = self._always or value != "off"

    def run(self) -> None:
        if not self._lying:
            self._real.run()

    def getModelStatus(self) -> Any:
        import highspy

        if not self._lying:
            return self._real.getModelStatus()
        claims = highspy.HighsModelStatus
        return claims.kInfeasible if self._lie == "infeasible" else claims.kOptimal

    def getSolution(self) -> Any:
        if not self._lying:
            return self._real.getSolution()
        return SimpleNamespace(col_value=self._start, col_dual=[])

    def getInfo(self) -> Any:
        if not self._lying:
            return self._real.getInfo()
        claim = {"low": 4.0, "high": 7.0}.get(self._lie, -np.inf)
        return SimpleNamespace(objective_function_value=claim, mip_dual_bound=claim)


class StartedHighs:
    """HiGHS, with the start given by setSolution."""

    def __init__(self, real: Any, start: Sequence[int]) -> None:
        self._real = real
        self._start = list(map(float, start))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def run(self) -> None:
        import highspy

        start = highspy.HighsSolution()
        start.col_value = self._start
        self._real.setSolution(start)
        self._real.run()


def status_after(turn: float) -> tuple[str, float]:
    """How HiGHS ends a search of the packing with a turn of so many seconds of processor time.

    Returns also the least bound that it told meanwhile.
    """
    from odin_solver.linear import highs

    task = packing()
    size = len(task.linear.upper)
    told = [inf]
    how = LeafSearch(
        least=-inf,
        presolve="off",
        turn=turn,
        seconds=1e6,
        improving=lambda values: None,
        bounded=told.append,
        offered=lambda: None,
        ends=lambda: False,
    )
    status = highs._HighsNodes(task).search([0.0] * size, [1.0] * size, how).status
    return status, min(told)


def lying_highs(lie: Lie | None, always: bool = False) -> TrialAnswer:
    """The answer of the engine HiGHS to the packing; to be called in a process without CP-SAT.

    Without a lie, the start is given to HiGHS in the way that misleads it.
    """
    from odin_solver.linear import highs

    task = packing(0.3 if always else 20.0)
    assert task.start is not None
    start = task.start
    made: Callable[..., Any] = highs._HighsNodes._solver

    def lying(search: Any, *, integer: bool) -> Any:
        solver = made(search, integer=integer)
        if not integer:
            return solver
        return LyingHighs(solver, lie, always, start) if lie else StartedHighs(solver, start)

    answer = TrialAnswer(len(task.linear.upper))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(highs._HighsNodes, "_solver", lying)
        answer.proven = highs.maximise(task, answer)
    return answer
