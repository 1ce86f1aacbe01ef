"""Best lines that differ materially."""

from dataclasses import dataclass

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import LayoutSignature, signature_of
from odin_solver.placement.solution import NoLayoutLeft, Solution, Status
from odin_solver.rules.position import Position


@dataclass(frozen=True)
class Line:
    """One of several good layouts.

    Attributes
    ----------
    solution
        Its layout. Its status says whether it is proven best but for the previous lines.
    loss
        Loss against the best line.
    """

    solution: Solution
    loss: Loss


@dataclass(frozen=True)
class Lines:
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


def best_lines(analyst: Analyst, count: int) -> Lines:
    """Find the best lines with different outcomes.

    Each is the best layout with none of the previous outcomes. The first line that is not proven
    in time is the last one.

    Parameters
    ----------
    analyst
        Analyst of the position.
    count
        Maximum number of lines.
    """
    problem = compile_problem(analyst.position)
    levels = analyst.objective.levels
    solution = analyst.best
    lines: list[Line] = []
    excluded: list[LayoutSignature] = []
    while True:
        loss = loss_of(analyst.best, solution, [level.value * 0 for level in solution.levels])
        lines.append(Line(solution, loss))
        if solution.status is not Status.OPTIMAL or len(lines) == count:
            return Lines(tuple(lines), False, count - len(lines))
        excluded.append(signature_of(problem, as_laid(problem, solution.after), levels))
        if analyst.out_of_time:
            return Lines(tuple(lines), False, count - len(lines))

        def is_new(layout: Position) -> bool:
            return signature_of(problem, as_laid(problem, layout), levels) not in excluded

        try:
            solution = analyst.solve(
                f"line {len(lines) + 1}",
                bounds=[each.value for each in solution.levels],
                excluded=excluded,
                start=analyst.nearest(is_new),
                ties=True,
            )
        except NoLayoutLeft as none:
            missing = 0 if none.proven else count - len(lines)
            return Lines(tuple(lines), none.proven, missing)
        analyst.add_layout(solution.after)
