"""Forms for the data of a position and of a profile, which the page draws field by field.

Forms are made of whatever data there are, right or wrong, so that mistakes can be corrected; of
more entries than a file may have only the first ones are shown.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from odin_solver.graenaland.horizon import MOST_SCENARIOS
from odin_solver.graenaland.model.solve import SECONDS
from odin_solver.graenaland.parts import (
    BUILDINGS,
    GOAL_LEVELS,
    GOALS,
    HEROES,
    MAX_NAME,
    MAX_TITLE,
    MOST_CARDS,
    MOST_NAMES,
    NORMAL,
    PLAYERS,
    RESOURCES,
    START_ARMY,
    TERRAINS,
    THRESHOLDS,
    TILES,
    UNKNOWN,
    VILLAGE,
    WILD,
    WITHOUT_BUILDINGS,
    WORKS,
)
from odin_solver.graenaland.position import MODES, GraenalandOptions, GraenalandPosition
from odin_solver.graenaland.profile import MADE_UP
from odin_solver.graenaland.rules.goals import score_needed

Table = dict[str, Any]
Path = Sequence[str | int]

MAX_SECONDS, MAX_ROUNDS = 600, 20
SUPPLY = "supply_card"

COLOURS = ("yellow", "red", "white", "purple", "blue")


def field(kind: str, path: Path, label: str, **more: object) -> Table:
    """Return a field: its kind, where its value stands in the data, and a label.

    Kinds are ``cards`` (numbers by name), ``stock`` (a list of names), ``count``, ``number``,
    ``text``, ``choice``, ``set`` (some names), ``check``, ``pairs``, ``rows`` (a list of
    ``cards``), ``levels`` (rising numbers), ``players``, ``add`` and ``drop``.
    """
    return {"kind": kind, "path": path, "label": label, **more}


def section(title: str, *fields: Table, **more: object) -> Table:
    """Return a part of a form; ``tile`` names a section of one tile, ``more`` closes it."""
    return {"title": title, "fields": fields, **more}


def texts(data: object) -> list[str]:
    """Return the texts in a list that may be names; nothing else is expected in it."""
    listed = data if isinstance(data, list) else []
    return [each for each in listed if isinstance(each, str) and len(each) <= MAX_NAME]


def tables(data: object) -> list[Table]:
    """Return the tables in a list, if it holds nothing else."""
    is_valid = isinstance(data, list) and all(isinstance(each, dict) for each in data)
    return list(data) if is_valid and isinstance(data, list) else []


def table(data: object) -> Table:
    """Return a table, which is empty if the data are something else."""
    return data if isinstance(data, dict) else {}


def position_form(data: Table, printed: Sequence[str], point_cards: int) -> list[Table]:
    """Return the form of a position.

    Parameters
    ----------
    data
        The data of its file.
    printed
        Names of the tiles of the profile.
    point_cards
        Number of point cards of the profile.
    """
    players, tiles = (
        texts(data.get("players"))[:MOST_NAMES],
        tables(data.get("tiles"))[:MOST_NAMES],
    )
    names = [_tile_name(tile) for tile in tiles]
    costs: list[Table | str] = [{"name": "my_copy", "value": None}, MADE_UP]
    if isinstance(data.get("profile"), dict):
        costs.append({"name": "of_the_file", "value": data["profile"]})
    cards: list[Table] = [{"name": str(n), "value": n} for n in range(1, point_cards + 1)]
    if isinstance(data.get("card"), dict):
        cards.append({"name": "of_the_file", "value": data["card"]})
    facts = [
        field("text", ["title"], "title", most=MAX_TITLE),
        field("players", ["players"], "players", of=[str(n) for n in range(*_closed(PLAYERS))]),
        field("choice", ["me"], "me", of=players),
        field("choice", ["mode"], "mode", of=MODES, usual=MODES[0]),
        field("choice", ["main"], "main_player", of=players, empty=True),
        field("choice", ["profile"], "costs", of=costs),
        *[field("count", ["army", p], "army", who=p, usual=START_ARMY, least=1) for p in players],
    ]
    if cards:
        facts.append(field("choice", ["card"], "point_card", of=cards, empty=True))
    joint = [field("choice", ["joint", "kind"], "joint_work", of=tuple(WORKS), empty="joint")]
    if data.get("joint"):
        joint.append(field("choice", ["joint", "tile"], "tile", of=names, blank=True))
        joint.append(field("cards", ["joint", "cards"], "promised", of=RESOURCES))
    usual = GraenalandOptions()
    return [
        section(
            "hand",
            field("cards", ["hand"], "", of=RESOURCES),
            field("pairs", ["supply"], "supply_card", of=RESOURCES),
            field("pairs", ["offered"], "offered_card", of=RESOURCES),
        ),
        *[_tile_section(at, tile, players) for at, tile in enumerate(tiles)],
        section(
            "map",
            *[
                field("add", ["tiles"], "tile", value={"id": name}, which=name)
                for name in printed
                if name not in names
            ],
            more=True,
        ),
        section("game", *facts),
        section("joint_work", *joint, more=True),
        section(
            "income",
            field("rows", ["income"], "income", of=RESOURCES),
            *[field("number", ["shares", n], "share_of_tile", which=n, most=1) for n in names],
            more=True,
            help="gr_income_help",
        ),
        section(
            "discards",
            *[field("cards", ["discards", deck], deck, of=RESOURCES) for deck in TERRAINS],
            more=True,
        ),
        section(
            "readings",
            *[
                field("check", ["options", name], name, usual=getattr(usual, name))
                for name in usual.__struct_fields__
            ],
            more=True,
        ),
    ]


def _closed(ends: tuple[int, int]) -> tuple[int, int]:
    return ends[0], ends[1] + 1


def _tile_section(at: int, tile: Table, players: list[str]) -> Table:
    here: list[str | int] = ["tiles", at]
    return section(
        "tile",
        *[field("count", [*here, "villages", p], "villages", who=p) for p in players],
        *[
            field("choice", [*here, "buildings", kind], kind, of=players, empty=True)
            for kind in BUILDINGS
        ],
        *[
            field("choice", [*here, "heroes", p], "hero", who=p, of=HEROES, empty=True)
            for p in players
        ],
        field("set", [*here, "works"], "works", of=tuple(WORKS)),
        field("stock", [*here, "stock"], "stock", of=(*RESOURCES, UNKNOWN)),
        field("drop", here, "tile"),
        tile=_tile_name(tile),
    )


def _tile_name(tile: Table) -> str:
    return str(tile.get("id"))[:MAX_NAME]


def with_players(data: Table, count: int) -> Table:
    """Return the data of a position with so many players; what was theirs is gone."""
    players = texts(data.get("players"))
    free = [colour for colour in COLOURS if colour not in players]
    kept = [*players, *free][:count]
    tiles = [
        {
            **tile,
            **{
                name: {p: n for p, n in table(tile.get(name)).items() if p in kept}
                for name in ("villages", "heroes")
                if name in tile
            },
            "buildings": {k: p for k, p in table(tile.get("buildings")).items() if p in kept},
        }
        for tile in tables(data.get("tiles"))
    ]
    army = {p: n for p, n in table(data.get("army")).items() if p in kept}
    changed = {**data, "players": kept, "tiles": tiles, "army": army}
    if data.get("me") not in kept:
        changed["me"] = kept[0]
    if data.get("main") not in kept:
        changed.pop("main", None)
    return changed


def profile_form(data: Table) -> list[Table]:
    """Return the form of a profile, in the order in which the parts are looked through."""
    tiles = table(data.get("tiles"))
    free = [name for name in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if name not in tiles][:1]
    levels = [0] * THRESHOLDS
    return [
        section("my_copy", field("text", ["name"], "name", most=MAX_NAME)),
        section(
            "overview_card",
            *[field("cards", ["buildings", kind], kind, **_COST) for kind in BUILDINGS],
            *[field("cards", ["works", kind], kind, **_COST) for kind in WORKS],
            field("choice", ["hills_fort"], "hills_fort", of=NORMAL, empty=True),
            help="gr_overview_help",
        ),
        *[_printed_section(name, table(tile)) for name, tile in islice(tiles.items(), MOST_NAMES)],
        section(
            "tiles",
            *[field("add", ["tiles"], "tile", which=name, key=name, value={}) for name in free],
            help="gr_tiles_help",
            most=TILES,
        ),
        section(
            "supply_cards",
            field("pairs", ["supply_cards"], "supply_card", of=RESOURCES),
            help="gr_supply_help",
        ),
        section(
            "point_cards",
            *[
                part
                for at, _ in enumerate(tables(data.get("point_cards"))[:MOST_CARDS])
                for part in (
                    *[field("levels", ["point_cards", at, goal], goal) for goal in GOALS],
                    field("drop", ["point_cards", at], "point_card", which=str(at + 1)),
                )
            ],
            field("add", ["point_cards"], "point_card", value=dict.fromkeys(GOALS, levels)),
            help="gr_point_help",
        ),
    ]


_COST: Table = {"of": RESOURCES, "drop": True}


def _printed_section(name: str, tile: Table) -> Table:
    here = ["tiles", name]
    places = [{"name": "coast", "value": True}, {"name": "inland", "value": False}]
    fields = [
        field("choice", [*here, "terrain"], "terrain", of=TERRAINS, blank=True),
        field("choice", [*here, "coastal"], "place", of=places, blank=True),
        field("cards", [*here, "village"], "village", **_COST),
        field("choice", [*here, "symbol"], "yield_symbol", of=(*NORMAL, WILD), empty=True),
    ]
    if tile.get("terrain") not in WITHOUT_BUILDINGS:
        places_for = field(
            "set", [*here, "buildings"], "building_places", of=BUILDINGS, usual=BUILDINGS
        )
        fields.append(places_for)
    return section(
        "tile",
        *fields,
        field("cards", [*here, "yield_cost"], "cost_of_yield_if_on_the_tile", **_COST),
        field("drop", here, "tile"),
        which=name,
    )


def ask_forms(position: GraenalandPosition) -> dict[str, list[Table]]:
    """Return the fields of every question."""
    seconds = field("number", ["seconds"], "seconds", usual=SECONDS, most=MAX_SECONDS)
    players = position.players
    wants = [field("count", ["reserves", p], "wants", who=p, usual=1) for p in players]
    return {
        "win": [seconds],
        "build": [
            field("choice", ["most"], "most_of", of=GOALS, empty=True),
            field("cards", ["keep"], "keep", of=(*RESOURCES, SUPPLY)),
            seconds,
        ],
        "reach": [field("check", ["from_nothing"], "from_nothing", usual=False), seconds],
        "supply": [seconds],
        "votes": [
            field("choice", ["proposer"], "proposer", of=players, usual=position.me),
            *(each for each in wants if each["who"] != position.me),
        ],
        "plan": [
            field("number", ["rounds"], "rounds", usual=6, most=MAX_ROUNDS),
            field("number", ["scenarios"], "scenarios", usual=4, most=MOST_SCENARIOS),
            seconds,
        ],
    }


def wish_choices(position: GraenalandPosition) -> list[Table]:
    """Return what can be wished for: levels of goals, and items on tiles."""
    score = "goals" if position.card is None else "points"
    levels = [*GOAL_LEVELS.items(), (score, score_needed(position))]
    tiles = list(position.tiles)
    return [
        *[{"name": goal, "least": least} for goal, least in levels],
        *[{"name": kind, "of": tiles} for kind in (VILLAGE, *BUILDINGS, *WORKS)],
    ]
