"""Profiles and positions in JSON and TOML files: reading with clear errors, and writing."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec
from platformdirs import user_config_path

from odin_solver.errors import InputError
from odin_solver.graenaland.parts import (
    BUILDINGS,
    GOALS,
    HEROES,
    NORMAL,
    PLAYERS,
    RESOURCES,
    START_ARMY,
    SUPPLY_CARDS,
    TERRAINS,
    VILLAGE,
    WORKS,
    YIELD,
    Cost,
    Goal,
    SupplyCard,
)
from odin_solver.graenaland.position import (
    GraenalandOptions,
    GraenalandPosition,
    Income,
    JointWork,
    TileState,
    default_neighbours,
    neighbours_from,
)
from odin_solver.graenaland.profile import MADE_UP, GraenalandProfile, PointCard, PrintedTile
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.validating import Faults, converted, faults

SCHEMA = 1
MAX_NAME, MAX_TITLE = 40, 120

MOST_NAMES = 20
"""Most entries of a table or list whose entries are named, each once: more than the game has."""

MOST_CARDS = 99
"""Most cards or rows in a list."""

Few = Annotated[int, msgspec.Meta(ge=0, le=99)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Named = msgspec.Meta(max_length=MOST_NAMES)
_Cards = msgspec.Meta(max_length=MOST_CARDS)
Counts = Annotated[dict[str, Few], _Named]
_Levels = Annotated[dict[str, Annotated[list[Few], _Named]], _Named]
_Pairs = Annotated[list[Annotated[list[str], _Named]], _Cards]


class PrintedTileEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A tile in a profile file."""

    terrain: str
    coastal: bool
    village: Counts | None = None
    symbol: str | None = None
    buildings: Annotated[list[str], _Named] | None = None
    yield_cost: Counts | None = None


class ProfileFile(msgspec.Struct, forbid_unknown_fields=True):
    """A profile file."""

    schema: int = SCHEMA
    name: str = ""
    made_up: bool = False
    tiles: Annotated[dict[str, PrintedTileEntry], _Named] = {}
    buildings: Annotated[dict[str, Counts], _Named] = {}
    works: Annotated[dict[str, Counts], _Named] = {}
    hills_fort: str | None = None
    supply_cards: _Pairs = []
    point_cards: Annotated[list[_Levels], _Cards] = []


class TileEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A tile in a position file."""

    id: str
    villages: Counts = {}
    buildings: Annotated[dict[str, str], _Named] = {}
    works: Annotated[list[str], _Named] = []
    heroes: Annotated[dict[str, str], _Named] = {}
    stock: Annotated[list[str | None], _Cards] = []


class JointEntry(msgspec.Struct, forbid_unknown_fields=True):
    """An announced joint public work."""

    kind: str
    tile: str
    cards: Counts = {}


class OptionsEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Readings of the rules, as in `odin_solver.graenaland.position.GraenalandOptions`."""

    limited_tokens: bool = True
    new_fort: bool = True
    kept_supply: bool = True
    wild_symbol: bool = True
    strict_palisade: bool = False


class GraenalandFile(msgspec.Struct, forbid_unknown_fields=True):
    """A position file."""

    players: Annotated[list[str], _Named]
    me: str
    tiles: Annotated[list[TileEntry], _Named]
    schema: int = SCHEMA
    title: str = ""
    profile: str | ProfileFile | None = None
    main: str | None = None
    mode: Literal["main", "claim", "final", "guest"] = "main"
    card: int | _Levels | None = None
    adjacent: _Pairs | None = None
    army: Counts = {}
    hand: Counts = {}
    supply: _Pairs = []
    offered: _Pairs = []
    joint: JointEntry | None = None
    income: Annotated[list[Counts], _Cards] = []
    shares: Annotated[dict[str, Share], _Named] = {}
    discards: Annotated[dict[str, Counts], _Named] = {}
    options: OptionsEntry = OptionsEntry()


def own_profile_path() -> Path:
    """Return where the profile of the user's copy is kept."""
    return user_config_path("odin") / "graenaland.toml"


def read_profile(path: str | Path) -> GraenalandProfile:
    """Read a profile; the name ``made-up`` is the one for examples and tests.

    Raises
    ------
    InputError
        If the file is no profile; the message names file and field.
    """
    if str(path) == MADE_UP:
        return made_up_profile()
    name, text = read_text(path)
    return profile_from(decode(text, name, "a profile"), name)


def made_up_profile() -> GraenalandProfile:
    """Return the profile for examples and tests, which belongs to no real copy."""
    file = files("odin_solver.graenaland") / "data" / f"{MADE_UP}.toml"
    return profile_from(decode(file.read_text(encoding="utf-8"), file.name), file.name)


def profile_from(data: object, name: str = "profile") -> GraenalandProfile:
    """Build a profile from the data of a file; errors begin with `name`.

    Raises
    ------
    InputError
        If the data is no profile.
    """
    collected = Faults(name)
    collected.add(faults(_with_ore(data), ProfileFile, whole="profile"))
    collected.raise_any()
    file = converted(_with_ore(data), ProfileFile)
    return _profile(file, name)


def _profile(file: ProfileFile, name: str) -> GraenalandProfile:
    reading = _Reading(name)
    reading.expect("schema", file.schema, (SCHEMA,))
    reading.check_text("name", file.name)
    tiles = {}
    for tile, entry in file.tiles.items():
        where = f"tiles.{tile}"
        reading.check_text(where, tile)
        reading.expect(f"{where}.terrain", entry.terrain, TERRAINS)
        if entry.symbol is not None:
            reading.expect(f"{where}.symbol", entry.symbol, RESOURCES)
        kinds = BUILDINGS if entry.buildings is None else tuple(entry.buildings)
        for kind in kinds:
            reading.expect(f"{where}.buildings", kind, BUILDINGS)
        printed = PrintedTile(
            tile,
            entry.terrain,
            entry.coastal,
            reading.cost(f"{where}.village", entry.village),
            entry.symbol,
            tuple(kind for kind in BUILDINGS if kind in kinds),
            reading.cost(f"{where}.yield_cost", entry.yield_cost),
        )
        tiles[tile] = printed
        if printed.village is not None and entry.terrain in TERRAINS:
            size, total = printed.village_size, sum(printed.village.values())
            if total != size:
                place = "in mountains" if entry.terrain == "mountains" else "inland"
                place = "at the coast" if size == 4 else place
                reading.fault(f"{where}.village: expected {size} resources {place}, got {total}")
    for kind in file.buildings:
        reading.expect("buildings", kind, BUILDINGS)
    for kind in file.works:
        reading.expect("works", kind, WORKS)
    buildings = {k: reading.cost(f"buildings.{k}", cost) for k, cost in file.buildings.items()}
    works = {kind: reading.cost(f"works.{kind}", cost) for kind, cost in file.works.items()}
    if file.hills_fort is not None:
        reading.expect("hills_fort", file.hills_fort, NORMAL)
    supply = reading.supply("supply_cards", file.supply_cards)
    if len(supply) > SUPPLY_CARDS:
        reading.fault(f"supply_cards: expected at most {SUPPLY_CARDS} cards, got {len(supply)}")
    cards = [reading.point_card(f"point_cards[{i}]", c) for i, c in enumerate(file.point_cards)]
    reading.faults.raise_any()
    return GraenalandProfile(
        file.name or name,
        file.made_up,
        tiles,
        cast(dict[str, Cost], buildings),
        cast(dict[str, Cost], works),
        file.hills_fort,
        supply,
        tuple(cards),
    )


def profile_data(profile: GraenalandProfile) -> dict[str, Any]:
    """Return the data of a profile file; the inverse of `profile_from`."""
    data: dict[str, Any] = {"schema": SCHEMA, "name": profile.name}
    if profile.made_up:
        data["made_up"] = True
    if profile.hills_fort is not None:
        data["hills_fort"] = profile.hills_fort
    data["buildings"] = {kind: dict(cost) for kind, cost in profile.buildings.items()}
    data["works"] = {kind: dict(cost) for kind, cost in profile.works.items()}
    if profile.supply_cards:
        data["supply_cards"] = [list(card) for card in profile.supply_cards]
    if profile.point_cards:
        data["point_cards"] = [_card_data(card) for card in profile.point_cards]
    data["tiles"] = {name: _printed_data(tile) for name, tile in profile.tiles.items()}
    return data


def _card_data(card: PointCard) -> dict[str, list[int]]:
    return {goal: list(levels) for goal, levels in card.items()}


def _printed_data(tile: PrintedTile) -> dict[str, Any]:
    data: dict[str, Any] = {"terrain": tile.terrain, "coastal": tile.coastal}
    if tile.village is not None:
        data["village"] = dict(tile.village)
    if tile.symbol is not None:
        data["symbol"] = tile.symbol
    if tile.buildings != BUILDINGS:
        data["buildings"] = list(tile.buildings)
    if tile.yield_cost is not None:
        data["yield_cost"] = dict(tile.yield_cost)
    return data


def read_graenaland(
    path: str | Path, profile: GraenalandProfile | None = None
) -> GraenalandPosition:
    """Read a position from a file, or from standard input for ``-``.

    Parameters
    ----------
    path
        The file.
    profile
        The copy of the game; by default that of the file, else the user's own.

    Raises
    ------
    InputError
        If the file is no position, or no profile is known; messages name file and field.
    """
    name, text = read_text(path)
    folder = Path(path).parent if str(path) != "-" else Path()
    return graenaland_from(decode(text, name), name, profile=profile, folder=folder)


def legal_graenaland(
    path: str | Path, profile: GraenalandProfile | None = None
) -> GraenalandPosition:
    """Read a position as `read_graenaland`, and refuse one that breaks the rules."""
    position = read_graenaland(path, profile)
    violations = position_violations(position)
    if violations:
        name = "standard input" if str(path) == "-" else str(path)
        raise InputError(*(f"{name}: {violation}" for violation in violations))
    return position


def graenaland_from(
    data: object,
    name: str = "position",
    *,
    profile: GraenalandProfile | None = None,
    folder: Path | None = None,
) -> GraenalandPosition:
    """Build a position from the data of a file; errors begin with `name`.

    Raises
    ------
    InputError
        If the data is no position.
    """
    data = _with_ore(data)
    collected = Faults(name)
    collected.add(faults(data, GraenalandFile, whole="position"))
    collected.raise_any()
    file = converted(data, GraenalandFile)
    return _PositionReading(name, file, profile, folder or Path()).position()


def graenaland_data(position: GraenalandPosition) -> dict[str, Any]:
    """Return the data of a position file with the profile in it; inverse of `graenaland_from`."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "title": position.title,
        "players": list(position.players),
        "me": position.me,
        "main": position.main,
        "mode": position.mode,
        "army": dict(position.army),
        "hand": {card: count for card, count in position.hand.items() if count},
        "supply": [list(card) for card in position.kept],
        "offered": [list(card) for card in position.offered],
        "adjacent": sorted(
            [first, second]
            for first, near in position.neighbours.items()
            for second in near
            if first < second
        ),
        "shares": dict(position.income.shares),
        "income": [dict(gained) for gained in position.income.listed],
        "discards": {deck: dict(cards) for deck, cards in position.discards.items()},
        "options": asdict(position.options),
        "tiles": [_tile_data(name, state) for name, state in position.tiles.items()],
        "profile": profile_data(position.profile),
    }
    if position.card is not None:
        data["card"] = _card_data(position.card)
    if position.joint is not None:
        data["joint"] = {**asdict(position.joint), "cards": dict(position.joint.cards)}
    return data


def _tile_data(name: str, state: TileState) -> dict[str, Any]:
    return {
        "id": name,
        "villages": dict(state.villages),
        "buildings": dict(state.buildings),
        "works": sorted(state.works),
        "heroes": dict(state.heroes),
        "stock": [card or "?" for card in state.stock],
    }


def _with_ore(data: object) -> object:
    """Call stone ore: the rulebook names the resource both ways (decision)."""
    if isinstance(data, dict):
        return {("ore" if key == "stone" else key): _with_ore(part) for key, part in data.items()}
    if isinstance(data, list):
        return [_with_ore(part) for part in data]
    return "ore" if data == "stone" else data


class _Reading:
    """Collects faults while names are checked."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults = Faults(name)

    def fault(self, message: str) -> None:
        self.faults.add([message])

    def expect(self, where: str, got: object, expected: Iterable[object]) -> bool:
        """Check that something is one of the expected names."""
        known = list(expected)
        if got in known:
            return True
        names = ", ".join(map(str, known))
        self.fault(f"{where}: expected {'one of ' if len(known) > 1 else ''}{names}, got {got!r}")
        return False

    def check_text(self, where: str, text: str, most: int = MAX_NAME) -> None:
        """Check that text is a short line without control characters."""
        if not text.isprintable() or len(text) > most:
            self.fault(f"{where}: expected at most {most} printable characters")

    def cost(self, where: str, cost: Mapping[str, int] | None) -> Cost | None:
        """Read the resources of a cost; None stands for one that is not known."""
        if cost is None:
            return None
        for resource in cost:
            self.expect(where, resource, RESOURCES)
        read = {resource: count for resource, count in cost.items() if count}
        if not read:
            self.fault(f"{where}: expected at least one resource")
        return read

    def counts(self, where: str, cards: Mapping[str, int]) -> dict[str, int]:
        """Read numbers of resource cards."""
        for resource in cards:
            self.expect(where, resource, RESOURCES)
        return {resource: cards.get(resource, 0) for resource in RESOURCES}

    def supply(self, where: str, cards: Iterable[list[str]]) -> tuple[SupplyCard, ...]:
        """Read supply cards."""
        read = []
        for at, card in enumerate(cards):
            if len(card) != 2:
                self.fault(f"{where}[{at}]: expected two symbols, got {len(card)}")
                continue
            for symbol in card:
                self.expect(f"{where}[{at}]", symbol, RESOURCES)
            read.append((card[0], card[1]))
        return tuple(read)

    def point_card(self, where: str, card: Mapping[str, list[int]]) -> PointCard:
        """Read a point card: three rising thresholds of each column."""
        read: dict[Goal, tuple[int, int, int]] = {}
        for column in card:
            self.expect(where, column, GOALS)
        for goal in GOALS:
            levels = card.get(goal)
            if levels is None:
                self.fault(f"{where}.{goal}: expected three thresholds")
            elif len(levels) != 3 or not levels[0] < levels[1] < levels[2]:
                self.fault(f"{where}.{goal}: expected three rising thresholds, got {levels}")
            else:
                read[goal] = (levels[0], levels[1], levels[2])
        return read


class _PositionReading(_Reading):
    """Turns a checked file into a position."""

    def __init__(
        self, name: str, file: GraenalandFile, profile: GraenalandProfile | None, folder: Path
    ) -> None:
        super().__init__(name)
        self._file = file
        self._folder = folder
        self.expect("schema", file.schema, (SCHEMA,))
        self._profile = profile or self._own_profile()

    def _own_profile(self) -> GraenalandProfile:
        """Return the profile that the file names or holds, else the user's own."""
        given = self._file.profile
        if isinstance(given, ProfileFile):
            return _profile(given, f"{self.name}: profile")
        if given is not None:
            path = self._folder / given if given != MADE_UP else given
            try:
                return read_profile(path)
            except InputError as error:
                raise error.within(f"{self.name}: profile") from None
        own = own_profile_path()
        if own.is_file():
            return read_profile(own)
        raise InputError(*(f"{self.name}: {line}" for line in self._to_copy()))

    def _to_copy(self) -> list[str]:
        """Say what to copy from the box."""
        tiles = ", ".join(entry.id for entry in self._file.tiles)
        lines = [
            "profile: none given, and none of your copy is saved: "
            "odin graenaland profile --new asks for what no source gives:",
            f"from tiles {tiles}: terrain, coast or inland, cost of a village, "
            "symbol of the yield improvement, places for buildings",
            f"from the overview card: costs of {', '.join((*BUILDINGS, *WORKS))}; "
            "the symbol under the fort in the hills",
        ]
        if isinstance(self._file.card, int):
            lines.append(f"from point card {self._file.card}: the thresholds of its five columns")
        return lines

    def position(self) -> GraenalandPosition:
        """Return the position.

        Raises
        ------
        InputError
            With all faults.
        """
        file = self._file
        self._check_players()
        self.check_text("title", file.title, MAX_TITLE)
        tiles = self._tiles()
        neighbours = self._neighbours(tiles)
        army = self._by_player("army", file.army)
        hand = self.counts("hand", file.hand)
        kept = self.supply("supply", file.supply)
        offered = self.supply("offered", file.offered)
        income = tuple(
            {card: count for card, count in self.counts(f"income[{at}]", gained).items() if count}
            for at, gained in enumerate(file.income)
        )
        for tile in file.shares:
            self.expect("shares", tile, tiles)
        for deck, cards in file.discards.items():
            self.expect("discards", deck, TERRAINS)
            self.counts(f"discards.{deck}", cards)
        card, joint = self._card(), self._joint(tiles)
        self.faults.raise_any()
        return GraenalandPosition(
            self._profile,
            tuple(file.players),
            file.me,
            file.main or file.me,
            file.mode,
            card,
            tiles,
            neighbours,
            {player: army.get(player, START_ARMY) for player in file.players},
            hand,
            kept,
            offered,
            joint,
            Income(income, dict(file.shares)),
            {deck: dict(cards) for deck, cards in file.discards.items()},
            GraenalandOptions(**msgspec.structs.asdict(file.options)),
            file.title,
        )

    def _check_players(self) -> None:
        file = self._file
        fewest, most = PLAYERS
        if not fewest <= len(file.players) <= most:
            self.fault(f"players: expected {fewest} to {most}, got {len(file.players)}")
        if len(set(file.players)) < len(file.players):
            self.fault("players: expected each player once")
        for player in file.players:
            self.check_text("players", player)
        self.expect("me", file.me, file.players)
        if file.main is not None:
            self.expect("main", file.main, file.players)
        if file.mode == "main" and file.main not in (None, file.me):
            self.fault(f"mode: expected claim, final or guest: {file.main} is the main player")

    def _tiles(self) -> dict[str, TileState]:
        tiles = {}
        for at, entry in enumerate(self._file.tiles):
            where = f"tiles[{at}]"
            if not self._profile.tiles:
                self.fault(f"{where}.id: the profile {self._profile.name} has no tiles yet")
                continue
            if not self.expect(f"{where}.id", entry.id, self._profile.tiles):
                continue
            if entry.id in tiles:
                self.fault(f"{where}.id: duplicate {entry.id!r}: expected each tile once")
            for kind in entry.buildings:
                self.expect(f"{where}.buildings", kind, BUILDINGS)
            for kind in entry.works:
                self.expect(f"{where}.works", kind, WORKS)
            if len(set(entry.works)) < len(entry.works):
                self.fault(f"{where}.works: expected each kind once")
            for hero in entry.heroes.values():
                self.expect(f"{where}.heroes", hero, HEROES)
            self._by_player(f"{where}.villages", entry.villages)
            self._by_player(f"{where}.heroes", entry.heroes)
            for owner in entry.buildings.values():
                self.expect(f"{where}.buildings", owner, self._file.players)
            stock = [None if card == "?" else card for card in entry.stock]
            for card in stock:
                if card is not None:
                    self.expect(f"{where}.stock", card, (*RESOURCES, "?"))
            tiles[entry.id] = TileState(
                self._profile.tiles[entry.id],
                {player: count for player, count in entry.villages.items() if count},
                dict(entry.buildings),
                frozenset(entry.works),
                dict(entry.heroes),
                tuple(stock),
            )
        if not self._file.tiles:
            self.fault("tiles: expected at least one tile")
        return tiles

    def _by_player(self, where: str, table: Mapping[str, Any]) -> Mapping[str, Any]:
        for player in table:
            self.expect(where, player, self._file.players)
        return table

    def _neighbours(self, tiles: Mapping[str, TileState]) -> dict[str, frozenset[str]]:
        given = self._file.adjacent
        if given is None:
            return default_neighbours([state.printed for state in tiles.values()])
        pairs = []
        for at, pair in enumerate(given):
            where = f"adjacent[{at}]"
            if len(pair) != 2 or pair[0] == pair[1]:
                self.fault(f"{where}: expected two different tiles, got {pair}")
            elif all(self.expect(where, name, tiles) for name in pair):
                pairs.append((pair[0], pair[1]))
        return neighbours_from(list(tiles), pairs)

    def _card(self) -> PointCard | None:
        given = self._file.card
        if isinstance(given, dict):
            return self.point_card("card", given)
        if given is None:
            return None
        known = self._profile.point_cards
        if not 1 <= given <= len(known):
            has = f"it has {len(known)}" if known else "it has none"
            self.fault(f"card: expected the number of a point card of the profile ({has})")
            return None
        return known[given - 1]

    def _joint(self, tiles: Mapping[str, TileState]) -> JointWork | None:
        joint = self._file.joint
        if joint is None:
            return None
        self.expect("joint.kind", joint.kind, WORKS)
        self.expect("joint.tile", joint.tile, tiles)
        cards = self.counts("joint.cards", joint.cards)
        return JointWork(joint.kind, joint.tile, {c: n for c, n in cards.items() if n})


def unprinted(position: GraenalandPosition, works: Iterable[str]) -> list[str]:
    """Return what the profile lacks for building on a map, and where it is printed.

    Parameters
    ----------
    position
        The position.
    works
        Kinds of public works that matter.
    """
    profile, lacking = position.profile, []
    overview = "it is printed on the overview card"
    for name, state in position.tiles.items():
        if state.printed.village is None:
            lacking.append(f"tiles.{name}.{VILLAGE}: missing; it is printed on the tile")
    for kind in BUILDINGS:
        if kind not in profile.buildings:
            lacking.append(f"buildings.{kind}: missing; {overview}")
    for kind in works:
        with_own = kind == YIELD and all(s.printed.yield_cost for s in position.tiles.values())
        if kind not in profile.works and not with_own:
            lacking.append(f"works.{kind}: missing; {overview}")
    terrains = Counter(s.printed.terrain for s in position.tiles.values() if s.printed.buildings)
    if terrains["hills"] and profile.hills_fort is None:
        lacking.append(f"hills_fort: missing; the symbol under that fort: {overview}")
    return [f"profile {profile.name}: {line}" for line in lacking]
