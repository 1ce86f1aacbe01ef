"""Boards of puzzles for drawing and playing; the banquet table is one of them."""

from collections.abc import Sequence

from odin_puzzles.kinds.banquet import TABLE_ROWS
from odin_puzzles.puzzle import BanquetGoal, BonusGoal, Puzzle, RegionGoal
from odin_solver.components import Board, Cell
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Placement


def board_states(puzzle: Puzzle, pieces: Sequence[Placement] = ()) -> list[BoardState]:
    """Return the boards of a puzzle with an answer's pieces on them."""
    if isinstance(puzzle.goal, BanquetGoal):
        rows = ("." * puzzle.goal.cells,) * TABLE_ROWS
        empty = [BoardState(Board("banquet", "Banquet table", "building", 0, rows))]
    else:
        empty = list(puzzle.position.boards)
    return [
        BoardState(
            state.board,
            (*state.pieces, *(piece.piece for piece in pieces if piece.board == number)),
        )
        for number, state in enumerate(empty)
    ]


def clue_counts(puzzle: Puzzle) -> list[int]:
    """Return the number of clues on each board: tiles that lie there from the start."""
    return [len(state.pieces) for state in board_states(puzzle)]


def marked_cells(puzzle: Puzzle) -> list[tuple[Cell, ...]]:
    """Return the cells of the goal on each board: a region to cover, bonuses to win.

    A region of every open cell is not marked.
    """
    marked: list[tuple[Cell, ...]] = [() for _ in board_states(puzzle)]
    match puzzle.goal:
        case RegionGoal(board, cells):
            state = puzzle.position.boards[board]
            open_cells = state.grid.coverable & ~state.covered
            if set(cells) != set(state.grid.cells(open_cells)):
                marked[board] = cells
        case BonusGoal(board, bonuses):
            printed = puzzle.position.boards[board].board.bonuses
            marked[board] = tuple(
                cell for bonus in printed if set(bonus.cells) & set(bonuses) for cell in bonus.cells
            )
        case _:
            pass
    return marked


def shown_cells(puzzle: Puzzle) -> list[tuple[Cell, ...] | None]:
    """Return the cells of each board that matter: the rectangle around a region and all clues.

    None stands for a whole board; of a board without the region nothing matters.
    """
    goal = puzzle.goal
    if not isinstance(goal, RegionGoal):
        return [None for _ in board_states(puzzle)]
    shown: list[tuple[Cell, ...] | None] = [() for _ in puzzle.position.boards]
    state = puzzle.position.boards[goal.board]
    cells = [*goal.cells, *(cell for piece in state.pieces for cell in piece.cells)]
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    rectangle = tuple(
        (x, y)
        for y in range(min(rows), max(rows) + 1)
        for x in range(min(columns), max(columns) + 1)
    )
    whole = set(rectangle) >= set(state.grid.cells(state.grid.coverable))
    shown[goal.board] = None if whole else rectangle
    return shown
