"""The kinds ``fill`` and ``order``: cover a region exactly."""

from typing import ClassVar

from odin_puzzles.kinds.base import unused
from odin_puzzles.kinds.layout_task import LayoutTask, all_tiles
from odin_puzzles.puzzle import KindName, Puzzle, RegionGoal
from odin_solver.components.cells import cell_names
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.position import Position


class FillKind:
    """Cover a region or a whole board exactly with all tiles of the supply."""

    name: ClassVar[KindName] = "fill"

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""
        return f"Cover {self.region(puzzle)} exactly, with all the tiles."

    def region(self, puzzle: Puzzle) -> str:
        """Return the region in words."""
        goal = _goal(puzzle)
        state = puzzle.position.boards[goal.board]
        grid = state.grid
        free = grid.coverable & ~state.covered
        where = "" if len(puzzle.position.boards) == 1 else f" of {state.board.name}"
        if grid.mask(goal.cells) == free:
            return f"every open cell{where}"
        return f"the marked cells{where}"

    def task(self, puzzle: Puzzle) -> LayoutTask:
        """Return the task for a search."""
        goal = _goal(puzzle)
        problem = compile_problem(puzzle.position)
        region = tuple(
            area.grid.mask(goal.cells) if area.number == goal.board else 0 for area in problem.areas
        )
        counts = all_tiles(problem)
        # A tile without any placement counts too: then there is no solution.
        total = sum(puzzle.position.supply.values())
        return LayoutTask(problem, region, region, counts, (total, total))

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """Return how a legal layout misses the goal, by the plain rules."""
        goal = _goal(puzzle)
        before = puzzle.position.boards[goal.board]
        grid = before.grid
        region = grid.mask(goal.cells)
        laid = after.boards[goal.board].covered & ~before.covered
        missed = [
            f"{cell_names(grid.cells(cells), grid.height)} {what}"
            for cells, what in (
                (region & ~laid, "is open"),
                (laid & ~region, "is not to be covered"),
            )
            if cells
        ]
        missed += [
            f"pieces on {state.board.name}, where none belong"
            for number, state in enumerate(after.boards)
            if number != goal.board and state != puzzle.position.boards[number]
        ]
        return missed + unused(after)


class OrderKind(FillKind):
    """Cover a region exactly, in a legal order of placing: most coverings have none."""

    name: ClassVar[KindName] = "order"

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""
        return (
            f"Cover {self.region(puzzle)} exactly, with all the tiles, and say in which order they "
            "go down: an income cell may be covered only when everything to its lower left is."
        )


def _goal(puzzle: Puzzle) -> RegionGoal:
    assert isinstance(puzzle.goal, RegionGoal)
    return puzzle.goal
