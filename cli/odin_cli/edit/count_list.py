"""A list of things that are counted with + and -, by keyboard and mouse."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip


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
