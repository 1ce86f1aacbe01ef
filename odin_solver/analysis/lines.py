"""Best lines that differ materially."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import LayoutSignature, signature_of
from odin_solver.placement.solution import NoLayoutLeft, Solution, Status
from odin_solver.rules.position import Position
from odin_solver.support.display import Brief
from odin_solver.support.language import say


@dataclass(frozen=True, repr=False)
class Line(Brief):
    """One of several good layouts.

    Attributes
    ----------
    solution
        Its layout. Its status says whether it is proven best but for the previous lines.
    """

    solution: Solution
    loss: Loss


@dataclass(frozen=True, repr=False)
class Lines(Brief):
    """Best lines in order.

    Attributes
    ----------
    lines
        Lines, the best one first.
    complete
        Whether it is proven that no others exist.
    missing
        Number of further lines not found in time; 0 if no others exist.
    """

    lines: tuple[Line, ...]
    complete: bool
    missing: int


def best_lines(
    analyst: Analyst, count: int, on_line: Callable[[Line], None] | None = None
) -> Lines:
    """Find the best lines with different outcomes.

    Each is the best layout found with none of the previous outcomes. If one of them is better than
    a best placement that is not proven, it becomes the best.
    """
    problem = compile_problem(analyst.position)
    levels = analyst.objective.levels
    bounds: Sequence[Fraction] = analyst.proven_values
    solutions = [analyst.best]
    excluded: list[LayoutSignature] = []
    complete = False

    def is_new(layout: Position) -> bool:
        return signature_of(problem, as_laid(problem, layout), levels) not in excluded

    while True:
        solution = solutions[-1]
        if on_line is not None:
            on_line(_line(analyst, solution))
        if len(solutions) == count or analyst.out_of_time:
            break
        if solution.status is Status.OPTIMAL:
            bounds = [level.value for level in solution.levels]
        excluded.append(signature_of(problem, as_laid(problem, solution.after), levels))
        try:
            solution = analyst.solve(
                say("line {n}", n=len(solutions) + 1),
                bounds=bounds,
                excluded=excluded,
                start=analyst.nearest(is_new),
                ties=True,
                seconds=analyst.seconds_left / (count - len(solutions)),
            )
        except NoLayoutLeft as none:
            complete = none.proven
            break
        solutions.append(solution)
        analyst.add_layout(solution.after)
    solutions.sort(key=lambda each: [level.value for level in each.levels], reverse=True)
    analyst.adopt(solutions[0])
    lines = tuple(_line(analyst, solution) for solution in solutions)
    return Lines(lines, complete, 0 if complete else count - len(lines))


def _line(analyst: Analyst, solution: Solution) -> Line:
    best = analyst.best
    return Line(solution, loss_of(best, solution, at_best=best.status is Status.OPTIMAL))
