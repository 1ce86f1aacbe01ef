"""Widgets of the editor: the board, lists that are counted, the line in which a tile is named."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input
from textual.widgets.input import Selection

from odin_solver.components import Cell
from odin_solver.editing.editor import Editor
from odin_solver.editing.finding import name_in
from odin_solver.render.terminal.canvas import ACROSS, DOWN
from odin_solver.render.terminal.editing import editing_lines
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import say

MARGIN = 3
"""Characters left of the grid, for the numbers of rows."""


class BoardView(ScrollView, can_focus=True):
    """A board; it is drawn large where there is room."""

    @dataclass
    class Pointed(Message):
        cell: Cell

    @dataclass
    class Pressed(Message):
        """A cell was clicked; with Shift, `flips` is set."""

        cell: Cell
        button: int
        flips: bool

    @dataclass
    class Turned(Message):
        """The wheel was turned; with Shift, `flips` is set."""

        flips: bool

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._strips: list[Strip] = []
        self._editor: Editor | None = None
        self._shown: tuple[BoardState, int] | None = None
        self._drawn: object = None
        self._base = Style()
        self.compact = True

    def show(self, editor: Editor, shown: tuple[BoardState, int] | None = None) -> None:
        """Show an editor's board, or instead a board with the index of its first new piece."""
        self._editor, self._shown = editor, shown
        state = editor.state if shown is None else shown[0]
        what = (state, shown, editor.ghost, editor.cursor, editor.from_box, editor.position.supply)
        where = (self.container_size, self.has_focus, self.app.theme)
        if self._drawn == (what, where):
            return
        self._drawn = (what, where)
        if state is None:
            self._strips = [Strip([Segment(say("No board yet: F3 adds one."))])]
        else:
            room = self.container_size
            self.compact = (
                room.height < DOWN * state.board.height + 2 + len(state.board.slots)
                or room.width < ACROSS * state.board.width + 1 + MARGIN
            )
            if shown is None:
                verdict, ghost = editor.verdict, editor.ghost
                lines = editing_lines(
                    state,
                    held=ghost.piece if ghost is not None and ghost.cells else None,
                    refused=verdict is not None and verdict.refused,
                    clashes=verdict.cells if verdict is not None else (),
                    cursor=editor.cursor if ghost is None and self.has_focus else None,
                    compact=self.compact,
                )
            else:
                lines = editing_lines(state, shown[1], compact=self.compact)
            self._strips = [Strip(line) for line in lines]
        width = max((strip.cell_length for strip in self._strips), default=0)
        self._base = self.rich_style
        self._strips = [strip.apply_style(self._base) for strip in self._strips]
        self.virtual_size = Size(width, len(self._strips))
        self.refresh()
        if shown is None and state is not None and state.board.rows:
            self._follow(editor)

    def render_line(self, y: int) -> Strip:
        x, first = self.scroll_offset
        line, width = first + y, self.size.width
        if line >= len(self._strips):
            return Strip.blank(width, self._base)
        return self._strips[line].crop(x, x + width).adjust_cell_length(width, self._base)

    def on_resize(self) -> None:
        if self._editor is not None:
            self.show(self._editor, self._shown)

    on_focus = on_blur = on_resize

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self._cell_at(event)
        if cell is not None:
            self.post_message(self.Pointed(cell))

    def on_click(self, event: events.Click) -> None:
        cell = self._cell_at(event)
        if cell is not None:
            self.post_message(self.Pressed(cell, event.button, event.shift))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event)

    def _wheel(self, event: events.MouseEvent) -> None:
        if self._editor is not None and self._editor.ghost is not None:
            event.prevent_default()
            event.stop()
            self.post_message(self.Turned(event.shift))

    def _cell_at(self, event: events.MouseEvent) -> Cell | None:
        state = None if self._editor is None else self._editor.state
        if state is None or self._shown is not None:
            return None
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        x, y = offset + self.scroll_offset
        cell = (x - MARGIN) // ACROSS, y if self.compact else y // DOWN
        inside = x >= MARGIN and state.grid.holds(cell)
        return cell if inside else None

    def _follow(self, editor: Editor) -> None:
        cells = editor.ghost.cells if editor.ghost is not None else (editor.cursor,)
        if not cells:
            return
        down = 1 if self.compact else DOWN
        left, right = min(x for x, _ in cells), max(x for x, _ in cells)
        top, bottom = min(y for _, y in cells), max(y for _, y in cells)
        region = Region(
            MARGIN + ACROSS * left if left else 0,
            down * top,
            ACROSS * (right - left + 1) + 1,
            down * (bottom - top + 1) + 1,
        )
        self.scroll_to_region(region, animate=False)


@dataclass(frozen=True)
class Row:
    """A tile or board, in the colours of its letters; the note stands where there is room."""

    key: str
    sign: str
    name: str
    count: int
    ink: str
    fill: str
    note: str = ""


class CountList(ScrollView, can_focus=False):
    """Rows with a count; a click on ``+`` or ``-`` changes it, elsewhere it chooses the row."""

    @dataclass
    class Chosen(Message):
        key: str

    @dataclass
    class Counted(Message):
        """A count is to be changed."""

        key: str
        more: int

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.rows: Sequence[Row] = ()
        self.at = 0
        self._base = Style()
        self._drawn: object = None

    def show(self, rows: Sequence[Row], at: int = 0) -> None:
        at = max(0, min(at, len(rows) - 1))
        if (rows, at, self.size, self.app.theme) == self._drawn:
            return
        self._drawn = (rows, at, self.size, self.app.theme)
        self.rows = rows
        self._base = self.rich_style
        self.at = at
        self.virtual_size = Size(self.width, len(rows))
        self.refresh()
        self.scroll_to_region(Region(0, self.at, 1, 1), animate=False)

    @property
    def width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def chosen(self) -> str | None:
        return self.rows[self.at].key if self.rows else None

    def move(self, step: int) -> None:
        self.show(self.rows, self.at + step)

    def render_line(self, y: int) -> Strip:
        number, width = y + self.scroll_offset.y, self.width
        if number >= len(self.rows):
            return Strip.blank(width, self._base)
        row = self.rows[number]
        style = Style(reverse=True) if number == self.at else Style()
        count = f"{row.count:>3}" if row.count else "  ·"
        gap = "" if width < 26 else " "
        room = width - 9 - len(gap)
        name = f"{row.name}  {row.note}" if row.note else row.name
        return Strip(
            [
                Segment(row.sign, Style(color=row.ink, bgcolor=row.fill, bold=True)),
                Segment(f" {name[:room]:<{room}}", style + Style(bold=bool(row.count) or None)),
                Segment(" −" if row.count else "  ", style),
                Segment(count, style + Style(bold=bool(row.count) or None)),
                Segment(f"{gap}+", style),
            ]
        ).apply_style(self._base)

    def on_resize(self) -> None:
        self.show(self.rows, self.at)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        number = -1 if offset is None else offset.y + self.scroll_offset.y
        if offset is None or not 0 <= number < len(self.rows):
            return
        self.show(self.rows, number)
        key, right = self.rows[number].key, self.width
        if offset.x >= right - 2:
            self.post_message(self.Counted(key, 1))
        elif right - 6 <= offset.x < right - 2:
            self.post_message(self.Counted(key, -1))
        else:
            self.post_message(self.Chosen(key))


class Finder(Input):
    """A line for names, counts and cells; keys that are no text belong to the list below."""

    @dataclass
    class Key(Message):
        """A key for the list or the boards."""

        key: str

    async def _on_key(self, event: events.Key) -> None:
        names_tile = name_in(self.value) == self.value.lower().strip()
        if (
            event.key in ("up", "down", "pageup", "pagedown", "escape")
            or event.character in ("[", "]")
            or (event.character in ("+", "-") and names_tile)
        ):
            event.stop()
            event.prevent_default()
            self.post_message(self.Key(event.character or event.key))
            return
        await super()._on_key(event)

    def done(self) -> None:
        self.selection = Selection(0, len(self.value))
