"""States as plain data and back, without loss."""

from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.cells import cell_names, parse_cell
from odin_solver.errors import InputError, OdinError
from odin_solver.game.kernel.rulings import FORMER_RULINGS
from odin_solver.game.kernel.state import Node, Seat, State
from odin_solver.rules.banquet import Serving
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import say_as
from odin_solver.support.validating import converted

SCHEMA = 1

_NEWER: dict[str, Any] = {
    **dict.fromkeys(("marker", "seat", "first"), 0),
    **{name: [] for name in ("markers", "tokens", "free_tokens", "away")},
    "others": {},
}
"""Fields that older data lack."""


def state_data(state: State) -> dict[str, Any]:
    """Return a state as data for JSON.

    Boards are written as in position files: tiles with the names of the cells that they cover.
    """
    return {"schema": SCHEMA, **_plain(state), "away": [*map(_plain, state.away)]}


def _plain(seat: Seat) -> dict[str, Any]:
    data = msgspec.structs.asdict(seat) | {
        "boards": [
            {
                "board": board.id,
                "placed": [
                    " ".join((piece.tile.id, cell_names(piece.cells, board.board.height)))
                    for piece in board.pieces
                ],
            }
            for board in seat.boards
        ],
        "table": [
            {"tile": each.tile.id, "start": each.start, "lengthwise": each.lengthwise}
            for each in seat.table
        ],
    }
    data.pop("away", None)
    return {name: msgspec.to_builtins(each, order="deterministic") for name, each in data.items()}


def state_from(data: dict[str, Any]) -> State:
    """Invert `state_data`.

    Raises
    ------
    InputError
        If the data are of another version or invalid.
    """
    if data.get("schema") != SCHEMA:
        raise InputError.said(
            "schema: expected {schema}, got {got!r}", schema=SCHEMA, got=data.get("schema")
        )
    fields = _NEWER | {name: each for name, each in data.items() if name != "schema"}
    for name in sorted(fields.keys() ^ set(State.__struct_fields__)):
        if name in fields:
            raise InputError.said(
                "{name}: there is no such field in the state of a game", name=name
            )
        raise InputError.said("{name}: expected in the state of a game", name=name)
    fields["options"] = _without_former_rulings(fields["options"])
    try:
        return State(
            **_fields(State, fields),
            away=tuple(Seat(**_fields(Seat, each)) for each in fields["away"]),
            stack=tuple(_node(each) for each in fields["stack"]),
        )
    except (KeyError, TypeError, ValueError, OdinError) as error:
        raise InputError.said("invalid state of a game: {reason}", reason=error) from None


def _fields(kind: type[Seat], data: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a seat from data, without those that only states have of their own."""
    special = ("boards", "table", "away", "stack")
    return {
        **{
            each.name: converted(data[each.name], each.type)
            for each in msgspec.structs.fields(kind)
            if each.name not in special
        },
        "boards": tuple(map(_board, data["boards"])),
        "table": tuple(
            Serving(TILES[each["tile"]], each["start"], each["lengthwise"])
            for each in data["table"]
        ),
    }


def _without_former_rulings(options: Any) -> Any:
    match options:
        case {"rulings": [*names]}:
            return options | {"rulings": [each for each in names if each not in FORMER_RULINGS]}
    return options


def _board(data: dict[str, Any]) -> BoardState:
    board = BoardState(BOARDS[data["board"]])
    area = board.grid
    for piece in data["placed"]:
        tile, *names = piece.split()
        cells = [parse_cell(name, area.height) for name in names]
        if not all(map(area.holds, cells)):
            raise InputError.said(
                "{piece}: not on {board}", piece=piece, board=say_as("board", board.board.name)
            )
        board = board.laid(TILES[tile], area.mask(cells))
    return board


def _node(data: dict[str, Any]) -> Node:
    kind = _kinds()[data["type"]]
    types = _types(kind)
    return kind(
        **{name: _typed(each, types[name]) for name, each in data.items() if name != "type"}
    )


def _typed(data: Any, kind: Any) -> Any:
    """Convert a field of a node; msgspec knows no fields with nodes of any kind."""
    if kind is Node:
        return _node(data)
    if get_origin(kind) is not tuple:
        return converted(data, kind)
    first, *rest = get_args(kind)
    kinds = [first] * len(data) if rest == [...] else [first, *rest]
    return tuple(_typed(*pair) for pair in zip(data, kinds, strict=True))


@cache
def _types(kind: type[Node]) -> dict[str, Any]:
    return {name: each for name, each in get_type_hints(kind).items() if name != "compulsory"}


@cache
def _kinds(base: type[Node] = Node) -> dict[str, type[Node]]:
    found = {}
    for kind in base.__subclasses__():
        found[str(kind.__struct_config__.tag)] = kind
        found |= _kinds(kind)
    return found
