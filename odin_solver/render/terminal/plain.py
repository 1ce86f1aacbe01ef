"""Drawings for the terminal as plain text."""

from io import StringIO

from rich.console import Console, RenderableType

WIDTH = 100


def plain_text(drawing: RenderableType, width: int = WIDTH) -> str:
    """Return a drawing without colours; lines have no trailing spaces."""
    output = StringIO()
    console = Console(
        file=output, width=width, color_system=None, highlight=False, markup=False, emoji=False
    )
    console.print(drawing)
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines()).strip("\n")
