"""Reading tables: the boards with their tiles, and the supply."""

from collections import Counter
from functools import partial

from odin_solver.components import BOARDS
from odin_solver.components.heard import names_of
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import State
from odin_solver.game.tables.fields import TableFields
from odin_solver.game.tables.file import TableFile
from odin_solver.names.printed import plain_name
from odin_solver.notation.labels import violation_line
from odin_solver.notation.positions import PositionFile, position_from
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.validating import faults

_OF_POSITIONS = frozenset(PositionFile.__struct_fields__) - {"supply"}


def boards(fields: TableFields) -> tuple[BoardState, ...]:
    """Return the boards, the home board among them."""
    position = _position(fields)
    for at, each in enumerate(position.boards):
        if BOARDS.get(each.id) is not each.board:
            fields.faults.said(
                "boards[{at}]: expected a printed board, got {got!r}", at=at, got=each.id
            )
    printed = [each for each in position.boards if BOARDS.get(each.id) is each.board]
    counts = Counter(each.id for each in printed)
    for name, count in counts.items():
        most = BOARDS[name].copies if BOARDS[name].kind != "exploration" else 1
        fields.at_most("boards", count, most, plain_name(name))
    return tuple(printed if counts["home"] else [BoardState(BOARDS["home"]), *printed])


def _position(fields: TableFields) -> Position:
    plain = {key: each for key, each in fields.data.items() if key in _OF_POSITIONS}
    name = fields.faults.name
    try:
        return position_from(plain, name)
    except InputError as error:
        already = set(faults(fields.data, TableFile, whole="table"))
        found = (each.removeprefix(f"{name}: ") for each in error.problems)
        fields.faults.add(each for each in found if each not in already)
        return Position()


def supply(fields: TableFields) -> dict[str, int]:
    """Return the supply."""
    found: dict[str, int] = {}
    for written, count in fields.part("supply", {}).items():
        item = fields.faults.attempt("supply", partial(names_of("item").one, written))
        if item is not None and item in found:
            fields.faults.said("supply: duplicate item {item}: expected each item once", item=item)
        elif item is not None and count:
            found[item] = count
    return found


def check_layout(fields: TableFields, state: State) -> None:
    """Report tiles that lie against the rules."""
    position = Position(boards=state.boards, game=state.options.length, round=state.round)
    violations = position_violations(position)
    fields.faults.add(f"boards: {violation_line(each, position)}" for each in violations)
