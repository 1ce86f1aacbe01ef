"""Score sheet of a solo game in a terminal."""

from typing import TYPE_CHECKING

import msgspec
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.game.scoring import ScoreSheet

if TYPE_CHECKING:
    from rich.console import RenderableType

COSTS = ("home_board", "exploration_cells", "house_cells", "penalties")
"""Entries that cost points, the right column of the sheet."""


def sheet_text(sheet: ScoreSheet) -> "RenderableType":
    """Draw the sheet: points at the left, costs at the right, the total below."""
    points = msgspec.structs.asdict(sheet)
    costs = [(name, points.pop(name)) for name in COSTS]
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    for justify in ("left", "right", "left", "right"):
        table.add_column(justify="right" if justify == "right" else "left", no_wrap=True)
    right = [(_label(name), str(value)) for name, value in costs]
    for at, (name, value) in enumerate(points.items()):
        table.add_row(_label(name), str(value), *(right[at] if at < len(right) else ()))
    table.add_row(Text("Total", style="bold"), Text(str(sheet.total), style="bold"))
    return Padding(table, (0, 0, 0, 2))


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()
