"""Reports in a terminal."""

from collections.abc import Iterable, Iterator
from textwrap import fill

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.text import Text

from odin_solver.questions.report import HERE, Board, Chip, Fold, Line, Link, Part, Signs, Table
from odin_solver.render.terminal.tables import plain_text, titled_table

STYLES = {"": "", "title": "bold", "strong": "bold", "best": "bold green", "dim": "dim"}
STYLES |= {"good": "", "bad": "bold red", "unsure": "yellow"}

MORE = " ..."
"""The end of what is cut short."""


class AtMost:
    """A text of at most so many lines; three dots say that it goes on."""

    def __init__(self, text: Text, lines: int) -> None:
        self.text, self.lines = text, lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the first lines."""
        wrapped = self.text.wrap(console, options.max_width, overflow="fold")
        if len(wrapped) > self.lines:
            last = wrapped[self.lines - 1]
            room = options.max_width - len(MORE)
            if len(last.plain.rstrip()) > room:  # no part of a word
                last.truncate(max(last.plain.rfind(" ", 0, room + 1), 1))
            last.rstrip()
            last.append(MORE)
        yield from wrapped[: self.lines]

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the widths of the whole text."""
        return Measurement.get(console, options, self.text)


def report_drawing(report: Iterable[Part]) -> Group:
    """Return a report as it stands in a terminal."""
    return Group(*_drawn(report))


def report_text(report: Iterable[Part]) -> str:
    """Return a report without colours."""
    return plain_text(report_drawing(report))


def _drawn(report: Iterable[Part]) -> Iterator[RenderableType]:
    for each in report:
        match each:
            case Line(style="code"):
                yield Text(each.text, no_wrap=True, overflow="ignore")
            case Line():
                words = each.signs.words if each.signs else ""
                text = Text(each.text.replace(HERE, words), STYLES[each.style])
                yield AtMost(text, each.most) if each.most else text
            case Board(terminal=drawing) if drawing is not None:
                yield drawing()
            case Fold(details=False):
                if each.title:
                    yield Text(each.title, "bold")
                for part in _drawn(each.parts):
                    yield Padding(part, (0, 0, 0, 2), expand=False)
            case Table():
                heads = _heads(each) if each.heads else [""] * len(each.kinds)
                table = titled_table(*zip(each.kinds, heads, strict=True))
                for row, look in zip(each.rows, each.styles or [""] * len(each.rows), strict=True):
                    table.add_row(*(_cell(cell, each.most) for cell in row), style=STYLES[look])
                yield table


def _heads(table: Table) -> Iterator[str]:
    """Yield the headings; if there is text at the end, none above numbers takes its room."""
    narrow = table.kinds[-1] == "left"
    for column, (kind, head) in enumerate(zip(table.kinds, table.heads, strict=True)):
        widest = max((len(str(row[column])) for row in table.rows), default=1)
        broken = fill(head, max(widest, 1), break_long_words=False)
        yield broken if narrow and kind == "right" else head


def _cell(cell: str | Signs | Chip | Link, most: int) -> RenderableType:
    match cell:
        case Link():
            return cell.text
        case Chip():
            return Text(f" {cell.text} ", style=f"{cell.ink} on {cell.paint}")
        case Signs():
            return cell.words
    return AtMost(Text(cell), most) if most else cell
