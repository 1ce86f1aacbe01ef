"""Boards of puzzles for drawing and playing; the banquet table is one of them."""

from collections.abc import Sequence

from odin_puzzles.kinds import feast_kind
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import Cell
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Placement


def board_states(puzzle: Puzzle, pieces: Sequence[Placement] = ()) -> list[BoardState]:
    """Return the boards of a puzzle with an answer's pieces on them."""
    return [
        BoardState(
            state.board,
            (*state.pieces, *(piece.piece for piece in pieces if piece.board == number)),
        )
        for number, state in enumerate(feast_kind(puzzle).empty_boards(puzzle))
    ]


def clue_counts(puzzle: Puzzle) -> list[int]:
    """Return the number of clues on each board: tiles that lie there from the start."""
    return [len(state.pieces) for state in board_states(puzzle)]


def marked_cells(puzzle: Puzzle) -> list[tuple[Cell, ...]]:
    """Return the cells of the goal on each board: a region to cover, bonuses to win.

    A region of every open cell is not marked.
    """
    marked = feast_kind(puzzle).marked(puzzle)
    return [marked.get(number, ()) for number in range(len(board_states(puzzle)))]


def shown_cells(puzzle: Puzzle) -> list[tuple[Cell, ...] | None]:
    """Return the cells of each board that matter: the rectangle around a region and all clues.

    None stands for a whole board; of a board without the region nothing matters.
    """
    boards, region = board_states(puzzle), feast_kind(puzzle).region(puzzle)
    if region is None:
        return [None for _ in boards]
    shown: list[tuple[Cell, ...] | None] = [() for _ in boards]
    number, covered = region
    state = boards[number]
    cells = [*covered, *(cell for piece in state.pieces for cell in piece.cells)]
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    rectangle = tuple(
        (x, y)
        for y in range(min(rows), max(rows) + 1)
        for x in range(min(columns), max(columns) + 1)
    )
    whole = set(rectangle) >= set(state.grid.cells(state.grid.coverable))
    shown[number] = None if whole else rectangle
    return shown
