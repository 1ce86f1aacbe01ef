"""Forms for the data of a position and of a profile, which the page draws field by field.

Forms are made of whatever data there are, right or wrong, so that mistakes can be corrected; of
more entries than a file may have only the first ones are shown.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec

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
    UNKNOWN,
    VILLAGE,
    WITHOUT_BUILDINGS,
    WORKS,
)
from odin_solver.graenaland.position import MODES, GraenalandOptions, GraenalandPosition
from odin_solver.graenaland.profile import MADE_UP
from odin_solver.graenaland.rules.goals import score_needed
from odin_solver.graenaland.words import ROLES, part_name
from odin_solver.questions.graenaland import (
    SUPPLY,
    AboutGraenaland,
    GraenalandBuild,
    GraenalandPlan,
    GraenalandReach,
    GraenalandSupply,
    GraenalandWin,
)
from odin_solver.questions.question import fields_of
from odin_solver.support.language import mark, say, say_as

Table = dict[str, Any]
Path = Sequence[str | int]

OPTIONS = {
    "limited_tokens": mark("tokens of public works are limited"),
    "new_fort": mark("a new fort helps at once"),
    "kept_supply": mark("final building may spend kept supply cards"),
    "wild_symbol": mark("gold on a supply card stands for any resource"),
    "strict_palisade": mark("strict palisade (3 players)"),
}
"""Readings of the rules, as the page names them."""

COLOURS = ("yellow", "red", "white", "purple", "blue")


class FormChoice(msgspec.Struct):
    """What a field may be, and its name."""

    name: str
    value: Any


class FormField(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A field of a form.

    Attributes
    ----------
    kind
        ``cards`` (numbers by name), ``stock`` (a list of names), ``count``, ``number``, ``text``,
        ``choice``, ``set`` (some names), ``check``, ``pairs``, ``rows`` (a list of ``cards``),
        ``levels`` (rising numbers), ``players``, ``add`` and ``drop``.
    path
        Where its value stands in the data.
    of
        What it may be.
    usual
        What no value stands for.
    least, most
        Ends of a number, or letters of a text.
    empty, blank
        Whether the value may be missing, or is missing at first; or a field that goes with it.
    drop
        Whether cards without any count as missing.
    value, key
        What an ``add`` adds, and under which name.
    """

    kind: str
    path: Sequence[str | int]
    label: str
    of: list[FormChoice]
    usual: Any | msgspec.UnsetType = msgspec.UNSET
    least: int = 0
    most: float | None = None
    empty: bool | str = False
    blank: bool = False
    drop: bool = False
    value: Any | msgspec.UnsetType = msgspec.UNSET
    key: str = ""


class FormPart(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A part of a form.

    Attributes
    ----------
    tile
        The tile of the map that it is about.
    more
        Whether it is closed at first.
    """

    title: str
    fields: Sequence[FormField]
    help: str = ""
    tile: str = ""
    more: bool = False


class WishChoice(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What can be wished for: a level, at least some number, or an item on a tile."""

    what: str
    name: str
    least: int = 0
    of: list[str] = []


def field(
    kind: str, path: Path, label: str = "", of: Iterable[str | FormChoice] = (), **more: Any
) -> FormField:
    """Return a field; of what is only named, the name is that of a part."""
    named = [FormChoice(part_name(each), each) if isinstance(each, str) else each for each in of]
    return FormField(kind=kind, path=path, label=label, of=named, **more)


def section(title: str, *fields: FormField, **more: Any) -> FormPart:
    """Return a part of a form."""
    return FormPart(title=title, fields=fields, **more)


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


def position_form(data: Table, printed: Sequence[str], point_cards: int) -> list[FormPart]:
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
    costs: list[FormChoice | str] = [FormChoice(say("my copy"), None), MADE_UP]
    if isinstance(data.get("profile"), dict):
        costs.append(FormChoice(say("of the file"), data["profile"]))
    cards = [FormChoice(str(n), n) for n in range(1, point_cards + 1)]
    if isinstance(data.get("card"), dict):
        cards.append(FormChoice(say("of the file"), data["card"]))
    modes = [FormChoice(say(ROLES[mode]), mode) for mode in MODES]
    facts = [
        field("text", ["title"], _word("title"), most=MAX_TITLE),
        field("players", ["players"], _word("players"), map(str, range(*_closed(PLAYERS)))),
        field("choice", ["me"], _word("me"), players),
        field("choice", ["mode"], _word("mode"), modes, usual=MODES[0]),
        field("choice", ["main"], say("main player"), players, empty=True),
        field("choice", ["profile"], _word("costs"), costs),
        *[field("count", ["army", p], _of("army", p), usual=START_ARMY, least=1) for p in players],
    ]
    if cards:
        facts.append(field("choice", ["card"], part_name("point card"), cards, empty=True))
    joint = [field("choice", ["joint", "kind"], say("joint work"), WORKS, empty="joint")]
    if data.get("joint"):
        joint.append(field("choice", ["joint", "tile"], _word("tile"), names, blank=True))
        joint.append(field("cards", ["joint", "cards"], _word("promised"), RESOURCES))
    usual = GraenalandOptions()
    return [
        section(
            _word("Hand"),
            field("cards", ["hand"], of=RESOURCES),
            field("pairs", ["supply"], part_name(SUPPLY), RESOURCES),
            field("pairs", ["offered"], say("offered card"), RESOURCES),
        ),
        *[_tile_section(at, tile, players) for at, tile in enumerate(tiles)],
        section(
            say("add a tile"),
            *[
                field("add", ["tiles"], say("tile {name}", name=name), value={"id": name})
                for name in printed
                if name not in names
            ],
            more=True,
        ),
        section(_word("game"), *facts),
        section(say("joint work"), *joint, more=True),
        section(
            _word("income"),
            field("rows", ["income"], _word("income"), RESOURCES),
            *[
                field("number", ["shares", n], say("share of tile {name}", name=n), most=1)
                for n in names
            ],
            more=True,
            help=say(
                "For plans: cards that you gain before each later building phase; or your share of "
                "each tile’s cards, from 0 to 1."
            ),
        ),
        section(
            _word("discards"),
            *[field("cards", ["discards", d], part_name(d), RESOURCES) for d in TERRAINS],
            more=True,
        ),
        section(
            say("readings of the rules"),
            *[
                field("check", ["options", name], say(text), usual=getattr(usual, name))
                for name, text in OPTIONS.items()
            ],
            more=True,
        ),
    ]


def _word(text: str) -> str:
    return say_as("graenaland", text)


def _of(part: str, player: str) -> str:
    """Return a label with the player that it is about."""
    return f"{part_name(part)} ({part_name(player)})"


def _closed(ends: tuple[int, int]) -> tuple[int, int]:
    return ends[0], ends[1] + 1


def _tile_section(at: int, tile: Table, players: list[str]) -> FormPart:
    here: list[str | int] = ["tiles", at]
    name = say("tile {name}", name=_tile_name(tile))
    return section(
        name,
        *[field("count", [*here, "villages", p], _of("villages", p)) for p in players],
        *[
            field("choice", [*here, "buildings", kind], part_name(kind), players, empty=True)
            for kind in BUILDINGS
        ],
        *[
            field("choice", [*here, "heroes", p], _of("hero", p), HEROES, empty=True)
            for p in players
        ],
        field("set", [*here, "works"], say("public works"), WORKS),
        field("stock", [*here, "stock"], say("resources here"), (*RESOURCES, UNKNOWN)),
        field("drop", here, name),
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


def profile_form(data: Table) -> list[FormPart]:
    """Return the form of a profile, in the order in which the parts are looked through."""
    tiles = table(data.get("tiles"))
    free = [name for name in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if name not in tiles][:1]
    levels = [0] * THRESHOLDS
    return [
        section(say("my copy"), field("text", ["name"], _word("name"), most=MAX_NAME)),
        section(
            part_name("overview card"),
            *[_cost(["buildings", kind], part_name(kind)) for kind in BUILDINGS],
            *[_cost(["works", kind], part_name(kind)) for kind in WORKS],
            field(
                "choice",
                ["hills_fort"],
                say("symbol under the fort in the hills"),
                NORMAL,
                empty=True,
            ),
            help=say(
                "From your overview card: the resources beside each building and public work, and "
                "the symbol under the fort in the hills."
            ),
        ),
        *[_printed_section(name, table(tile)) for name, tile in islice(tiles.items(), MOST_NAMES)],
        section(
            _word("tiles"),
            *[
                field("add", ["tiles"], say("tile {name}", name=name), key=name, value={})
                for name in free
            ],
            help=say(
                "Each tile prints its terrain, the cost of a village, and a symbol in its middle. "
                "Note the letters of the tiles."
            ),
        ),
        section(
            say("supply cards"),
            field("pairs", ["supply_cards"], part_name(SUPPLY), RESOURCES),
            help=say("Cards with a ship on the back: the two symbols of each."),
        ),
        section(
            say("point cards"),
            *[
                part
                for at, _ in enumerate(tables(data.get("point_cards"))[:MOST_CARDS])
                for part in (
                    *[
                        field("levels", ["point_cards", at, goal], part_name(goal))
                        for goal in GOALS
                    ],
                    field("drop", ["point_cards", at], say("point card {n}", n=at + 1)),
                )
            ],
            field(
                "add", ["point_cards"], part_name("point card"), value=dict.fromkeys(GOALS, levels)
            ),
            help=say("Only if you play with them: three thresholds in each column."),
        ),
    ]


def _cost(path: Path, label: str) -> FormField:
    return field("cards", path, label, RESOURCES, drop=True)


def _printed_section(name: str, tile: Table) -> FormPart:
    here = ["tiles", name]
    title = say("tile {name}", name=name)
    places = [FormChoice(part_name(place), place == "coast") for place in ("coast", "inland")]
    fields = [
        field("choice", [*here, "terrain"], _word("terrain"), TERRAINS, blank=True),
        field("choice", [*here, "coastal"], _word("place"), places, blank=True),
        _cost([*here, "village"], part_name(VILLAGE)),
        field(
            "choice",
            [*here, "symbol"],
            say("symbol of the yield improvement"),
            RESOURCES,
            empty=True,
        ),
    ]
    if tile.get("terrain") not in WITHOUT_BUILDINGS:
        label = say("buildings with a place there")
        fields.append(field("set", [*here, "buildings"], label, BUILDINGS, usual=BUILDINGS))
    return section(
        title,
        *fields,
        _cost(
            [*here, "yield_cost"],
            say("cost of the yield improvement, if it is printed on the tile"),
        ),
        field("drop", here, title),
    )


def ask_forms(position: GraenalandPosition) -> dict[str, list[FormField]]:
    """Return the fields of every question, as far as the page asks for them."""
    players = position.players
    wants = [
        field("count", ["reserves", p], _of("wants", p), usual=1)
        for p in players
        if p != position.me
    ]
    return {
        "win": _asked(GraenalandWin, "seconds"),
        "build": [
            field("choice", ["most"], _word("most of"), GOALS, empty=True),
            field("cards", ["keep"], _word("keep"), (*RESOURCES, SUPPLY)),
            *_asked(GraenalandBuild, "seconds"),
        ],
        "reach": _asked(GraenalandReach, "from_nothing", "seconds"),
        "supply": _asked(GraenalandSupply, "seconds"),
        "votes": [
            field("choice", ["proposer"], _word("proposer"), players, usual=position.me),
            *wants,
        ],
        "plan": _asked(GraenalandPlan, "rounds", "scenarios", "seconds"),
    }


def _asked(question: type[AboutGraenaland[Any]], *names: str) -> list[FormField]:
    """Return fields of a question, with its bounds and defaults."""
    asked = {each.name: each for each in fields_of(question)}
    return [
        field(
            "check" if each.kind == "check" else "number",
            [each.name],
            say(each.label),
            usual=each.default,
            most=each.most,
        )
        for each in (asked[name] for name in names)
    ]


def wish_choices(position: GraenalandPosition) -> list[WishChoice]:
    """Return what can be wished for: levels of goals, and items on tiles."""
    score = "goals" if position.card is None else "points"
    levels = [*GOAL_LEVELS.items(), (score, score_needed(position))]
    tiles = list(position.tiles)
    return [
        *[WishChoice(what=goal, name=part_name(goal), least=least) for goal, least in levels],
        *[
            WishChoice(what=kind, name=part_name(kind), of=tiles)
            for kind in (VILLAGE, *BUILDINGS, *WORKS)
        ],
    ]
