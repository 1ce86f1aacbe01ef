"""Reading tables: the boards with their tiles, and the supply."""

from collections import Counter
from functools import partial

import msgspec

from odin_solver.components import BOARDS
from odin_solver.components.heard import names_of
from odin_solver.game.kernel.state import State
from odin_solver.game.tables.fields import TableFields
from odin_solver.names.printed import plain_name
from odin_solver.notation.labels import violation_line
from odin_solver.notation.positions import position_of_file
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position


def boards(fields: TableFields) -> tuple[BoardState, ...]:
    """Return the boards, the home board among them."""
    found, before = fields.faults, fields.faults.count
    position = position_of_file(msgspec.structs.replace(fields.file, supply={}), found)
    if found.count > before or any(each.startswith("boards") for each in found.wrong):
        position = Position()
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


def supply(fields: TableFields) -> dict[str, int]:
    """Return the supply."""
    found: dict[str, int] = {}
    for written, count in fields.file.supply.items():
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
