"""Grading a puzzle of any kind."""

from collections import Counter

from odin_puzzles.grading.difficulty import layout_difficulty
from odin_puzzles.grading.layout_solver import SolvedLayout
from odin_puzzles.grading.result import Grade, GradeStep
from odin_puzzles.grading.state import Deduction
from odin_puzzles.grading.table import CandidateTable
from odin_puzzles.kinds import kind_of
from odin_puzzles.puzzle import Puzzle
from odin_solver.rules.geometry import bits


def grade(puzzle: Puzzle) -> Grade:
    """Grade a puzzle by solving it as people do.

    The grade is deterministic: nothing is random, and effort is counted, not timed.

    Parameters
    ----------
    puzzle
        A puzzle with one solution. If the puzzle contains it, the steps lead to it.

    Raises
    ------
    ValueError
        If the grader finds no solution, several, or a different one.
    """
    return kind_of(puzzle).grade(puzzle)


def steps_for_hints(puzzle: Puzzle) -> tuple[GradeStep, ...]:
    """Return the steps of the grade; none in another game, at a table, or if grading fails.

    Hints for an unsound puzzle follow its own solution.
    """
    if not kind_of(puzzle).explained:
        return ()
    try:
        return grade(puzzle).steps
    except ValueError:
        return ()


def layout_grade(solved: SolvedLayout) -> Grade:
    """Return the grade of a layout puzzle that was solved."""
    counts = Counter(deduction.technique for deduction in solved.deductions)
    return Grade(
        difficulty=layout_difficulty(solved.searched, counts, solved.depth),
        method="search" if solved.searched else "logic",
        steps=tuple(_step(solved.table, deduction) for deduction in solved.deductions),
        depth=solved.depth,
        nodes=solved.nodes,
    )


def _step(table: CandidateTable, deduction: Deduction) -> GradeStep:
    return GradeStep(
        deduction.technique,
        deduction.reason(),
        None if deduction.lay is None else table.piece(deduction.lay),
        tuple(table.piece(number) for number in bits(deduction.out)),
    )
