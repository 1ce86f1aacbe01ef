"""The CP-SAT engine: finds good layouts quickly, and proves them where bounds are easy."""

import math
from collections.abc import Sequence

import ortools
from ortools.sat.python import cp_model

from odin_solver.linear.engine import Listener, SearchTask
from odin_solver.linear.model import LinearConstraint, LinearModel, Var

NAME = "CP-SAT"
VERSION: str = ortools.__version__  # type: ignore[attr-defined]  # missing in its types

_OPEN = 1 << 50
"""Stands for an open side of a constraint; no sum of ours comes near it."""


class _SolutionCallback(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: Sequence[cp_model.IntVar], listener: Listener) -> None:
        super().__init__()
        self._variables = variables
        self._listener = listener

    def on_solution_callback(self) -> None:
        values = [self.value(var) for var in self._variables]
        self._listener.solution(values.__getitem__)


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

    On one thread CP-SAT interleaves its strategies, which is deterministic.
    """
    model, variables = cp_model_of(task.linear)
    goal = expression(tuple(task.objective.terms.items()), variables)
    model.maximize(goal)
    least = -math.inf if task.cutoff is None else task.cutoff
    if task.cutoff is not None:
        model.add_linear_constraint(goal, task.cutoff + task.objective.step, _OPEN)
    if task.start is not None:
        for var, value in zip(variables, task.start, strict=True):
            model.add_hint(var, value)
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.max_time_in_seconds = task.seconds
    parameters.random_seed = task.seed % (1 << 31)
    parameters.num_workers = task.threads
    # Avoids a false OPTIMAL of OR-Tools 9.15 (its issue 5293).
    parameters.presolve_inclusion_work_limit = 0
    if task.by_relaxation:
        parameters.linearization_level = 2
        if task.threads > 1:
            parameters.subsolvers.extend(["max_lp", "lb_tree_search"])
    elif task.threads == 1:
        parameters.interleave_search = True
    if task.work is not None:
        parameters.max_deterministic_time = task.work
    solver.best_bound_callback = lambda bound: listener.bound(max(bound, least))
    status = solver.solve(model, _SolutionCallback(variables, listener))
    if not variables and status == cp_model.OPTIMAL:  # a solution that the callback never sees
        listener.solution(lambda var: 0)
    if status == cp_model.INFEASIBLE and task.cutoff is not None:
        listener.bound(task.cutoff)
    return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _is_clause(constraint: LinearConstraint, linear: LinearModel) -> bool:
    """Whether a constraint is a disjunction of literals."""
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
