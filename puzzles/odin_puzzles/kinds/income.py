"""The kind ``income``: reach an income with all tiles."""

from typing import ClassVar

from odin_puzzles.kinds.base import unused
from odin_puzzles.kinds.layout_task import LayoutTask, all_tiles
from odin_puzzles.puzzle import IncomeGoal, KindName, Puzzle
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.geometry import Grid, Mask
from odin_solver.rules.position import Position


class IncomeKind:
    """Reach an income on one board with every tile of the supply."""

    name: ClassVar[KindName] = "income"

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""
        goal = _goal(puzzle)
        where = f" on {puzzle.position.boards[goal.board].board.name}"
        where = where if len(puzzle.position.boards) > 1 else ""
        return f"Lay all the tiles so that the income{where} is {goal.income} or more."

    def task(self, puzzle: Puzzle) -> LayoutTask:
        """Return the task for a search."""
        goal = _goal(puzzle)
        problem = compile_problem(puzzle.position)
        must = tuple(
            needed_for_income(area.grid, goal.income) & ~area.covered
            if area.number == goal.board
            else 0
            for area in problem.areas
        )
        counts = all_tiles(problem)
        # A tile without any placement counts too: then there is no solution.
        total = sum(puzzle.position.supply.values())
        return LayoutTask(
            problem, must, tuple(area.free for area in problem.areas), counts, (total, total)
        )

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """Return how a legal layout misses the goal, by the plain rules."""
        goal = _goal(puzzle)
        reached = after.boards[goal.board].income
        short = [f"the income is {reached}, not {goal.income}"] if reached < goal.income else []
        return short + unused(after)


def needed_for_income(grid: Grid, wanted: int) -> Mask:
    """Return the cells to cover for an income, on a board with one diagonal.

    Raises
    ------
    ValueError
        If the board has not exactly one diagonal, or never earns that income.
    """
    if len(grid.diagonals) != 1:
        raise ValueError("expected a board with one income diagonal")
    (diagonal,) = grid.diagonals
    below = 0
    for each, earned in zip((None, *diagonal.cells), diagonal.values, strict=True):
        if each is not None:
            below |= each.needs
        if earned >= wanted:
            return below
    raise ValueError(f"the board never earns {wanted}")


def _goal(puzzle: Puzzle) -> IncomeGoal:
    assert isinstance(puzzle.goal, IncomeGoal)
    return puzzle.goal
