"""A kind of puzzle that is not part of the program: the worked example of `docs/map.md`.

`tests/puzzles/test_new_kind.py` adds it to a copy of the program.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec

from odin_puzzles.generate.boards import board_for, random_cells
from odin_puzzles.generate.random_layout import LayoutSpec, random_layout, supply_of
from odin_puzzles.kinds.answers import most_tiles, pieces_laid, position_after, too_many
from odin_puzzles.kinds.layout import LayoutKind, Positive
from odin_puzzles.kinds.layout_task import LayoutTask, any_tiles
from odin_puzzles.puzzle import Puzzle, Spec
from odin_solver.components import Board, Cell
from odin_solver.components.cells import cell_names
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Grid, Mask, grid_of
from odin_solver.rules.position import Placement, Position


class CornersGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goal of ``corners``: how many tiles may be laid."""

    tiles: Positive


class CornersKind(LayoutKind):
    """Cover all corners of the first board."""

    name = "corners"
    goal = CornersGoal

    def question(self, puzzle: Puzzle) -> str:
        """Return the question in words of the game."""
        return f"Cover all corners with {most_tiles(puzzle.goal.tiles)}."

    def title(self, puzzle: Puzzle, where: str) -> str:
        """Return what a puzzle asks for in a few words."""
        return f"All corners of {where}"

    def task(self, puzzle: Puzzle) -> LayoutTask:
        """Return the task for a search."""
        problem = compile_problem(puzzle.position)
        must = tuple(
            corners(area.grid) & ~area.covered if area.number == 0 else 0 for area in problem.areas
        )
        may = tuple(area.free for area in problem.areas)
        return LayoutTask(problem, must, may, any_tiles(problem), (0, puzzle.goal.tiles))

    def missed(self, puzzle: Puzzle, after: Position) -> list[str]:
        """Return how a legal layout misses the goal, by the plain rules."""
        grid = after.boards[0].grid
        left = corners(grid) & ~after.boards[0].covered
        missed = [f"{cell_names(grid.cells(left), grid.height)} is open"] if left else []
        return missed + too_many(puzzle, after)

    def standing(self, puzzle: Puzzle, pieces: Sequence[Placement]) -> dict[str, tuple[int, int]]:
        """Return how many corners are covered, and how many tiles are laid."""
        after = position_after(puzzle, pieces)
        wanted = corners(after.boards[0].grid)
        covered = (wanted & after.boards[0].covered).bit_count()
        return {
            "corners": (covered, wanted.bit_count()),
            "tiles": (pieces_laid(puzzle, after), puzzle.goal.tiles),
        }

    def marked(self, puzzle: Puzzle) -> Mapping[int, tuple[Cell, ...]]:
        """Return the corners."""
        grid: Grid = puzzle.position.boards[0].grid
        return {0: grid.cells(corners(grid))}

    def candidates(self, spec: Spec, level: int, random: Random) -> Iterator[Puzzle]:
        """Yield random layouts that cover the corners."""
        board = board_for(spec, level, random)
        grid = grid_of(board)
        must = corners(grid)
        for _ in range(20):
            pieces = random_layout(board, LayoutSpec(must, grid.coverable, slack=20), random)
            if pieces is not None:
                position = Position((BoardState(board),), supply_of(pieces), round=1)
                goal = CornersGoal(len(pieces))
                yield Puzzle(spec.kind, "", position, goal, tuple(pieces))

    def after_clue(self, puzzle: Puzzle, piece: Placement | None, by: int) -> CornersGoal:
        """Return the goal with fewer tiles, or more."""
        return CornersGoal(puzzle.goal.tiles + by)

    def small_board(self, level: int, random: Random) -> Board:
        """Return a small random board."""
        return random_cells(16, random)


def corners(grid: Grid) -> Mask:
    """Return the corners of a board that can be covered."""
    right, bottom = grid.width - 1, grid.height - 1
    return grid.mask([(0, 0), (right, 0), (0, bottom), (right, bottom)]) & grid.coverable


KIND = CornersKind()
