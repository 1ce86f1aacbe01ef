"""Names of the boards of a position, and violations on one line."""

from collections import Counter

from odin_solver.rules.position import Position
from odin_solver.rules.violation import Violation
from odin_solver.support.language import say, say_as


def board_labels(position: Position) -> list[str]:
    """Name a position's boards, numbered where one occurs several times."""
    total = Counter(state.board.id for state in position.boards)
    seen: Counter[str] = Counter()
    labels = []
    for state in position.boards:
        seen[state.board.id] += 1
        many = total[state.board.id] > 1
        name = say_as("board", state.board.name)
        labels.append(f"{name} {seen[state.board.id]}" if many else name)
    return labels


def violation_line(violation: Violation, position: Position) -> str:
    """Return a violation on one line, with the name of its board."""
    where = "" if violation.board is None else f"{board_labels(position)[violation.board]}: "
    return f"{where}{violation.message} ({say(violation.rule)})"
