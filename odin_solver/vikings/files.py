"""Positions of Vikings in JSON and TOML files: reading, writing, and the schema."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from odin_solver.errors import InputError
from odin_solver.support import validating
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.files import data_text
from odin_solver.support.language import mark, say
from odin_solver.vikings import parts
from odin_solver.vikings.archipelago import Archipelago, IslandTile
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

SCHEMA: Final = 1
MAX_COLUMNS = 40

MAX_NAMED = 20
"""Most entries of an object whose keys name parts, each once: more than there are."""

Named = TypeVar("Named", bound=str)
Read = TypeVar("Read")

GAPS = (".", "-", "_", "")
"""Signs of an empty place."""

FIGURE_MARK = "*"
SPECIAL_MARK = "!"


def _weight(given: float | str | Fraction) -> Fraction:
    try:
        weight = Fraction(str(given))
    except (ValueError, ZeroDivisionError):
        raise InputError.said(
            "expected a number or a fraction such as 1/5, got {got!r}", got=given
        ) from None
    if not 0 < weight <= 100 or weight.denominator > 1000:
        raise InputError.said(
            "expected a number up to 100 with at most 3 decimals, got {got}", got=given
        )
    return weight


def figure_of(text: str) -> str:
    """Return the letter of a figure from its letter, name or colour."""
    called = {
        figure.code: (figure.code.casefold(), figure.name, figure.plural, figure.colour)
        for figure in parts.FIGURES.values()
    }
    return _named(text, called, mark("unknown figure {name!r}: expected one of {names}"))


def _named(text: str, called: Mapping[Named, Collection[str]], unknown: str) -> Named:
    wanted = text.strip().casefold()
    for thing, names in called.items():
        if wanted in names:
            return thing
    raise InputError.said(unknown, name=text, names=", ".join(called))


def sail_of(text: str) -> parts.Sail:
    """Return the colour of a sail."""
    called = {sail: (sail,) for sail in parts.SAILS}
    return _named(text, called, mark("unknown ship {name!r}: expected one of {names}"))


def _special(text: str) -> str:
    called = {name: (name,) for name in parts.SPECIALS}
    name = text.strip().replace(" ", "_").replace("-", "_")
    return _named(name, called, mark("unknown special tile {name!r}: expected one of {names}"))


def tile_of(text: str) -> IslandTile:
    """Return an island tile from text such as ``S``, ``M``, ``M3`` or ``M3!``."""
    plain = text.strip().upper()
    special = plain.endswith(SPECIAL_MARK)
    plain = plain.removesuffix(SPECIAL_MARK)
    for kind in parts.TILES:
        if plain == kind or plain == parts.TILES[kind].name.upper():
            if special:
                break
            return IslandTile(kind)
    for building in parts.BUILDINGS:
        if plain == f"M{building}":
            return IslandTile("M", building, special)
    raise InputError.said("unknown tile {name!r}: expected S, M, M1 to M4, or E", name=text)


def _row_name(text: str) -> str:
    called = {code: (code.casefold(),) for code in parts.ROWS}
    return _named(figure_of(text), called, mark("unknown row {name!r}: expected one of {names}"))


def ship_value_of(given: str | parts.ShipValue) -> parts.ShipValue:
    """Return the value of a ship from text such as ``3 gold``, or an object of a file."""
    if isinstance(given, parts.ShipValue):
        return given
    amount, _, unit = given.strip().lower().partition(" ")
    if amount.isascii() and amount.isdecimal() and len(amount) < 5:
        if unit.strip() == "gold":
            return parts.ShipValue("gold", int(amount))
        if unit.strip() == "vp":
            return parts.ShipValue("vp", int(amount))
    raise InputError.said('expected a value such as "3 gold" or "2 vp", got {got!r}', got=given)


def all_values(
    given: Mapping[parts.Sail, parts.ShipValue | str],
) -> dict[parts.Sail, parts.ShipValue]:
    """Return the values that sources give, and those of a file."""
    return {**PRINTED_VALUES, **{sail: ship_value_of(value) for sail, value in given.items()}}


def own_values(values: Mapping[parts.Sail, parts.ShipValue]) -> dict[str, str]:
    """Return the values that are not those of sources, as files have them."""
    return {
        sail: f"{value.amount} {value.unit}"
        for sail, value in values.items()
        if PRINTED_VALUES.get(sail) != value
    }


_Named = msgspec.Meta(max_length=MAX_NAMED)
_Counts = validating.checked(validating.nonzero, max_length=MAX_NAMED)
_Columns = Annotated[list[str], msgspec.Meta(max_length=100)]
_Figure = Annotated[str, validating.checked(figure_of)]
_RowName = Annotated[str, validating.checked(_row_name)]
_Special = Annotated[str, validating.checked(_special)]
_Sail = Annotated[parts.Sail, validating.checked(sail_of)]
ShipValues = Annotated[
    dict[_Sail, Annotated[parts.ShipValue | str, validating.checked(ship_value_of)]], _Named
]
"""Values of ships by sail, such as ``3 gold``."""


class FreeEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The `FreeParts` with tiles as text: JSON has no tiles for keys."""

    tiles: Annotated[dict[str, parts.Few], _Counts] = {}
    ships: Annotated[dict[_Sail, parts.Few], _Counts] = {}
    figures: Annotated[dict[_Figure, parts.Few], _Counts] = {}


class WheelEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The `Wheel` with pairs as text such as ``"S B"`` or ``"blue N"``; they tell `zero`."""

    zero: parts.Few | None = None
    pairs: Annotated[dict[str, str], _Named] = {}
    specials: Annotated[list[_Special], msgspec.Meta(max_length=100)] = []


class VikingsFile(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A `VikingsPosition` as a file holds it, with islands, ships and weight as text."""

    schema: Literal[1]
    game: Literal["vikings"]
    title: Annotated[str, validating.checked(validating.one_line)] = ""
    players: Annotated[int, msgspec.Meta(ge=2, le=4)] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=parts.ROUNDS)] = parts.ROUNDS
    gold: parts.Amount = 0
    vp: Annotated[int, msgspec.Meta(ge=-parts.MAX_AMOUNT, le=parts.MAX_AMOUNT)] = 0
    gold_weight: Annotated[float | str, validating.checked(_weight)] = str(GOLD_WEIGHT)
    start_tile: bool = False
    ships: str | _Columns = ""
    paid: Annotated[list[parts.Few], msgspec.Meta(max_length=MAX_COLUMNS)] = []
    islands: Annotated[dict[_RowName, str | _Columns], _Named] = {}
    mainland: Annotated[dict[_Figure, parts.Few], _Counts] = {}
    specials: Annotated[dict[_Special, parts.Few], _Counts] = {}
    free: FreeEntry = msgspec.field(default_factory=FreeEntry)
    rivals: Rivals = msgspec.field(default_factory=Rivals)
    wheel: WheelEntry = msgspec.field(default_factory=WheelEntry)
    ship_values: ShipValues = {}
    ship_counts: Annotated[dict[_Sail, parts.Few], _Named] = {}
    rules: VikingsRules = msgspec.field(default_factory=VikingsRules)


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
    """Build a position from plain data; `name` is for error messages."""
    if not isinstance(data, dict):
        raise InputError.said("{name}: expected an object with the keys of a position", name=name)
    for key, wanted in (("game", "vikings"), ("schema", SCHEMA)):
        got = data.get(key)
        if got == wanted and not isinstance(got, bool):
            continue
        here = {"name": name, "key": key, "wanted": json.dumps(wanted)}
        if key in data:
            raise InputError.said(
                '{name}: {key}: expected "{key}": {wanted}, got {got!r}', got=got, **here
            )
        raise InputError.said('{name}: {key}: expected "{key}": {wanted}', **here)
    collected = validating.Faults(name)
    file = collected.read(data, VikingsFile, whole="position")
    if file is None:
        collected.raise_any()
    position = _position(file, collected)
    collected.raise_any()
    return position


def _position(file: VikingsFile, faults: validating.Faults) -> VikingsPosition:
    own = {
        "area": _area(file, faults),
        "free": _free(file.free, faults),
        "wheel": _wheel(file.wheel, faults),
        "ship_values": all_values(file.ship_values),
        "ship_counts": {**PRINTED_COUNTS, **file.ship_counts},
        "gold_weight": _weight(file.gold_weight),
    }
    return VikingsPosition(**validating.same_fields(file, VikingsPosition) | own)


def _columns(
    given: str | Sequence[str], where: str, read: Callable[[str], Read], faults: validating.Faults
) -> Iterator[tuple[int, Read]]:
    """Yield columns, and what lies there."""
    words = given.split() if isinstance(given, str) else [word.strip() for word in given]
    if len(words) > MAX_COLUMNS:
        faults.add([f"{where}: " + say("expected at most {most} columns", most=MAX_COLUMNS)])
        return
    for column, word in enumerate(words, 1):
        if word not in GAPS:
            place = f"{where}: " + say("column {column}", column=column)
            if (lies := faults.attempt(place, partial(read, word))) is not None:
                yield column, lies


def _tile_drawn(word: str) -> tuple[IslandTile, bool]:
    return tile_of(word.replace(FIGURE_MARK, "", 1)), FIGURE_MARK in word


def _area(file: VikingsFile, faults: validating.Faults) -> Archipelago:
    paid = frozenset(file.paid)
    tiles: dict[parts.Cell, IslandTile] = {}
    figures: set[parts.Cell] = set()
    for name, drawn in file.islands.items():
        row = parts.ROWS.index(name)
        for column, (tile, stands) in _columns(drawn, f"islands.{name}", _tile_drawn, faults):
            tiles[row, column] = tile
            if stands:
                figures.add((row, column))
    sails = dict(_columns(file.ships, "ships", sail_of, faults))
    for column in sorted(paid - sails.keys()):
        faults.said("paid: no ship in column {column}", column=column)
    return Archipelago(tiles, frozenset(figures), sails, paid)


def _free(entry: FreeEntry, faults: validating.Faults) -> FreeParts:
    tiles: dict[IslandTile, int] = {}
    for word, count in entry.tiles.items():
        tile = faults.attempt("free.tiles", partial(tile_of, word))
        if tile is not None and tile.special:
            fault = say("{tile}: expected special tiles under specials", tile=tile)
            faults.add([f"free.tiles: {fault}"])
        if tile is not None:
            tiles[tile] = tiles.get(tile, 0) + count
    return FreeParts(tiles, entry.ships, entry.figures)


def pair_of(text: str) -> WheelPair:
    """Return a pair from text such as ``S B`` or ``blue N``."""
    words = text.split()
    if len(words) != 2:
        raise InputError.said(
            'expected a tile or ship and a figure such as "S B", got {got!r}', got=text
        )
    figure = figure_of(words[1])
    if words[0].casefold() in parts.SAILS:
        return WheelPair(sail_of(words[0]), figure)
    tile = tile_of(words[0])
    if tile.special:
        raise InputError.said("expected a printed tile, got the special tile {tile}", tile=tile)
    return WheelPair(tile, figure)


def _wheel(entry: WheelEntry, faults: validating.Faults) -> Wheel:
    pairs: dict[int, WheelPair] = {}
    for key, text in entry.pairs.items():
        where = f"wheel.pairs.{key}"
        if not (
            key.isascii() and key.isdecimal() and len(key) < 3 and int(key) < parts.SETUP.positions
        ):
            fault = say("expected a position from 0 to {last}", last=parts.SETUP.positions - 1)
            faults.add([f"{where}: {fault}"])
        elif (pair := faults.attempt(where, partial(pair_of, text))) is not None:
            pairs[int(key)] = pair
    if entry.zero is not None and pairs and entry.zero != min(pairs):
        faults.said(
            "wheel.zero: expected {least}, the smallest position, got {got}",
            least=min(pairs),
            got=entry.zero,
        )
    return Wheel(dict(sorted(pairs.items())), tuple(entry.specials))


def vikings_data(position: VikingsPosition) -> dict[str, Any]:
    """Return a position as plain data; the inverse of `vikings_from`."""
    area, free, wheel = position.area, position.free, position.wheel
    widths = dict(sorted(area.tiles))  # by row: the last columns count
    counts = dict(position.ship_counts)
    own = {
        "gold_weight": str(position.gold_weight),
        "ships": " ".join(
            area.ships.get(at, ".") for at in range(1, max(area.ships, default=0) + 1)
        ),
        "paid": sorted(area.paid),
        "islands": {
            parts.ROWS[row]: " ".join(_drawn(area, (row, column)) for column in range(1, width + 1))
            for row, width in widths.items()
        },
        "mainland": {code: n for code in parts.FIGURES if (n := position.mainland.get(code))},
        "specials": {name: n for name in parts.SPECIALS if (n := position.special(name))},
        "free": FreeEntry(
            {str(tile): count for tile, count in sorted(free.tiles.items(), key=str)},
            dict(free.ships),
            dict(free.figures),
        ),
        "wheel": WheelEntry(
            pairs={str(at): pair_text(pair) for at, pair in wheel.pairs.items()},
            specials=list(wheel.specials),
        ),
        "ship_values": own_values(position.ship_values),
        "ship_counts": counts if counts != PRINTED_COUNTS else {},
    }
    file = VikingsFile(
        schema=SCHEMA, game="vikings", **validating.same_fields(position, VikingsFile) | own
    )
    data = validating.plain_data(file, "round", "gold", "vp")
    return {key: part for key, part in data.items() if part != {}}


def pair_text(pair: WheelPair) -> str:
    """Return a pair as it is written in files."""
    return f"{pair.tile} {pair.figure}"


def _drawn(area: Archipelago, cell: parts.Cell) -> str:
    tile = area.tiles.get(cell)
    if tile is None:
        return GAPS[0]
    return f"{tile}{FIGURE_MARK if cell in area.figures else ''}"


def vikings_text(position: VikingsPosition, form: Literal["json", "toml"] = "toml") -> str:
    """Return the text of a position file."""
    return data_text(vikings_data(position), form)
