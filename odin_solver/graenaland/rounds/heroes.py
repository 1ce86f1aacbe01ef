"""Heroes on the map: directions of the compass, swaps, where priest and skald enter."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.support.language import mark

COMPASS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "left": mark("to the left"),
        "right": mark("to the right"),
        "left2": mark("two to the left"),
        "right2": mark("two to the right"),
        "up-left": mark("inland, to the left"),
        "up-right": mark("inland, to the right"),
        "down-left": mark("to the coast, to the left"),
        "down-right": mark("to the coast, to the right"),
    }
)
"""Directions, as the map is drawn: the coast below."""

_STEPS = {"left": -1, "right": 1, "left2": -2, "right2": 2}
_BETWEEN = {"up-left": -1, "up-right": 0, "down-left": 0, "down-right": 1}
"""Along a row; and to the other one, in which tile i lies between the tiles i and i + 1."""


def home_of(position: GraenalandPosition, player: str, hero: str) -> str | None:
    """Return the tile of a hero; None if he is not on the map."""
    tiles = position.tiles.items()
    return next((name for name, state in tiles if state.heroes.get(player) == hero), None)


def reached(position: GraenalandPosition, tile: str, direction: str) -> str | None:
    """Return the tile that a hero comes to from another; None if the move is not valid.

    Heroes go to a tile that touches theirs, along the coast up to two tiles.
    """
    rows: dict[bool, list[str]] = {True: [], False: []}
    for name, state in position.tiles.items():
        rows[state.printed.coastal].append(name)
    coastal = position.tiles[tile].printed.coastal
    at = rows[coastal].index(tile)
    if direction in _STEPS:
        row, to = rows[coastal], at + _STEPS[direction]
        way = row[min(at, to) : max(at, to) + 1] if to >= 0 else []
        if abs(to - at) > 1 and not coastal:
            return None
    elif direction.startswith("up") == coastal:
        row, to = rows[not coastal], at + _BETWEEN[direction]
        way = [tile, row[to]] if 0 <= to < len(row) else []
    else:
        return None
    if to < 0 or to >= len(row):
        return None
    touch = all(two in position.neighbours[one] for one, two in pairwise(way))
    return row[to] if touch else None


def ways(position: GraenalandPosition, player: str) -> dict[tuple[str, str], str]:
    """Return the valid moves of a player's heroes: hero and direction, and the tile."""
    return {
        (state.heroes[player], direction): to
        for tile, state in position.tiles.items()
        if player in state.heroes
        for direction in COMPASS
        if (to := reached(position, tile, direction)) is not None
    }


def moved(
    position: GraenalandPosition, player: str, hero: str, direction: str
) -> GraenalandPosition:
    """Return the position after a move; one that is not valid changes nothing.

    A hero who comes to another one of the player changes places with him.
    """
    tile = home_of(position, player, hero)
    to = None if tile is None else reached(position, tile, direction)
    if tile is None or to is None:
        return position
    other = position.tiles[to].heroes.get(player)
    return placed(placed(position, player, other, tile), player, hero, to)


def placed(
    position: GraenalandPosition, player: str, hero: str | None, tile: str
) -> GraenalandPosition:
    """Return the position with a player's hero on a tile, taken from where he was; or nobody."""
    tiles = {}
    for name, state in position.tiles.items():
        heroes = {
            each: kind
            for each, kind in state.heroes.items()
            if each != player or (name != tile and kind != hero)
        }
        if name == tile and hero is not None:
            heroes[player] = hero
        tiles[name] = replace(state, heroes=heroes) if heroes != state.heroes else state
    return replace(position, tiles=tiles)
