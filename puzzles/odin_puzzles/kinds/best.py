"""The kind ``best``: find the layout with the most points."""

from fractions import Fraction
from typing import ClassVar

from odin_puzzles.kinds.base import pieces_laid
from odin_puzzles.kinds.layout_task import LayoutTask, any_tiles
from odin_puzzles.puzzle import BestGoal, KindName, Puzzle
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import preset
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.position import Position


class BestKind:
    """Gain a number of points with a limited number of tiles."""

    name: ClassVar[KindName] = "best"

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""
        goal = _goal(puzzle)
        tiles = "one tile" if goal.tiles == 1 else f"at most {goal.tiles} tiles"
        points = "one point" if goal.value == 1 else f"{goal.value} points"
        return (
            f"Make {points} with {tiles}: negative points covered, and the income that results "
            "(silver laid costs a point each)."
        )

    def task(self, puzzle: Puzzle) -> LayoutTask:
        """Return the task for a search."""
        goal = _goal(puzzle)
        problem = compile_problem(puzzle.position)
        (weights,) = preset("final").levels
        nothing = tuple(0 for _ in problem.areas)
        return LayoutTask(
            problem,
            nothing,
            tuple(area.free for area in problem.areas),
            any_tiles(problem),
            (0, goal.tiles),
            (weights, Fraction(goal.value)),
        )

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """Return how a legal layout misses the goal, by the plain rules."""
        goal = _goal(puzzle)
        (weights,) = preset("final").levels
        points = value(weights, gains(puzzle.position, after))
        missed = [f"{points} points, not {goal.value}"] if points < goal.value else []
        laid = pieces_laid(puzzle, after)
        if laid > goal.tiles:
            missed.append(f"{laid} tiles laid, {goal.tiles} allowed")
        return missed


def _goal(puzzle: Puzzle) -> BestGoal:
    assert isinstance(puzzle.goal, BestGoal)
    return puzzle.goal
