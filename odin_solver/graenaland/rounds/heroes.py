"""Heroes on the map: directions of the compass, swaps."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.support.language import mark

COMPASS: Final[Mapping[str, tuple[int, int, str]]] = MappingProxyType(
    {
        "left": (-2, 0, mark("to the left")),
        "right": (2, 0, mark("to the right")),
        "left2": (-4, 0, mark("two to the left")),
        "right2": (4, 0, mark("two to the right")),
        "up-left": (-1, 1, mark("inland, to the left")),
        "up-right": (1, 1, mark("inland, to the right")),
        "down-left": (-1, -1, mark("to the coast, to the left")),
        "down-right": (1, -1, mark("to the coast, to the right")),
    }
)
"""Directions as the map is drawn: half tiles to the right, rows up from the coast, words."""


def home_of(position: GraenalandPosition, player: str, hero: str) -> str | None:
    """Return the tile of a hero; None if he is not on the map."""
    tiles = position.tiles.items()
    return next((name for name, state in tiles if state.heroes.get(player) == hero), None)


def reached(position: GraenalandPosition, tile: str, direction: str) -> str | None:
    """Return the tile that a hero comes to from another; None if the move is not valid.

    Heroes go to a tile that touches theirs, along the coast up to two tiles.
    """
    spots: dict[tuple[int, int], str] = {}
    for name, state in position.tiles.items():
        row = int(not state.printed.coastal)
        spots[row + 2 * sum(y == row for _, y in spots), row] = name
    x, y = next(spot for spot, name in spots.items() if name == tile)
    right, up, _ = COMPASS[direction]
    across = abs(right) == 4
    way = [spots.get((x + part, y + up)) for part in ((right // 2, right) if across else (right,))]
    if None in way or (across and y):
        return None
    touch = all(two in position.neighbours[one or ""] for one, two in pairwise([tile, *way]))
    return way[-1] if touch else None


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
        tiles[name] = replace(state, heroes=heroes)
    return replace(position, tiles=tiles)
