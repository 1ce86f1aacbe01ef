"""Positions in JSON and TOML files: reading, writing, and the schema."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.components import BOARDS, TILES, Board, Tile, board, tile
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.errors import InputError
from odin_solver.notation import own_tiles
from odin_solver.notation.custom_boards import CustomBoard, board_data, custom_board
from odin_solver.notation.drawn import drawn_pieces
from odin_solver.notation.pieces import parse_pieces
from odin_solver.placement.objective import BONUS_ITEMS, PLAIN_KEYS, PRESETS
from odin_solver.placement.weight_keys import parse_weight, weight_key
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.pieces import checked_piece
from odin_solver.rules.position import ROUNDS, GameLength, ObjectiveChoice, Position, RuleOptions
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.language import say
from odin_solver.support.validating import Faults, checked, nonzero, one_line, plain_data

SCHEMA = 1
MAX_COUNT = 100_000
"""The largest number of tiles of one kind that a supply may hold."""

MAX_KINDS = len(TILES) + own_tiles.MAX_TILES

MAX_BOARDS = 40
MAX_CELLS = 2_000
"""The most cells that all boards of a position may have together; printed ones have about 800."""

MAX_PIECES = 2_000
"""The most pieces on all boards together."""

MAX_WEIGHTS = 1 + len(PLAIN_KEYS) + len(BONUS_ITEMS) + len(TILES)
"""The most entries of an objective: the preset and every weight once."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_COUNT)]
Round = Annotated[int, msgspec.Meta(ge=1, le=7)]
BanquetCells = Annotated[int, msgspec.Meta(ge=0, le=BANQUET_TABLE.cells)]
Coordinate = Annotated[int, msgspec.Meta(ge=0, le=99)]


# Files name tiles and boards that `Piece` and `BoardState` hold, and draw or spell out pieces.
class PlacedEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A placed piece: the tile and its cells as [x, y] from the top left; none in a slot."""

    tile: str
    cells: Annotated[list[tuple[Coordinate, Coordinate]], msgspec.Meta(max_length=MAX_CELLS)] = []


class BoardEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A board or building with its pieces in any order, as objects, as 'robe a1:c3' or drawn."""

    board: str | CustomBoard
    placed: Annotated[list[PlacedEntry | str], msgspec.Meta(max_length=MAX_PIECES)] = []
    drawn: str | Annotated[list[str], msgspec.Meta(max_length=MAX_CELLS)] = ""
    letters: Annotated[dict[str, str], msgspec.Meta(max_length=MAX_CELLS)] = {}


class PositionFile(msgspec.Struct, forbid_unknown_fields=True):
    """A position as a file holds it: names for tiles and boards, text for pieces and weights."""

    schema: Literal[1]
    title: Annotated[str, checked(one_line)] = ""
    game: GameLength = "long"
    round: Round | msgspec.UnsetType = msgspec.UNSET
    banquet: BanquetCells | msgspec.UnsetType = msgspec.UNSET
    tiles: Annotated[
        dict[str, own_tiles.OwnTile], msgspec.Meta(max_length=own_tiles.MAX_TILES)
    ] = {}
    supply: Annotated[dict[str, Count], msgspec.Meta(max_length=MAX_KINDS)] = {}
    boards: Annotated[list[BoardEntry], msgspec.Meta(max_length=MAX_BOARDS)] = []
    rules: RuleOptions = RuleOptions()
    objective: Annotated[dict[str, float | str], msgspec.Meta(max_length=MAX_WEIGHTS)] = {}


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
        raise InputError.said("{name}: expected an object with the keys of a position", name=name)
    if "schema" not in data:
        raise InputError.said('{name}: schema: expected "schema": {n}', name=name, n=SCHEMA)
    if data["schema"] != SCHEMA or isinstance(data["schema"], bool):
        fault = say("expected {name}, got {got!r}", name=SCHEMA, got=data["schema"])
        raise InputError.said("{name}: schema: {fault}", name=name, fault=fault)
    if isinstance(data.get("game"), str):
        data = {**data, "game": data["game"].lower()}
    collected = Faults(name)
    file = collected.read(data, PositionFile, whole="position")
    if file is None:
        collected.raise_any()
    position = position_of_file(file, collected)
    collected.raise_any()
    return position


def position_data(position: Position) -> dict[str, Any]:
    """Return a position as plain data; the inverse of `position_from`."""
    data: dict[str, Any] = {"schema": SCHEMA}
    if position.title:
        data["title"] = position.title
    data["game"] = position.game
    if position.round is not None:
        data["round"] = position.round
    if position.banquet is not None:
        data["banquet"] = position.banquet
    if position.tiles:
        data["tiles"] = own_tiles.own_tiles_data(position.tiles)
    data["supply"] = dict(position.supply)
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
        data["rules"] = plain_data(position.rules)
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


def number_if(value: Fraction | None) -> int | float | None:
    """Return a number as `number` does, or None."""
    return None if value is None else number(value)


def position_of_file(file: PositionFile, faults: Faults) -> Position:
    """Build a position from a file; what is wrong goes to the faults."""
    round_ = None if isinstance(file.round, msgspec.UnsetType) else file.round
    if round_ is not None and round_ > ROUNDS[file.game]:
        faults.said(
            "round: expected 1 to {most} in a {length} game, got {got}",
            most=ROUNDS[file.game],
            length=file.game,
            got=round_,
        )
    tiles = _own_tiles(file.tiles, faults)
    entries = file.boards
    pieces = len([piece for entry in entries if entry for piece in entry.placed])
    if pieces > MAX_PIECES:
        faults.said(
            "boards: expected at most {most} pieces in all, got {got}", most=MAX_PIECES, got=pieces
        )
        entries = []
    boards = [
        _board_state(entry, f"boards[{at}]", tiles, faults)
        for at, entry in enumerate(entries)
        if entry
    ]
    cells = sum(state.grid.coverable.bit_count() for state in boards)
    if cells > MAX_CELLS:
        faults.said(
            "boards: expected at most {most} cells in all, got {got}", most=MAX_CELLS, got=cells
        )
    return Position(
        boards=tuple(boards),
        supply=_supply(file.supply, tiles, faults),
        game=file.game,
        round=round_,
        banquet=None if isinstance(file.banquet, msgspec.UnsetType) else file.banquet,
        title=file.title,
        rules=file.rules,
        objective=_objective(file.objective, faults),
        tiles=tiles,
    )


def _own_tiles(data: Mapping[str, own_tiles.OwnTile], faults: Faults) -> dict[str, Tile]:
    tiles: dict[str, Tile] = {}
    for key, entry in data.items():
        made = faults.attempt(f"tiles.{key[:20]}", partial(own_tiles.own_tile, key, entry))
        if made is None:
            faults.wrong.add(f"tiles.{key}")
        else:
            tiles[key] = made
    if (names := own_tiles.clash(tiles)) is not None:
        faults.said(
            "tiles: {one} and {other}: expected names that differ in letters",
            one=names[0],
            other=names[1],
        )
    if not faults.wrong and (odd := own_tiles.false_twin(tiles)) is not None:
        faults.said(
            'tiles.{tile}.twin: expected a tile that is its mirror image, both "flip": false '
            "and otherwise alike",
            tile=odd,
        )
    return tiles


def named_tile(name: str, own: Mapping[str, Tile]) -> Tile:
    """Return the tile that a file names: one's own by id, or a printed one.

    Raises
    ------
    InputError
        If there is none.
    """
    return own.get(name) or tile(name)


def _supply(data: Mapping[str, int], own: Mapping[str, Tile], faults: Faults) -> dict[str, int]:
    supply: dict[str, int] = {}
    for name, count in data.items():
        if f"tiles.{name}" in faults.wrong:
            continue
        kind = faults.attempt("supply", partial(named_tile, name, own))
        if kind is not None and kind.id in supply:
            faults.said("supply: duplicate tile {tile}: expected each tile once", tile=kind.id)
        if kind is not None:
            supply[kind.id] = count
    return nonzero(supply)


def _objective(data: Mapping[str, float | str], faults: Faults) -> ObjectiveChoice:
    weights = dict(data)
    named = weights.pop("preset", None)
    preset = None if named is None else str(named).lower()
    if preset is not None and preset not in PRESETS:
        faults.expect("objective.preset", preset, PRESETS)
    parsed: dict[str, Fraction] = {}
    for written, weight in weights.items():
        key = faults.attempt("", partial(weight_key, written))
        value = None if key is None else faults.attempt("", partial(parse_weight, key, weight))
        if key is not None and value is not None:
            parsed[key] = value
    return ObjectiveChoice(preset, parsed)


def _board_state(
    entry: BoardEntry, where: str, own: Mapping[str, Tile], faults: Faults
) -> BoardState:
    named = entry.board
    make = partial(board, named) if isinstance(named, str) else partial(custom_board, named)
    readable = not any(place.startswith(f"{where}.board.") for place in faults.wrong)
    printed = faults.attempt(f"{where}.board", make) if readable else None
    if printed is None:
        return BoardState(BOARDS["home"])
    pieces: list[Piece] = []
    if entry.drawn:
        read_drawn = partial(drawn_pieces, entry.drawn, entry.letters, printed, own)
        pieces += faults.attempt(f"{where}.drawn", read_drawn) or []
    for at, item in enumerate(entry.placed):
        place = f"{where}.placed[{at}]"
        if place not in faults.wrong:
            pieces += faults.attempt(place, partial(_pieces, item, printed, own)) or []
    return BoardState(printed, tuple(pieces))


def _pieces(item: str | PlacedEntry, on: Board, own: Mapping[str, Tile]) -> list[Piece]:
    if isinstance(item, str):
        return parse_pieces(item, on, own)
    return [checked_piece(named_tile(item.tile, own), item.cells)]
