"""Printed parts of Graenaland that a source gives, from ``data/parts.toml``."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args

import msgspec

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.support.validating import checked, nonzero, one_of

Goal = Literal["settlements", "areas", "largest_area", "buildings", "army"]
GOALS: tuple[Goal, ...] = get_args(Goal)
"""What goals and columns of point cards measure."""


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

DECKS: Mapping[str, Mapping[str, int]] = _fixed(
    {name: _fixed(deck) for name, deck in _PARTS["decks"].items()}
)
SUPPLY_CARDS: int = _PARTS["supply"]["cards"]
FACE_UP: int = _PARTS["supply"]["face_up"]
VILLAGE_SIZES: Mapping[str, int] = _fixed(_PARTS["village_sizes"])

ARMY_WITHOUT_FORT: Mapping[str, int] = _fixed(_PARTS["army"]["without_fort"])
ARMY_WITH_FORT: Mapping[str, int] = _fixed(_PARTS["army"]["with_fort"])
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

# Types of what files hold; the constraints are checked when a file is read.

MAX_NAME, MAX_TITLE = 40, 120

MOST_NAMES = 20
"""Most entries of a table or list whose entries are named, each once: more than the game has."""

MOST_CARDS = 99
"""Most cards or rows in a list."""

STONE = "stone"
"""Another name of ore."""

UNKNOWN = "?"
"""A card face down."""


def short_line(most: int) -> msgspec.Meta:
    """Return the constraint of a short line without control characters."""

    def check(text: str) -> str:
        if not text.isprintable() or len(text) > most:
            raise InputError.said("expected at most {most} printable characters", most=most)
        return text

    return checked(check, {"maxLength": most})


def _cost(counts: Mapping[str, int]) -> dict[str, int]:
    cost = nonzero(counts)
    if not cost:
        raise InputError.said("expected at least one resource")
    return cost


def _two(symbols: tuple[str, ...]) -> tuple[str, ...]:
    if len(symbols) != 2:
        raise InputError.said("expected two symbols, got {got}", got=len(symbols))
    return symbols


def _point_card(card: Mapping[Goal, tuple[int, ...]]) -> Mapping[Goal, tuple[int, ...]]:
    wrong = [
        say(".{goal}: expected three thresholds", goal=goal) for goal in GOALS if goal not in card
    ]
    for goal, levels in card.items():
        if len(levels) != THRESHOLDS or sorted(set(levels)) != list(levels):
            wrong.append(
                say(
                    ".{goal}: expected three rising thresholds, got {got}",
                    goal=goal,
                    got=list(levels),
                )
            )
    if wrong:
        raise InputError(*wrong)
    return {goal: card[goal] for goal in GOALS}


Few = Annotated[int, msgspec.Meta(ge=0, le=99)]
ShortName = Annotated[str, short_line(MAX_NAME)]
Resource = Annotated[str, one_of(RESOURCES, STONE)]
FortSymbol = Annotated[str, one_of(NORMAL, STONE)]
StockCard = Annotated[str, one_of((*RESOURCES, UNKNOWN), STONE)]
Terrain = Annotated[str, one_of(TERRAINS)]
BuildingKind = Annotated[str, one_of(BUILDINGS)]
WorkKind = Annotated[str, one_of(WORKS)]
HeroKind = Annotated[str, one_of(HEROES)]
NAMED = msgspec.Meta(max_length=MOST_NAMES)
HIDDEN = msgspec.Meta(extra={"hidden": True})
"""Forms leave it out."""

Player = Annotated[str, msgspec.Meta(extra={"among": "players"})]
TileName = Annotated[ShortName, msgspec.Meta(extra={"among": "tiles"})]

Cards = Annotated[Mapping[Resource, Few], checked(nonzero, max_length=MOST_NAMES)]
"""Number of resource cards by name."""

Cost = Annotated[
    Mapping[Resource, Few], checked(_cost, {"minProperties": 1}, max_length=MOST_NAMES)
]
"""Number of resources by name."""

SupplyCard = Annotated[tuple[Resource, ...], checked(_two, {"minItems": 2}, max_length=2)]
"""The two symbols of a supply card."""

SupplyCards = Annotated[tuple[SupplyCard, ...], msgspec.Meta(max_length=MOST_CARDS)]

_Thresholds = Annotated[
    tuple[Few, ...], msgspec.Meta(max_length=THRESHOLDS, extra_json_schema={"minItems": THRESHOLDS})
]
PointCard = Annotated[
    Mapping[Annotated[Goal, one_of(GOALS)], _Thresholds],
    checked(_point_card, {"required": list(GOALS)}, max_length=len(GOALS)),
]
"""Three rising thresholds of every column."""
