"""Boards of puzzles for drawing and playing; the banquet table is one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_puzzles.kinds import feast_kind
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import Cell
from odin_solver.notation.pieces import piece_text
from odin_solver.rules.banquet import side_lengths
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Placement


@dataclass(frozen=True)
class BoardInPuzzle:
    """A board of a puzzle with an answer's pieces.

    Attributes
    ----------
    clues
        The number of tiles that lie there from the start.
    earlier
        The number of an answer's pieces on the boards before.
    marked
        The cells of the goal: a region to cover, bonuses to win. A region of every open cell is not
        marked.
    shown
        The cells that matter: the rectangle around a region and all clues. None stands for a whole
        board; of a board without the region nothing matters.
    """

    state: BoardState
    clues: int
    earlier: int
    marked: tuple[Cell, ...]
    shown: tuple[Cell, ...] | None

    @property
    def part(self) -> tuple[int, int, int, int]:
        """Columns and rows that matter: from left and top to right and bottom."""
        grid = self.state.grid
        cells = self.shown or ((0, 0), (grid.width - 1, grid.height - 1))
        xs, ys = {x for x, _ in cells}, {y for _, y in cells}
        return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def board_states(puzzle: Puzzle, pieces: Sequence[Placement] = ()) -> list[BoardState]:
    """Return the boards of a puzzle with an answer's pieces on them."""
    return [
        BoardState(
            state.board,
            (*state.pieces, *(piece.piece for piece in pieces if piece.board == number)),
        )
        for number, state in enumerate(feast_kind(puzzle).empty_boards(puzzle))
    ]


def boards_of(puzzle: Puzzle, pieces: Sequence[Placement] = ()) -> list[BoardInPuzzle]:
    """Return the boards of a puzzle with an answer's pieces, and what of them is shown."""
    kind = feast_kind(puzzle)
    marked, region = kind.marked(puzzle), kind.region(puzzle)
    boards: list[BoardInPuzzle] = []
    for number, state in enumerate(board_states(puzzle, pieces)):
        laid = sum(piece.board == number for piece in pieces)
        clues = len(state.pieces) - laid
        shown = _around(state, clues, region[1] if region[0] == number else ()) if region else None
        earlier = sum(piece.board < number for piece in pieces)
        boards.append(BoardInPuzzle(state, clues, earlier, marked.get(number, ()), shown))
    return boards


def _around(state: BoardState, clues: int, region: Sequence[Cell]) -> tuple[Cell, ...] | None:
    """Return the rectangle around a region, if there is any, and all clues; None if it is all."""
    if not region:
        return ()
    cells = [*region, *(cell for piece in state.pieces[:clues] for cell in piece.cells)]
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    rectangle = tuple(
        (x, y)
        for y in range(min(rows), max(rows) + 1)
        for x in range(min(columns), max(columns) + 1)
    )
    whole = set(rectangle) >= set(state.grid.cells(state.grid.coverable))
    return None if whole else rectangle


def command_text(puzzle: Puzzle, piece: Placement) -> str:
    """Return the command that lays a piece."""
    if feast_kind(puzzle).at_table:
        width = len({x for x, _ in piece.cells})
        sides = side_lengths(piece.tile)
        lengthwise = " lengthwise" if width == max(sides) > min(sides) else ""
        return f"{piece.tile.id}{lengthwise} {1 + min(x for x, _ in piece.cells)}"
    boards = puzzle.position.boards
    several = f"{piece.board + 1} " if len(boards) > 1 else ""
    return several + piece_text(piece.piece, boards[piece.board].board)
