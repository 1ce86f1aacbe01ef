"""Parts of SVG pictures that several modules use: cell size, text, plain cells, badges."""

from collections.abc import Sequence
from functools import cache

from odin_solver.components import Cell
from odin_solver.render import palette
from odin_solver.render.svg.font import LINE, MIDDLE
from odin_solver.render.svg.markup import element, line_of_text, number

CELL = 52.0
"""Side of a cell."""

MINUS = "−"


def centred(
    x: float, y: float, lines: Sequence[str], size: float, ink: str, turned: bool = False
) -> str:
    """Draw lines of text centred on a point, reading upwards if turned."""
    top = y + size * (MIDDLE - LINE * (len(lines) - 1) / 2)
    written = [
        line_of_text(x, top + size * LINE * i, line, size, ink, anchor="middle")
        for i, line in enumerate(lines)
    ]
    if turned:
        return element("g", *written, transform=f"rotate(-90 {number(x)} {number(y)})")
    return "".join(written)


@cache
def bare_cell(cell: Cell) -> str:
    """Draw an uncovered cell."""
    return element(
        "rect",
        x=CELL * cell[0] + 1.5,
        y=CELL * cell[1] + 1.5,
        width=CELL - 3,
        height=CELL - 3,
        rx=6,
        fill=palette.LAND.light,
        stroke=palette.LAND.dark,
        stroke_opacity=0.45,
    )


def number_badge(x: float, y: float, value: int) -> str:
    """Draw the number of a new piece on a small disc."""
    disc = element(
        "circle", cx=x, cy=y, r=9.5, fill=palette.NEW, stroke=palette.PAGE.ink, stroke_width=1.5
    )
    return disc + centred(x, y, [str(value)], 12, palette.PAGE.ink)
