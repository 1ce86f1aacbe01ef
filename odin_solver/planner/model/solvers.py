"""Solving the model and its linear relaxation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, inf
from typing import Any

from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

from odin_solver.linear.cpsat import new_solver

INFINITE = 1 << 60
"""Bounds of constraints beyond this are infinite; CP-SAT uses numbers near 2^63."""

SLACK = 1e-4
"""Tolerance of a bound computed in floating point."""


@dataclass(frozen=True)
class ModelSolution:
    """A solution of a model.

    Attributes
    ----------
    value, bound
        Score, and its upper bound.
    values
        Values of all variables, in the order of the model.
    optimal
        Whether it is proven optimal.
    """

    value: int
    bound: int
    values: tuple[int, ...]
    optimal: bool


def solve(
    cp: cp_model.CpModel,
    *,
    seconds: float,
    workers: int,
    seed: int,
    hint: Mapping[int, int] | None = None,
    fixed: Mapping[int, int] | None = None,
) -> ModelSolution | None:
    """Return the best solution within the limits; None if there is none.

    Parameters
    ----------
    cp
        The model, which is not changed.
    seconds, workers, seed
        Limits.
    hint, fixed
        Values of variables by index: hints, and fixed values.
    """
    model = cp.clone()
    model.clear_hints()  # type: ignore[no-untyped-call]  # OR-Tools has no types here
    for index, value in (hint or {}).items():
        model.add_hint(model.get_int_var_from_proto_index(index), value)
    for index, value in (fixed or {}).items():
        model.add(model.get_int_var_from_proto_index(index) == value)
    solver = new_solver(workers=workers, seed=seed, seconds=max(0.05, seconds))
    parameters = solver.parameters
    # Ctrl-C is left to Python: it ends the planning, not only this search.
    parameters.catch_sigint_signal = False
    # Probing takes longer than the rest of presolve and gains little.
    parameters.cp_model_probing_level = 0
    # Good plans come from the linear relaxation: solve it early and often.
    parameters.linearization_level = 2
    parameters.cut_level = 0
    parameters.max_presolve_iterations = 1
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return ModelSolution(
        value=round(solver.objective_value),
        bound=floor(solver.best_objective_bound + SLACK),
        values=tuple(solver.response_proto.solution),
        optimal=status == cp_model.OPTIMAL,
    )


def value_of(expression: Any, values: Sequence[int]) -> int:
    """Return the value of a number, a variable or a linear expression."""
    if isinstance(expression, int):
        return expression
    flat = cp_model.FlatIntExpr(expression)
    terms = zip(flat.vars, flat.coeffs, strict=True)
    return int(flat.offset + sum(factor * values[var.index] for var, factor in terms))


def relaxed(cp: cp_model.CpModel) -> model_builder.Model:
    """Return the linear relaxation of a model with linear constraints."""
    proto = cp.proto
    model = model_builder.Model()  # type: ignore[no-untyped-call]  # OR-Tools has no types here
    variables = [
        model.new_var(each.domain[0], each.domain[1], False, None) for each in proto.variables
    ]
    for constraint in proto.constraints:
        row = constraint.linear
        low, high = row.domain[0], row.domain[1]
        model.add_linear_constraint(
            _sum(variables, row.vars, row.coeffs),
            -inf if low < -INFINITE else low,
            inf if high > INFINITE else high,
        )
    # CP-SAT minimises the negative of the objective.
    objective = proto.objective
    terms = _sum(variables, objective.vars, [-factor for factor in objective.coeffs])
    model.maximize(terms - objective.offset)
    return model


def _sum(
    variables: Sequence[model_builder.Variable], numbers: Sequence[int], factors: Sequence[int]
) -> model_builder.LinearExpr:
    return model_builder.LinearExpr.weighted_sum([variables[n] for n in numbers], list(factors))
