"""Other solvers on our own linear model, with default parameters.

How a model is handed over is written here once more: the engines of
`odin_solver.placement.model` do
more than that, and they may change.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from benchmarks.contender import ContenderTask
from odin_solver.linear.model import LinearModel, Var
from odin_solver.linear.objective import LinearObjective

Values = Sequence[int]
"""The values of all variables of a linear model."""


@dataclass(frozen=True)
class SolverOutcome:
    """Result of a solver for one objective level.

    Attributes
    ----------
    values
        Its best solution, if it has one.
    bound
        What the terms of the goal cannot exceed, as it says.
    proven
        Whether it says that the solution is the best.
    """

    values: Values | None
    bound: float
    proven: bool


class Solver(Protocol):
    """A solver that takes a linear model."""

    def __call__(
        self,
        linear: LinearModel,
        goal: LinearObjective,
        start: Values | None,
        task: ContenderTask,
        found: Callable[[float], None],
    ) -> SolverOutcome:
        """Maximise; `found` is told the value of the terms of the goal of every new solution."""


def highs(
    linear: LinearModel,
    goal: LinearObjective,
    start: Values | None,
    task: ContenderTask,
    found: Callable[[float], None],
) -> SolverOutcome:
    """HiGHS with default parameters and the common divisor of the goal's values."""
    import highspy

    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy has no types
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", task.threads)
    solver.setOptionValue("random_seed", task.seed)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", goal.step * (1 - 1e-6))
    solver.passModel(_highs_model(linear, goal))
    if start is not None:
        solution = highspy.HighsSolution()
        solution.col_value = [float(value) for value in start]
        solver.setSolution(solution)
    solver.cbMipImprovingSolution.subscribe(
        lambda event: found(event.data_out.objective_function_value)
    )
    solver.setOptionValue("time_limit", task.seconds)
    solver.run()
    info = solver.getInfo()
    status = solver.getModelStatus()
    feasible = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return SolverOutcome(
        values=[round(value) for value in solver.getSolution().col_value] if feasible else None,
        bound=info.mip_dual_bound,
        proven=status == highspy.HighsModelStatus.kOptimal,
    )


def scip(
    linear: LinearModel,
    goal: LinearObjective,
    start: Values | None,
    task: ContenderTask,
    found: Callable[[float], None],
) -> SolverOutcome:
    """SCIP with default parameters; it searches on one thread."""
    # Imported by name: the package is an extra that type checkers may not find.
    pyscipopt: Any = import_module("pyscipopt")

    class ScipStream(pyscipopt.Eventhdlr):  # type: ignore[misc]  # its base is Any
        """Passes on the value of every solution."""

        def eventinit(self) -> None:
            self.model.catchEvent(pyscipopt.SCIP_EVENTTYPE.BESTSOLFOUND, self)

        def eventexit(self) -> None:
            self.model.dropEvent(pyscipopt.SCIP_EVENTTYPE.BESTSOLFOUND, self)

        def eventexec(self, event: Any) -> None:
            found(self.model.getSolObjVal(self.model.getBestSol()))

    model: Any = pyscipopt.Model()
    model.hideOutput()
    variables = [
        model.addVar(vtype="B" if upper == 1 else "I", lb=0, ub=upper, obj=goal.terms.get(var, 0))
        for var, upper in enumerate(linear.upper)
    ]
    model.setMaximize()
    for clique in linear.cliques:
        model.addCons(pyscipopt.quicksum(variables[var] for var in clique) <= 1)
    for row in linear.constraints:
        terms = pyscipopt.quicksum(factor * variables[var] for var, factor in row.terms)
        if row.lower is not None and row.upper is not None:
            model.addCons(row.lower <= (terms <= row.upper))
        elif row.lower is not None:
            model.addCons(terms >= row.lower)
        elif row.upper is not None:
            model.addCons(terms <= row.upper)
    if start is not None:
        solution = model.createSol()
        for variable, value in zip(variables, start, strict=True):
            model.setSolVal(solution, variable, value)
        model.addSol(solution)
    model.includeEventhdlr(ScipStream(), "stream", "passes on solutions")
    model.setParam("randomization/randomseedshift", task.seed)
    model.setParam("limits/time", task.seconds)
    model.optimize()
    values = None
    if model.getNSols():
        best = model.getBestSol()
        values = [round(model.getSolVal(best, variable)) for variable in variables]
    return SolverOutcome(values, model.getDualbound(), model.getStatus() == "optimal")


def cp_sat(
    linear: LinearModel,
    goal: LinearObjective,
    start: Values | None,
    task: ContenderTask,
    found: Callable[[float], None],
) -> SolverOutcome:
    """CP-SAT with default parameters, but for one that avoids a known false OPTIMAL."""
    from ortools.sat.python import cp_model

    from odin_solver.linear.cpsat import new_solver

    class CpSatStream(cp_model.CpSolverSolutionCallback):
        """Passes on the value of every solution."""

        def on_solution_callback(self) -> None:
            found(self.objective_value)

    model = cp_model.CpModel()
    variables = [model.new_int_var(0, upper, "") for upper in linear.upper]

    def expression(terms: Iterable[tuple[Var, int]]) -> cp_model.LinearExprT:
        pairs = tuple(terms)
        return cp_model.LinearExpr.weighted_sum(
            [variables[var] for var, _ in pairs], [factor for _, factor in pairs]
        )

    for clique in linear.cliques:
        model.add_at_most_one([variables[var] for var in clique])
    for row in linear.constraints:
        if row.lower is not None and row.lower == row.upper:
            model.add(expression(row.terms) == row.lower)
            continue
        if row.lower is not None:
            model.add(expression(row.terms) >= row.lower)
        if row.upper is not None:
            model.add(expression(row.terms) <= row.upper)
    model.maximize(expression(goal.terms.items()))
    if start is not None:
        for var, value in zip(variables, start, strict=True):
            model.add_hint(var, value)
    solver = new_solver(workers=task.threads, seed=task.seed, seconds=task.seconds)
    status = solver.solve(model, CpSatStream())
    solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return SolverOutcome(
        values=[solver.value(variable) for variable in variables] if solved else None,
        bound=solver.best_objective_bound,
        proven=bool(status == cp_model.OPTIMAL),
    )


def _highs_model(linear: LinearModel, goal: LinearObjective) -> Any:
    import highspy
    import numpy as np

    rows: list[tuple[dict[Var, int], int | None, int | None]] = []
    rows += [(dict.fromkeys(clique, 1), None, 1) for clique in linear.cliques]
    rows += [(dict(row.terms), row.lower, row.upper) for row in linear.constraints]
    size = len(linear.upper)
    model = highspy.HighsLp()
    model.num_col_ = size
    model.num_row_ = len(rows)
    model.col_cost_ = np.array([goal.terms.get(var, 0) for var in range(size)], dtype=float)
    model.col_lower_ = np.zeros(size)
    model.col_upper_ = np.array(linear.upper, dtype=float)
    model.row_lower_ = np.array([-np.inf if low is None else float(low) for _, low, _ in rows])
    model.row_upper_ = np.array([np.inf if high is None else float(high) for *_, high in rows])
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(terms) for terms, *_ in rows)])
    model.a_matrix_.index_ = np.array([var for terms, *_ in rows for var in terms])
    factors = [factor for terms, *_ in rows for factor in terms.values()]
    model.a_matrix_.value_ = np.array(factors, dtype=float)
    model.integrality_ = [highspy.HighsVarType.kInteger] * size
    model.sense_ = highspy.ObjSense.kMaximize
    return model
