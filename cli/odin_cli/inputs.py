"""The position in any file: of a position, a puzzle, a game, or a state of a game."""

from typing import TYPE_CHECKING

from odin_solver.notation.kinds import FileKind, recognised
from odin_solver.notation.positions import position_from
from odin_solver.rules.position import Position
from odin_solver.support.reading import read_text, source_name

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State


def load_position(path: str) -> Position:
    """Read the position of a file: of a game the one reached, of a puzzle the one it begins with.

    Raises
    ------
    InputError
        If the file cannot be read or holds none.
    """
    return position_in(read_text(path), source_name(path))


def position_in(text: str, name: str) -> Position:
    """Read the position in a file's text, as `load_position`; `name` is for error messages."""
    shown = _shown(text, name)
    if isinstance(shown, Position):
        return shown
    from odin_solver.game.positions import position_of

    return position_of(shown)


def load_shown(path: str) -> "Position | State":
    """Read a file that is drawn: the state of a game, otherwise a position as `load_position`."""
    return _shown(read_text(path), source_name(path))


def _shown(text: str, name: str) -> "Position | State":
    kind, data = recognised(text, name)
    match kind:
        case FileKind.LOG | FileKind.STATE:
            from odin_solver.planner.reading import read_state

            return read_state(text, name)
        case FileKind.PUZZLE:
            from odin_puzzles.files import puzzle_from

            return puzzle_from(data, name).position
        case FileKind.CODE:
            from odin_puzzles.share.codes import puzzle_from_code

            return puzzle_from_code(text.strip()).position
    return position_from(data, name)
