"""Positions of Vikings in JSON and TOML files: reading, writing, and the schema."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from odin_solver.errors import InputError
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.validating import Faults, faults, sound
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.parts import (
    BUILDINGS,
    FIGURES,
    ROUNDS,
    ROWS,
    SAILS,
    SETUP,
    SPECIALS,
    TILES,
    Cell,
    Sail,
    ShipValue,
    Unit,
)
from odin_solver.vikings.position import (
    GOLD_WEIGHT,
    PRINTED_COUNTS,
    PRINTED_VALUES,
    FreeParts,
    Rivals,
    VikingsPosition,
    VikingsRules,
    Wheel,
    WheelPair,
)

SCHEMA = 1
MAX_COLUMNS = 40
MAX_AMOUNT = 10_000

Amount = Annotated[int, msgspec.Meta(ge=0, le=MAX_AMOUNT)]
MAX_NAMED = 20
"""Most entries of an object whose keys name parts, each once: more than there are."""

Few = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Named = msgspec.Meta(max_length=MAX_NAMED)
_Parts = Annotated[dict[str, Few], _Named]
_Columns = Annotated[list[str], msgspec.Meta(max_length=100)]
Name = TypeVar("Name", bound=str)

GAPS = (".", "-", "_", "")
"""Signs of an empty place."""

FIGURE_MARK = "*"
SPECIAL_MARK = "!"


class ValueEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Value of a ship, which may also be written as ``"3 gold"``."""

    unit: Unit
    amount: Amount


class RivalsEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Best values of the other players."""

    boatsmen: Few | None = None
    islands: Few | None = None
    longest: Few | None = None


class VikingsRulesEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Readings of the rules, as in `odin_solver.vikings.position.VikingsRules`."""

    gaps: bool = True
    mainland_edge: Literal["sea", "land", "any"] = "sea"
    arm_is_mainland: bool = False
    ship_repeat: bool = True
    ferry_partial: Literal["strict", "free"] = "strict"
    majority_min: Few = 1
    final_vp_floor: bool = False
    expert_ferry: bool = False


class FreeEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Parts to be placed."""

    tiles: _Parts = {}
    ships: _Parts = {}
    figures: _Parts = {}


class WheelEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The wheel: pairs such as ``"S B"`` or ``"blue N"`` by position; special tiles face up."""

    zero: Few | None = None
    pairs: Annotated[dict[str, str], _Named] = {}
    specials: _Columns = []


class VikingsFile(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Vikings as a file holds it."""

    schema: Literal[1]
    game: Literal["vikings"]
    title: str = ""
    players: Annotated[int, msgspec.Meta(ge=2, le=4)] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)] = ROUNDS
    gold: Amount = 0
    vp: Annotated[int, msgspec.Meta(ge=-MAX_AMOUNT, le=MAX_AMOUNT)] = 0
    gold_weight: float | str = str(GOLD_WEIGHT)
    start_tile: bool = False
    islands: Annotated[dict[str, str | _Columns], _Named] = {}
    ships: str | _Columns = ""
    paid: Annotated[list[Few], msgspec.Meta(max_length=MAX_COLUMNS)] = []
    mainland: _Parts = {}
    specials: _Parts = {}
    free: FreeEntry = msgspec.field(default_factory=FreeEntry)
    rivals: RivalsEntry = msgspec.field(default_factory=RivalsEntry)
    wheel: WheelEntry = msgspec.field(default_factory=WheelEntry)
    ship_values: Annotated[dict[str, ValueEntry | str], _Named] = {}
    ship_counts: _Parts = {}
    rules: VikingsRulesEntry = msgspec.field(default_factory=VikingsRulesEntry)


def vikings_schema() -> dict[str, Any]:
    """Return the JSON Schema of position files of Vikings."""
    schema = msgspec.json.schema(VikingsFile)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "A position of Vikings for odin_solver"
    return schema


def read_vikings(path: str | Path) -> VikingsPosition:
    """Read a position from a JSON or TOML file, or from standard input for ``-``.

    Raises
    ------
    InputError
        If the file cannot be read or is invalid; the message names file and field.
    """
    name, text = read_text(path)
    return vikings_from(decode(text, name), name)


def vikings_from(data: object, name: str = "position") -> VikingsPosition:
    """Build a position from plain data; `name` is for error messages.

    Raises
    ------
    InputError
        If the data are not a position of Vikings.
    """
    if not isinstance(data, dict):
        raise InputError(f"{name}: expected an object with the keys of a position")
    if data.get("game") != "vikings":
        got = f", got {data['game']!r}" if "game" in data else ""
        raise InputError(f'{name}: game: expected "game": "vikings"{got}')
    if data.get("schema") != SCHEMA or isinstance(data["schema"], bool):
        got = f", got {data['schema']!r}" if "schema" in data else ""
        raise InputError(f'{name}: schema: expected "schema": {SCHEMA}{got}')
    collected = Faults(name)
    collected.add(faults(data, VikingsFile, whole="position"))
    position = _position(data, collected)
    collected.raise_any()
    return position


def _position(data: Mapping[str, Any], faults: Faults) -> VikingsPosition:
    """Build a position from all parts that are sound; add what is wrong with the others."""
    kinds = {field.name: field for field in msgspec.structs.fields(VikingsFile)}

    def part(key: str, default: Any) -> Any:
        return data[key] if key in data and sound(data[key], kinds[key].type) else default

    title = part("title", "")
    if not title.isprintable():
        faults.add(["title: expected one line without control characters"])
    rivals = part("rivals", {})
    ship_values: dict[Sail, ShipValue] = dict(PRINTED_VALUES)
    for sail, value in _named(part("ship_values", {}), "ship_values", sail_of, faults):
        if (
            read := faults.attempt(f"ship_values.{sail}", partial(ship_value_of, value))
        ) is not None:
            ship_values[sail] = read
    weight = faults.attempt("gold_weight", partial(_weight, part("gold_weight", GOLD_WEIGHT)))
    counts = dict(PRINTED_COUNTS)
    counts.update(_named(part("ship_counts", {}), "ship_counts", sail_of, faults))
    return VikingsPosition(
        title=title,
        players=part("players", None),
        round=part("round", ROUNDS),
        gold=part("gold", 0),
        vp=part("vp", 0),
        gold_weight=weight or GOLD_WEIGHT,
        start_tile=part("start_tile", False),
        area=_area(part("islands", {}), part("ships", ""), frozenset(part("paid", [])), faults),
        mainland=_counted(part("mainland", {}), "mainland", figure_of, faults),
        specials=_counted(part("specials", {}), "specials", _special, faults),
        free=_free(part("free", {}), faults),
        rivals=Rivals(**rivals),
        wheel=_wheel(part("wheel", {}), faults),
        ship_values=ship_values,
        ship_counts=counts,
        rules=VikingsRules(**part("rules", {})),
    )


def _weight(given: float | str | Fraction) -> Fraction:
    try:
        weight = Fraction(str(given))
    except (ValueError, ZeroDivisionError):
        raise InputError(f"expected a number or a fraction such as 1/5, got {given!r}") from None
    if not 0 < weight <= 100 or weight.denominator > 1000:
        raise InputError(f"expected a number up to 100 with at most 3 decimals, got {given}")
    return weight


def ship_value_of(given: str | Mapping[str, Any]) -> ShipValue:
    """Return the value of a ship from text such as ``3 gold``, or an object of a file.

    Raises
    ------
    InputError
        If it is none.
    """
    if not isinstance(given, str):
        return ShipValue(given["unit"], given["amount"])
    amount, _, unit = given.strip().lower().partition(" ")
    if not (amount.isascii() and amount.isdecimal() and len(amount) < 5):
        raise InputError(f'expected a value such as "3 gold" or "2 vp", got {given!r}')
    if unit.strip() == "gold":
        return ShipValue("gold", int(amount))
    if unit.strip() == "vp":
        return ShipValue("vp", int(amount))
    raise InputError(f'expected a value such as "3 gold" or "2 vp", got {given!r}')


def _named(
    data: Mapping[str, Any], where: str, find: Callable[[str], Name], faults: Faults
) -> Iterator[tuple[Name, Any]]:
    """Yield the entries of an object by the names that its keys stand for, each once."""
    seen: set[str] = set()
    for key, value in data.items():
        name = faults.attempt(where, partial(find, key))
        if name is None:
            continue
        if name in seen:
            faults.add([f"{where}: {name} twice: expected each once"])
        seen.add(name)
        yield name, value


def _counted(
    data: Mapping[str, int], where: str, find: Callable[[str], Name], faults: Faults
) -> dict[Name, int]:
    return {name: count for name, count in _named(data, where, find, faults) if count}


def figure_of(text: str) -> str:
    """Return the letter of a figure from its letter, name or colour.

    Raises
    ------
    InputError
        If there is no such figure.
    """
    wanted = text.strip().casefold()
    for figure in FIGURES.values():
        if wanted in (figure.code.casefold(), figure.name, figure.plural, figure.colour):
            return figure.code
    raise InputError(f"unknown figure {text!r}: expected one of {', '.join(FIGURES)}")


def sail_of(text: str) -> Sail:
    """Return the colour of a sail.

    Raises
    ------
    InputError
        If there is no such sail.
    """
    for sail in SAILS:
        if text.strip().casefold() == sail:
            return sail
    raise InputError(f"unknown ship {text!r}: expected one of {', '.join(SAILS)}")


def _special(text: str) -> str:
    name = text.strip().casefold().replace(" ", "_").replace("-", "_")
    if name not in SPECIALS:
        raise InputError(f"unknown special tile {text!r}: expected one of {', '.join(SPECIALS)}")
    return name


def tile_of(text: str) -> IslandTile:
    """Return an island tile from text such as ``S``, ``M``, ``M3`` or ``M3!``.

    Raises
    ------
    InputError
        If there is no such tile.
    """
    plain = text.strip().upper()
    special = plain.endswith(SPECIAL_MARK)
    plain = plain.removesuffix(SPECIAL_MARK)
    for kind in TILES:
        if plain == kind or plain == TILES[kind].name.upper():
            if special:
                break
            return IslandTile(kind)
    for building in BUILDINGS:
        if plain == f"M{building}":
            return IslandTile("M", building, special)
    raise InputError(f"unknown tile {text!r}: expected S, M, M1 to M4, or E")


def _row(text: str) -> int:
    code = figure_of(text)
    if code not in ROWS:
        raise InputError(f"unknown row {text!r}: expected one of {', '.join(ROWS)}")
    return ROWS.index(code)


def _row_name(text: str) -> str:
    return ROWS[_row(text)]


def _words(given: str | Sequence[str]) -> list[str]:
    return given.split() if isinstance(given, str) else [word.strip() for word in given]


def _area(
    islands: Mapping[str, str | list[str]],
    ships: str | list[str],
    paid: frozenset[int],
    faults: Faults,
) -> Archipelago:
    tiles: dict[Cell, IslandTile] = {}
    figures: set[Cell] = set()
    for name, drawn in _named(islands, "islands", _row_name, faults):
        words = _words(drawn)
        if len(words) > MAX_COLUMNS:
            faults.add([f"islands.{name}: expected at most {MAX_COLUMNS} columns"])
            continue
        for column, word in enumerate(words, 1):
            if word in GAPS:
                continue
            cell = (ROWS.index(name), column)
            where = f"islands.{name}: column {column}"
            tile = faults.attempt(where, partial(tile_of, word.replace(FIGURE_MARK, "", 1)))
            if tile is not None:
                tiles[cell] = tile
                if FIGURE_MARK in word:
                    figures.add(cell)
    sails: dict[int, Sail] = {}
    for column, word in enumerate(_words(ships)[:MAX_COLUMNS], 1):
        sail = None
        if word not in GAPS:
            sail = faults.attempt(f"ships: column {column}", partial(sail_of, word))
        if sail is not None:
            sails[column] = sail
    for column in sorted(paid - sails.keys()):
        faults.add([f"paid: no ship in column {column}"])
    return Archipelago(tiles, frozenset(figures), sails, paid)


def _free(data: Mapping[str, Any], faults: Faults) -> FreeParts:
    tiles: dict[IslandTile, int] = {}
    for word, count in data.get("tiles", {}).items():
        tile = faults.attempt("free.tiles", partial(tile_of, word))
        if tile is None or not count:
            continue
        if tile.special:
            faults.add([f"free.tiles: {tile}: expected special tiles under specials"])
        tiles[tile] = tiles.get(tile, 0) + count
    return FreeParts(
        tiles,
        _counted(data.get("ships", {}), "free.ships", sail_of, faults),
        _counted(data.get("figures", {}), "free.figures", figure_of, faults),
    )


def pair_of(text: str) -> WheelPair:
    """Return a pair from text such as ``S B`` or ``blue N``.

    Raises
    ------
    InputError
        If it is not a tile and a figure.
    """
    words = text.split()
    if len(words) != 2:
        raise InputError(f'expected a tile or ship and a figure such as "S B", got {text!r}')
    figure = figure_of(words[1])
    if words[0].casefold() in SAILS:
        return WheelPair(sail_of(words[0]), figure)
    tile = tile_of(words[0])
    if tile.special:
        raise InputError(f"expected a printed tile, got the special tile {tile}")
    return WheelPair(tile, figure)


def _wheel(data: Mapping[str, Any], faults: Faults) -> Wheel:
    pairs: dict[int, WheelPair] = {}
    for key, text in data.get("pairs", {}).items():
        where = f"wheel.pairs.{key}"
        if not (key.isascii() and key.isdecimal() and len(key) < 3 and int(key) < SETUP.positions):
            faults.add([f"{where}: expected a position from 0 to {SETUP.positions - 1}"])
            continue
        pair = faults.attempt(where, partial(pair_of, text))
        if pair is not None:
            pairs[int(key)] = pair
    zero = data.get("zero")
    if zero is not None and pairs and zero != min(pairs):
        faults.add([f"wheel.zero: expected {min(pairs)}, the smallest position, got {zero}"])
    names = data.get("specials", [])
    specials = [faults.attempt("wheel.specials", partial(_special, name)) for name in names]
    return Wheel(dict(sorted(pairs.items())), tuple(filter(None, specials)))


def vikings_data(position: VikingsPosition) -> dict[str, Any]:
    """Return a position as plain data; the inverse of `vikings_from`."""
    area, free, rules = position.area, position.free, position.rules
    data: dict[str, Any] = {"schema": SCHEMA, "game": "vikings"}
    if position.title:
        data["title"] = position.title
    if position.players is not None:
        data["players"] = position.players
    data |= {"round": position.round, "gold": position.gold, "vp": position.vp}
    if position.gold_weight != GOLD_WEIGHT:
        data["gold_weight"] = str(position.gold_weight)
    if position.start_tile:
        data["start_tile"] = True
    islands = {}
    for row, name in enumerate(ROWS):
        columns = [column for r, column in area.tiles if r == row]
        if columns:
            islands[name] = " ".join(
                _drawn(area, (row, column)) for column in range(1, max(columns) + 1)
            )
    ships = " ".join(area.ships.get(at, ".") for at in range(1, max(area.ships, default=0) + 1))
    defaults = asdict(VikingsRules())
    optional: dict[str, Any] = {
        "ships": ships,
        "paid": sorted(area.paid),
        "islands": islands,
        "mainland": {code: n for code in FIGURES if (n := position.mainland.get(code))},
        "specials": {name: n for name in SPECIALS if (n := position.special(name))},
        "free": {
            name: part
            for name, part in (
                (
                    "tiles",
                    {str(tile): count for tile, count in sorted(free.tiles.items(), key=str)},
                ),
                ("ships", dict(free.ships)),
                ("figures", dict(free.figures)),
            )
            if part
        },
        "rivals": {
            field.name: value
            for field in fields(Rivals)
            if (value := getattr(position.rivals, field.name)) is not None
        },
        "wheel": {
            key: part
            for key, part in (
                ("pairs", {str(at): pair_text(p) for at, p in position.wheel.pairs.items()}),
                ("specials", list(position.wheel.specials)),
            )
            if part
        },
        "ship_values": {
            sail: f"{value.amount} {value.unit}"
            for sail, value in position.ship_values.items()
            if PRINTED_VALUES.get(sail) != value
        },
        "ship_counts": dict(position.ship_counts)
        if dict(position.ship_counts) != dict(PRINTED_COUNTS)
        else {},
        "rules": {key: value for key, value in asdict(rules).items() if value != defaults[key]},
    }
    return data | {key: value for key, value in optional.items() if value}


def pair_text(pair: WheelPair) -> str:
    """Return a pair as it is written in files."""
    return f"{pair.tile} {pair.figure}"


def _drawn(area: Archipelago, cell: Cell) -> str:
    tile = area.tiles.get(cell)
    if tile is None:
        return GAPS[0]
    return f"{tile}{FIGURE_MARK if cell in area.figures else ''}"


def vikings_text(position: VikingsPosition, form: Literal["json", "toml"] = "toml") -> str:
    """Return the text of a position file."""
    data = vikings_data(position)
    if form == "json":
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    import tomli_w  # most commands write no TOML

    return tomli_w.dumps(data)
