"""Positions in files: JSON and TOML with one schema, read with one clear error and written back."""

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.components import BOARDS, TILES, Board, Cell, Tile, board, parse_cell, tile
from odin_solver.components.cells import cell_name
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import CustomBoard, board_data, custom_board
from odin_solver.placement.objective import BONUS_ITEMS, PLAIN_KEYS, PRESETS, parse_weight
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.position import ROUNDS, GameLength, ObjectiveChoice, Position, RuleOptions

SCHEMA = 1
MAX_COUNT = 100_000
"""The largest number of tiles of one kind that a supply may hold."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_COUNT)]
Coordinate = Annotated[int, msgspec.Meta(ge=0, le=98)]


class PieceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A placed piece: the tile and its cells as [x, y] from the top left; none in a slot."""

    tile: str
    cells: list[tuple[Coordinate, Coordinate]] = []


class BoardEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A board or building with its pieces in placing order, as objects or as 'robe a1:c3'."""

    board: str | CustomBoard
    placed: list[PieceEntry | str] = []


class RulesEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Choice among readings of the rules."""

    simultaneous: bool = False


class PositionFile(msgspec.Struct, forbid_unknown_fields=True):
    """A position as a file holds it."""

    schema: Literal[1]
    title: str = ""
    game: Literal["long", "short"] = "long"
    round: Annotated[int, msgspec.Meta(ge=1, le=7)] = 1
    supply: dict[str, Count] = {}
    boards: list[BoardEntry] = []
    rules: RulesEntry = msgspec.field(default_factory=RulesEntry)
    objective: dict[str, float | str] = {}


def position_schema() -> dict[str, Any]:
    """The JSON Schema of position files; `odin_solver/notation/schema/position.schema.json` is a
    copy."""
    schema = msgspec.json.schema(PositionFile)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "A position of A Feast for Odin for odin_solver"
    parts = schema["$defs"]
    parts["PositionFile"]["properties"]["supply"]["propertyNames"] = {"enum": list(TILES)}
    keys = ["preset", *PLAIN_KEYS, *(f"bonus.{thing}" for thing in sorted(BONUS_ITEMS))]
    keys += [f"keep.{name}" for name in TILES]
    parts["PositionFile"]["properties"]["objective"]["propertyNames"] = {"enum": keys}
    parts["PieceEntry"]["properties"]["tile"]["enum"] = list(TILES)
    parts["BoardEntry"]["properties"]["board"]["anyOf"] = [
        {"enum": list(BOARDS)},
        {"$ref": "#/$defs/CustomBoard"},
    ]
    return schema


def read_position(path: str | Path) -> Position:
    """Read a position from a JSON or TOML file.

    Whether the pieces lie legally is not looked at here: see `odin_solver.rules.layout`.

    Parameters
    ----------
    path
        A file, or ``-`` for standard input.

    Raises
    ------
    InputError
        If the file cannot be read or is no position; the message names file and field.
    """
    name = "standard input" if str(path) == "-" else str(path)
    if str(path) == "-" and sys.stdin is None:
        raise InputError(f"{name}: it is closed")
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: expected UTF-8 text, got byte {error.start}") from None
    return parse_position(text, name)


def parse_position(text: str, name: str = "position") -> Position:
    """Read a position from JSON or TOML text; `name` is what errors call it.

    Raises
    ------
    InputError
        If the text is no position.
    """
    return position_from(_decode(text, name), name)


def position_from(data: object, name: str = "position") -> Position:
    """Build a position from the plain data of a file; `name` is what errors call it.

    Raises
    ------
    InputError
        If the data is no position.
    """
    if not isinstance(data, dict):
        raise InputError(f"{name}: expected an object with a position")
    if "schema" not in data:
        raise InputError(f'{name}: schema: expected "schema": {SCHEMA}')
    if data["schema"] != SCHEMA or isinstance(data["schema"], bool):
        raise InputError(f"{name}: schema: expected {SCHEMA}, got {data['schema']!r}")
    try:
        file = msgspec.convert(data, PositionFile)
    except msgspec.ValidationError as error:
        raise InputError(f"{name}: {explain(error, data)}") from None
    try:
        return _position(file)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def position_data(position: Position) -> dict[str, Any]:
    """The plain data of a position, as a file holds it; the inverse of `position_from`."""
    data: dict[str, Any] = {"schema": SCHEMA}
    if position.title:
        data["title"] = position.title
    data |= {"game": position.game, "round": position.round, "supply": dict(position.supply)}
    data["boards"] = [
        {
            "board": board_data(state.board),
            "placed": [
                {"tile": piece.tile.id, "cells": [list(cell) for cell in piece.cells]}
                for piece in state.pieces
            ],
        }
        for state in position.boards
    ]
    if position.rules != RuleOptions():
        data["rules"] = {"simultaneous": position.rules.simultaneous}
    choice: dict[str, Any] = {}
    if position.objective.preset:
        choice["preset"] = position.objective.preset
    choice |= {key: _exact(weight) for key, weight in position.objective.weights.items()}
    if choice:
        data["objective"] = choice
    return data


def _exact(weight: Fraction) -> int | float | str:
    """A weight as a number if that means the same when it is read again, else as a fraction."""
    plain = number(weight)
    return plain if Fraction(str(plain)) == weight else str(weight)


def number(weight: Fraction) -> int | float:
    """A fraction as a number for JSON: an integer where it is one."""
    return int(weight) if weight.denominator == 1 else float(weight)


def piece_text(piece: Piece, state_board: Board) -> str:
    """A piece in the short notation of position files, such as ``robe a1:c3``."""
    if not piece.cells:
        return piece.tile.id
    height = state_board.height
    xs = [x for x, _ in piece.cells]
    ys = [y for _, y in piece.cells]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    if len(piece.cells) == 1:
        return f"{piece.tile.id} {cell_name(piece.cells[0], height)}"
    if len(piece.cells) == (right - left + 1) * (bottom - top + 1):
        corner = cell_name((left, bottom), height)
        return f"{piece.tile.id} {corner}:{cell_name((right, top), height)}"
    ordered = sorted(piece.cells, key=lambda cell: (-cell[1], cell[0]))
    return " ".join([piece.tile.id, *(cell_name(cell, height) for cell in ordered)])


def parse_piece(text: str, on: Board) -> Piece:
    """Read a piece in the short notation: a tile, then cells or rectangles of cells.

    Raises
    ------
    InputError
        If the tile is unknown or a cell is not written as ``a1`` or ``a1:c3``.
    """
    words = text.split()
    if not words:
        raise InputError("expected a tile and its cells, such as 'robe a1:c3', got nothing")
    cells: list[Cell] = []
    for word in words[1:]:
        first, colon, last = word.partition(":")
        x, y = parse_cell(first, on.height)
        i, j = parse_cell(last, on.height) if colon else (x, y)
        cells += [
            (column, row)
            for row in range(min(y, j), max(y, j) + 1)
            for column in range(min(x, i), max(x, i) + 1)
        ]
    return _piece(tile(words[0]), cells)


def _decode(text: str, name: str) -> object:
    if not text.strip():
        raise InputError(f"{name}: expected a position, got an empty file")
    try:
        if text.lstrip().startswith(("{", "[", '"')) and not name.endswith(".toml"):
            return json.loads(text, object_pairs_hook=_no_double_keys)
        return tomllib.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise InputError(f"{name}: not JSON: {error.msg} at {where}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: neither JSON nor TOML: {error}") from None
    except (RecursionError, ValueError) as error:
        raise InputError(f"{name}: {error}") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _no_double_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, item in pairs:
        if key in found:
            raise InputError(f"{key!r} stands twice in one object")
        found[key] = item
    return found


_WORDS = {
    "int": "a whole number",
    "int | null": "a whole number or null",
    "float": "a number",
    "float | str": "a number",
    "str": "text",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
    "null": "nothing",
    "object | str": "an object or text",
    "str | object": "text or an object",
}


def explain(
    error: msgspec.ValidationError, data: Mapping[str, Any], whole: str = "position"
) -> str:
    """Turn a validation error into 'field: what was expected'; `whole` names what has no field."""
    message, _, path = str(error).partition(" - at ")
    field = path.strip("`").removeprefix("$").lstrip(".")
    if field.endswith("[...]"):
        field = f"{field[:-5]}.{_odd_key(field[:-5], data)}"
    message = message[:1].lower() + message[1:]
    for kind, words in _WORDS.items():
        message = message.replace(f"`{kind}`", words)
    message = message.replace("`", "'")
    unknown = re.search(r"unknown field '([^']*)'", message)
    if unknown:
        return f"{field + ': ' if field else ''}unknown key {unknown[1]!r}"
    place = field or whole
    return f"{place}: {message}" if place else message


def _odd_key(section: str, data: Mapping[str, Any]) -> str:
    """The first key of a mapping whose value does not fit; validation errors do not name it."""
    kinds: dict[str, Any] = {"supply": Count, "objective": float | str}
    for key, item in data[section].items():
        try:
            msgspec.convert(item, kinds[section])
        except msgspec.ValidationError:
            return str(key)
    return "..."


def _position(file: PositionFile) -> Position:
    game: GameLength = file.game
    if file.round > ROUNDS[game]:
        raise InputError(f"round: expected 1 to {ROUNDS[game]} in a {game} game, got {file.round}")
    supply = {}
    for name, count in file.supply.items():
        try:
            supply[tile(name).id] = count
        except InputError as error:
            raise InputError(f"supply: {error}") from None
    if not file.title.isprintable():
        raise InputError("title: expected one line without control characters")
    boards = tuple(_board_state(entry, at) for at, entry in enumerate(file.boards))
    return Position(
        boards=boards,
        supply={name: count for name, count in supply.items() if count},
        game=game,
        round=file.round,
        title=file.title,
        rules=RuleOptions(simultaneous=file.rules.simultaneous),
        objective=_objective(file.objective),
    )


def _objective(entry: Mapping[str, float | str]) -> ObjectiveChoice:
    weights = dict(entry)
    preset = weights.pop("preset", None)
    if preset is not None and preset not in PRESETS:
        raise InputError(f"objective.preset: expected one of {', '.join(PRESETS)}, got {preset!r}")
    parsed = {key: parse_weight(key, weight) for key, weight in weights.items()}
    return ObjectiveChoice(None if preset is None else str(preset), parsed)


def _board_state(entry: BoardEntry, at: int) -> BoardState:
    try:
        printed = board(entry.board) if isinstance(entry.board, str) else custom_board(entry.board)
    except InputError as error:
        raise InputError(f"boards[{at}].board: {error}") from None
    pieces = []
    for number_, item in enumerate(entry.placed):
        try:
            if isinstance(item, str):
                pieces.append(parse_piece(item, printed))
            else:
                pieces.append(_piece(tile(item.tile), item.cells))
        except InputError as error:
            raise InputError(f"boards[{at}].placed[{number_}]: {error}") from None
    return BoardState(printed, tuple(pieces))


def _piece(kind: Tile, cells: Iterable[Cell]) -> Piece:
    ordered = tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    if len(set(ordered)) < len(ordered):
        raise InputError(f"{kind.id}: a cell is named twice")
    if kind.kind != "resource" and len(ordered) != kind.area:
        raise InputError(f"{kind.id}: expected {kind.area} cells, got {len(ordered)}")
    return Piece(kind, ordered)
