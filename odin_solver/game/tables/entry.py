"""A table as a form: rows of fields, which are answered by typing."""

import re
from collections import Counter
from collections.abc import Callable, Container, Mapping
from itertools import chain, groupby
from typing import Any, NamedTuple

from odin_solver.components import BOARDS, TILES, Board
from odin_solver.components.heard import Names, names_of
from odin_solver.components.ships import SHIPS
from odin_solver.components.signs import sign_of_item
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError, within
from odin_solver.game.harvest import HARVEST_PROFILES
from odin_solver.game.phases import PHASES
from odin_solver.game.tables.offers import silver_names, what_goes
from odin_solver.game.tables.reading import table_from
from odin_solver.game.tables.strips import strip_from
from odin_solver.game.tables.writing import strip_in_words
from odin_solver.names.printed import plain_name, printed_name, strip_text
from odin_solver.notation.pieces import piece_text
from odin_solver.notation.positions import position_from
from odin_solver.rules.pieces import is_places, pieces_at
from odin_solver.rules.position import ROUNDS
from odin_solver.support.language import Message, kept_by_language, mark, say, say_as
from odin_solver.support.text import fold

NOTHING = "-"
"""The answer that empties a field."""

BETWEEN = ";"
"""What stands between the answers of a row."""

Table = dict[str, Any]


class Kind(NamedTuple):
    """How an answer is read, how its value is shown and typed, and what an emptied field has."""

    read: Callable[[str], Any]
    shown: Callable[[Any], str]
    nothing: Any = None
    typed: Callable[[Any], str] | None = None


class Field(NamedTuple):
    """A field of a table.

    Attributes
    ----------
    key
        The field of the file, or a part of one.
    label, example
        What it is, and how its numbers are typed.
    kind
        What its values are.
    matters
        Whether it is asked again if nothing has been said of it.
    """

    key: str
    label: str
    kind: Kind
    asked: Callable[[Table], bool] = lambda _: True
    matters: bool = False
    example: str = ""


class Row(NamedTuple):
    """Fields that are answered together."""

    name: str
    fields: tuple[Field, ...]


# --- kinds of values ---

MATERIALS = ("wood", "stone", "ore", "silver")
"""The order in which their numbers are typed."""

_WEAPONS = tuple(WEAPONS)
_EMIGRANTS = tuple(name for name, ship in SHIPS.items() if ship.emigration_points is not None)
_BUILDINGS = tuple(name for name, board in BOARDS.items() if board.is_building)


@kept_by_language
def _lettered(kind: str) -> Names:
    return names_of(kind).lettered()


def _numbers(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if wrong := [each for each in words if not each.isdecimal()]:
        raise InputError.said("expected a number, got {got!r}", got=wrong[0])
    return [*map(int, words)]


def _number(text: str) -> int:
    numbers = _numbers(text)
    if len(numbers) != 1:
        raise InputError.said("expected a number, got {got!r}", got=text)
    return numbers[0]


def _in_order(text: str, things: tuple[str, ...]) -> list[int] | None:
    """Return a number for each thing, such as ``0302`` or ``0 3 0 12``; None for names."""
    if not things or not text.replace(" ", "").isdecimal():
        return None
    numbers = text.split() if " " in text else [*text]
    if len(numbers) != len(things):
        order = ", ".join(map(plain_name, things))
        words = {"n": len(things), "things": order, "got": text}
        raise InputError.said("expected {n} numbers ({things}), got {got!r}", **words)
    return [*map(int, numbers)]


def _counts(kind: str, *things: str) -> Kind:
    """Return counts by name; those of some things are typed in their order, too."""

    def read(text: str) -> dict[str, int]:
        numbers = _in_order(text, things)
        if numbers is None:
            return _lettered(kind).counts(text)
        return {thing: n for thing, n in zip(things, numbers, strict=True) if n}

    return Kind(read, lambda counts: names_of(kind).echo(counts), {})


def _one_of(names: Callable[[], Mapping[Any, Message]]) -> Kind:
    def read(text: str) -> Any:
        known = {fold(word): key for key, name in names().items() for word in (name.id, name)}
        if fold(text) not in known:
            expected = ", ".join(names().values())
            raise InputError.said("expected one of {names}, got {got!r}", names=expected, got=text)
        return known[fold(text)]

    return Kind(read, lambda value: names()[value])


def _read_spaces(text: str) -> list[str]:
    found = names_of("space").entries(text, "after")
    return [each if n is None else f"{each} {n}" for each, n in found]


def _spaces(value: list[str]) -> str:
    return names_of("space").echo(names_of("filed_space").entries(", ".join(value), "after"))


def _keys(value: list[str]) -> str:
    found = names_of("filed_space").entries(", ".join(value), "after")
    return " ".join(
        SPACES[each].key if n is None else f"{SPACES[each].key} {n}," for each, n in found
    )


def _read_silver(text: str) -> dict[str, int]:
    found = dict(silver_names().entries(text))
    if None in found.values():
        raise InputError.said("expected a number after each board, got {got!r}", got=text)
    return {board: number or 0 for board, number in found.items()}


def _silver(value: dict[str, int]) -> str:
    return ", ".join(f"{plain_name(board)} {number}" for board, number in value.items())


def _read_strips(text: str) -> list[str]:
    """Return strips such as ``0302 2312`` or ``03022312``, or in words with commas between them."""
    in_words = re.search(r"[^\d ]", text)
    strips = []
    for each in re.split("[,;]", text) if in_words else re.findall(r"\d{4}|\S+", text):
        numbers = _in_order(each.strip(), MATERIALS)
        pairs = zip(numbers or (), MATERIALS, strict=False)
        words = each if numbers is None else " ".join(f"{n} {name}" for n, name in pairs if n)
        strips.append(strip_in_words(strip_from(words.strip())))
    return strips


def _strips(value: list[str]) -> str:
    return ", ".join(map(strip_text, map(strip_from, value)))


def _digits(value: list[str]) -> str:
    strips = (Counter(strip_from(each)) for each in value)
    numbers = ((each["wood"], each["stone"], each["ore"], 2 * each["silver2"]) for each in strips)
    return " ".join("".join(map(str, each)) for each in numbers)


def _pieces(board: Board) -> Kind:
    """Return the pieces of a board: ``wool a1, silver a5 d3``; ``wood 2`` of a building."""

    def read(text: str) -> list[str]:
        placed: list[str] = []
        names: list[str] = []
        for are_cells, each in groupby(re.sub("[,;]", " ", text).split(), is_places):
            words = [*each]
            if are_cells:
                placed += _placed(names, words, board)
            names = [] if are_cells else words
        return placed + (_placed(names, [], board) if names else [])

    def shown(value: list[str]) -> str:
        by_tile: dict[str, str] = {}
        for each in value:
            name, _, cells = each.partition(" ")
            by_tile[name] = f"{by_tile.get(name, printed_name(name))} {cells}".rstrip()
        return ", ".join(by_tile.values())

    return Kind(read, shown, [])


def _placed(names: list[str], cells: list[str], board: Board) -> list[str]:
    if not names:
        message = mark("expected a tile and its cells, such as 'robe a1:c3', got {got!r}")
        raise InputError.said(message, got=" ".join(cells))
    *others, (last, number) = _lettered("tile").entries(" ".join(names))
    laid = pieces_at(TILES[last], cells, board) * (1 if cells else number or 1)
    if number not in (None, len(laid)):
        tiles = names_of("tile").shown(last, number)
        raise InputError.said("expected cells of {tiles}, got {n}", tiles=tiles, n=len(laid))
    before = [pieces_at(TILES[each], [], board) * (n or 1) for each, n in others]
    return [piece_text(each, board) for each in (*chain(*before), *laid)]


def _read_boards(text: str) -> list[Table]:
    if (numbers := _in_order(text, _BUILDINGS)) is not None:
        added = Counter(dict(zip(_BUILDINGS, numbers, strict=True))).elements()
        return [{"board": name, "placed": []} for name in added]
    name, pieces = names_of("board").first(text)
    return [{"board": name, "placed": _pieces(BOARDS[name]).read(pieces.lstrip(": "))}]


def _boards(value: list[Table]) -> str:
    none = say("none")
    pieces = (
        (each["board"], _pieces(BOARDS[each["board"]]).shown(each["placed"])) for each in value
    )
    return "; ".join(f"{plain_name(name)}: {placed or none}" for name, placed in pieces)


# --- the fields ---


def _is_alone(table: Table) -> bool:
    return bool(table.get("players", 1) == 1)


def _has_others(table: Table) -> bool:
    return not _is_alone(table)


def _has_copies(table: Table) -> bool:
    return bool(table.get("players") == 4)


def _has_markers(table: Table) -> bool:
    own = "harvest_profile" in table or HARVEST_PROFILES.own_path().is_file()
    return bool(table.get("harvest")) and own


def _has_other_tokens(table: Table) -> bool:
    return _has_markers(table) and _has_others(table)


def _goes_on(table: Table) -> bool:
    return _is_alone(table) and table.get("round", 1) > 1


def _leaves_a_card(table: Table) -> bool:
    """Whether the player has put away one of two dark occupations."""
    return bool(table.get("harvest")) and table.get("game") == "short" and _is_alone(table)


_NUMBER = Kind(_number, str)
_NUMBERS = Kind(_numbers, lambda numbers: " ".join(map(str, numbers)), [])
_ORE = Kind(lambda text: _numbers(" ".join(text)), lambda loads: "".join(map(str, loads)), [])
_YES = _one_of(lambda: {True: say("yes"), False: say("no")})
_LENGTH = _one_of(lambda: {name: say_as("length", name) for name in ROUNDS})
_PHASE = _one_of(lambda: {name: say_as("phase", name) for name in PHASES})
_SPACES = Kind(_read_spaces, _spaces, [], _keys)
_STRIPS = Kind(_read_strips, _strips, [], _digits)
_CARDS = Kind(
    lambda text: [*map(int, names_of("card").listed(text))],
    lambda cards: names_of("card").echo(map(str, cards)),
    [],
    lambda cards: " ".join(map(str, cards)),
)
_GONE = Kind(
    lambda text: [*Counter(what_goes().counts(text)).elements()],
    lambda value: what_goes().echo(Counter(value)),
    [],
)
_SILVER = Kind(_read_silver, _silver, {})
_BOARDS = Kind(_read_boards, _boards)

_ROWS = {
    mark("game"): (
        Field("round", mark("round"), _NUMBER),
        Field("game", mark("long or short"), _LENGTH),
        Field("players", mark("players"), _NUMBER),
        Field("harvest", mark("with Harvest"), _YES),
        Field("phase", mark("phase that comes next"), _PHASE),
    ),
    mark("markers"): (
        Field("marker", mark("harvest marker that is face up"), _NUMBER, _has_markers),
        Field("markers_gone", mark("harvest markers of earlier rounds"), _NUMBERS, _has_markers),
        Field("tokens", mark("your resource tokens"), _NUMBERS, _has_markers),
        Field("tokens_gone", mark("resource tokens of the others"), _NUMBERS, _has_other_tokens),
    ),
    mark("others"): (
        Field("others", mark("Vikings that the others have left"), _NUMBER, _has_others),
        Field("copy_tiles", mark("columns of the copy tiles"), _NUMBERS, _has_copies),
        Field("copied", mark("columns whose copy tile was used"), _NUMBERS, _has_copies),
        Field(
            *("others_weapons", mark("weapons of the others"), _counts("weapon", *_WEAPONS)),
            *(_has_others, False, "2110"),
        ),
    ),
    mark("cards"): (
        Field("hand", mark("in hand"), _CARDS, matters=True),
        Field("played", mark("in play"), _CARDS),
        Field("cards_gone", mark("cards that others have"), _CARDS, _has_others),
        Field("cards_gone", mark("the dark card not kept"), _CARDS, _leaves_a_card),
    ),
    mark("spaces"): (
        Field("used", mark("used in this round"), _SPACES),
        Field("blocked", mark("used in the round before"), _SPACES, _goes_on),
        Field("blocked", mark("used by the others"), _SPACES, _has_others, matters=True),
        Field("vikings", mark("your Vikings left"), _NUMBER),
    ),
    mark("strips"): (
        Field("strips", mark("wood, stone, ore, silver left"), _STRIPS, example="0302 2312"),
    ),
    mark("ships"): (
        Field(
            *("ships", mark("whaling boats, knarrs, longships"), _counts("ship", *SHIPS)),
            matters=True,
            example="102",
        ),
        Field("ore", mark("ore laid on each boat and longship"), _ORE, example="102"),
        Field(
            *("emigrated", mark("emigrated knarrs, longships"), _counts("ship", *_EMIGRANTS)),
            example="01",
        ),
    ),
    mark("supply"): (
        Field("goods", mark("goods, animals"), _counts("item")),
        Field(
            *("materials", mark("wood, stone, ore, silver"), _counts("item", *MATERIALS)),
            example="0 1 0 12",
        ),
        Field(
            *("weapons", mark("bows, snares, spears, long swords"), _counts("item", *_WEAPONS)),
            example="1140",
        ),
    ),
    mark("rest"): (
        Field(
            *("discards", mark("discarded weapons"), _counts("weapon", *_WEAPONS)), example="1001"
        ),
        Field("gone", mark("boards, special tiles, buildings of others"), _GONE),
        Field("exploration", mark("silver on boards on offer"), _SILVER),
        Field("penalties", mark("Thing penalties"), _NUMBER),
    ),
}
_GROUPS = {"materials": MATERIALS, "weapons": _WEAPONS}
"""Things of the supply that are fields of their own."""

_OF_FILES = {"ore": "ships", "emigrated": "ships", **dict.fromkeys(("goods", *_GROUPS), "supply")}
"""The fields of files that hold some fields."""

_DEFAULTS = {"round": 1, "game": "long", "players": 1, "harvest": False, "phase": "actions"}
_OF_A_ROUND = {"used", "blocked", "copied", "vikings", "others", "exploration", "phase"}
"""Fields that are as at the start of the round once another round has been entered."""


class TableForm:
    """A table that is being entered.

    Parameters
    ----------
    table
        The data of a table, complete or not.
    """

    def __init__(self, table: Table) -> None:
        self._values = _values_of(table)
        self._said: set[str] = set()
        for row in self.rows:
            with within(row.name):
                typed = self.typed(row)
            self._values = self._answered(row, typed)[0]

    @property
    def table(self) -> Table:
        """The data of the table."""
        return _table_of(self._values)

    @property
    def rows(self) -> list[Row]:
        """The rows that are asked; each board is one, and one adds a board."""
        return _rows(self._values)

    def row_named(self, text: str, at: int) -> int | None:
        """Return the place of the only row with a name, which may be any name of a board.

        A building that is named where another board is asked, at the last place, is a new one.
        """
        rows, meant = self.rows, names_of("board").meant(text)
        if at == len(rows) - 1:
            meant = [each for each in meant if not BOARDS[each].is_building]
        ids = [each["board"] for each in self._values["boards"]]
        names = [*(fold(row.name) for row in rows[: -len(ids) - 1]), *ids]
        found = [place for place, name in enumerate(names) if name in (fold(text.strip()), *meant)]
        return found[0] if len(found) == 1 else None

    def typed(self, row: Row) -> str:
        """Return what one would type for the values of a row."""
        values = ((each.kind, self._value(each.key)) for each in row.fields)
        parts = (
            "" if value is None else (kind.typed or kind.shown)(value) for kind, value in values
        )
        return f"{BETWEEN} ".join(parts).rstrip(f"{BETWEEN} ")

    def answer(self, row: Row, text: str, *, whole: bool = False) -> list[tuple[str, str]]:
        """Enter an answer of a row; if it is wrong, everything stays as it was.

        Parameters
        ----------
        text
            The answers to its fields with semicolons between them; those left out or empty keep
            what there is, `NOTHING` empties a field.
        whole
            Whether those left out or empty are emptied.

        Raises
        ------
        InputError
            If it is not understood entirely, or makes the table wrong.
        """
        new, heard = self._answered(row, text, whole=whole)
        if new["round"] != self._values["round"]:
            new = self._begun(new, heard.keys() | self._said)
        said = {each.key for each in row.fields if new.get(each.key.split()[0]) is not None}
        about = {_OF_FILES.get(key, key.split()[0]) for key in said}
        wrong = [
            each
            for each in _faults(new)
            if not about.isdisjoint(_fields_of(each)) or _row_of(each, new) is None
        ]
        if wrong:
            raise InputError(*wrong)
        self._values = new
        self._said |= heard.keys()
        return [*heard.values()]

    def _begun(self, new: Table, said: Container[str]) -> Table:
        """Return the values of another round: what has not been said is as at its start."""
        begun = {key for key in _OF_A_ROUND if key not in said}
        kept = {key: each for key, each in new.items() if key not in begun}
        if begun >= {"used", "blocked"} and new["round"] == self._values["round"] + 1:
            kept["blocked"] = [each.split()[0] for each in new.get("used", [])] or None
        return {**_DEFAULTS, **kept}

    def _answered(
        self, row: Row, text: str, *, whole: bool = False
    ) -> tuple[Table, dict[str, tuple[str, str]]]:
        """Return the values with the answers of a row, and by field what was heard."""
        fields = row.fields
        parts = [each.strip() for each in (text.split(BETWEEN) if len(fields) > 1 else [text])]
        if len(parts) > len(fields):
            words = {"n": len(fields), "got": len(parts)}
            raise InputError.said("expected at most {n} answers, got {got}", **words)
        new, heard = self._values, {}
        for field, part in zip(fields, [*parts, *[""] * len(fields)], strict=False):
            if not part and not (whole and self._value(field.key)):
                continue
            label = say(field.label) if len(fields) > 1 else row.name
            with within(label):
                value = field.kind.read(part) if part not in ("", NOTHING) else field.kind.nothing
                new = _with(new, field.key, value)
            heard[field.key] = label, (value and field.kind.shown(value)) or say("none")
        return new, heard

    def wrong(self) -> tuple[list[str], int | None]:
        """Return what is wrong or not said, and the place of the first row that it is about."""
        fields = (field for row in self.rows for field in row.fields)
        unsaid = [each for each in fields if each.matters and self._value(each.key) is None]
        nothing = mark("{key}: nothing has been said; - if there is none")
        faults = [*(say(nothing, key=each.key) for each in unsaid), *_faults(self._values)]
        rows = (_row_of(each, self._values) for each in faults)
        return faults, next((at for at in rows if at is not None), None)

    def _value(self, key: str) -> Any:
        if key.startswith("boards "):
            return self._values["boards"][int(key.split()[1])]["placed"]
        return self._values.get(key) if key != "boards" else None


def _rows(values: Table) -> list[Row]:
    rows = [
        Row(say(name), tuple(each for each in fields if each.asked(values)))
        for name, fields in _ROWS.items()
    ]
    example = f"{sign_of_item('wool')} a1, {sign_of_item('hide')} e1:3".lower()
    label = mark("tiles with their cells")
    for at, each in enumerate(values["boards"]):
        pieces = Field(f"boards {at}", label, _pieces(BOARDS[each["board"]]), example=example)
        rows.append(Row(plain_name(each["board"]), (pieces,)))
    label = mark("name, tiles with their cells; or sheds, stone houses, long houses")
    more = Field("boards", label, _BOARDS, example="010")
    return [*(row for row in rows if row.fields), Row(say("next board"), (more,))]


def _with(values: Table, key: str, value: Any) -> Table:
    new = {**values, key: value}
    if key.startswith("boards"):
        boards = list(values["boards"])
        at = int(key.split()[1]) if key != "boards" else len(boards)
        lies = value if key == "boards" and value else []
        if at < len(boards) and (value or boards[at]["board"] == "home"):
            lies = [{**boards[at], "placed": value}]
        new = {**values, "boards": [*boards[:at], *lies, *boards[at + 1 :]]}
    if key == "used":
        new["vikings"] = None  # it follows from them
    if key in ("hand", "played", "cards_gone") and value:
        new.setdefault("occupations", "implemented")
    return new


def _values_of(table: Table) -> Table:
    values = {**_DEFAULTS, **table}
    for key, kind in (
        ("supply", "item"),
        ("discards", "weapon"),
        ("others_weapons", "weapon"),
        ("exploration", "board"),
    ):
        if key in table:
            counts = table[key].items()
            with within(key):
                values[key] = {names_of(kind).one(name): n for name, n in counts}
    supply = values.pop("supply", {})
    for key, things in _GROUPS.items():
        values[key] = {name: supply.pop(name) for name in things if supply.get(name)}
    values["goods"] = supply
    if (ships := values.pop("ships", None)) is not None:
        boats, longships = ships.get("whaling_boats", []), ships.get("longships", [])
        counts = zip(SHIPS, (len(boats), ships.get("knarrs", 0), len(longships)), strict=True)
        values["ships"] = {name: n for name, n in counts if n}
        values["ore"] = [*boats, *longships] if any((*boats, *longships)) else None
        values["emigrated"] = dict(Counter(map(names_of("ship").one, ships.get("emigrated", []))))
    lying = position_from({"schema": 1, "boards": table.get("boards", [])}, "table").boards
    boards = [
        {"board": each.id, "placed": [piece_text(piece, each.board) for piece in each.pieces]}
        for each in sorted(lying, key=lambda each: each.id != "home")
    ]
    if own := [each["board"] for each in boards if each["board"] not in BOARDS]:
        raise InputError.said("boards: expected a printed board, got {got!r}", got=own[0])
    home = [] if "home" in (each["board"] for each in boards) else _read_boards("home")
    return {**values, "boards": [*home, *boards]}


def _table_of(values: Table) -> Table:
    """Return the table with some values."""
    said = {key: value for key, value in values.items() if value is not None}
    parts = {key: said.pop(key, None) for key in (*_OF_FILES, "ships", "boards")}
    table = {**said, "supply": {**parts["materials"], **parts["weapons"], **parts["goods"]}}
    if (ships := parts["ships"]) is not None:
        boats, knarrs, longships = (ships.get(name, 0) for name in SHIPS)
        ore = parts["ore"] if any(parts["ore"] or ()) else [0] * (boats + longships)
        if len(ore) != boats + longships:
            words = {"n": boats + longships, "got": len(ore)}
            raise InputError.said(
                "ships: expected the ore of {n} ships, got that of {got}", **words
            )
        table["ships"] = {
            "whaling_boats": ore[:boats],
            "knarrs": knarrs,
            "longships": ore[boats:],
            "emigrated": [*Counter(parts["emigrated"] or {}).elements()],
        }
    return {**table, "boards": parts["boards"]}


def _faults(values: Table) -> list[str]:
    try:
        table_from(_table_of(values))
    except InputError as error:
        return [each.removeprefix("table: ") for each in error.problems]
    return []


def _row_of(fault: str, values: Table) -> int | None:
    fields = _fields_of(fault)
    rows = (
        at
        for at, row in enumerate(_rows(values))
        if any(_OF_FILES.get(each.key, each.key.split()[0]) in fields for each in row.fields)
    )
    return next(rows, None)


def _fields_of(fault: str) -> set[str]:
    return {re.split(r"[.\[]", each)[0] for each in fault.partition(": ")[0].split(", ")}
