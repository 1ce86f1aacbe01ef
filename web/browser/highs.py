"""HiGHS in a worker of its own: fulfils `odin_solver.linear.engine.Engine`."""

import queue
from contextlib import closing
from math import inf
from typing import Any

from odin_browser.threads import Worker

from odin_solver.linear.branching import TOLERANCE, BranchAndBound, Floats, LeafSearch, SolverClaim
from odin_solver.linear.engine import Listener, SearchTask
from odin_solver.linear.model import LinearConstraint

NAME, VERSION = "HiGHS", "1.15.3"

_idle: list["_Highs"] = []
"""Workers that have nothing to do."""


def maximise(task: SearchTask, listener: Listener) -> bool:
    """Search; return whether the last solution is proven optimal, or the model infeasible."""
    with closing(WorkerNodes(task)) as solver:
        return BranchAndBound(task, listener, solver).run()


class _Highs:
    """A worker, and where what it tells goes."""

    def __init__(self) -> None:
        self.messages: queue.Queue[Any] = queue.Queue()
        self.worker = Worker("highs.js", lambda data: self.messages.put(data))


class WorkerNodes:
    """Fulfils `odin_solver.linear.branching.NodeSolver`."""

    def __init__(self, task: SearchTask) -> None:
        self._options = {
            "mip_abs_gap": task.objective.step * (1 - TOLERANCE),
            "random_seed": task.seed % (1 << 31),
        }
        self._model = _model_of(task)
        self._open()

    def _open(self) -> None:
        self._highs = _idle.pop() if _idle else _Highs()
        self._busy = False
        self._highs.worker.post(self._model)

    def close(self) -> None:
        """Give the worker back; one that computes is ended."""
        if self._busy:
            self._highs.worker.terminate()
        else:
            _idle.append(self._highs)

    def relax(self, lower: Floats, upper: Floats) -> SolverClaim:
        return self._run(lower, upper, None)

    def search(self, lower: Floats, upper: Floats, how: LeafSearch) -> SolverClaim:
        return self._run(lower, upper, how)

    def _run(self, lower: Floats, upper: Floats, how: LeafSearch | None) -> SolverClaim:
        asked: dict[str, Any] = {"lower": lower, "upper": upper, "least": -inf}
        options = {**self._options, "presolve": "choose", "time_limit": 1e9}
        if how is not None:
            options.update(presolve=how.presolve, time_limit=min(how.turn, how.seconds))
            asked.update(integer=True, least=how.least, start=how.offered())
        self._busy = True
        self._highs.worker.post({**asked, "options": options})
        bound = inf
        while True:
            message = self._highs.messages.get()
            if "status" in message:
                self._busy = False
                return SolverClaim(**{**message, "bound": float(message["bound"])})
            assert how is not None
            if "values" in message:
                how.improving(message["values"])
            else:
                bound = float(message["bound"])
                how.bounded(bound)
            if how.ends():
                self.close()
                self._open()
                return SolverClaim("stopped", bound)


def _model_of(task: SearchTask) -> dict[str, Any]:
    terms = task.objective.terms
    rows = [
        *(LinearConstraint(tuple((v, 1) for v in each), None, 1) for each in task.linear.cliques),
        *task.linear.constraints,
        LinearConstraint(tuple(terms.items()), None, None),
    ]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row.terms))
    return {
        "cost": [float(terms.get(var, 0)) for var in range(len(task.linear.upper))],
        "rowLower": [-inf if row.lower is None else row.lower for row in rows],
        "rowUpper": [inf if row.upper is None else row.upper for row in rows],
        "starts": starts,
        "indices": [var for row in rows for var, _ in row.terms],
        "values": [factor for row in rows for _, factor in row.terms],
    }
