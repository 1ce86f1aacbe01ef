"""The CP-SAT engine: finds good layouts quickly, and proves them where bounds are easy."""

import math
import time
from collections.abc import Sequence

import numpy as np
import ortools
from ortools.sat.python import cp_model

from odin_solver.linear.engine import Listener, SearchTask
from odin_solver.linear.model import LinearConstraint, LinearModel, Var
from odin_solver.linear.rows import ModelRows

NAME = "CP-SAT"
VERSION: str = ortools.__version__  # type: ignore[attr-defined]  # missing in its types

_OPEN = 1 << 50
"""Stands for an open side of a constraint; no sum of ours comes near it."""


def new_solver(*, workers: int, seed: int = 0, seconds: float | None = None) -> cp_model.CpSolver:
    """Return a solver with limits; every call of CP-SAT begins here.

    A parameter avoids a known false OPTIMAL of OR-Tools 9.15: see docs/solver-errors.md.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed % (1 << 31)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    solver.parameters.presolve_inclusion_work_limit = 0
    # Otherwise Ctrl-C looks like the time limit and does not reach the caller.
    solver.parameters.catch_sigint_signal = False
    return solver


class _Claims(cp_model.CpSolverSolutionCallback):
    """Passes on what CP-SAT reports, and compares it with the solutions that are known.

    Attributes
    ----------
    known
        The largest value of the objective's terms among known solutions of the model.
    agree
        Whether all reports were right so far, as far as can be told.
    """

    def __init__(
        self, task: SearchTask, variables: Sequence[cp_model.IntVar], listener: Listener
    ) -> None:
        super().__init__()
        self._task = task
        self._variables = variables
        self._listener = listener
        self._rows = ModelRows(task.linear)
        self.known: int | None = None
        self.agree = True
        if task.start is not None and self._rows.allow(np.array(task.start, dtype=np.int64)):
            value = self._value(task.start)
            if task.cutoff is None or value > task.cutoff:
                self.known = value

    def _value(self, values: Sequence[int]) -> int:
        return sum(factor * values[var] for var, factor in self._task.objective.terms.items())

    def on_solution_callback(self) -> None:
        self.receive([self.value(var) for var in self._variables])

    def receive(self, values: list[int]) -> int:
        value = self._value(values)
        if not self._rows.allow(np.array(values, dtype=np.int64)):
            self.agree = False
        else:
            self.known = value if self.known is None else max(self.known, value)
            self._listener.solution(values.__getitem__)
        return value

    def bound(self, bound: float) -> None:
        if self.exceed(bound):
            self.agree = False
        elif self.agree:
            least = -math.inf if self._task.cutoff is None else self._task.cutoff
            self._listener.bound(max(bound, least))

    def exceed(self, bound: float) -> bool:
        return self.known is not None and bound < self.known - 0.5


def cp_model_of(linear: LinearModel) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Translate a linear model for CP-SAT; return its model and variables."""
    model = cp_model.CpModel()
    variables = [
        model.new_bool_var("") if upper == 1 else model.new_int_var(0, upper, "")
        for upper in linear.upper
    ]
    for clique in linear.cliques:
        model.add_at_most_one([variables[var] for var in clique])
    for constraint in linear.constraints:
        if _is_clause(constraint, linear):
            model.add_bool_or(
                variables[var] if sign > 0 else variables[var].negated()
                for var, sign in constraint.terms
            )
        else:
            model.add_linear_constraint(
                expression(constraint.terms, variables),
                -_OPEN if constraint.lower is None else constraint.lower,
                _OPEN if constraint.upper is None else constraint.upper,
            )
    return model, variables


def maximise(task: SearchTask, listener: Listener) -> bool:
    """Search; return whether the last solution is proven optimal, or the model infeasible.

    If CP-SAT contradicts a known solution, it searches again without presolve, where most of its
    false answers come from; if it does so again, it has shown nothing.

    On one thread CP-SAT interleaves its strategies, which is deterministic.
    """
    until = time.monotonic() + task.seconds
    ended = _search(task, listener, task.seconds, presolve=True)
    if ended is None:
        ended = _search(task, listener, max(0.1, until - time.monotonic()), presolve=False)
    return bool(ended)


def _search(task: SearchTask, listener: Listener, seconds: float, *, presolve: bool) -> bool | None:
    """Search once; return whether that ended with a proof, None if its claims are false."""
    model, variables = cp_model_of(task.linear)
    goal = expression(tuple(task.objective.terms.items()), variables)
    model.maximize(goal)
    if task.cutoff is not None:
        model.add_linear_constraint(goal, task.cutoff + task.objective.step, _OPEN)
    if task.start is not None:
        for var, value in zip(variables, task.start, strict=True):
            model.add_hint(var, value)
    solver = new_solver(workers=task.threads, seed=task.seed, seconds=seconds)
    parameters = solver.parameters
    parameters.cp_model_presolve = presolve
    if task.by_relaxation:
        parameters.linearization_level = 2
        if task.threads > 1:
            parameters.subsolvers.extend(["max_lp", "lb_tree_search"])
    elif task.threads == 1:
        parameters.interleave_search = True
    if task.work is not None:
        parameters.max_deterministic_time = task.work
    claims = _Claims(task, variables, listener)
    solver.best_bound_callback = claims.bound
    status = solver.solve(model, claims)
    if status == cp_model.OPTIMAL:
        value = claims.receive([solver.value(var) for var in variables])
        best = solver.best_objective_bound
        claims.agree &= not claims.exceed(value) and abs(solver.objective_value - value) < 0.5
        claims.agree &= abs(best - value) < 0.5
    elif status == cp_model.INFEASIBLE:
        claims.agree &= claims.known is None
        if claims.agree and task.cutoff is not None:
            listener.bound(task.cutoff)
    if not claims.agree:
        return None
    return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _is_clause(constraint: LinearConstraint, linear: LinearModel) -> bool:
    negative = sum(coefficient < 0 for _, coefficient in constraint.terms)
    return (
        constraint.upper is None
        and constraint.lower == 1 - negative
        and all(abs(coefficient) == 1 for _, coefficient in constraint.terms)
        and all(linear.upper[var] == 1 for var, _ in constraint.terms)
    )


def expression(
    terms: Sequence[tuple[Var, int]], variables: Sequence[cp_model.IntVar]
) -> cp_model.LinearExprT:
    """Return a linear expression over CP-SAT's variables."""
    return cp_model.LinearExpr.weighted_sum(
        [variables[var] for var, _ in terms], [coefficient for _, coefficient in terms]
    )
