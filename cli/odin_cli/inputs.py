"""The position in a file of any kind."""

import re
from typing import TYPE_CHECKING

from odin_solver.errors import within
from odin_solver.notation.drawings import imported
from odin_solver.notation.kinds import position_in, shown_in
from odin_solver.notation.positions import position_from
from odin_solver.rules.position import Position
from odin_solver.support.reading import read_text, source_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State


def load_position(path: str) -> Position:
    """Read the position of a file: that of a puzzle, or the one that a game has reached."""
    return position_in(read_text(path), source_name(path))


def load_drawn(path: str) -> Position:
    """Read a position like `load_position`, or a drawing in text."""
    text, name = read_text(path), source_name(path)
    if not re.fullmatch(r"[A-Za-z._\s]+", text):
        return position_in(text, name)
    with within(name):
        return position_from(imported(text), name)


def load_shown(path: str) -> "Position | State":
    """Read a file that is drawn: the state of a game, otherwise a position as `load_position`."""
    shown: Position | State = shown_in(read_text(path), source_name(path))
    return shown
