"""Tiles of one's own: described in a file by their cells."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.components import TILES, Color, Tile
from odin_solver.components.heard import plain
from odin_solver.components.signs import SIGNS
from odin_solver.errors import InputError
from odin_solver.rules.geometry import is_connected, orientations, turned

LARGEST = 12
"""The most rows and columns."""

MAX_TILES = 1000
"""The most of them in a position."""

MAX_LEAST = 2000
"""The most copies that may have to be laid."""

NAME = "^[A-Za-z][A-Za-z0-9_]{0,19}$"
"""What the id of one may be."""

Rows = Annotated[list[str], msgspec.Meta(max_length=LARGEST)]


class OwnTile(msgspec.Struct, forbid_unknown_fields=True):
    """A tile of one's own: rows of X for its cells and . for others, the top row first.

    `at_least` so many have to be laid, as far as there are; `twin` is its mirror image.
    """

    cells: Rows
    color: Literal["orange", "red", "green", "blue", "none"] = "none"
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    turn: bool = True
    flip: bool = True
    at_least: Annotated[int, msgspec.Meta(ge=0, le=MAX_LEAST)] = 0
    twin: Annotated[str, msgspec.Meta(max_length=20)] = ""
    loose: bool = False


def own_tile(key: str, entry: OwnTile) -> Tile:
    """Build a tile of one's own.

    Raises
    ------
    InputError
        If it has no cells, is too large or in several parts, or its name is bad or taken.
    """
    if not re.match(NAME, key):
        raise InputError.said("expected a name of at most 20 letters, digits and _, a letter first")
    for each in TILES.values():
        if plain(key) in map(plain, (each.id, each.name, SIGNS[each.id])):
            raise InputError.said("name clashes with the printed tile {tile}", tile=each.id)
    if not entry.name.isprintable():
        raise InputError.said("name: expected one line without control characters")
    if odd := sorted(set("".join(entry.cells)) - set("X.")):
        raise InputError.said("cells: expected only X and ., got {got!r}", got=odd[0])
    marks = [(x, y, mark) for y, row in enumerate(entry.cells) for x, mark in enumerate(row)]
    cells = {(x, y) for x, y, mark in marks if mark == "X"}
    if not cells:
        raise InputError.said("cells: expected at least one X")
    if (width := max(map(len, entry.cells))) > LARGEST:
        raise InputError.said(
            "cells: expected rows of at most {most} cells, got {got}", most=LARGEST, got=width
        )
    if not entry.loose and not is_connected(cells):
        raise InputError.said('cells: expected connected cells, or "loose": true')
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    top, bottom = min(y for _, y in cells), max(y for _, y in cells)
    shape = tuple(
        "".join("#" if (x, y) in cells else "." for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    )
    return Tile(
        id=key,
        name=entry.name or key,
        kind="own",
        color=Color(entry.color),
        shape=shape,
        turns=entry.turn,
        flips=entry.flip,
        at_least=entry.at_least,
        twin=entry.twin,
    )


def clash(names: Iterable[str]) -> tuple[str, str] | None:
    """Return two names that differ only in case, spaces or punctuation, if there are any."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(plain(name), name)
        if other != name:
            return other, name
    return None


def false_twin(tiles: Mapping[str, Tile]) -> str | None:
    """Return a tile whose twin is none, if there is one.

    Twins are told apart by nothing but the side that lies up, and neither may be mirrored.
    """
    for tile in tiles.values():
        if tile.twin and (
            (other := tiles.get(tile.twin)) is None
            or other is tile
            or other.twin not in ("", tile.id)
            or tile.flips
            or other.flips
            or (tile.color, tile.turns, tile.at_least) != (other.color, other.turns, other.at_least)
            or turned(tile, 0, flipped=True) not in orientations(other)
        ):
            return tile.id
    return None


def own_tiles_data(tiles: Mapping[str, Tile]) -> dict[str, Any]:
    """Return tiles of one's own as plain data."""
    return {key: _data(tile) for key, tile in tiles.items()}


def _data(tile: Tile) -> dict[str, Any]:
    data: dict[str, Any] = {"cells": [row.replace("#", "X") for row in tile.shape]}
    data["color"] = str(tile.color)
    if tile.name != tile.id:
        data["name"] = tile.name
    if not tile.turns:
        data["turn"] = False
    if not tile.flips:
        data["flip"] = False
    if tile.at_least:
        data["at_least"] = tile.at_least
    if tile.twin:
        data["twin"] = tile.twin
    if not is_connected(tile.cells):
        data["loose"] = True
    return data
