"""The position in any file: of a position, a puzzle, a game, or a state of a game."""

from typing import TYPE_CHECKING

from odin_solver.notation.kinds import FileKind, recognised
from odin_solver.notation.positions import position_from
from odin_solver.rules.position import Position

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State


def position_in(text: str, name: str) -> Position:
    """Read the position in a file's text: of a game the one reached, of a puzzle its beginning.

    Parameters
    ----------
    text
        The text.
    name
        What to call it in error messages.

    Raises
    ------
    InputError
        If it holds none.
    """
    shown = shown_in(text, name)
    if isinstance(shown, Position):
        return shown
    from odin_solver.game.positions import position_of

    return position_of(shown)


def shown_in(text: str, name: str) -> "Position | State":
    """Read what is drawn of a file: the state of a game, otherwise a position as `position_in`."""
    kind, data = recognised(text, name)
    match kind:
        case FileKind.LOG | FileKind.STATE | FileKind.TABLE:
            from odin_solver.planner.reading import read_state

            return read_state(text, name)
        case FileKind.PUZZLE:
            from odin_puzzles.files import puzzle_from

            return puzzle_from(data, name).position
        case FileKind.CODE:
            from odin_puzzles.share.codes import puzzle_from_code

            return puzzle_from_code(text.strip()).position
    return position_from(data, name)
