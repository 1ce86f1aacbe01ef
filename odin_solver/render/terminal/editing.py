"""A board while it is edited: with a cursor or the tile in hand, in two sizes."""

from rich.style import Style

from odin_solver.components import Cell
from odin_solver.render.terminal.boards import slot_lines
from odin_solver.render.terminal.canvas import ACROSS, OPEN, Canvas
from odin_solver.render.terminal.drawing import JOINTS, Segments
from odin_solver.rules.board_state import BoardState, Piece

_REFUSED = Style(color="#ffffff", bgcolor="#b00020", bold=True)
_CURSOR = Style(bold=True, reverse=True)


class CompactCanvas(Canvas):
    """Characters of a grid with one line per row; pieces are underlined where they end."""

    down = 1

    @property
    def height(self) -> int:
        """Number of lines without the letters."""
        return self.rows

    def row_of(self, y: int) -> int | None:
        """Return the row of a line."""
        return y

    def inside(self, owner: int, x: int, y: int) -> bool:
        """Whether a character lies within the cells of an owner."""
        column, on_seam = x // ACROSS, not x % ACROSS
        return self._owner(column, y) == owner and (
            not on_seam or self._owner(column - 1, y) == owner
        )

    def _background(self, x: int, y: int) -> tuple[str, Style]:
        column = x // ACROSS
        here, below = self._owner(column, y), self._owner(column, y + 1)
        style = self.style(here)
        if here != below and y + 1 < self.rows:
            style += Style(underline=True)
        if x % ACROSS:
            return " ", style
        seam = self._seam(here, self._owner(column - 1, y))
        if not seam:
            return " ", style
        return JOINTS[30 * seam], self.style(OPEN) + Style(bold=seam > 1 or None)


def editing_lines(
    state: BoardState,
    new_from: int | None = None,
    *,
    held: Piece | None = None,
    refused: bool = False,
    clashes: tuple[Cell, ...] = (),
    cursor: Cell | None = None,
    compact: bool = False,
) -> list[Segments]:
    """Draw the grid and the slots of a board.

    Parameters
    ----------
    new_from
        Index of the first new piece; new pieces are marked.
    held
        The tile in hand, drawn over the board as a new piece.
    refused
        Whether it may not lie there: then it is crossed out.
    clashes
        Cells that are the reason; they are marked with ``!``.
    cursor
        Cell marked with brackets.
    compact
        Whether a row of cells takes one line instead of two.
    """
    start = len(state.pieces) if new_from is None else new_from
    lines: list[Segments] = []
    if state.board.rows:
        shown = state if held is None else BoardState(state.board, (*state.pieces, held))
        canvas = (CompactCanvas if compact else Canvas)(shown, start)
        canvas.fill()
        if refused and held is not None:
            _cross_out(canvas, held)
        for x, y in filter(state.grid.holds, clashes):
            canvas.write(ACROSS * x + 3, canvas.line_of(y), "!", _REFUSED)
        if cursor is not None:
            x, y = cursor
            for place, mark in ((ACROSS * x, "["), (ACROSS * (x + 1), "]")):
                canvas.write(place, canvas.line_of(y), mark, _CURSOR)
        lines = canvas.lines()
    return [*lines, *slot_lines(state, start)]


def _cross_out(canvas: Canvas, held: Piece) -> None:
    """Paint the tile in hand, the last piece, as one that may not lie there."""
    owner = len(canvas.state.pieces) - 1
    for x, y in canvas.chars:
        if canvas.inside(owner, x, y):
            canvas.chars[x, y] = " ", _REFUSED
    for cell in filter(canvas.state.grid.holds, held.cells):
        canvas.write_in(cell, "×", _REFUSED)
