"""The engine that hands a statement to HiGHS, a MIP solver: strong where bounds are hard."""

from collections.abc import Iterable
from typing import Any

import highspy
import numpy as np

from odin_solver.model.engine import Listener, Task
from odin_solver.model.objective import Sum
from odin_solver.model.statement import Statement

NAME = "HiGHS"
PACKAGE = "highspy"


def highs_model_of(statement: Statement, goal: Sum) -> Any:
    """State the same to HiGHS, with a sum to be maximised."""
    size = len(statement.upper)
    rows = [(dict.fromkeys(clique, 1), -np.inf, 1.0) for clique in statement.cliques]
    rows += [
        (
            dict(row.terms),
            -np.inf if row.lower is None else float(row.lower),
            np.inf if row.upper is None else float(row.upper),
        )
        for row in statement.rows
    ]
    model = highspy.HighsLp()
    model.num_col_ = size
    model.num_row_ = len(rows)
    costs = np.zeros(size)
    for var, coefficient in goal.terms.items():
        costs[var] = coefficient
    model.col_cost_ = costs
    model.col_lower_ = np.zeros(size)
    model.col_upper_ = np.array(statement.upper, dtype=float)
    model.row_lower_ = np.array([lower for _, lower, _ in rows])
    model.row_upper_ = np.array([upper for _, _, upper in rows])
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(terms) for terms, _, _ in rows)])
    model.a_matrix_.index_ = np.array([var for terms, _, _ in rows for var in terms])
    model.a_matrix_.value_ = np.array(
        [value for terms, _, _ in rows for value in terms.values()], dtype=float
    )
    model.integrality_ = [highspy.HighsVarType.kInteger] * size
    model.sense_ = highspy.ObjSense.kMaximize
    return model


def maximise(task: Task, listener: Listener) -> bool:
    """Search; whether the last solution reported was proven best."""
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", task.seconds)
    solver.setOptionValue("threads", task.threads)
    solver.setOptionValue("random_seed", task.seed % (1 << 31))
    # Values of the goal are multiples of its step: a smaller gap is none.
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", task.goal.step * (1 - 1e-6))
    solver.passModel(highs_model_of(task.statement, task.goal))
    if task.start is not None:
        solution = highspy.HighsSolution()
        solution.col_value = [float(value) for value in task.start]
        solver.setSolution(solution)

    def report(values: Iterable[float]) -> None:
        listener.solution([round(value) for value in values].__getitem__)

    def take_better(event: Any) -> None:
        if task.better is not None and not task.better.empty():
            event.data_in.setSolution(np.array(task.better.get(), dtype=float))

    solver.cbMipImprovingSolution.subscribe(lambda event: report(event.data_out.mip_solution))
    solver.cbMipLogging.subscribe(lambda event: listener.bound(event.data_out.mip_dual_bound))
    solver.cbMipUserSolution.subscribe(take_better)
    solver.run()
    listener.bound(solver.getInfo().mip_dual_bound)
    proven = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    if proven:
        report(solver.getSolution().col_value)
    return bool(proven)
