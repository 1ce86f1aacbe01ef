"""Feasts in a terminal."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.components import Board
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.components.signs import sign_of
from odin_solver.feast.best import THING_PENALTY, Feast
from odin_solver.feast.food import FOODS
from odin_solver.names.printed import amount, penalties_text, plain_name
from odin_solver.render import palette
from odin_solver.render.terminal.boards import grid_text
from odin_solver.render.terminal.drawing import Drawing
from odin_solver.render.terminal.summary import heading
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.support.language import say, say_number

if TYPE_CHECKING:
    from rich.console import RenderableType


def feast_text(
    feast: Feast, values: Mapping[str, Fraction], emigrated: int = 0
) -> "RenderableType":
    """Draw a feast: the table, what is eaten, and its loss.

    Parameters
    ----------
    feast
        Feast with the usual penalty for empty cells.
    values
        Value of each food.
    emigrated
        Number of emigrated ships at the left of the free cells.
    """
    title: str = say_number("Feast on {n} free cell", "Feast on {n} free cells", feast.cells)
    if emigrated:
        title += ", " + say_number(
            "{n} emigrated ship at the left", "{n} emigrated ships at the left", emigrated
        )
    parts: list[RenderableType] = [heading(title)]
    if feast.cells or emigrated:
        parts.append(table_text(feast, emigrated))
    if feast.eaten:
        parts += [heading(say("Eaten")), Padding(_eaten(feast, values), (0, 0, 0, 2))]
    else:
        parts.append(Text(say("Nothing is eaten.")))
    return Group(*parts, _verdict(feast))


def table_text(feast: Feast, emigrated: int = 0) -> Drawing:
    """Draw the table: its edge is the lowest row, tiles reach beyond it; # are ships."""
    ships = BANQUET_TABLE.ship_covers * emigrated
    height = max((each.tile.area // each.width for each in feast.servings), default=1)
    beyond = "~" * (ships + feast.cells)
    edge = "#" * ships + "." * feast.cells
    board = Board("banquet", "Banquet table", "building", 0, (*(beyond,) * (height - 1), edge))
    pieces = [
        Piece(
            each.tile,
            tuple(
                (ships + x, height - 1 - y)
                for y in range(each.tile.area // each.width)
                for x in range(each.start, each.start + each.width)
            ),
        )
        for each in feast.servings
    ]
    return grid_text(BoardState(board, tuple(pieces)))


def _eaten(feast: Feast, values: Mapping[str, Fraction]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column(say("food"))
    for column in (say("tiles"), say("value each"), say("total")):
        table.add_column(column, justify="right")
    for name, count in feast.eaten.items():
        tile = FOODS[name]
        paint = palette.paint_of(tile)
        sign = Text(f" {sign_of(tile)} ", style=f"{paint.ink} on {paint.fill}")
        label = plain_name(name)
        label = label[:1].upper() + label[1:]
        value = values[name]
        table.add_row(sign, label, str(count), amount(value), amount(count * value))
    return table


def _verdict(feast: Feast) -> Text:
    fine = THING_PENALTY * feast.empty
    loss = amount(feast.loss)
    if not feast.empty:
        return Text(say("Loss {loss} (proven best), no Thing penalty", loss=loss))
    text = say(
        "Loss {loss} (proven best): {food} for food, {fine} for {penalties}",
        loss=loss,
        food=amount(feast.loss - fine),
        fine=amount(fine),
        penalties=penalties_text(feast.empty),
    )
    return Text(text, style="bold red")
