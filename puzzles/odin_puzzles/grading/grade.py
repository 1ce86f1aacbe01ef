"""Grading a puzzle of any kind."""

from collections import Counter

from odin_puzzles.grading.banquet import MenuCounts, count_menus, solution_of
from odin_puzzles.grading.difficulty import banquet_difficulty, layout_difficulty
from odin_puzzles.grading.layout_solver import SolvedLayout, solve
from odin_puzzles.grading.result import Grade, GradeStep
from odin_puzzles.grading.state import Deduction
from odin_puzzles.grading.table import CandidateTable
from odin_puzzles.kinds import BANQUET, LAYOUT_KINDS
from odin_puzzles.kinds.banquet import menu_of
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
    if puzzle.kind == BANQUET.name:
        return _banquet(puzzle)
    return _layout(solve(LAYOUT_KINDS[puzzle.kind].task(puzzle), puzzle.solution))


def _layout(solved: SolvedLayout) -> Grade:
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


def _banquet(puzzle: Puzzle) -> Grade:
    solution = solution_of(puzzle)
    if puzzle.solution and menu_of(puzzle.solution) != menu_of(solution):
        raise ValueError("the puzzle has another solution")
    counts = count_menus(puzzle)
    steps = _menu_steps(counts)
    for piece in puzzle.solution or solution:
        food = piece.tile
        steps.append(GradeStep("serving", f"the only menu left has {food.name.lower()}", piece))
    return Grade(
        difficulty=banquet_difficulty(counts.filling - counts.apart),
        method="logic",
        steps=tuple(steps),
        depth=0,
        nodes=counts.filling,
    )


def _menu_steps(counts: MenuCounts) -> list[GradeStep]:
    """Return the steps by which the rules exclude menus that fill the table."""
    filling, lengthwise, apart = counts
    steps = []
    if filling > lengthwise:
        text = f"{filling - lengthwise} of {filling} menus that fill the table "
        steps.append(GradeStep("lengthwise", text + "need two tiles of a kind lengthwise"))
    if lengthwise > apart:
        text = f"{lengthwise - apart} of {lengthwise} menus left put orange "
        steps.append(GradeStep("colour ban", text + "beside orange, or red beside red"))
    return steps
