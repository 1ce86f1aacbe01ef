"""Numbered menus of moves in a terminal."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.components.spaces import SPACES, Group
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.state import State
from odin_solver.words.menu import Section, meaning_of

if TYPE_CHECKING:
    from rich.console import RenderableType


def menu_text(state: State, sections: Sequence[Section]) -> "RenderableType":
    """Draw a menu: the moves with their numbers and meanings.

    Outcomes of chance that are numbers stand for themselves.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    table.add_column(justify="right", no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    number = 0
    for section in sections:
        if section.title:
            table.add_row("", Text(section.title, style="bold underline"))
        for move in section.moves:
            number += 1
            what = meaning_of(state, move)
            if str(move).isdecimal():
                table.add_row(str(move), what)
            else:
                text = Text.assemble((str(move), "bold"), f"  {what}" if what else "")
                table.add_row(str(number), text)
    return Padding(table, (0, 0, 0, 2))


COLUMNS = 4
"""Columns of the action board."""

LABEL = 12
"""Characters for the name of a group."""


def action_board_text(
    moves: Sequence[Use], numbers: Mapping[Move | Outcome, int], width: int = 100
) -> "RenderableType":
    """Draw the usable spaces as on the action board, with a row per group.

    Parameters
    ----------
    moves
        Moves ``use SPACE``.
    numbers
        The number of each move.
    width
        Characters of a line of the terminal.
    """
    room = max(12, min(24, (width - LABEL - 3) // COLUMNS - 1))
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", style="bold", width=LABEL)
    for column in range(1, COLUMNS + 1):
        table.add_column("1 Viking" if column == 1 else f"{column} Vikings", no_wrap=True)
    spaces = [(SPACES[move.space], numbers[move]) for move in moves]
    for group in Group:
        row = [
            "\n".join(
                _entry(number, space.name, room)
                for space, number in spaces
                if space.group is group and space.column == column
            )
            for column in range(1, COLUMNS + 1)
        ]
        if any(row):
            table.add_row(group.label, *row)
    return Padding(table, (0, 0, 0, 2))


def _entry(number: int, name: str, room: int) -> str:
    """Return a space with its number, without the parts of its name that row and column show."""
    short = name.removeprefix("Market: ").partition(" (")[0]
    return "\n".join(textwrap.wrap(f"{number:>2}) {short}", room, subsequent_indent="    "))
