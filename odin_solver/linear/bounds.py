"""Upper bounds of linear models over integers, by branch and bound in a process of its own.

HiGHS and OR-Tools cannot be loaded into one process: a caller that uses OR-Tools asks for a bound
here.
"""

import pickle
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from odin_solver.support.children import answer_of, start_child

PATIENCE = 4.0
"""The process may take this many times its processor time, on a machine that does other work."""

STARTING = 60.0
"""Seconds of patience besides, for the start and the linear relaxation."""


@dataclass(frozen=True)
class BoundJob:
    """A linear model to be maximised, and the time for its bound.

    Attributes
    ----------
    lower, upper, cost
        By variable: bounds, which are finite, and the coefficient of the objective.
    offset
        Constant of the objective.
    row_lower, row_upper
        By row: bounds, maybe infinite.
    rows
        By row: variables and their coefficients.
    probes
        Variables with an integer sum that is 0 unless a 0-1 variable is 1, and that variable. The
        largest sum with it becomes a constraint.
    branches
        Sets of variables with an integer sum, in the order of their first trial.
    seconds
        Processor time.
    """

    lower: Sequence[float]
    upper: Sequence[float]
    cost: Sequence[float]
    offset: float
    row_lower: Sequence[float]
    row_upper: Sequence[float]
    rows: Sequence[tuple[Sequence[int], Sequence[float]]]
    probes: Sequence[tuple[Sequence[int], int]]
    branches: Sequence[Sequence[int]]
    seconds: float


def proven_bound(job: BoundJob) -> float | None:
    """Return an upper bound of the objective; None if the process ends without one."""
    child = start_child("odin_solver.linear.branching")
    try:
        answer = answer_of(child, pickle.dumps(job), job.seconds * PATIENCE + STARTING)
    except subprocess.TimeoutExpired:
        return None
    return float(answer) if answer else None
