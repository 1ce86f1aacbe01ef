"""Grading a puzzle of any kind."""

from collections import Counter

from odin_puzzles.grading.banquet import Menus, menus_of, solution_of
from odin_puzzles.grading.difficulty import banquet_difficulty, layout_difficulty
from odin_puzzles.grading.layouts import Solved, solve
from odin_puzzles.grading.result import Grade, Step
from odin_puzzles.grading.state import Deduction
from odin_puzzles.grading.table import Table
from odin_puzzles.kinds import BANQUET, LAYOUT_KINDS
from odin_puzzles.kinds.banquet import menu_of
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import tile
from odin_solver.rules.geometry import bits


def grade(puzzle: Puzzle) -> Grade:
    """Grade a puzzle by solving it as people do.

    The same puzzle always gets the same grade: nothing is left to chance, and effort is counted.

    Parameters
    ----------
    puzzle
        A puzzle with one solution. If it is stated, the steps lead to it.

    Raises
    ------
    ValueError
        If the puzzle has no solution, another one than it states, or several, as far as the
        grader sees.
    """
    if puzzle.kind == BANQUET.name:
        return _banquet(puzzle)
    return _layout(solve(LAYOUT_KINDS[puzzle.kind].task(puzzle), puzzle.solution))


def _layout(solved: Solved) -> Grade:
    counts = Counter(each.technique for each in solved.deductions)
    return Grade(
        difficulty=layout_difficulty(solved.searched, counts, solved.depth),
        method="search" if solved.searched else "logic",
        steps=tuple(_step(solved.table, each) for each in solved.deductions),
        depth=solved.depth,
        nodes=solved.nodes,
    )


def _step(table: Table, found: Deduction) -> Step:
    return Step(
        found.technique,
        found.words(),
        None if found.lay is None else table.piece(found.lay),
        tuple(table.piece(number) for number in bits(found.out)),
    )


def _banquet(puzzle: Puzzle) -> Grade:
    solution = solution_of(puzzle)
    if puzzle.solution and menu_of(puzzle.solution) != menu_of(solution):
        raise ValueError("the puzzle has another solution")
    found = menus_of(puzzle)
    steps = _menu_steps(found)
    for each in puzzle.solution or solution:
        food = tile(each.tile)
        steps.append(Step("serving", f"the menu that is left has {food.name.lower()}", each))
    return Grade(
        difficulty=banquet_difficulty(found.filling - found.apart),
        method="logic",
        steps=tuple(steps),
        depth=0,
        nodes=found.filling,
    )


def _menu_steps(found: Menus) -> list[Step]:
    """What the rules exclude of the menus that fill the table."""
    steps = []
    if found.filling > found.lengthwise:
        text = f"{found.filling - found.lengthwise} of {found.filling} menus that fill the table "
        steps.append(Step("lengthwise", text + "need two tiles of a kind lengthwise"))
    if found.lengthwise > found.apart:
        text = f"{found.lengthwise - found.apart} of {found.lengthwise} menus left put orange "
        steps.append(Step("colour ban", text + "beside orange, or red beside red"))
    return steps
