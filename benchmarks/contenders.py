"""The contenders: ours, two models of CP-SAT, and other solvers on our own linear model.

A contender runs in a process of its own (`benchmarks.child`), and imports its solver itself.
The other solvers get the linear model that our engines get, and nothing else: no constructive
search, no large-neighbourhood search, no second solver. Each solves the objective levels one
after the other, the values reached before as floors, and starts a level from its own layout of
the level before.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.metadata import version

from benchmarks.contender import Contender, ContenderAnswer, ContenderTask, LevelAnswer, Tell
from benchmarks.solvers import Solver, cp_sat, highs, scip
from odin_solver.linear.objective import LinearObjective
from odin_solver.placement.model.build import PlacementModel, assignment, build_model, laid_pieces
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Laid, Problem, compile_problem, in_placing_order, layout


def ours(task: ContenderTask, tell: Tell) -> ContenderAnswer | None:
    """The `solve` of this project, end to end."""
    from odin_solver.placement.solution import Limits, Request
    from odin_solver.placement.solve import answer

    limits = Limits(task.seconds, task.threads, task.seed)
    solution = answer(
        Request(task.position, task.objective, limits),
        on_progress=lambda progress: tell(progress.level, progress.value, progress.bound),
        engines=task.engines,
    )
    levels = tuple(LevelAnswer(level.value, level.bound) for level in solution.levels)
    return ContenderAnswer(solution.after, levels, solution.solver, solution.version)


def naive(task: ContenderTask, tell: Tell) -> ContenderAnswer | None:
    """See `benchmarks.naive`."""
    import benchmarks.naive as model

    return model.naive(task, tell)


def equality(task: ContenderTask, tell: Tell) -> ContenderAnswer | None:
    """See `benchmarks.equality`."""
    import benchmarks.equality as model

    return model.equality(task, tell)


def _model_for(
    problem: Problem, sums: Sequence[Weights], reached: Sequence[Fraction]
) -> tuple[PlacementModel, LinearObjective]:
    """Return our model with the last level as objective and the others as floors.

    This is what `odin_solver.placement.model.worker` gives to our engines.
    """
    model = build_model(problem, sums)
    *floors, goal = [weighted_sum(problem, model.variables, weights) for weights in sums]
    for floor, value in zip(floors, reached, strict=True):
        model.linear.add_constraint(floor.terms, lower=int(value * floor.scale) - floor.constant)
    return model, goal


def on_our_model(solver: Solver, name: str, package: str) -> Contender:
    """Return a contender that hands our model to a solver, level by level."""

    def answer(task: ContenderTask, tell: Tell) -> ContenderAnswer | None:
        problem = compile_problem(task.position)
        best: tuple[Laid, ...] | None = None
        levels: list[LevelAnswer] = []
        for level in range(len(task.objective.levels)):
            reached = [each.value for each in levels]
            model, goal = _model_for(problem, task.objective.levels[: level + 1], reached)
            start = None if best is None else assignment(model, best)
            if start is not None:
                tell(level, goal.value(start.__getitem__), None)

            def found(terms: float, level: int = level, goal: LinearObjective = goal) -> None:
                tell(level, Fraction(goal.constant + round(terms), goal.scale), None)

            outcome = solver(model.linear, goal, start, task, found)
            if outcome.values is None:
                break
            best = in_placing_order(problem, laid_pieces(model, outcome.values.__getitem__))
            value = goal.value(outcome.values.__getitem__)
            # Solvers without a bound so far name an absurdly large number.
            bound = goal.ceiling(outcome.bound) if abs(outcome.bound) < 1e15 else None
            levels.append(LevelAnswer(value, value if outcome.proven else bound))
            tell(level, value, levels[-1].bound)
            if not levels[-1].proven:
                break
        if best is None:
            return None
        return ContenderAnswer(layout(problem, best), tuple(levels), name, version(package))

    return answer


OURS, EQUALITY, NAIVE = "ours", "equality", "naive"

CONTENDERS: Mapping[str, Contender] = {
    OURS: ours,
    "highs": on_our_model(highs, "HiGHS", "highspy"),
    "scip": on_our_model(scip, "SCIP", "pyscipopt"),
    "cp-sat": on_our_model(cp_sat, "CP-SAT", "ortools"),
    EQUALITY: equality,
    NAIVE: naive,
}

PACKAGES = ("ortools", "highspy", "pyscipopt", "numpy")
"""The packages whose versions are recorded."""

OTHERS = tuple(name for name in CONTENDERS if name not in (OURS, NAIVE))
"""The contenders with which ours is compared one by one."""

OWN_MODELS = (EQUALITY, NAIVE)
"""Those that share nothing with our model, so that they confirm it."""
