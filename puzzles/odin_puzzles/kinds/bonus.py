"""The kind ``bonus``: win some bonuses with few tiles."""

from typing import ClassVar

from odin_puzzles.puzzle import BonusGoal, KindName, Puzzle
from odin_puzzles.uniqueness.task import Task, any_tiles
from odin_solver.components.cells import cell_name
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.geometry import Grid, GridBonus, grid_of
from odin_solver.rules.position import Position


class Bonus:
    """Surround the bonuses that are named, with no more tiles than are allowed."""

    name: ClassVar[KindName] = "bonus"

    def question(self, puzzle: Puzzle) -> str:
        """What is asked, in words of the game."""
        goal = _goal(puzzle)
        board = puzzle.position.boards[goal.board].board
        grid = grid_of(board)
        names = [
            f"{things(each)} at {cell_name(cell, board.height)}"
            for cell in goal.bonuses
            for each in _named(grid, (cell,))
        ]
        tiles = "one tile" if goal.tiles == 1 else f"at most {goal.tiles} tiles"
        return f"Win {_and(names)} with {tiles}: cover all around, but not the bonus itself."

    def task(self, puzzle: Puzzle) -> Task:
        """What is asked, for searches."""
        goal = _goal(puzzle)
        problem = compile_problem(puzzle.position)
        must, may = [], []
        for area in problem.areas:
            won = _named(area.grid, goal.bonuses) if area.number == goal.board else []
            around = open_cells = 0
            for each in won:
                around |= each.surround
                open_cells |= each.cells
            must.append(around & ~area.covered)
            may.append(area.free & ~open_cells)
        return Task(problem, tuple(must), tuple(may), any_tiles(problem), (0, goal.tiles))

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """What a legal layout misses of the goal, by the plain rules."""
        goal = _goal(puzzle)
        state = after.boards[goal.board]
        grid = grid_of(state.board)
        covered = state.covered
        found = [
            f"the {things(each)} is not won"
            for each in _named(grid, goal.bonuses)
            if each.cells & covered or each.surround & ~covered
        ]
        laid = pieces_laid(puzzle, after)
        if laid > goal.tiles:
            found.append(f"{laid} tiles laid, {goal.tiles} allowed")
        return found


def pieces_laid(puzzle: Puzzle, after: Position) -> int:
    """How many pieces an answer lays."""
    return sum(len(state.pieces) for state in after.boards) - sum(
        len(state.pieces) for state in puzzle.position.boards
    )


def things(bonus: GridBonus) -> str:
    """What a bonus gives, in words."""
    return _and(
        [
            name.replace("_", " ") if n == 1 else f"{n} {name.replace('_', ' ')}"
            for name, n in bonus.gives
        ]
    )


def _named(grid: Grid, cells: tuple[tuple[int, int], ...]) -> list[GridBonus]:
    wanted = grid.mask(cells)
    return [each for each in grid.bonuses if each.cells & wanted]


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _goal(puzzle: Puzzle) -> BonusGoal:
    assert isinstance(puzzle.goal, BonusGoal)
    return puzzle.goal
