"""Grading a puzzle of any kind."""

from odin_puzzles.grading.result import Grade, GradeStep
from odin_puzzles.kinds import kind_of
from odin_puzzles.puzzle import Puzzle


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
