"""Printed parts of Vikings, from ``data/parts.toml``, which also names the sources."""

import tomllib
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Literal, get_args

import msgspec

Row = int
"""Row of islands, from 0 (warriors) to 4 (fishermen)."""

Cell = tuple[Row, int]
"""Place of an island tile: row and column; column 1 is beside the mainland."""

ROWS = "KRGYB"
"""Figures of the rows of islands, from top to bottom."""

WARRIORS, NOBLES, SCOUTS, GOLDSMITHS, FISHERMEN = range(5)

BOATSMAN = "N"

Sail = Literal["red", "green", "yellow", "blue"]
SAILS: tuple[Sail, ...] = get_args(Sail)

Unit = Literal["gold", "vp"]
TileKind = Literal["S", "M", "E"]

BUILDINGS = (1, 2, 3, 4)


MAX_AMOUNT = 10_000

Amount = Annotated[int, msgspec.Meta(ge=0, le=MAX_AMOUNT)]
Few = Annotated[int, msgspec.Meta(ge=0, le=100)]


class ShipValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gold or victory points that a ship pays when it is repelled, and costs when it is not."""

    unit: Unit
    amount: Amount

    def __str__(self) -> str:
        return f"{self.amount} {'VP' if self.unit == 'vp' else 'gold'}"


class FigureKind(msgspec.Struct, frozen=True):
    """A kind of figure."""

    code: str
    name: str
    plural: str
    colour: str
    count: int


class TilePrint(msgspec.Struct, frozen=True):
    """A kind of island tile; its upper and lower edges are sea."""

    kind: TileKind
    name: str
    left: Literal["sea", "land"]
    right: Literal["sea", "land"]
    count: int
    start_tiles: int = 0
    buildings: int = 0


class ShipPrint(msgspec.Struct, frozen=True):
    """A kind of ship. Its threat ends in `row`; without `value` no source gives it."""

    sail: Sail
    row: str
    count: int
    value: ShipValue | None = None


class SpecialPrint(msgspec.Struct, frozen=True):
    """A special tile of the expert game."""

    id: str
    count: int
    text: str


class ScoringNumbers(msgspec.Struct, frozen=True):
    """Numbers of the scorings (Vikings, 4)."""

    goldsmith_gold: int
    noble_vp: int
    scout_vp: int
    scout_vp_for_each_below: int
    gold_for_a_vp: int
    most_boatsmen_vp: int
    most_islands_vp: int
    longest_island_vp: int
    fed_by_a_fisherman: int
    surplus_vp: int
    shortage_vp: int
    small_rounds: tuple[int, ...]
    large_rounds: tuple[int, ...]


class SetupNumbers(msgspec.Struct, frozen=True):
    """Numbers of the set-up (Vikings, 1 and 2)."""

    players: tuple[int, int]
    rounds: int
    positions: int
    vp: int
    gold: dict[str, int]


class PartsFile(msgspec.Struct, frozen=True):
    """Content of the data file."""

    setup: SetupNumbers
    figures: tuple[FigureKind, ...]
    tiles: tuple[TilePrint, ...]
    ships: tuple[ShipPrint, ...]
    scoring: ScoringNumbers
    specials: tuple[SpecialPrint, ...]


_DATA = files("odin_solver.vikings") / "data" / "parts.toml"
PARTS = msgspec.convert(tomllib.loads(_DATA.read_text(encoding="utf-8")), PartsFile)
SETUP = PARTS.setup
SCORING = PARTS.scoring
FIGURES = MappingProxyType({figure.code: figure for figure in PARTS.figures})
"""Kinds of figures by letter, in the order of the wheel (Vikings, 2)."""

TILES = MappingProxyType({tile.kind: tile for tile in PARTS.tiles})
SHIPS = MappingProxyType({ship.sail: ship for ship in PARTS.ships})
SPECIALS = MappingProxyType({special.id: special for special in PARTS.specials})

LAND_LEFT = frozenset(kind for kind, tile in TILES.items() if tile.left == "land")
LAND_RIGHT = frozenset(kind for kind, tile in TILES.items() if tile.right == "land")

THREAT_ENDS = MappingProxyType({ship.sail: ROWS.index(ship.row) for ship in PARTS.ships})
"""Lowest row that a ship threatens, by sail."""

ROUNDS = SETUP.rounds


def cell_name(cell: Cell) -> str:
    """Return the name of a cell: letter of the row and column, such as ``R3``."""
    return f"{ROWS[cell[0]]}{cell[1]}"
