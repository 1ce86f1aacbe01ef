"""The engine that hands a statement to CP-SAT."""

from collections.abc import Sequence

from ortools.sat.python import cp_model

from odin_solver.placement.model.engine import Listener, Task
from odin_solver.placement.model.statement import Row, Statement, Var

NAME = "CP-SAT"
PACKAGE = "ortools"

_OPEN = 1 << 50
"""Stands for no limit on a row; no row of ours comes near it."""


class _Stream(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: Sequence[cp_model.IntVar], listener: Listener) -> None:
        super().__init__()
        self._variables = variables
        self._listener = listener

    def on_solution_callback(self) -> None:
        values = [self.value(var) for var in self._variables]
        self._listener.solution(values.__getitem__)


def cp_model_of(statement: Statement) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """State the same to CP-SAT."""
    model = cp_model.CpModel()
    variables = [
        model.new_bool_var("") if upper == 1 else model.new_int_var(0, upper, "")
        for upper in statement.upper
    ]
    for clique in statement.cliques:
        model.add_at_most_one([variables[var] for var in clique])
    for row in statement.rows:
        if _is_clause(row, statement):
            model.add_bool_or(
                variables[var] if sign > 0 else variables[var].negated() for var, sign in row.terms
            )
        else:
            model.add_linear_constraint(
                linear(row.terms, variables),
                -_OPEN if row.lower is None else row.lower,
                _OPEN if row.upper is None else row.upper,
            )
    return model, variables


def maximise(task: Task, listener: Listener) -> bool:
    """Search; whether the last solution reported was proven best, or that there is none.

    With one thread CP-SAT takes turns between its strategies, which is deterministic.
    """
    model, variables = cp_model_of(task.statement)
    model.maximize(linear(tuple(task.goal.terms.items()), variables))
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
    if task.threads == 1:
        parameters.interleave_search = True
    if task.work is not None:
        parameters.max_deterministic_time = task.work
    solver.best_bound_callback = listener.bound
    status = solver.solve(model, _Stream(variables, listener))
    return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _is_clause(row: Row, statement: Statement) -> bool:
    """Whether a row says that one of some literals holds."""
    negative = sum(coefficient < 0 for _, coefficient in row.terms)
    return (
        row.upper is None
        and row.lower == 1 - negative
        and all(abs(coefficient) == 1 for _, coefficient in row.terms)
        and all(statement.upper[var] == 1 for var, _ in row.terms)
    )


def linear(
    terms: Sequence[tuple[Var, int]], variables: Sequence[cp_model.IntVar]
) -> cp_model.LinearExprT:
    """A linear expression over CP-SAT's variables."""
    return cp_model.LinearExpr.weighted_sum(
        [variables[var] for var, _ in terms], [coefficient for _, coefficient in terms]
    )
