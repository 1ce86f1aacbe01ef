"""Boards drawn for the terminal.

A cell is three characters wide and one line high; between cells lie seams, where a line is drawn
wherever two different pieces, or a piece and an open cell, meet. So the pieces can be told apart
without any colour. New pieces have heavy lines and a star.
"""

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from odin_solver.components import Cell
from odin_solver.render import palette
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import GridBonus, grid_of
from odin_solver.rules.income import diagonal_income
from odin_solver.rules.position import ROUNDS, Position
from odin_solver.rules.scoring import board_facts
from odin_solver.words.names import SIGNS, printed_list, printed_name

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

ACROSS = 4
"""Characters from one cell to the next."""

DOWN = 2
"""Lines from one cell to the next."""

LEAST_WIDTH = 36
"""Width at which captions and legends are wrapped at the earliest."""

NEW_MARK = "*"

_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Lines that meet: upwards, right, down and left, each of them none, light or heavy (base 3)."""

_PLAIN = str.maketrans(
    {
        **dict.fromkeys(_JOINTS[1:], "+"),
        **dict.fromkeys("─╴╶╾╼", "-"),
        **dict.fromkeys("━╸╺", "="),
        **dict.fromkeys("│┃╵╷╹╻╽╿", "|"),
        "░": "#",
        "█": "#",
        "·": ".",
        "×": "x",
        "−": "-",
    }
)
"""For terminals that know nothing but ASCII."""

_SEA = -1
_OPEN = -2
_BLOCKED = -3
_MARKED = -4


@dataclass(frozen=True)
class Drawing:
    """Lines of styled text that rich can print; they are never wrapped."""

    lines: tuple[tuple[Segment, ...], ...]

    @property
    def width(self) -> int:
        """Characters of the longest line."""
        return max((sum(len(part.text) for part in line) for line in self.lines), default=0)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Print the lines, in ASCII if the terminal knows nothing else."""
        for line in self.lines:
            for part in line:
                text = part.text.translate(_PLAIN) if options.ascii_only else part.text
                yield Segment(text, part.style)
            yield Segment.line()

    def __rich_measure__(self, console: "Console", options: "ConsoleOptions") -> Measurement:
        """As wide as it is."""
        return Measurement(self.width, self.width)


def position_text(position: Position, new_from: Sequence[int] | None = None) -> "RenderableType":
    """Draw the boards of a position, side by side where the terminal is wide enough.

    Parameters
    ----------
    position
        The position.
    new_from
        For each board the number of its first new piece; pieces from there on are marked.
    """
    from rich.columns import Columns
    from rich.console import Group

    starts = new_from if new_from is not None else [len(each.pieces) for each in position.boards]
    boards = [
        board_text(state, start) for state, start in zip(position.boards, starts, strict=True)
    ]
    title = position.title.strip()
    when = f"round {position.round} of {ROUNDS[position.game]}"
    heading = textwrap.wrap(f"{title} ({when})" if title else when.capitalize(), 78)
    return Group(
        Drawing((*(_line(line, bold=True) for line in heading), ())),
        Columns([Drawing((*board.lines, ())) for board in boards], padding=(0, 3)),
    )


def board_text(
    state: BoardState, new_from: int | None = None, marked: Iterable[Cell] = ()
) -> Drawing:
    """Draw one board with its caption and legend.

    Parameters
    ----------
    state
        The board and what lies on it.
    new_from
        Number of the first new piece; pieces from there on are marked.
    marked
        Open cells that are outlined and painted differently.
    """
    start = len(state.pieces) if new_from is None else new_from
    picture = [*_grid_lines(state, start, marked), *_slot_lines(state, start)]
    width = max(LEAST_WIDTH, Drawing(tuple(picture)).width)
    caption, details = _caption(state)
    lines = [_line(line, bold=True) for line in textwrap.wrap(caption, width)]
    lines += [_line(line) for detail in details for line in textwrap.wrap(detail, width)]
    lines += picture
    for entry in _legend(state, start):
        lines += [_line(line, dim=True) for line in _wrap_entries(entry, width)]
    return Drawing(tuple(lines))


def grid_text(
    state: BoardState, new_from: int | None = None, marked: Iterable[Cell] = ()
) -> Drawing:
    """Draw the cells of a board alone; the parameters are those of `board_text`."""
    start = len(state.pieces) if new_from is None else new_from
    return Drawing(tuple(_grid_lines(state, start, marked)))


def _line(text: str, bold: bool = False, dim: bool = False) -> tuple[Segment, ...]:
    return (Segment(text, Style(bold=bold or None, dim=dim or None)),)


def _caption(state: BoardState) -> tuple[str, list[str]]:
    """The heading of a board, and what it earns and costs."""
    facts = board_facts(state)
    points = f" ({facts.points} points)" if facts.points else ""
    earned = [f"income {facts.income}"] if state.board.income else []
    earned.append(f"uncovered {-facts.uncovered}")
    bonuses = printed_list(facts.bonuses.items()) or "none"
    return f"{state.board.name}{points}", [
        ", ".join(earned),
        *([f"bonuses won: {bonuses}"] if state.board.bonuses else []),
    ]


class _Canvas:
    """Characters of a grid with the cells' owners: a piece's number, or sea, open or blocked."""

    def __init__(self, state: BoardState, start: int, marked: Iterable[Cell] = ()) -> None:
        grid = grid_of(state.board)
        self.state = state
        self.start = start
        self.columns, self.rows = grid.width, grid.height
        self.owner: dict[Cell, int] = dict.fromkeys(grid.cells(grid.coverable), _OPEN)
        self.owner |= dict.fromkeys(state.board.cells_marked("#"), _BLOCKED)
        self.owner |= dict.fromkeys(filter(grid.holds, marked), _MARKED)
        for number, piece in enumerate(state.pieces):
            self.owner |= dict.fromkeys(filter(grid.holds, piece.cells), number)
        self.chars: dict[Cell, tuple[str, Style]] = {}
        for y in range(DOWN * self.rows + 1):
            for x in range(ACROSS * self.columns + 1):
                self.chars[x, y] = self._background(x, y)

    def write(self, x: int, y: int, text: str, style: Style | None = None) -> None:
        """Put text on the canvas, above the background that is there."""
        for place, char in enumerate(text, x):
            self.chars[place, y] = char, self.chars[place, y][1] + (style or Style())

    def write_in(self, cell: Cell, text: str, style: Style | None = None) -> None:
        """Put up to three characters into the middle of a cell."""
        x, y = cell
        self.write(ACROSS * x + 1, DOWN * y + 1, f"{text:^3}", style)

    def lines(self) -> list[tuple[Segment, ...]]:
        """The picture with coordinates."""
        found = []
        for y in range(DOWN * self.rows + 1):
            number = f"{self.rows - y // DOWN:2} " if y % DOWN else "   "
            line = [Segment(number, Style(dim=True))]
            for x in range(ACROSS * self.columns + 1):
                char, style = self.chars[x, y]
                if line[-1].style == style:
                    line[-1] = Segment(line[-1].text + char, style)
                else:
                    line.append(Segment(char, style))
            found.append(tuple(line))
        letters = "".join(f"  {chr(ord('a') + x)} " for x in range(self.columns))
        return [*found, _line(f"   {letters}", dim=True)]

    def is_new(self, owner: int) -> bool:
        return owner >= self.start

    def style(self, owner: int) -> Style:
        """Background and ink of what owns a place."""
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
        """The line between two neighbours: none, light or heavy."""
        if first == second:
            return 0
        return 2 if self.is_new(first) or self.is_new(second) else 1

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
        return _JOINTS[arms], self.style(_OPEN) + Style(bold=new or None)


def _grid_lines(
    state: BoardState, start: int, marked: Iterable[Cell] = ()
) -> list[tuple[Segment, ...]]:
    if not state.board.rows:
        return []
    canvas = _Canvas(state, start, marked)
    _write_open_cells(canvas, state)
    for number, piece in enumerate(state.pieces):
        _write_label(canvas, number, piece)
    return canvas.lines()


def _write_open_cells(canvas: _Canvas, state: BoardState) -> None:
    grid = grid_of(state.board)
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
                canvas.write_in(grid.cells(each.cell)[0], f"{each.value:2}{now}", style)
    won = bonuses_won(grid, covered)
    for bonus in grid.bonuses:
        mark = "+" if bonus in won else "?"
        style = Style(color="#ffffff", bgcolor=palette.WON) if bonus in won else Style(bold=True)
        signs = bonus_signs(bonus)
        for place, cell in enumerate(grid.cells(bonus.cells & is_open)):
            canvas.write_in(cell, signs[place % len(signs)] + mark, style)


def bonus_signs(bonus: GridBonus) -> list[str]:
    """What is written on the cells of a bonus: signs, or initials of two things on one cell."""
    signs = [SIGNS[thing] for thing, _ in bonus.gives]
    if len(signs) > bonus.cells.bit_count():
        return ["".join(sign[0] for sign in signs)]
    return signs


def _write_label(canvas: _Canvas, number: int, piece: Piece) -> None:
    """Write a piece's name near its middle where it fits, otherwise its sign."""
    if not piece.cells:
        return
    mark = NEW_MARK if canvas.is_new(number) else ""
    runs = _runs(canvas, number)
    middle_x = sum(ACROSS * x + 2 for x, _ in piece.cells) / len(piece.cells)
    middle_y = sum(DOWN * y + 1 for _, y in piece.cells) / len(piece.cells)

    def distance(run: tuple[int, int, int]) -> float:
        y, left, right = run
        return abs(y - middle_y) + abs((left + right - 1) / 2 - middle_x) / 4

    ink = Style(bold=True)
    for label in (piece.tile.name + mark, SIGNS[piece.tile.id] + mark):
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


def _runs(canvas: _Canvas, owner: int) -> list[tuple[int, int, int]]:
    """The unbroken stretches of characters within a piece: line, start and end."""
    cells = {cell for cell, each in canvas.owner.items() if each == owner}

    def inside(x: int, y: int) -> bool:
        columns = {x // ACROSS} if x % ACROSS else {x // ACROSS - 1, x // ACROSS}
        rows = {y // DOWN} if y % DOWN else {y // DOWN - 1, y // DOWN}
        return all((column, row) in cells for column in columns for row in rows)

    runs = []
    for y in range(DOWN * canvas.rows + 1):
        start = None
        for x in range(ACROSS * canvas.columns + 2):
            if inside(x, y):
                start = x if start is None else start
            elif start is not None:
                runs.append((y, start, x))
                start = None
    return runs


def _slot_lines(state: BoardState, start: int) -> list[tuple[Segment, ...]]:
    """Slots for wood and stone: what fills them, and the empty ones."""
    lines = []
    for name, count in state.board.slots:
        pieces = [
            (number, piece) for number, piece in enumerate(state.pieces) if piece.tile.id == name
        ]
        line = [Segment(f"   {printed_name(name) + ':':6} ", Style())]
        paint = palette.paint_of_item(name)
        for number, _ in pieces:
            mark = NEW_MARK if number >= start else " "
            style = Style(color=paint.ink, bgcolor=paint.fill, bold=number >= start or None)
            line += [Segment(f"[{SIGNS[name]}{mark}]", style), Segment(" ", Style())]
        line += [Segment("[-1 ] ", Style(dim=True))] * (count - len(pieces))
        lines.append(tuple(line))
    return lines


def _legend(state: BoardState, start: int) -> list[list[str]]:
    """What the signs mean that occur on the board: entries for pieces and for bonuses."""
    grid = grid_of(state.board)
    covered = state.covered
    counts = Counter(piece.tile.id for piece in state.pieces)
    pieces = [
        f"{SIGNS[name]} {printed_name(name)}" + (f" ×{count}" if count > 1 else "")
        for name, count in counts.items()
    ]
    if start < len(state.pieces):
        pieces.append(f"{NEW_MARK} new")
    won = bonuses_won(grid, covered)
    bonuses = []
    for bonus in grid.bonuses:
        if bonus.cells & covered:
            continue
        signs = bonus_signs(bonus)
        if len(signs) == len(bonus.gives):
            bonuses += [
                f"{sign} {printed_name(thing)}"
                for sign, (thing, _) in zip(signs, bonus.gives, strict=True)
            ]
        else:
            names = " + ".join(printed_name(thing) for thing, _ in bonus.gives)
            bonuses.append(f"{signs[0]} {names}")
    if won:
        bonuses.append("+ won")
    if any(not bonus.cells & covered and bonus not in won for bonus in grid.bonuses):
        bonuses.append("? not yet")
    if any(each.cell & ~covered for each in grid.income_cells):
        pieces.append("$ income now")
    if bonuses:
        bonuses[0] = f"Bonuses: {bonuses[0]}"
    return [pieces, list(dict.fromkeys(bonuses))]


def _wrap_entries(entries: Iterable[str], width: int) -> list[str]:
    """Entries set into lines, none of them broken."""
    joined = ", ".join(entry.replace(" ", "\0") for entry in entries)
    return [line.replace("\0", " ") for line in textwrap.wrap(joined, width)]
