"""The engine that hands a statement to HiGHS, a MIP solver: strong where bounds are hard."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import highspy
import numpy as np

from odin_solver.model.engine import Listener, Task

NAME = "HiGHS"
PACKAGE = "highspy"

PROMISING = 0.1
"""Variables whose reduced cost in the linear relaxation is no larger are tried first."""

PROMISING_SHARE = 0.15
"""Share of the time that this first try may take."""


def highs_model_of(task: Task, upper: Sequence[float], integer: bool) -> Any:
    """State the same to HiGHS.

    Parameters
    ----------
    task
        Statement and goal.
    upper
        Largest values of the variables.
    integer
        False for the linear relaxation.
    """
    size = len(upper)
    rows = [(dict.fromkeys(clique, 1), -np.inf, 1.0) for clique in task.statement.cliques]
    rows += [
        (
            dict(row.terms),
            -np.inf if row.lower is None else float(row.lower),
            np.inf if row.upper is None else float(row.upper),
        )
        for row in task.statement.rows
    ]
    model = highspy.HighsLp()
    model.num_col_ = size
    model.num_row_ = len(rows)
    costs = np.zeros(size)
    for var, coefficient in task.goal.terms.items():
        costs[var] = coefficient
    model.col_cost_ = costs
    model.col_lower_ = np.zeros(size)
    model.col_upper_ = np.array(upper, dtype=float)
    model.row_lower_ = np.array([lower for _, lower, _ in rows])
    model.row_upper_ = np.array([upper for _, _, upper in rows])
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(terms) for terms, _, _ in rows)])
    model.a_matrix_.index_ = np.array([var for terms, _, _ in rows for var in terms])
    model.a_matrix_.value_ = np.array(
        [value for terms, _, _ in rows for value in terms.values()], dtype=float
    )
    if integer:
        model.integrality_ = [highspy.HighsVarType.kInteger] * size
    model.sense_ = highspy.ObjSense.kMaximize
    return model


def maximise(task: Task, listener: Listener) -> bool:
    """Search; whether the last solution reported was proven best.

    First the linear relaxation, for a quick bound; then the problem restricted to what the
    relaxation finds promising, for a good solution; then the whole problem.
    """
    until = time.monotonic() + task.seconds
    upper = [float(most) for most in task.statement.upper]
    relaxed = _solver(task, until - time.monotonic())
    relaxed.passModel(highs_model_of(task, upper, integer=False))
    relaxed.run()
    if relaxed.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return False
    listener.bound(relaxed.getInfo().objective_function_value)
    costs = relaxed.getSolution().col_dual
    few = [
        0.0 if -cost > PROMISING * task.goal.step else most
        for cost, most in zip(costs, upper, strict=True)
    ]
    start = None if task.start is None else [float(value) for value in task.start]
    if few != upper:
        start = _search(task, listener, few, task.seconds * PROMISING_SHARE, None)[1] or start
    proven, _ = _search(task, listener, upper, until - time.monotonic(), start)
    return proven


def _search(
    task: Task,
    listener: Listener,
    upper: Sequence[float],
    seconds: float,
    start: Sequence[float] | None,
) -> tuple[bool, list[float] | None]:
    """Run HiGHS on the whole problem, or on the part that `upper` leaves open."""
    whole = list(upper) == list(task.statement.upper)
    solver = _solver(task, seconds)
    solver.passModel(highs_model_of(task, upper, integer=True))
    if start is not None:
        solution = highspy.HighsSolution()
        solution.col_value = list(start)
        solver.setSolution(solution)

    def report(values: Iterable[float]) -> None:
        listener.solution([round(value) for value in values].__getitem__)

    def take_better(event: Any) -> None:
        better = task.better()
        if better is not None:
            event.data_in.setSolution(np.array(better, dtype=float))

    solver.cbMipImprovingSolution.subscribe(lambda event: report(event.data_out.mip_solution))
    if whole:
        solver.cbMipLogging.subscribe(lambda event: listener.bound(event.data_out.mip_dual_bound))
        solver.cbMipUserSolution.subscribe(take_better)
    solver.run()
    info = solver.getInfo()
    if whole:
        listener.bound(info.mip_dual_bound)
    found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    values = list(solver.getSolution().col_value) if found else None
    if values is not None:
        report(values)
    proven = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return proven and whole and values is not None, values


def _solver(task: Task, seconds: float) -> Any:
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", max(0.1, seconds))
    solver.setOptionValue("threads", task.threads)
    solver.setOptionValue("random_seed", task.seed % (1 << 31))
    # Values of the goal are multiples of its step: a smaller gap is none.
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", task.goal.step * (1 - 1e-6))
    return solver
