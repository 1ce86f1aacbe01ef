"""Menus of moves in a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from odin_solver.game.kernel.state import State
from odin_solver.render.terminal.tables import plain_table
from odin_solver.words.menu import Section, meaning_of
from odin_solver.words.moves import keys_of

if TYPE_CHECKING:
    from rich.console import RenderableType


def menu_text(state: State, sections: Sequence[Section]) -> "RenderableType":
    """Draw a menu: the moves with their keys and meanings."""
    keys = {move: key for key, move in keys_of(m for each in sections for m in each.moves).items()}
    table = plain_table("right", "left")
    table.columns[0].style = "dim"
    for section in sections:
        if section.title:
            table.add_row("", Text(section.title, style="bold underline"))
        for move in section.moves:
            key, what = keys.get(move, ""), meaning_of(state, move)
            text = (
                Text(what) if key == str(move) else Text.assemble((str(move), "bold"), f"  {what}")
            )
            text.rstrip()
            table.add_row(key, text)
    return Padding(table, (0, 0, 0, 2))
