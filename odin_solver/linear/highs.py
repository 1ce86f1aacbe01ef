"""The HiGHS engine, a MIP solver: strong where bounds are hard."""

import time
from typing import Any

import highspy
import numpy as np

from odin_solver.linear.branching import TOLERANCE, BranchAndBound, Floats, LeafSearch, SolverClaim
from odin_solver.linear.engine import Listener, SearchTask
from odin_solver.linear.rows import ModelRows

NAME = "HiGHS"
VERSION = (
    f"{highspy.HIGHS_VERSION_MAJOR}.{highspy.HIGHS_VERSION_MINOR}.{highspy.HIGHS_VERSION_PATCH}"
)

AGGREGATOR = 1 << 12
"""A presolve rule to switch off: with it HiGHS 1.15.1 reported a feasible model infeasible."""


class _SilentHighs(highspy.Highs):
    """HiGHS that does not print its name when it is made."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # highspy has no types

    def enableCallbacks(self) -> None:
        self.setOptionValue("output_flag", False)
        super().enableCallbacks()  # type: ignore[no-untyped-call]


def maximise(task: SearchTask, listener: Listener) -> bool:
    """Search; return whether the last solution is proven optimal, or the model infeasible."""
    return BranchAndBound(task, listener, _HighsNodes(task)).run()


class _HighsNodes:
    """Fulfils `odin_solver.linear.branching.NodeSolver`."""

    def __init__(self, task: SearchTask) -> None:
        self._task = task
        self._model = _model_of(task, ModelRows(task.linear))
        self._relaxation = self._solver(integer=False)

    def relax(self, lower: Floats, upper: Floats) -> SolverClaim:
        """Solve the relaxation."""
        solver = self._relaxation
        everything = np.arange(len(upper), dtype=np.int32)
        solver.changeColsBounds(len(upper), everything, np.array(lower), np.array(upper))
        solver.setOptionValue("time_limit", 1e9)
        solver.run()
        return _claim(solver, -np.inf)

    def search(self, lower: Floats, upper: Floats, how: LeafSearch) -> SolverClaim:
        self._model.col_lower_ = np.array(lower)
        self._model.col_upper_ = np.array(upper)
        solver = self._solver(integer=True)
        solver.changeRowBounds(self._model.num_row_ - 1, how.least, np.inf)
        solver.setOptionValue("presolve", how.presolve)
        solver.setOptionValue("time_limit", how.seconds)
        turn_ends = time.process_time() + how.turn

        def user_solution(event: Any) -> None:
            # A solution given by setSolution makes HiGHS 1.16.0 claim what it does not hold:
            # docs/solver-errors.md.
            offered = how.offered()
            if offered is not None:
                event.data_in.setSolution(np.array(offered, dtype=float))

        def interrupt(event: Any) -> None:
            how.bounded(event.data_out.mip_dual_bound)  # without output none is logged
            if how.ends() or time.process_time() >= turn_ends:
                event.interrupt()

        solver.cbMipImprovingSolution.subscribe(
            lambda event: how.improving(event.data_out.mip_solution)
        )
        solver.cbMipUserSolution.subscribe(user_solution)
        solver.cbMipInterrupt.subscribe(interrupt)
        solver.run()
        return _claim(solver, solver.getInfo().mip_dual_bound)

    def _solver(self, *, integer: bool) -> Any:
        task = self._task
        solver: Any = _SilentHighs()
        solver.setOptionValue("threads", task.threads)
        solver.setOptionValue("random_seed", task.seed % (1 << 31))
        solver.setOptionValue("presolve_rule_off", AGGREGATOR)
        # Objective values are multiples of a step: a smaller gap is none.
        solver.setOptionValue("mip_rel_gap", 0.0)
        solver.setOptionValue("mip_abs_gap", task.objective.step * (1 - TOLERANCE))
        if task.start is not None and task.better is not None:  # others look for better ones
            for heuristic in ("rins", "rens", "root_reduced_cost"):
                solver.setOptionValue(f"mip_heuristic_run_{heuristic}", False)
            solver.setOptionValue("mip_heuristic_effort", 0.0)
        kind = highspy.HighsVarType.kInteger if integer else highspy.HighsVarType.kContinuous
        self._model.integrality_ = [kind] * self._model.num_col_
        solver.passModel(self._model)
        return solver


def _claim(solver: Any, bound: float) -> SolverClaim:
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return SolverClaim("infeasible", -np.inf)
    if status == highspy.HighsModelStatus.kOptimal:
        bound = max(bound, solver.getInfo().objective_function_value)
        found = solver.getSolution()
        return SolverClaim(
            "optimal", bound, list(found.col_value), [-each for each in found.col_dual]
        )
    stops = (highspy.HighsModelStatus.kTimeLimit, highspy.HighsModelStatus.kInterrupt)
    return SolverClaim("stopped" if status in stops else "failed", bound)


def _model_of(task: SearchTask, rows: ModelRows) -> Any:
    size = len(task.linear.upper)
    costs = np.zeros(size)
    for var, factor in task.objective.terms.items():
        costs[var] = factor
    valued = np.flatnonzero(costs)
    model = highspy.HighsLp()
    model.num_col_ = size
    model.num_row_ = len(rows.lower) + 1
    model.col_cost_ = costs
    model.col_lower_ = np.zeros(size)
    model.col_upper_ = np.array(task.linear.upper, dtype=float)
    model.row_lower_ = np.append(rows.lower, -np.inf)
    model.row_upper_ = np.append(rows.upper, np.inf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.append(rows.starts, rows.starts[-1] + len(valued))
    model.a_matrix_.index_ = np.append(rows.index, valued)
    model.a_matrix_.value_ = np.append(rows.factors, costs[valued]).astype(float)
    model.sense_ = highspy.ObjSense.kMaximize
    return model
