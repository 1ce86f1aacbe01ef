"""Reports in a terminal."""

from collections.abc import Iterable, Iterator
from textwrap import fill

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from odin_solver.questions.report import HERE, Board, Chip, Fold, Line, Link, Part, Signs, Table
from odin_solver.render.terminal.tables import titled_table

STYLES = {"": "", "title": "bold", "strong": "bold", "dim": "dim", "good": ""}
STYLES |= {"bad": "bold red", "unsure": "yellow"}


def report_drawing(report: Iterable[Part]) -> Group:
    """Return a report as it stands in a terminal."""
    return Group(*_drawn(report))


def _drawn(report: Iterable[Part]) -> Iterator[RenderableType]:
    for each in report:
        match each:
            case Line():
                words = each.signs.words if each.signs else ""
                yield Text(each.text.replace(HERE, words), STYLES[each.style])
            case Board(terminal=drawing) if drawing is not None:
                yield drawing()
            case Fold(details=False):
                yield Text(each.title, "bold")
                for part in _drawn(each.parts):
                    yield Padding(part, (0, 0, 0, 2), expand=False)
            case Table():
                heads = _heads(each) if each.heads else [""] * len(each.kinds)
                table = titled_table(*zip(each.kinds, heads, strict=True))
                for row, look in zip(each.rows, each.styles or [""] * len(each.rows), strict=True):
                    table.add_row(*map(_cell, row), style=STYLES[look])
                yield table


def _heads(table: Table) -> Iterator[str]:
    """Yield the headings; if there is text at the end, none above numbers takes its room."""
    narrow = table.kinds[-1] == "left"
    for column, (kind, head) in enumerate(zip(table.kinds, table.heads, strict=True)):
        widest = max((len(str(row[column])) for row in table.rows), default=1)
        broken = fill(head, max(widest, 1), break_long_words=False)
        yield broken if narrow and kind == "right" else head


def _cell(cell: str | Signs | Chip | Link) -> str | Text:
    match cell:
        case Link():
            return cell.text
        case Chip():
            return Text(f" {cell.text} ", style=f"{cell.ink} on {cell.paint}")
        case Signs():
            return cell.words
    return cell
