"""The banquet table as a board, so that it can be drawn and played like one."""

from collections.abc import Sequence

from odin_puzzles.kinds.banquet import TABLE_ROWS
from odin_puzzles.puzzle import BanquetGoal, BonusGoal, Puzzle, RegionGoal, SolutionPiece
from odin_solver.components import Board, Cell, tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of


def table_state(cells: int, pieces: Sequence[SolutionPiece] = ()) -> BoardState:
    """The table with what is served.

    Parameters
    ----------
    cells
        Open cells of its edge.
    pieces
        Servings as puzzle files hold them.
    """
    board = Board("banquet", "Banquet table", "building", 0, ("." * cells,) * TABLE_ROWS)
    return BoardState(board, tuple(Piece(tile(each.tile), each.cells) for each in pieces))


def states(puzzle: Puzzle, pieces: Sequence[SolutionPiece] = ()) -> list[BoardState]:
    """The boards of a puzzle with an answer's pieces on them; a banquet's table is one."""
    if isinstance(puzzle.goal, BanquetGoal):
        return [table_state(puzzle.goal.cells, pieces)]
    return [
        BoardState(
            state.board,
            (
                *state.pieces,
                *(Piece(tile(each.tile), each.cells) for each in pieces if each.board == number),
            ),
        )
        for number, state in enumerate(puzzle.position.boards)
    ]


def starts(puzzle: Puzzle) -> list[int]:
    """For each board the number of the first piece that is not the puzzle's own."""
    return [len(state.pieces) for state in states(puzzle)]


def marked_cells(puzzle: Puzzle) -> list[tuple[Cell, ...]]:
    """For each board the cells that the goal speaks of: a region to be covered, bonuses to win.

    A region that is every open cell of its board is not marked.
    """
    found: list[tuple[Cell, ...]] = [() for _ in states(puzzle)]
    match puzzle.goal:
        case RegionGoal(board, cells):
            state = puzzle.position.boards[board]
            grid = grid_of(state.board)
            laid = {cell for piece in state.pieces for cell in piece.cells}
            if set(cells) != set(grid.cells(grid.coverable)) - laid:
                found[board] = cells
        case BonusGoal(board, bonuses):
            printed = puzzle.position.boards[board].board.bonuses
            found[board] = tuple(
                cell for each in printed if set(each.cells) & set(bonuses) for cell in each.cells
            )
        case _:
            pass
    return found
