"""Reports in a terminal."""

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from odin_solver.questions.report import HERE, Board, Fold, Line, Part, Table
from odin_solver.render.terminal.tables import titled_table

STYLES = {"": "", "strong": "bold", "dim": "dim", "good": ""}


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
                heads = each.heads or [""] * len(each.kinds)
                table = titled_table(*zip(each.kinds, heads, strict=True))
                for row, look in zip(each.rows, each.styles or [""] * len(each.rows), strict=True):
                    cells = (cell if isinstance(cell, str) else cell.words for cell in row)
                    table.add_row(*cells, style=STYLES[look])
                yield table
