"""The format of score files, its schema, and the finished game that one holds."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date as day
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.errors import InputError
from odin_solver.game.scoring import COSTS, ScoreSheet
from odin_solver.rules.position import GameLength
from odin_solver.rules.scoring import THING_PENALTY_POINTS
from odin_solver.support.language import say
from odin_solver.support.validating import Faults, checked, one_line, schema_of

CATEGORIES = ScoreSheet.__struct_fields__

NO_CARDS = "none"
DECKS = ("A", "B", "C")
MOST_PLAYERS = 4
MOST_POINTS = 999
ID_LENGTH = 8


def _name(text: str) -> str:
    name = one_line(text).strip()
    if not name:
        raise InputError.said("expected a name")
    return name


def _date(text: str) -> str:
    try:
        return day.fromisoformat(text).isoformat()
    except ValueError:
        raise InputError.said("expected a date such as 2026-11-27, got {got!r}", got=text) from None


def decks(text: str) -> str:
    """Return the decks of occupations in one spelling: ``none``, or letters such as ``A,B``."""
    wanted = text.strip().upper()
    if wanted in ("", NO_CARDS.upper()):
        return NO_CARDS
    letters = set(DECKS if wanted == "ALL" else wanted.replace(" ", "").split(","))
    if not letters <= set(DECKS):
        raise InputError.said("expected none, all, or decks such as A,B, got {got!r}", got=text)
    return ",".join(sorted(letters))


Name = Annotated[str, checked(_name, max_length=60)]
Gain = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
Points = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]


class ScoredPlayerEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A player: points by category, a total, or a file that is counted.

    Losses are the points lost, with or without a minus sign. Categories that are left out count 0;
    given beside a file they replace what is counted.
    """

    name: Name
    total: Points | None = None
    file: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    ships: Gain | None = None
    emigration: Gain | None = None
    exploration_boards: Gain | None = None
    houses: Gain | None = None
    animals: Gain | None = None
    occupations: Points | None = None
    silver: Gain | None = None
    final_income: Gain | None = None
    english_crown: Gain | None = None
    home_board: Points | None = None
    exploration_cells: Points | None = None
    house_cells: Points | None = None
    penalties: Points | None = None


class ScoreFile(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game as a file holds it."""

    players: Annotated[list[ScoredPlayerEntry], msgspec.Meta(min_length=1, max_length=MOST_PLAYERS)]
    schema: Literal[1] = 1
    date: Annotated[str, checked(_date, {"format": "date"}, max_length=30)] = ""
    game: GameLength = "long"
    cards: Annotated[str, checked(decks, max_length=30)] = NO_CARDS
    note: Annotated[str, checked(one_line, max_length=200)] = ""


class ScoredPlayer(msgspec.Struct, frozen=True):
    """A player of a finished game; without a sheet only the total is known."""

    name: str
    total: int
    sheet: ScoreSheet | None = None


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game.

    Attributes
    ----------
    players
        One to four.
    date
        Its day, such as 2026-11-27; empty if it is not known.
    length
        Long or short.
    cards
        Decks of occupations such as ``A,B``, or ``none``.
    """

    players: tuple[ScoredPlayer, ...]
    date: str = ""
    length: GameLength = "long"
    cards: str = NO_CARDS
    note: str = ""

    @property
    def winners(self) -> tuple[str, ...]:
        """Those with the highest total, who share the victory (rules, 6); nobody alone."""
        if len(self.players) == 1:
            return ()
        best = max(player.total for player in self.players)
        return tuple(player.name for player in self.players if player.total == best)

    @property
    def id(self) -> str:
        """`ID_LENGTH` characters that stand for all that is known of it."""
        return sha256(msgspec.json.encode(game_data(self))).hexdigest()[:ID_LENGTH]


PlayerFile = Callable[[str, GameLength], ScoreSheet]
"""Counts the file of a player, given its path and the length that the game has to have."""

_CROWN = TILES["english_crown"].points

PARTS: Mapping[str, set[int]] = {
    "ships": {ship.points for ship in SHIPS.values()},
    "emigration": {ship.emigration_points for ship in SHIPS.values() if ship.emigration_points},
    "houses": {board.points for board in BOARDS.values() if board.kind == "building"},
    "animals": {
        points
        for kind in ("sheep", "cattle")
        for points in (TILES[kind].points, TILES[kind].pregnant_points)
    },
    "penalties": {-THING_PENALTY_POINTS},
}
"""What the points of a category are sums of."""


def game_data(game: FinishedGame) -> dict[str, Any]:
    """Return a finished game as the data of a score file; `game_from` gives the same game."""
    return {
        "schema": 1,
        **({"date": game.date} if game.date else {}),
        "game": game.length,
        "cards": game.cards,
        **({"note": game.note} if game.note else {}),
        "players": [
            {"name": player.name, "total": player.total}
            | (msgspec.structs.asdict(player.sheet) if player.sheet else {})
            for player in game.players
        ],
    }


def game_from(
    data: object, name: str, counted: PlayerFile | None = None, *, kept: bool = False
) -> FinishedGame:
    """Build a finished game from the plain data of a score file.

    Parameters
    ----------
    name
        What to call them in errors.
    counted
        Counts the files of players; without it they are refused.
    kept
        Whether it has been kept: then it may have points that no game gives, as typed once.

    Raises
    ------
    InputError
        If something is wrong; it holds all that is.
    """
    if not isinstance(data, dict):
        raise InputError.said("{name}: expected an object with the keys of a score file", name=name)
    if isinstance(data.get("date"), day):  # TOML knows dates
        data = {**data, "date": data["date"].isoformat()}
    if isinstance(data.get("game"), str):
        data = {**data, "game": data["game"].lower()}
    found = Faults(name)
    file = found.read(data, ScoreFile, whole="score file")
    if isinstance(file, ScoreFile) and not file.players:
        found.said("players: expected 1 to 4 players, got none")
    found.raise_any()
    assert isinstance(file, ScoreFile)
    players = [
        found.attempt(f"players[{at}]", partial(_player, entry, counted, file.game, kept=kept))
        for at, entry in enumerate(file.players)
    ]
    for who, count in Counter(entry.name for entry in file.players).items():
        if count > 1:
            found.said("players: {name} twice: expected different names", name=who)
    known = tuple(player for player in players if player is not None)
    if not kept and sum(bool(each.sheet and each.sheet.english_crown) for each in known) > 1:
        found.said("players: several have the English crown: expected one at most")
    found.raise_any()
    return FinishedGame(known, file.date, file.game, file.cards, file.note)


def _player(
    entry: ScoredPlayerEntry, counted: PlayerFile | None, length: GameLength, *, kept: bool
) -> ScoredPlayer:
    points = {name: given for name in CATEGORIES if (given := getattr(entry, name)) is not None}
    points |= {name: -abs(points[name]) for name in COSTS if name in points}
    begun: Mapping[str, int] = {}
    if entry.file is not None:
        if counted is None:
            raise InputError.said("file: expected points, files are read by odin score only")
        begun = msgspec.structs.asdict(counted(entry.file, length))
    if not points and not begun:
        if entry.total is None:
            raise InputError.said(
                "expected a total, categories such as {name}, or a file", name=CATEGORIES[0]
            )
        return ScoredPlayer(entry.name, entry.total)
    sheet = ScoreSheet(**{**dict.fromkeys(CATEGORIES, 0), **begun, **points})
    if not kept and (faults := _impossible(sheet)):
        raise InputError(*faults)
    if entry.total not in (None, sheet.total):
        raise InputError.said(
            "total: {total}, but the categories add up to {sum}", total=entry.total, sum=sheet.total
        )
    if abs(sheet.total) > MOST_POINTS:
        raise InputError.said(
            "expected a total of at most {most}, got {got}", most=MOST_POINTS, got=sheet.total
        )
    return ScoredPlayer(entry.name, sheet.total, sheet)


def _impossible(sheet: ScoreSheet) -> list[str]:
    """Return what is wrong with categories that no game gives."""
    faults: list[str] = []
    for category, parts in PARTS.items():
        points = abs(getattr(sheet, category))
        sums = {0}
        for at in range(1, points + 1):
            if any(at - part in sums for part in parts):
                sums.add(at)
        if points not in sums:
            units = ", ".join(map(str, sorted(parts)))
            about = {"category": category, "units": units, "got": points}
            faults.append(
                say("{category}: expected a sum of {units}, got {got}", **about)
                if len(parts) > 1
                else say("{category}: expected a multiple of {units}, got {got}", **about)
            )
    if sheet.english_crown not in (0, _CROWN):
        got = sheet.english_crown
        faults.append(
            say("english_crown: expected 0 or {points}, got {got}", points=_CROWN, got=got)
        )
    return faults


def score_schema() -> dict[str, Any]:
    """Return the JSON Schema of score files."""
    return schema_of(ScoreFile, title="A finished game of A Feast for Odin for odin_solver")
