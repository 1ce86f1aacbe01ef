"""Names of the boards of a position, and violations on one line."""

from odin_solver.rules.position import Position
from odin_solver.rules.violation import Violation
from odin_solver.support.language import say, say_as


def board_numbers(position: Position) -> list[int]:
    """Return which of several boards of its kind each board is, from 1; 0 for the only one."""
    ids = [state.board.id for state in position.boards]
    return [ids[: at + 1].count(id_) if ids.count(id_) > 1 else 0 for at, id_ in enumerate(ids)]


def board_labels(position: Position) -> list[str]:
    """Name a position's boards, numbered where one occurs several times."""
    names = (say_as("board", state.board.name) for state in position.boards)
    numbered = zip(names, board_numbers(position), strict=True)
    return [f"{name} {number}" if number else name for name, number in numbered]


def violation_line(violation: Violation, position: Position) -> str:
    """Return a violation on one line, with the name of its board."""
    where = "" if violation.board is None else f"{board_labels(position)[violation.board]}: "
    return f"{where}{violation.message} ({say(violation.rule)})"
