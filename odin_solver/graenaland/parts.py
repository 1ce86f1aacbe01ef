"""Printed parts of Graenaland that a source gives, from ``data/parts.toml``."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, get_args

Goal = Literal["settlements", "areas", "largest_area", "buildings", "army"]
GOALS: tuple[Goal, ...] = get_args(Goal)
"""What goals and columns of point cards measure."""

Cost = Mapping[str, int]
"""Number of resources by name."""

SupplyCard = tuple[str, str]
"""The two symbols of a supply card."""


def _load() -> dict[str, Any]:
    text = (files("odin_solver.graenaland") / "data" / "parts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _fixed(table: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(dict(table))


_PARTS = _load()

WILD: str = _PARTS["wild"]
NORMAL: tuple[str, ...] = tuple(_PARTS["resources"])
RESOURCES: tuple[str, ...] = (*NORMAL, WILD)
TERRAINS: tuple[str, ...] = tuple(_PARTS["terrains"])
HEROES: tuple[str, ...] = tuple(_PARTS["heroes"])
WARRIOR, PRIEST, SKALD = HEROES
BUILDINGS: tuple[str, ...] = tuple(_PARTS["buildings"])
FORT = "fort"
WITHOUT_BUILDINGS = frozenset(_PARTS["no_buildings"])

WORKS: Mapping[str, int] = _fixed(_PARTS["works"])
"""Tokens of each public work."""
MARKET, PALISADE, YIELD, ROAD = "market", "palisade", "yield", "road"

VILLAGE, ARMY = "village", "army"
HOUSES: int = _PARTS["houses"]
START_ARMY: int = _PARTS["start_army"]
PLAYERS: tuple[int, int] = tuple(_PARTS["players"])
TILES: int = _PARTS["tiles"]
INLAND_FEWER: int = _PARTS["inland_fewer"]

DECKS: Mapping[str, Cost] = _fixed({name: _fixed(deck) for name, deck in _PARTS["decks"].items()})
SUPPLY_CARDS: int = _PARTS["supply"]["cards"]
FACE_UP: int = _PARTS["supply"]["face_up"]
VILLAGE_SIZES: Cost = _fixed(_PARTS["village_sizes"])

ARMY_WITHOUT_FORT: Cost = _fixed(_PARTS["army"]["without_fort"])
ARMY_WITH_FORT: Cost = _fixed(_PARTS["army"]["with_fort"])
FORT_EXTRA: Mapping[str, str] = _fixed(_PARTS["army"]["extra"])

GOALS_NEEDED: int = _PARTS["goals"]["needed"]
GOAL_LEVELS: Mapping[Goal, int] = _fixed({goal: _PARTS["goals"][goal] for goal in GOALS})
AREA_SETTLEMENTS: int = _PARTS["goals"]["area_settlements"]
POINT_CARDS: int = _PARTS["points"]["cards"]
THRESHOLDS: int = _PARTS["points"]["thresholds"]
POINTS_NEEDED: int = _PARTS["points"]["needed"]

SMALL_GAME = PLAYERS[0]
"""Number of players with changed rules."""
HERO_BONUS: int = _PARTS["three_players"]["hero_bonus"]
BUILDINGS_IGNORED: int = _PARTS["three_players"]["buildings_ignored"]
