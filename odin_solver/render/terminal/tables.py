"""Tables without lines, for reports in a terminal; drawings as plain text."""

from io import StringIO

from rich.console import Console, JustifyMethod, RenderableType
from rich.table import Table


def plain_table(*columns: str) -> Table:
    """Return a table without titles.

    A column is ``left``, which may be folded, ``whole``, which may not, ``right``, or a ``label``.
    """
    return titled_table(*((column, "") for column in columns))


def titled_table(*columns: tuple[str, str], style: str = "bold") -> Table:
    """Return a table of columns as in `plain_table` with titles; without any they are not shown."""
    titled = any(title for _, title in columns)
    table = Table(
        box=None, padding=(0, 2, 0, 0), show_header=titled, header_style=style, pad_edge=False
    )
    for kind, title in columns:
        justify: JustifyMethod = "right" if kind == "right" else "left"
        look = "bold" if kind == "label" else None
        table.add_column(
            title, justify=justify, style=look, overflow="fold", no_wrap=kind != "left"
        )
    return table


def labelled_table(*columns: str) -> Table:
    """Return a table of bold labels with texts, or with columns as in `plain_table`."""
    return plain_table("label", *(columns or ("left",)))


WIDTH = 100


def plain_text(drawing: RenderableType, width: int = WIDTH) -> str:
    """Return a drawing without colours; lines have no trailing spaces."""
    output = StringIO()
    console = Console(
        file=output, width=width, color_system=None, highlight=False, markup=False, emoji=False
    )
    console.print(drawing)
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines()).strip("\n")
