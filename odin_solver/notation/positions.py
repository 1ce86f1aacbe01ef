"""Positions in JSON and TOML files: reading, writing, and the schema."""

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.components import BOARDS, TILES, board, tile
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import CustomBoard, board_data, custom_board
from odin_solver.notation.decoding import decode, read_text
from odin_solver.notation.pieces import checked_piece, parse_piece
from odin_solver.placement.objective import BONUS_ITEMS, PLAIN_KEYS, PRESETS, parse_weight
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import ROUNDS, GameLength, ObjectiveChoice, Position, RuleOptions

SCHEMA = 1
MAX_COUNT = 100_000
"""The largest number of tiles of one kind that a supply may hold."""

MAX_BOARDS = 40
MAX_CELLS = 2_000
"""The most cells that all boards of a position may have together; printed ones have about 800."""

MAX_PIECES = 2_000
"""The most pieces on one board."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_COUNT)]
Coordinate = Annotated[int, msgspec.Meta(ge=0, le=98)]


class PlacedEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A placed piece: the tile and its cells as [x, y] from the top left; none in a slot."""

    tile: str
    cells: Annotated[list[tuple[Coordinate, Coordinate]], msgspec.Meta(max_length=MAX_CELLS)] = []


class BoardEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A board or building with its pieces in placing order, as objects or as 'robe a1:c3'."""

    board: str | CustomBoard
    placed: Annotated[list[PlacedEntry | str], msgspec.Meta(max_length=MAX_PIECES)] = []


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
    boards: Annotated[list[BoardEntry], msgspec.Meta(max_length=MAX_BOARDS)] = []
    rules: RulesEntry = msgspec.field(default_factory=RulesEntry)
    objective: dict[str, float | str] = {}


def position_schema() -> dict[str, Any]:
    """Return the JSON Schema of position files."""
    schema = msgspec.json.schema(PositionFile)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "A position of A Feast for Odin for odin_solver"
    parts = schema["$defs"]
    parts["PositionFile"]["properties"]["supply"]["propertyNames"] = {"enum": list(TILES)}
    keys = ["preset", *PLAIN_KEYS, *(f"bonus.{item}" for item in sorted(BONUS_ITEMS))]
    keys += [f"keep.{name}" for name in TILES]
    parts["PositionFile"]["properties"]["objective"]["propertyNames"] = {"enum": keys}
    parts["PlacedEntry"]["properties"]["tile"]["enum"] = list(TILES)
    parts["BoardEntry"]["properties"]["board"]["anyOf"] = [
        {"enum": list(BOARDS)},
        {"$ref": "#/$defs/CustomBoard"},
    ]
    return schema


def read_position(path: str | Path) -> Position:
    """Read a position from a JSON or TOML file.

    The layout may be illegal: see `odin_solver.rules.layout.position_violations`.

    Parameters
    ----------
    path
        A file, or ``-`` for standard input.

    Raises
    ------
    InputError
        If the file cannot be read or is invalid; the message names file and field.
    """
    name, text = read_text(path)
    return parse_position(text, name)


def parse_position(text: str, name: str = "position") -> Position:
    """Read a position from JSON or TOML text; `name` is for error messages.

    Raises
    ------
    InputError
        If the text is not a position.
    """
    return position_from(decode(text, name), name)


def position_from(data: object, name: str = "position") -> Position:
    """Build a position from plain data; `name` is for error messages.

    Raises
    ------
    InputError
        If the data is not a position.
    """
    if not isinstance(data, dict):
        raise InputError(f"{name}: expected an object with the keys of a position")
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
    """Return a position as plain data; the inverse of `position_from`."""
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
    """Return a weight as a number if it is read back as the same, else as text."""
    plain = number(weight)
    return plain if Fraction(str(plain)) == weight else str(weight)


def number(weight: Fraction) -> int | float:
    """Return a fraction as a number for JSON, an integer where possible."""
    return int(weight) if weight.denominator == 1 else float(weight)


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
    """Rephrase a validation error as ``field: what was expected``; `whole` stands for no field."""
    message, _, path = str(error).partition(" - at ")
    field = path.strip("`").removeprefix("$").lstrip(".")
    if field.endswith("[...]"):
        field = field[:-5] + _odd_key(field[:-5], data)
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
    """Return the first key of a mapping whose value does not fit; msgspec does not name it."""
    kinds: dict[str, Any] = {"supply": Count, "objective": float | str}
    for key, item in data[section].items() if section in kinds else ():
        try:
            msgspec.convert(item, kinds[section])
        except msgspec.ValidationError:
            return f".{key}"
    return ""


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
    cells = sum(state.grid.coverable.bit_count() for state in boards)
    if cells > MAX_CELLS:
        raise InputError(f"boards: expected at most {MAX_CELLS} cells in all, got {cells}")
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
                pieces.append(checked_piece(tile(item.tile), item.cells))
        except InputError as error:
            raise InputError(f"boards[{at}].placed[{number_}]: {error}") from None
    return BoardState(printed, tuple(pieces))
