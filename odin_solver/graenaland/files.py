"""Profiles and positions in JSON and TOML files: reading with clear errors, and writing."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from odin_solver.errors import InputError, within
from odin_solver.graenaland import parts
from odin_solver.graenaland.position import (
    GraenalandOptions,
    GraenalandPosition,
    JointWork,
    Mode,
    TileState,
    default_neighbours,
    neighbours_from,
)
from odin_solver.graenaland.profile import MADE_UP, SCHEMA, TILE, GraenalandProfile, to_copy
from odin_solver.graenaland.rounds.table import Round, replayed
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.language import mark, say, say_at_shell
from odin_solver.support.profiles import Profiles
from odin_solver.support.validating import Faults, checked, plain_data, same_fields

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Shares = Annotated[Mapping[parts.TileName, Share], parts.NAMED]
Listed = Annotated[
    tuple[parts.Cards, ...],
    msgspec.Meta(
        max_length=parts.MOST_CARDS,
        description=mark(
            "For plans: cards that you gain before each later building phase; or your share of "
            "each tile’s cards, from 0 to 1."
        ),
    ),
]
Discards = Annotated[Mapping[parts.Terrain, parts.Cards], parts.NAMED]
_Pairs = Annotated[
    list[Annotated[list[str], parts.NAMED]], msgspec.Meta(max_length=parts.MOST_CARDS)
]


Moves = Annotated[tuple[Annotated[str, parts.short_line(2000)], ...], msgspec.Meta(max_length=2000)]
"""What has been played since the position: a line for each move."""


def _players(names: tuple[str, ...]) -> tuple[str, ...]:
    fewest, most = parts.PLAYERS
    if not fewest <= len(names) <= most:
        raise InputError.said(
            "expected {fewest} to {most}, got {got}", fewest=fewest, most=most, got=len(names)
        )
    if len(set(names)) < len(names):
        raise InputError.said("expected each player once")
    return names


def _works(kinds: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(kinds)) < len(kinds):
        raise InputError.said("expected each kind once")
    return kinds


def _tiles(entries: list["TileEntry"]) -> list["TileEntry"]:
    if not entries:
        raise InputError.said("expected at least one tile")
    return entries


class TileEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A tile in a position file: it names what a `TileState` holds, the printed tile."""

    id: Annotated[str, parts.HIDDEN]
    villages: Annotated[dict[parts.Player, parts.Few], parts.NAMED] = {}
    buildings: Annotated[dict[parts.BuildingKind, parts.Player], parts.NAMED] = {}
    works: Annotated[
        tuple[parts.WorkKind, ...],
        checked(_works, {"uniqueItems": True}, max_length=parts.MOST_NAMES),
    ] = ()
    heroes: Annotated[dict[parts.Player, parts.HeroKind], parts.NAMED] = {}
    stock: Annotated[
        tuple[parts.StockCard | None, ...], msgspec.Meta(max_length=parts.MOST_CARDS)
    ] = ()


class GraenalandFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A position file: a `GraenalandPosition` that names or leaves out its profile."""

    schema: Literal[1] = SCHEMA
    title: Annotated[str, parts.short_line(parts.MAX_TITLE)] = ""
    players: Annotated[
        tuple[parts.ShortName, ...],
        checked(_players, {"minItems": parts.PLAYERS[0]}, max_length=parts.PLAYERS[1]),
    ]
    me: parts.Player
    main: parts.Player | None = None
    mode: Mode = "main"
    army: Annotated[
        dict[parts.Player, parts.Few], parts.NAMED, msgspec.Meta(extra={"usual": parts.START_ARMY})
    ] = {}
    hand: parts.Cards = {}
    supply: parts.SupplyCards = ()
    offered: parts.SupplyCards = ()
    adjacent: Annotated[_Pairs, parts.HIDDEN] | None = None
    shares: Shares = {}
    income: Listed = ()
    discards: Discards = {}
    options: GraenalandOptions = GraenalandOptions()
    tiles: Annotated[list[TileEntry], checked(_tiles, {"minItems": 1}, max_length=parts.MOST_NAMES)]
    profile: (
        Annotated[str, msgspec.Meta(extra={"among": "profiles"})] | GraenalandProfile | None
    ) = None
    card: (
        Annotated[int, msgspec.Meta(extra={"among": "cards"}, extra_json_schema={"minimum": 1})]
        | parts.PointCard
        | None
    ) = None
    joint: JointWork | None = None
    round: Annotated[Moves, parts.HIDDEN] | None = None


class _GraenalandProfiles(Profiles[GraenalandProfile]):
    def read(self, path: str | Path) -> GraenalandProfile:
        """Read a profile; the name ``made-up`` is the one for examples and tests."""
        return made_up_profile() if str(path) == MADE_UP else super().read(path)

    def from_data(self, data: object, name: str = "profile") -> GraenalandProfile:
        return _named(super().from_data(_plain(data), name), name)


PROFILES: Final = _GraenalandProfiles(
    "graenaland",
    GraenalandProfile,
    "odin graenaland profile",
    "schema",
    "name",
    "buildings",
    "works",
    "tiles",
)


def made_up_profile() -> GraenalandProfile:
    """Return the profile for examples and tests, which belongs to no real copy."""
    file = files("odin_solver.graenaland") / "data" / f"{MADE_UP}.toml"
    return PROFILES.from_data(decode(file.read_text(encoding="utf-8"), file.name), file.name)


def _named(profile: GraenalandProfile, name: str) -> GraenalandProfile:
    short = Path(name).name[-parts.MAX_NAME :]
    return msgspec.structs.replace(profile, name=profile.name or short)


def read_profiled(path: str | Path, profile_path: str | Path | None = None) -> dict[str, Any]:
    """Return the data of a position file, or of standard input for ``-``, with its profile in them.

    Parameters
    ----------
    profile_path
        The copy of the game; by default that of the file, else the user's own.

    Raises
    ------
    InputError
        If the file is no position, or no profile is known; messages name file and field.
    """
    profile = None if profile_path is None else PROFILES.read(profile_path)
    name, text = read_text(path)
    data: Any = decode(text, name)
    folder = Path(path).parent if str(path) != "-" else Path()
    position, _ = round_from(data, name, profile=profile, folder=folder)
    return {**data, "profile": PROFILES.data(position.profile)}


def graenaland_from(data: object, name: str = "position") -> GraenalandPosition:
    """Build a position from the data of a file, after its round; errors begin with `name`."""
    return round_from(data, name)[0]


def round_from(
    data: object,
    name: str = "position",
    *,
    profile: GraenalandProfile | None = None,
    folder: Path | None = None,
) -> tuple[GraenalandPosition, Round | None]:
    """Return the position of a file after its round, and the round, if there is one."""
    collected = Faults(name)
    file = collected.read(_plain(data), GraenalandFile, whole="position")
    if file is None or not isinstance(file.profile, str):
        collected.raise_any()
    known = profile or _profile_of(file, name, folder or Path())
    position = _position(file, known, collected)
    collected.raise_any()
    if file.round is None:
        return position, None
    try:
        now = replayed(position, file.round)
    except InputError as error:
        raise error.within(name) from None
    return now.position, now


def graenaland_data(position: GraenalandPosition) -> dict[str, Any]:
    """Return the data of a position file with the profile in it; inverse of `graenaland_from`."""
    own = {
        "tiles": [
            TileEntry(
                name,
                dict(state.villages),
                dict(state.buildings),
                tuple(sorted(state.works)),
                dict(state.heroes),
                tuple(card or parts.UNKNOWN for card in state.stock),
            )
            for name, state in position.tiles.items()
        ],
        "adjacent": sorted(
            [first, second]
            for first, near in position.neighbours.items()
            for second in near
            if first < second
        ),
        "hand": {card: count for card, count in position.hand.items() if count},
        "supply": position.kept,
    }
    file = GraenalandFile(**same_fields(position, GraenalandFile) | own)
    return plain_data(file) | {"profile": PROFILES.data(position.profile)}


def _plain(data: object) -> object:
    """Leave null out, and call stone ore: the rulebook names the resource both ways (decision)."""
    if isinstance(data, dict):
        named = {("ore" if key == parts.STONE else key): part for key, part in data.items()}
        return {key: _plain(part) for key, part in named.items() if part is not None}
    if isinstance(data, list):
        return [_plain(part) for part in data]
    return "ore" if data == parts.STONE else data


def _profile_of(file: GraenalandFile, name: str, folder: Path) -> GraenalandProfile:
    given = file.profile
    if isinstance(given, GraenalandProfile):
        return _named(given, f"{name}: profile")
    if given is not None:
        with within(f"{name}: profile"):
            return PROFILES.read(folder / given if given != MADE_UP else given)
    own = PROFILES.own()
    if own is not None:
        return own
    lines = [
        say("profile: none given, and none of your copy is saved; no source gives what follows")
        + say_at_shell(" (odin graenaland profile --new asks for it)"),
        say(
            "from tiles {tiles}: terrain, coast or inland, cost of a village, "
            "symbol of the yield improvement, places for buildings",
            tiles=", ".join(entry.id for entry in file.tiles),
        ),
        say(
            "from the overview card: costs of {kinds}; the symbol under the fort in the hills",
            kinds=", ".join((*parts.BUILDINGS, *parts.WORKS)),
        ),
    ]
    if isinstance(file.card, int):
        lines.append(say("from point card {n}: the thresholds of its five columns", n=file.card))
    raise InputError(*(f"{name}: {line}" for line in lines))


def _position(
    file: GraenalandFile, profile: GraenalandProfile, faults: Faults
) -> GraenalandPosition:
    players = file.players
    faults.expect("me", file.me, players)
    if file.main is not None:
        faults.expect("main", file.main, players)
    if file.mode == "main" and file.main not in (None, file.me) and file.round is None:
        faults.said(
            "mode: expected claim, final or guest: {player} is the main player", player=file.main
        )
    tiles = _tile_states(file, profile, faults)
    for name, named, known in (
        ("army", file.army, players),
        ("shares", file.shares, tiles),
        ("joint.tile", [file.joint.tile] if file.joint else [], tiles),
    ):
        for each in named:
            faults.expect(name, each, known)
    card = file.card
    if isinstance(card, int):
        cards = profile.point_cards
        if not 1 <= card <= len(cards):
            faults.said(
                "card: expected the number of a point card of the profile (it has {n})",
                n=len(cards),
            )
        card = dict(enumerate(cards, 1)).get(card)
    own = {
        "profile": profile,
        "main": file.main or file.me,
        "card": card,
        "tiles": tiles,
        "neighbours": _neighbours(file, tiles, faults),
        "army": {player: file.army.get(player, parts.START_ARMY) for player in players},
        "hand": {resource: file.hand.get(resource, 0) for resource in parts.RESOURCES},
        "kept": file.supply,
    }
    return GraenalandPosition(**same_fields(file, GraenalandPosition) | own)


def _tile_states(
    file: GraenalandFile, profile: GraenalandProfile, faults: Faults
) -> dict[str, TileState]:
    tiles: dict[str, TileState] = {}
    for at, entry in enumerate(file.tiles):
        where = f"tiles[{at}]"
        if not profile.tiles:
            faults.said(
                "{where}.id: the profile {name} has no tiles yet", where=where, name=profile.name
            )
            continue
        if entry is None or not faults.expect(f"{where}.id", entry.id, profile.tiles):
            continue
        if entry.id in tiles:
            faults.said(
                "{where}.id: duplicate {tile!r}: expected each tile once",
                where=where,
                tile=entry.id,
            )
        for field, named in (
            ("villages", entry.villages),
            ("heroes", entry.heroes),
            ("buildings", entry.buildings.values()),
        ):
            for player in named:
                faults.expect(f"{where}.{field}", player, file.players)
        tiles[entry.id] = TileState(
            profile.tiles[entry.id],
            {player: count for player, count in entry.villages.items() if count},
            entry.buildings,
            frozenset(entry.works),
            entry.heroes,
            tuple(None if card == parts.UNKNOWN else card for card in entry.stock),
        )
    return tiles


def _neighbours(
    file: GraenalandFile, tiles: Mapping[str, TileState], faults: Faults
) -> dict[str, frozenset[str]]:
    if file.adjacent is None:
        return default_neighbours(tiles)
    pairs = []
    for at, pair in enumerate(file.adjacent):
        where = f"adjacent[{at}]"
        if len(pair) != 2 or pair[0] == pair[1]:
            faults.said("{where}: expected two different tiles, got {got}", where=where, got=pair)
        elif all(faults.expect(where, name, tiles) for name in pair):
            pairs.append((pair[0], pair[1]))
    return neighbours_from(tiles, pairs)


def unprinted(position: GraenalandPosition, works: Iterable[str]) -> list[str]:
    """Return what the profile lacks for building on a map, and where it is printed."""
    profile, tiles = position.profile, [state.printed for state in position.tiles.values()]
    needed = {f"tiles.{name}.{parts.VILLAGE}" for name in position.tiles}
    needed |= {f"buildings.{kind}" for kind in parts.BUILDINGS}
    needed |= {f"works.{kind}" for kind in works}
    if all(tile.yield_cost for tile in tiles):
        needed.discard(f"works.{parts.YIELD}")
    if any(tile.terrain == "hills" and tile.buildings for tile in tiles):
        needed.add("hills_fort")
    tile, overview = say("it is printed on the tile"), say("it is printed on the overview card")
    return [
        say(
            "profile {profile}: {field}: missing; {where}",
            profile=profile.name,
            field=item.field,
            where=tile if item.where == TILE else overview,
        )
        for item in to_copy(PROFILES.data(profile))
        if item.field in needed and not item.entered
    ]
