"""A tile in hand, held over a board."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import itemgetter

from odin_solver.components import Board, Cell, Tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import normalised


@dataclass(frozen=True)
class Ghost:
    """A tile in hand over cells of a board.

    Attributes
    ----------
    shape
        Its cells in the present orientation, moved to the top left corner.
    at
        Cell of the board under the top left corner of the shape.
    """

    tile: Tile
    shape: tuple[Cell, ...]
    at: Cell = (0, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the shape; 0 for wood and stone."""
        return (
            1 + max((x for x, _ in self.shape), default=-1),
            1 + max((y for _, y in self.shape), default=-1),
        )

    @property
    def middle(self) -> Cell:
        """The cell under the middle of the shape."""
        columns, rows = self.size
        return self.at[0] + (columns - 1) // 2, self.at[1] + (rows - 1) // 2

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it would cover, row by row from the top left."""
        x, y = self.at
        return tuple(sorted(((x + i, y + j) for i, j in self.shape), key=itemgetter(1, 0)))

    @property
    def piece(self) -> Piece:
        """The piece that would lie there."""
        return Piece(self.tile, self.cells)

    def moved(self, dx: int, dy: int) -> "Ghost":
        """Move it by columns and rows."""
        return replace(self, at=(self.at[0] + dx, self.at[1] + dy))

    def over(self, cell: Cell) -> "Ghost":
        """Move its middle over a cell."""
        (x, y), (middle_x, middle_y) = self.at, self.middle
        return replace(self, at=(cell[0] - (middle_x - x), cell[1] - (middle_y - y)))

    def turned(self) -> "Ghost":
        """Turn it clockwise by a quarter."""
        return self._reshaped((-y, x) for x, y in self.shape)

    def flipped(self) -> "Ghost":
        """Turn it over, left to right."""
        return self._reshaped((-x, y) for x, y in self.shape)

    def within(self, board: Board) -> "Ghost":
        """Move it into the rectangle of a board, as far as it fits in."""
        columns, rows = self.size
        x, y = self.at
        return replace(
            self, at=(max(0, min(x, board.width - columns)), max(0, min(y, board.height - rows)))
        )

    def _reshaped(self, cells: Iterable[Cell]) -> "Ghost":
        cells = tuple(cells)
        return replace(self, shape=normalised(cells) if cells else ())


def ghost_of(tile: Tile) -> Ghost:
    """Take a tile as printed."""
    return Ghost(tile, tuple(sorted(tile.cells)))


def ghost_of_piece(piece: Piece) -> Ghost:
    """Take a piece as it lies."""
    if not piece.cells:
        return ghost_of(piece.tile)
    corner = min(x for x, _ in piece.cells), min(y for _, y in piece.cells)
    return Ghost(piece.tile, normalised(piece.cells), corner)


def places(state: BoardState, tile: Tile) -> list[Ghost]:
    """Return where a tile may lie now: the legal placements, row by row from the bottom."""
    ghosts = [
        ghost_of_piece(Piece(tile, state.grid.cells(mask))) for mask in state.legal_placements(tile)
    ]
    return sorted(
        ghosts, key=lambda ghost: (-ghost.at[1] - ghost.size[1], ghost.at[0], ghost.shape)
    )
