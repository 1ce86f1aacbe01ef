"""Moves: what the player decides, as values with a text.

``str(move)`` is the line of a move in a log, and `parse` reads it again. Nothing else makes or
reads these texts. A text that is no other kind of move is a `Labelled`: the label of an option.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Self

import msgspec

from odin_solver.components import BOARDS
from odin_solver.components.cells import cell_names, parse_cell
from odin_solver.components.ships import SHIPS
from odin_solver.errors import InputError
from odin_solver.rules.geometry import Mask, grid_of
from odin_solver.support.language import mark, say, say_as

Items = Mapping[str, int]
"""Numbers of items by name."""

Pairs = tuple[tuple[str, int], ...]
"""The same as a value."""


def items_text(items: Items) -> str:
    """Return items as ``wood=2 stone=1``."""
    return " ".join(f"{name}={count}" for name, count in items.items())


def parse_items(text: str) -> dict[str, int]:
    """Invert `items_text`."""
    return {name: int(count) for name, count in (each.split("=") for each in text.split())}


class Move(msgspec.Struct, frozen=True, gc=False):
    """A decision of the player; ``str(move)`` is its text in a log, most often from its tag on."""

    @property
    def verb(self) -> str:
        """The word with which the text begins."""
        return str(self.__struct_config__.tag or "")


class _Verb(Move, frozen=True):
    """A move with one field."""

    def __str__(self) -> str:
        value = getattr(self, self.__struct_fields__[0])
        if not isinstance(value, tuple):
            return f"{self.__struct_config__.tag} {value}"
        return " ".join((self.verb, *("=".join(map(str, _parts(each))) for each in value)))


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


class Labelled(Move, frozen=True):
    """An option that its label names."""

    label: str

    def __str__(self) -> str:
        return self.label


PASS = Labelled("pass")
SKIP = Labelled("skip")
DONE = Labelled("done")
GO_ON = Labelled("go on")
FINISH = Labelled("finish")
DRAW = Labelled("draw")
REROLL = Labelled("reroll")
SUCCEED = Labelled("succeed")
FAIL = Labelled("fail")
NOTE_POINTS = Labelled("note points")
JUST_USE = Labelled("")
"""The choice of a card that can be used in one way."""


# --- spaces and cards ---


class Use(_Verb, frozen=True, tag="use"):
    """Place Vikings on an action space."""

    space: str


class Follow(_Verb, frozen=True, tag="follow"):
    """Use an occupied action space without placing Vikings."""

    space: str


class UseAlso(_Verb, frozen=True, tag="also"):
    """Use another action space without placing Vikings, for silver."""

    space: str


class Vikings(_Verb, frozen=True, tag="vikings"):
    """The number of Vikings that the other players have left; only others do so (`Other`)."""

    count: int


class LayTile(_Verb, frozen=True, tag="lays"):
    """Lay a special tile on a board; only others do so (`Other`)."""

    tile: str


class Draw(_Verb, frozen=True, tag="draw"):
    """Draw cards: weapons, occupations by number, or unseen ones; only others do so (`Other`)."""

    names: tuple[str, ...]


class TakeWeapons(_Verb, frozen=True, tag="weapon"):
    """Take weapons by name: from the discards, then from the deck; only others do so (`Other`)."""

    names: tuple[str, ...]


class TakeBack(_Verb, frozen=True, tag="return"):
    """Take a Viking back from an action space."""

    space: str


class PlayCard(_Verb, frozen=True, tag="play"):
    """Play an occupation."""

    card: int


class Keep(_Verb, frozen=True, tag="keep"):
    """Keep an occupation of those at the beginning."""

    card: int


class ChooseToken(_Verb, frozen=True, tag="token"):
    """Choose a resource token."""

    token: int


class First(_Verb, frozen=True, tag="first"):
    """Let an occupation come before the others that react to the same event."""

    card: int


class Other(Move, frozen=True):
    """A move of another player at the table."""

    move: Move

    def __str__(self) -> str:
        return f"other {self.move}"


class UseCard(Move, frozen=True):
    """Use an occupation at any time."""

    card: int
    choice: Move = JUST_USE

    def __str__(self) -> str:
        choice = self.choice.terms if isinstance(self.choice, MakeDeal) else self.choice
        return f"card {self.card} {choice}".rstrip()


# --- tiles ---


class _OnCells(Move, frozen=True):
    """A tile on the cells of a board.

    Attributes
    ----------
    board
        The board's id, with ``#2`` for the second one of a kind and so on.
    written
        How the player wrote the move, if that is not as `__str__` would.
    """

    tile: str
    board: str
    cells: Mask
    written: str = ""

    def __str__(self) -> str:
        return self.written or f"{self.verb} {self.tile} {self.board} {self.cells_text}"

    @property
    def board_id(self) -> str:
        return _board_id(self.board)

    @property
    def cells_text(self) -> str:
        """The cells as written by the player, or as ``a1,a2``."""
        if self.written:
            return " ".join(self.written.split()[3:])
        return _cells_text(self.board_id, self.cells)

    @classmethod
    def read(cls, words: list[str]) -> Self | None:
        """Read a move without its verb; cells may be named one by one or by two corners."""
        if len(words) < 3:
            return None
        if _board_id(words[1]) not in BOARDS:
            raise InputError.said(
                "no board {name!r}: expected one of {names}", name=words[1], names=", ".join(BOARDS)
            )
        return cls(words[0], words[1], _cells(_board_id(words[1]), words[2:]))


class Place(_OnCells, frozen=True, tag="place"):
    """Place a tile of the supply."""


class Lay(_OnCells, frozen=True, tag="lay"):
    """Place a tile that comes from an occupation."""


class FreeCell(Move, frozen=True):
    """Choose a cell of a board."""

    board: str
    cells: Mask

    def __str__(self) -> str:
        area = grid_of(BOARDS[_board_id(self.board)])
        return f"{self.board} {cell_names(area.cells(self.cells), area.height)}"


class FillSlot(_Verb, frozen=True, tag="fill"):
    """Put a resource on a slot of a shed."""

    item: str


# --- ships ---


class BuyShip(_Verb, frozen=True, tag="ship"):
    """Buy a ship."""

    ship: str


class _ArmedShip(Move, frozen=True):
    """A ship that carries so much ore, the printed one aside."""

    ship: str
    ore: int

    def __str__(self) -> str:
        return f"{self.verb} {self.ship} ore={self.ore}".lstrip()


class Arm(_ArmedShip, frozen=True, tag="arm"):
    """Put another ore on a ship."""


class Disarm(_ArmedShip, frozen=True):
    """Take an ore back from a ship."""


class ReturnShipOre(_ArmedShip, frozen=True, tag="return"):
    """Return an ore of a ship to the general supply."""


class GiveShip(_ArmedShip, frozen=True, tag="exchange"):
    """Exchange a ship; ore on it is lost."""


class EmigrateWith(Move, frozen=True):
    """Emigrate with a ship; only longships carry ore."""

    ship: str
    ore: int = 0

    def __str__(self) -> str:
        return f"emigrate {self.ship}" + f" ore={self.ore}" * (self.ship == "longship")


# --- dice ---


class SailWith(_Verb, frozen=True, tag="sail"):
    """Send whaling boats, by the ore on each, the printed one included."""

    loads: tuple[int, ...]


class TakeLoot(Move, frozen=True):
    """Take one tile or more in a raid or pillage."""

    tiles: tuple[str, ...]

    def __str__(self) -> str:
        return f"loot {'+'.join(self.tiles)}"


class Pay(_Verb, frozen=True, tag="pay"):
    """Pay items."""

    items: Pairs


# --- goods ---


class TakeItems(Move, frozen=True):
    """Take the next items of a mountain strip; strips are numbered from 1."""

    strip: int
    count: int

    def __str__(self) -> str:
        return f"strip {self.strip} take {self.count}"


class UpgradeGood(Move, frozen=True):
    """Upgrade a good by one step or two."""

    good: str
    twice: bool = False

    def __str__(self) -> str:
        return f"upgrade {self.good}" + " twice" * self.twice


class TradeGood(_Verb, frozen=True, tag="trade"):
    """Turn a green good to its blue side."""

    good: str


class BuySpecial(_Verb, frozen=True, tag="sale"):
    """Buy a special tile."""

    tile: str


class ForgeTile(_Verb, frozen=True, tag="forge"):
    """Forge a tile."""

    tile: str


class ExploreBoard(_Verb, frozen=True, tag="explore"):
    """Take an exploration board."""

    board: str


class Take(_Verb, frozen=True, tag="take"):
    """Take an item."""

    item: str


TAKE_SILVER = Take("silver")


class MakeDeal(Move, frozen=True):
    """Exchange items through an occupation."""

    pays: Pairs
    takes: Pairs

    def __str__(self) -> str:
        return f"exchange {self.terms}" if self.pays else f"take {items_text(dict(self.takes))}"

    @property
    def terms(self) -> str:
        """The deal as ``flax=2 silver=1 for linen=2``."""
        return f"{items_text(dict(self.pays))} for {items_text(dict(self.takes))}"


class Serve(Move, frozen=True):
    """Serve a feast.

    Attributes
    ----------
    dishes
        From the left, what is served and whether it lies lengthwise; None for an empty cell.
    """

    dishes: tuple[tuple[str, bool] | None, ...]

    def __str__(self) -> str:
        return " ".join(
            ("serve", *("-" if dish is None else dish[0] + "+" * dish[1] for dish in self.dishes))
        )


# --- reading ---


class Malformed(Move, frozen=True):
    """A text that begins like a move that can be made at any time, and is none.

    Attributes
    ----------
    reason
        What was expected; empty if that depends on the game.
    """

    written: str
    reason: str

    def __str__(self) -> str:
        return self.written


ANYTIME = (Place, BuyShip, Arm, UseCard, Other, Malformed)
"""Moves that can be made at any time."""

_EXPECTED = {
    "place": mark("expected place TILE BOARD CELLS, such as: place robe home a1:c3"),
    "ship": mark("expected ship and one of whaling_boat, knarr, longship"),
    "arm": "",
    "card": mark("expected card NUMBER and what to do with it"),
}
"""What a text has to look like that begins like a move of `ANYTIME`."""


_HUGE_NUMBER = re.compile(r"\d{10}")
"""Part of a number that no move has; `int` refuses more than 4300 digits."""


@lru_cache(maxsize=8192)
def parse(text: str) -> Move:
    """Read a move."""
    text = text.strip()
    verb = text.partition(" ")[0]
    if _HUGE_NUMBER.search(text):
        return Labelled(text)
    if verb in _EXPECTED:
        text = " ".join(text.split())
    words = text.split()[1:]
    try:
        move = _READERS[verb](words) if verb in _READERS else _read_choice(text)
    except InputError as error:
        return Malformed(text, str(error)) if verb in _EXPECTED else Labelled(text)
    if isinstance(move, _OnCells) and str(move) != text:
        move = msgspec.structs.replace(move, written=text)
    if move is not None and str(move) == text:
        return move
    return Malformed(text, say(_EXPECTED[verb])) if verb in _EXPECTED else Labelled(text)


def _one(kind: Any) -> Callable[[list[str]], Move | None]:
    wanted = msgspec.structs.fields(kind)[0].type

    def read(words: list[str]) -> Move | None:
        value: Any = _pairs(words) if wanted == Pairs else tuple(words) or None
        if value and wanted in (int, tuple[int, ...]):
            value = tuple(map(int, words)) if all(map(str.isdecimal, words)) else None
        if value and wanted in (int, str):
            value = value[0] if len(value) == 1 else None
        return None if value is None else kind(value)

    return read


def _ship(kind: Callable[[str, int], Move]) -> Callable[[list[str]], Move | None]:
    def read(words: list[str]) -> Move | None:
        load = re.fullmatch(r"ore=(\d+)", words[-1]) if len(words) == 2 else None
        return kind(words[0], int(load[1])) if load and words[0] in SHIPS else None

    return read


def _pairs(words: Iterable[str]) -> Pairs | None:
    found = [re.fullmatch(r"(\w+)=(\d+)", word) for word in words]
    pairs = tuple((each[1], int(each[2])) for each in found if each)
    return pairs if all(found) and len(dict(pairs)) == len(pairs) else None


def _deal(words: list[str]) -> MakeDeal | None:
    at = words.index("for") if "for" in words else 0
    pays, takes = _pairs(words[:at]), _pairs(words[at + 1 :])
    return MakeDeal(pays, takes) if pays and takes else None


def _read_card(words: list[str]) -> Move | None:
    if not words or not words[0].isdecimal():
        return None
    return UseCard(int(words[0]), _deal(words[1:]) or parse(" ".join(words[1:])))


def _read_choice(text: str) -> Move | None:
    words = text.split()
    if len(words) == 2 and _board_id(words[0]) in BOARDS:
        return FreeCell(words[0], _cells(_board_id(words[0]), words[1:]))
    return _ship(Disarm)(words)


def _read_strip(words: list[str]) -> Move | None:
    match words:
        case [strip, "take", count] if strip.isdecimal() and count.isdecimal():
            return TakeItems(int(strip), int(count))
    return None


def _read_serve(words: list[str]) -> Move:
    return Serve(
        tuple(None if each == "-" else (each.removesuffix("+"), each[-1] == "+") for each in words)
    )


_READERS: Mapping[str, Callable[[list[str]], Move | None]] = {
    **{str(kind.__struct_config__.tag): _one(kind) for kind in _Verb.__subclasses__()},
    "other": lambda words: Other(parse(" ".join(words))),
    "return": lambda words: _ship(ReturnShipOre)(words) or _one(TakeBack)(words),
    "card": _read_card,
    "place": Place.read,
    "lay": Lay.read,
    "arm": _ship(Arm),
    "exchange": lambda words: _ship(GiveShip)(words) or _deal(words),
    "emigrate": lambda words: (
        EmigrateWith("knarr") if words == ["knarr"] else _ship(EmigrateWith)(words)
    ),
    "loot": lambda words: TakeLoot(tuple(words[0].split("+"))) if len(words) == 1 else None,
    "strip": _read_strip,
    "upgrade": lambda words: (
        UpgradeGood(words[0], words[1:] == ["twice"]) if words and len(words) < 3 else None
    ),
    "take": lambda words: MakeDeal((), taken) if (taken := _pairs(words)) else _one(Take)(words),
    "serve": _read_serve,
}
"""What reads a move without its verb, by its verb; None if it is no such move."""


@lru_cache(maxsize=8192)
def _cells_text(board: str, cells: Mask) -> str:
    area = grid_of(BOARDS[board])
    return cell_names(area.cells(cells), area.height).replace(" ", ",")


def _board_id(name: str) -> str:
    return name.partition("#")[0]


def _cells(board: str, words: Iterable[str]) -> Mask:
    area = grid_of(BOARDS[board])
    mask = 0
    for part in ",".join(words).split(","):
        first, colon, last = part.partition(":")
        corners = (first, last if colon else first)
        (x, y), (u, v) = (parse_cell(each, area.height) for each in corners)
        for cell in (
            (i, j) for i in range(min(x, u), max(x, u) + 1) for j in range(min(y, v), max(y, v) + 1)
        ):
            if not area.holds(cell):
                raise InputError.said(
                    "{cell} is not on {board}", cell=part, board=say_as("board", BOARDS[board].name)
                )
            mask |= area.bit(cell)
    return mask
