"""The kind ``bonus``: win bonuses with few tiles."""

from typing import ClassVar

from odin_puzzles.kinds.base import pieces_laid
from odin_puzzles.kinds.layout_task import LayoutTask, any_tiles
from odin_puzzles.puzzle import BonusGoal, KindName, Puzzle
from odin_solver.components.cells import cell_name
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.geometry import Grid, GridBonus, grid_of
from odin_solver.rules.position import Position


class BonusKind:
    """Surround the named bonuses with a limited number of tiles."""

    name: ClassVar[KindName] = "bonus"

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""
        goal = _goal(puzzle)
        board = puzzle.position.boards[goal.board].board
        grid = grid_of(board)
        names = [
            f"{bonus_text(bonus)} at {cell_name(cell, board.height)}"
            for cell in goal.bonuses
            for bonus in named_bonuses(grid, (cell,))
        ]
        tiles = "one tile" if goal.tiles == 1 else f"at most {goal.tiles} tiles"
        return f"Win {_and(names)} with {tiles}: cover all around, but not the bonus itself."

    def task(self, puzzle: Puzzle) -> LayoutTask:
        """Return the task for a search."""
        goal = _goal(puzzle)
        problem = compile_problem(puzzle.position)
        must, may = [], []
        for area in problem.areas:
            won = named_bonuses(area.grid, goal.bonuses) if area.number == goal.board else []
            around = open_cells = 0
            for bonus in won:
                around |= bonus.surround
                open_cells |= bonus.cells
            must.append(around & ~area.covered)
            may.append(area.free & ~open_cells)
        return LayoutTask(problem, tuple(must), tuple(may), any_tiles(problem), (0, goal.tiles))

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """Return how a legal layout misses the goal, by the plain rules."""
        goal = _goal(puzzle)
        state = after.boards[goal.board]
        grid = state.grid
        covered = state.covered
        missed = [
            f"the {bonus_text(bonus)} is not won"
            for bonus in named_bonuses(grid, goal.bonuses)
            if bonus.cells & covered or bonus.surround & ~covered
        ]
        laid = pieces_laid(puzzle, after)
        if laid > goal.tiles:
            missed.append(f"{laid} tiles laid, {goal.tiles} allowed")
        return missed


def bonus_text(bonus: GridBonus) -> str:
    """Return what a bonus gives, in words."""
    return _and(
        [
            name.replace("_", " ") if n == 1 else f"{n} {name.replace('_', ' ')}"
            for name, n in bonus.gives
        ]
    )


def named_bonuses(grid: Grid, cells: tuple[tuple[int, int], ...]) -> list[GridBonus]:
    """Return the bonuses on some cells."""
    wanted = grid.mask(cells)
    return [bonus for bonus in grid.bonuses if bonus.cells & wanted]


def _and(words: list[str]) -> str:
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _goal(puzzle: Puzzle) -> BonusGoal:
    assert isinstance(puzzle.goal, BonusGoal)
    return puzzle.goal
