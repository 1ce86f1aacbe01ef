"""The best lines that differ materially."""

from dataclasses import dataclass

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.loss import Loss, loss_of
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import LayoutSignature, signature_of
from odin_solver.placement.solution import NoLayoutLeft, Solution, Status
from odin_solver.rules.position import Position


@dataclass(frozen=True)
class Line:
    """One of the best lines.

    Attributes
    ----------
    solution
        Its layout. Its status says whether nothing better exists besides the lines before it.
    loss
        What it loses against the best line.
    """

    solution: Solution
    loss: Loss


@dataclass(frozen=True)
class Lines:
    """The best lines, the best one first.

    Attributes
    ----------
    lines
        The lines.
    complete
        Whether it is proven that there are no others at all.
    missing
        How many more were asked for, and not found in time; none if there are no others.
    """

    lines: tuple[Line, ...]
    complete: bool
    missing: int


def best_lines(analyst: Analyst, count: int) -> Lines:
    """Find the best lines no two of which come to the same outcome.

    Each is the best of all layouts that come to none of the outcomes before. Once one of them
    cannot be proven in time, the search ends: it is the last line.

    Parameters
    ----------
    analyst
        Who knows the position.
    count
        How many lines to look for.
    """
    problem = compile_problem(analyst.position)
    levels = analyst.objective.levels
    solution = analyst.best
    found: list[Line] = []
    excluded: list[LayoutSignature] = []
    while True:
        loss = loss_of(analyst.best, solution, [level.value * 0 for level in solution.levels])
        found.append(Line(solution, loss))
        if solution.status is not Status.OPTIMAL or len(found) == count:
            return Lines(tuple(found), False, count - len(found))
        excluded.append(signature_of(problem, as_laid(problem, solution.after), levels))
        if analyst.over:
            return Lines(tuple(found), False, count - len(found))

        def new(line: Position) -> bool:
            return signature_of(problem, as_laid(problem, line), levels) not in excluded

        try:
            solution = analyst.solve(
                f"line {len(found) + 1}",
                bounds=[each.value for each in solution.levels],
                excluded=excluded,
                start=analyst.nearest(new),
                ties=True,
            )
        except NoLayoutLeft as none:
            missing = 0 if none.proven else count - len(found)
            return Lines(tuple(found), none.proven, missing)
        analyst.note(solution.after)
