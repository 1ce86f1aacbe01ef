"""The position in a file of any kind."""

from typing import TYPE_CHECKING

from odin_solver.notation.drawings import drawn_in
from odin_solver.notation.kinds import position_in, shown_in
from odin_solver.rules.position import Position
from odin_solver.support.reading import read_text, source_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State


def load_position(path: str) -> Position:
    """Read the position of a file: that of a puzzle, or the one that a game has reached."""
    return position_in(read_text(path), source_name(path))


def load_drawn(path: str) -> Position:
    """Read a position like `load_position`, or a drawing in text."""
    return drawn_in(read_text(path), source_name(path))


def load_shown(path: str) -> "Position | State":
    """Read a file that is drawn: the state of a game, otherwise a position as `load_position`."""
    shown: Position | State = shown_in(read_text(path), source_name(path))
    return shown
