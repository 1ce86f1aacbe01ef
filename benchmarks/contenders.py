"""The contenders: ours, the naive model, and other solvers on our own strengthened statement.

A contender runs in a process of its own (`benchmarks.child`), and imports its solver itself.
The other solvers get the statement that our engines get, and nothing else: no layout of the
constructive search, no neighbourhoods, no second solver beside them. Each solves the sums of an
objective one after the other, the values reached before as floors, and starts a sum from its own
layout of the sum before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from typing import Any, Protocol

from benchmarks.contender import Answer, Contender, LevelAnswer, Question, Tell
from odin_solver.model.build import Model, assignment, build_model, laid_pieces
from odin_solver.model.objective import Sum, weighted_sum
from odin_solver.model.statement import Statement
from odin_solver.objective import Weights
from odin_solver.problem import Laid, Problem, compile_problem, in_placing_order, layout

Values = Sequence[int]
"""The values of all variables of a statement."""


@dataclass(frozen=True)
class Outcome:
    """What a solver made of one sum.

    Attributes
    ----------
    values
        Its best solution, if it has one.
    bound
        What the terms of the goal cannot exceed, as it says; None if it says nothing.
    proven
        Whether it says that the solution is the best.
    """

    values: Values | None
    bound: float | None
    proven: bool


class Solver(Protocol):
    """A solver that takes a statement."""

    def __call__(
        self,
        statement: Statement,
        goal: Sum,
        start: Values | None,
        question: Question,
        found: Callable[[float], None],
    ) -> Outcome:
        """Maximise; `found` is told the value of the terms of the goal of every new solution."""


def ours(question: Question, tell: Tell) -> Answer | None:
    """The `solve` of this project, end to end."""
    from odin_solver.solve import Limits, solve

    solution = solve(
        question.position,
        question.objective,
        limits=Limits(question.seconds, question.threads, question.seed),
        on_progress=lambda progress: tell(progress.level, progress.value, progress.bound),
    )
    levels = tuple(LevelAnswer(level.value, level.bound) for level in solution.levels)
    return Answer(solution.after, levels, solution.solver, solution.version)


def naive(question: Question, tell: Tell) -> Answer | None:
    """See `benchmarks.naive`."""
    import benchmarks.naive as model

    return model.naive(question, tell)


def _stated(
    problem: Problem, sums: Sequence[Weights], reached: Sequence[Fraction]
) -> tuple[Model, Sum]:
    """Our statement of a problem with the last sum as goal and the values of the others as floors.

    This is what `odin_solver.model.worker` gives to our engines.
    """
    model = build_model(problem, sums)
    *floors, goal = [weighted_sum(problem, model.variables, weights) for weights in sums]
    for floor, value in zip(floors, reached, strict=True):
        model.statement.row(floor.terms, lower=int(value * floor.scale) - floor.constant)
    return model, goal


def on_our_statement(solver: Solver, name: str, package: str) -> Contender:
    """A contender that hands our statement to a solver, sum by sum."""

    def answer(question: Question, tell: Tell) -> Answer | None:
        problem = compile_problem(question.position)
        best: tuple[Laid, ...] | None = None
        levels: list[LevelAnswer] = []
        for level in range(len(question.objective.levels)):
            reached = [each.value for each in levels]
            model, goal = _stated(problem, question.objective.levels[: level + 1], reached)
            start = None if best is None else assignment(model, best)
            if start is not None:
                tell(level, goal.value(start.__getitem__), None)

            def found(terms: float, level: int = level, goal: Sum = goal) -> None:
                tell(level, Fraction(goal.constant + round(terms), goal.scale), None)

            outcome = solver(model.statement, goal, start, question, found)
            if outcome.values is None:
                break
            best = in_placing_order(problem, laid_pieces(model, outcome.values.__getitem__))
            value = goal.value(outcome.values.__getitem__)
            bound = None if outcome.bound is None else goal.ceiling(outcome.bound)
            levels.append(LevelAnswer(value, value if outcome.proven else bound))
            tell(level, value, levels[-1].bound)
            if not levels[-1].proven:
                break
        if best is None:
            return None
        return Answer(layout(problem, best), tuple(levels), name, version(package))

    return answer


def highs(
    statement: Statement,
    goal: Sum,
    start: Values | None,
    question: Question,
    found: Callable[[float], None],
) -> Outcome:
    """HiGHS with default parameters, but told of what multiples the goal's values are."""
    import highspy

    from odin_solver.model.highs import highs_model_of

    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", question.threads)
    solver.setOptionValue("random_seed", question.seed)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", goal.step * (1 - 1e-6))
    solver.passModel(highs_model_of(statement, goal))
    if start is not None:
        solution = highspy.HighsSolution()
        solution.col_value = [float(value) for value in start]
        solver.setSolution(solution)
    solver.cbMipImprovingSolution.subscribe(
        lambda event: found(event.data_out.objective_function_value)
    )
    solver.setOptionValue("time_limit", question.seconds)
    solver.run()
    info = solver.getInfo()
    status = solver.getModelStatus()
    feasible = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return Outcome(
        values=[round(value) for value in solver.getSolution().col_value] if feasible else None,
        bound=info.mip_dual_bound,
        proven=status == highspy.HighsModelStatus.kOptimal,
    )


def scip(
    statement: Statement,
    goal: Sum,
    start: Values | None,
    question: Question,
    found: Callable[[float], None],
) -> Outcome:
    """SCIP with default parameters; it searches on one thread."""
    # Imported by name: the package is an extra that type checkers may not find.
    pyscipopt: Any = import_module("pyscipopt")

    class Stream(pyscipopt.Eventhdlr):  # type: ignore[misc]
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
        for var, upper in enumerate(statement.upper)
    ]
    model.setMaximize()
    for clique in statement.cliques:
        model.addCons(pyscipopt.quicksum(variables[var] for var in clique) <= 1)
    for row in statement.rows:
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
    model.includeEventhdlr(Stream(), "stream", "passes on solutions")
    model.setParam("randomization/randomseedshift", question.seed)
    model.setParam("limits/time", question.seconds)
    model.optimize()
    values = None
    if model.getNSols():
        best = model.getBestSol()
        values = [round(model.getSolVal(best, variable)) for variable in variables]
    return Outcome(values, model.getDualbound(), model.getStatus() == "optimal")


def cp_sat(
    statement: Statement,
    goal: Sum,
    start: Values | None,
    question: Question,
    found: Callable[[float], None],
) -> Outcome:
    """CP-SAT with default parameters."""
    from ortools.sat.python import cp_model

    from odin_solver.model.cpsat import cp_model_of, linear

    class Stream(cp_model.CpSolverSolutionCallback):
        """Passes on the value of every solution."""

        def on_solution_callback(self) -> None:
            found(self.objective_value)

    model, variables = cp_model_of(statement)
    model.maximize(linear(tuple(goal.terms.items()), variables))
    if start is not None:
        for var, value in zip(variables, start, strict=True):
            model.add_hint(var, value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = question.threads
    solver.parameters.random_seed = question.seed
    # The only parameter that is not the default: avoids a false OPTIMAL (OR-Tools 5293).
    solver.parameters.presolve_inclusion_work_limit = 0
    solver.parameters.max_time_in_seconds = question.seconds
    status = solver.solve(model, Stream())
    solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return Outcome(
        values=[solver.value(variable) for variable in variables] if solved else None,
        bound=solver.best_objective_bound,
        proven=bool(status == cp_model.OPTIMAL),
    )


OURS, NAIVE = "ours", "naive"

CONTENDERS: Mapping[str, Contender] = {
    OURS: ours,
    "highs": on_our_statement(highs, "HiGHS", "highspy"),
    "scip": on_our_statement(scip, "SCIP", "pyscipopt"),
    "cp-sat": on_our_statement(cp_sat, "CP-SAT", "ortools"),
    NAIVE: naive,
}

PACKAGES = ("ortools", "highspy", "pyscipopt", "numpy")
"""The packages whose versions matter."""

OTHERS = tuple(name for name in CONTENDERS if name not in (OURS, NAIVE))
"""The other solvers on our statement."""
