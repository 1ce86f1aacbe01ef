"""Grids of boards as characters: seams between pieces, printed cells, labels of pieces."""

from collections.abc import Collection, Iterable, Sequence

from rich.segment import Segment
from rich.style import Style

from odin_solver.components import Cell
from odin_solver.components.cells import column_name
from odin_solver.components.signs import sign_of, sign_of_item
from odin_solver.render import palette
from odin_solver.render.terminal.drawing import JOINTS, Segments, text_line
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import GridBonus
from odin_solver.rules.income import diagonal_income
from odin_solver.support.language import say_as

ACROSS = 4
"""Characters from one cell to the next."""

DOWN = 2
"""Lines from one cell to the next."""

NEW_MARK = "*"

NO_ITEM = "--"
"""Sign of a bonus that gives nothing."""

_SEA = -1
OPEN = -2
_BLOCKED = -3
_MARKED = -4


class Canvas:
    """Characters of a grid, and the owner of each cell: index of a piece, sea, open, blocked."""

    down = DOWN
    """Lines from one cell to the next."""

    def __init__(
        self,
        state: BoardState,
        start: int,
        marked: Iterable[Cell] = (),
        shown: Collection[Cell] | None = None,
    ) -> None:
        grid = state.grid
        self.state = state
        self.start = start
        self.columns, self.rows = grid.width, grid.height
        self.left, self.right = 0, grid.width
        self.top, self.bottom = 0, grid.height
        self.owner: dict[Cell, int] = dict.fromkeys(grid.cells(grid.coverable), OPEN)
        self.owner |= dict.fromkeys(state.board.cells_marked("#"), _BLOCKED)
        self.owner |= dict.fromkeys(filter(grid.holds, marked), _MARKED)
        for number, piece in enumerate(state.pieces):
            self.owner |= dict.fromkeys(filter(grid.holds, piece.cells), number)
        if shown:
            self.left, self.right = min(x for x, _ in shown), max(x for x, _ in shown) + 1
            self.top, self.bottom = min(y for _, y in shown), max(y for _, y in shown) + 1
            self.owner = {cell: owner for cell, owner in self.owner.items() if cell in shown}
        self.chars: dict[Cell, tuple[str, Style]] = {}
        for y in range(self.height):
            for x in range(ACROSS * self.columns + 1):
                self.chars[x, y] = self._background(x, y)

    @property
    def height(self) -> int:
        """Number of lines without the letters."""
        return DOWN * self.rows + 1

    def row_of(self, y: int) -> int | None:
        """Return the row of cells in whose middle a line is."""
        return y // DOWN if y % DOWN else None

    def line_of(self, row: int) -> int:
        """Return the line in the middle of a row of cells."""
        return self.down * row + self.down // 2

    def fill(self) -> None:
        """Write what is printed on open cells, and the names of pieces."""
        _write_open_cells(self, self.state)
        for number, piece in enumerate(self.state.pieces):
            _write_label(self, number, piece)

    def write(self, x: int, y: int, text: str, style: Style | None = None) -> None:
        """Write text over the background."""
        for place, char in enumerate(text, x):
            self.chars[place, y] = char, self.chars[place, y][1] + (style or Style())

    def write_in(self, cell: Cell, text: str, style: Style | None = None) -> None:
        """Write up to three characters into the middle of a cell; a fourth goes to its right."""
        x, y = cell
        self.write(ACROSS * x + 1, self.line_of(y), f"{text:^3}", style)

    def lines(self) -> list[Segments]:
        """Return the lines with coordinates."""
        lines = []
        below = self.height - self.down * self.rows  # the lower edge
        for y in range(self.down * self.top, self.down * self.bottom + below):
            row = self.row_of(y)
            number = "   " if row is None else f"{self.rows - row:2} "
            line = [Segment(number, Style(dim=True))]
            for x in range(ACROSS * self.left, ACROSS * self.right + 1):
                char, style = self.chars[x, y]
                if line[-1].style == style:
                    line[-1] = Segment(line[-1].text + char, style)
                else:
                    line.append(Segment(char, style))
            lines.append(tuple(line))
        letters = "".join(f"{column_name(x):>3} " for x in range(self.left, self.right))
        return [*lines, text_line(f"   {letters}", dim=True)]

    def is_new(self, owner: int) -> bool:
        """Whether an owner is a new piece."""
        return owner >= self.start

    def style(self, owner: int) -> Style:
        """Return background and ink of an owner."""
        if owner >= 0:
            paint = palette.paint_of(self.state.pieces[owner].tile)
            return Style(color=paint.ink, bgcolor=paint.fill, bold=self.is_new(owner) or None)
        if owner == _SEA:
            return Style()
        paints = {_BLOCKED: palette.BLOCKED, _MARKED: palette.MARKED}
        paint = paints.get(owner, palette.LAND)
        return Style(color=paint.ink, bgcolor=paint.fill)

    def _owner(self, x: int, y: int) -> int:
        return self.owner.get((x, y), _SEA)

    def _seam(self, first: int, second: int) -> int:
        if first == second:
            return 0
        return 2 if self.is_new(first) or self.is_new(second) else 1

    def inside(self, owner: int, x: int, y: int) -> bool:
        """Whether a character lies within the cells of an owner."""
        columns = {x // ACROSS} if x % ACROSS else {x // ACROSS - 1, x // ACROSS}
        rows = {y // DOWN} if y % DOWN else {y // DOWN - 1, y // DOWN}
        return all(self._owner(column, row) == owner for column in columns for row in rows)

    def _background(self, x: int, y: int) -> tuple[str, Style]:
        column, in_column = divmod(x, ACROSS)
        row, in_row = divmod(y, DOWN)
        here = self._owner(column, row)
        if in_column and in_row:
            return ("░" if here == _BLOCKED else " "), self.style(here)
        left, above = self._owner(column - 1, row), self._owner(column, row - 1)
        corner = self._owner(column - 1, row - 1)
        if in_row:
            around, arms = {here, left}, self._seam(here, left) * 30
        elif in_column:
            around, arms = {here, above}, self._seam(here, above) * 10
        else:
            around = {here, left, above, corner}
            arms = (
                27 * self._seam(above, corner)
                + 9 * self._seam(here, above)
                + 3 * self._seam(here, left)
                + self._seam(left, corner)
            )
        if len(around) == 1:
            return (" " if here != _BLOCKED else "░"), self.style(here)
        new = any(self.is_new(owner) for owner in around)
        return JOINTS[arms], self.style(OPEN) + Style(bold=new or None)


def grid_lines(
    state: BoardState,
    start: int,
    marked: Iterable[Cell] = (),
    shown: Collection[Cell] | None = None,
) -> list[Segments]:
    """Draw the grid of a board, or only the rectangle `shown` of it.

    Pieces from the index `start` on are new.
    """
    if not state.board.rows:
        return []
    canvas = Canvas(state, start, marked, shown)
    canvas.fill()
    return canvas.lines()


def _write_open_cells(canvas: Canvas, state: BoardState) -> None:
    grid = state.grid
    covered = state.covered
    is_open = grid.coverable & ~covered
    for cell in grid.cells(is_open):
        canvas.write_in(cell, "·")
    for points, mask in grid.negatives:
        ink = Style(color=palette.NEGATIVE_INK[points])
        for cell in grid.cells(mask & is_open):
            canvas.write_in(cell, f"-{points}", ink)
    for diagonal in grid.diagonals:
        paid = diagonal_income(diagonal, covered)
        for each in diagonal.cells:
            if each.cell & is_open:
                now = "$" if each.value == paid else ""
                paid = -1 if now else paid
                style = Style(color=palette.COIN.ink, bgcolor=palette.COIN.fill, bold=bool(now))
                # At most three digits and the sign: those of another cell are not overwritten.
                value = f"{each.value:2}" if each.value < 1000 else f"{each.value // 1000}k"
                canvas.write_in(grid.cells(each.cell)[0], value + now, style)
    won = bonuses_won(grid, covered)
    for bonus in grid.bonuses:
        mark = "+" if bonus in won else "?"
        style = Style(color="#ffffff", bgcolor=palette.WON) if bonus in won else Style(bold=True)
        signs = bonus_signs(bonus)
        for place, cell in enumerate(grid.cells(bonus.cells & is_open)):
            canvas.write_in(cell, signs[place % len(signs)] + mark, style)


def bonus_signs(bonus: GridBonus) -> list[str]:
    """Return the signs on the cells of a bonus, or the initials of its items on one cell."""
    if not bonus.gives:
        return [NO_ITEM]
    signs = [sign_of_item(item) for item, _ in bonus.gives]
    if len(signs) > bonus.cells.bit_count():
        return ["".join(sign[0] for sign in signs[:2])]
    return signs


def _write_label(canvas: Canvas, number: int, piece: Piece) -> None:
    if not piece.cells:
        return
    mark = NEW_MARK if canvas.is_new(number) else ""
    runs = _runs(canvas, number, piece.cells)
    middle_x = sum(ACROSS * x + 2 for x, _ in piece.cells) / len(piece.cells)
    middle_y = sum(canvas.line_of(y) for _, y in piece.cells) / len(piece.cells)

    def distance(run: tuple[int, int, int]) -> float:
        y, left, right = run
        return abs(y - middle_y) + abs((left + right - 1) / 2 - middle_x) / 4

    ink = Style(bold=True)
    for label in (say_as("good", piece.tile.name) + mark, sign_of(piece.tile) + mark):
        fitting = [run for run in runs if run[2] - run[1] >= len(label)]
        if fitting:
            y, left, right = min(fitting, key=distance)
            canvas.write(left + (right - left - len(label)) // 2, y, label, ink)
            return
        words = label.split(" ")
        if len(words) == 2 and len(piece.cells) > 2:
            pairs = [
                (first, second)
                for first in runs
                for second in runs
                if second[0] == first[0] + 1
                and first[2] - first[1] >= len(words[0])
                and second[2] - second[1] >= len(words[1])
            ]
            if pairs:
                best = min(pairs, key=lambda pair: distance(pair[0]) + distance(pair[1]))
                for word, (y, left, right) in zip(words, best, strict=True):
                    canvas.write(left + (right - left - len(word)) // 2, y, word, ink)
                return


def _runs(canvas: Canvas, owner: int, piece: Sequence[Cell]) -> list[tuple[int, int, int]]:
    xs, ys = [x for x, _ in piece], [y for _, y in piece]
    last = min(canvas.height, canvas.down * (max(ys) + 1) + 1)
    runs = []
    for y in range(canvas.down * min(ys), last):
        start = None
        for x in range(ACROSS * min(xs), ACROSS * (max(xs) + 1) + 2):
            if canvas.inside(owner, x, y):
                start = x if start is None else start
            elif start is not None:
                runs.append((y, start, x))
                start = None
    return runs
