"""Boards and buildings with their placement areas."""

from types import MappingProxyType
from typing import Any, Literal

import msgspec

from odin_solver.components.cells import Cell, parse_cell
from odin_solver.components.loading import component_file


class Diagonal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An income diagonal (rules, 1.4 and 1.6).

    Attributes
    ----------
    cells
        Its income cells from the lower left upwards.
    values
        The number printed on each cell, then the income once all of them are covered.
    """

    cells: tuple[Cell, ...]
    values: tuple[int, ...]


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus symbol (rules, 1.5).

    Attributes
    ----------
    cells
        The cells of the symbol: one, or two for Mull's altar.
    gives
        Pairs of an item and its number.
    """

    cells: tuple[Cell, ...]
    gives: tuple[tuple[str, int], ...]


class Board(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A board or building as printed.

    Attributes
    ----------
    id, name
        Key in files and display name.
    kind
        ``home``, ``exploration`` or ``building``; decides which colours are allowed.
    rows
        The map, top row first; the component file explains its characters.
    income, bonuses
        Income diagonals and bonus symbols.
    printed_negative
        Checksum printed on the board: the sum of its negative points, slots included.
    slots
        Pairs of a resource and its number of slots.
    letter, side
        The letter that schedules the flip of an exploration board, and its side.
    action, ships
        The action space and the ships that can take the board.
    """

    id: str
    name: str
    kind: Literal["home", "exploration", "building"]
    points: int
    rows: tuple[str, ...]
    income: tuple[Diagonal, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    printed_negative: int = 0
    slots: tuple[tuple[str, int], ...] = ()
    copies: int = 1
    letter: str | None = None
    side: Literal["front", "back"] | None = None
    action: str | None = None
    ships: tuple[str, ...] = ()
    expansion: str | None = None

    @property
    def width(self) -> int:
        """Columns of the map."""
        return max((len(row) for row in self.rows), default=0)

    @property
    def height(self) -> int:
        """Rows of the map."""
        return len(self.rows)

    @property
    def is_building(self) -> bool:
        """Whether the rules for buildings hold here (rules, 1.7)."""
        return self.kind == "building"

    def cells_marked(self, marks: str) -> tuple[Cell, ...]:
        """Return the cells whose map character is in `marks`, row by row from the top left."""
        return tuple(
            (x, y) for y, row in enumerate(self.rows) for x, mark in enumerate(row) if mark in marks
        )


def _board_from(data: dict[str, Any]) -> Board:
    rows = data.pop("map", "").split()
    for each in (*data.get("income", ()), *data.get("bonuses", ())):
        each["cells"] = [parse_cell(name, len(rows)) for name in each["cells"].split()]
    for each in data.get("bonuses", ()):
        each["gives"] = [*each["gives"].items()]
    slots = [*data.pop("slots", {}).items()]
    return msgspec.convert({**data, "rows": rows, "slots": slots}, Board)


BOARDS = MappingProxyType(
    {each["id"]: _board_from(each) for each in component_file("boards.toml")["board"]}
)
"""Boards and buildings by id, in the order of the component file."""
