"""Moves of games, and how logs write them."""

import re
from dataclasses import dataclass

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.vikings.parts import ROWS, Cell, cell_name
from odin_solver.vikings.rules.ferrying import FerryPlan
from odin_solver.vikings.words import figure_name, special_does

_TAKE = re.compile(
    r"take (?P<at>\d{1,2})(?: tile (?P<cell>\w+))?(?: ship (?P<ship>\d{1,2}))?"
    r"(?: start (?P<start>\w+))?(?P<stand> stand)?"
    r"(?: special (?P<special>\w+(?: [KRGYB]\d{1,2})?))?"
)
_FERRY = re.compile(
    r"ferry(?: all (?P<all>[KRGYB]+))?(?: each (?P<each>\d{1,2}))?(?: single (?P<single>\d{5}))?"
    r"(?: to (?P<cells>[\w ]+))?"
)
_OTHER = re.compile(r"(bid) (\d{1,5})|(return|place) ([KRGYBN])|(pass)")
_CELL = re.compile(r"([KRGYB])(\d{1,2})")


@dataclass(frozen=True)
class TakePair:
    """Take a pair and place it.

    Attributes
    ----------
    at
        Position on the wheel.
    cell
        Cell of an island tile; None for a ship, or if no cell is legal.
    column
        Column of a ship.
    stand
        Whether the figure stands on the tile.
    start
        Cell of the start tile, with the first tile.
    special
        Special tile that is taken too, with the cell of a building that is replaced.
    """

    at: int
    cell: Cell | None = None
    column: int | None = None
    stand: bool = False
    start: Cell | None = None
    special: str = ""

    def __str__(self) -> str:
        words = [f"take {self.at}"]
        if self.cell is not None:
            words.append(f"tile {cell_name(self.cell)}")
        if self.column is not None:
            words.append(f"ship {self.column}")
        if self.start is not None:
            words.append(f"start {cell_name(self.start)}")
        if self.stand:
            words.append("stand")
        if self.special:
            words.append(f"special {self.special}")
        return " ".join(words)

    @property
    def place(self) -> str:
        """Where the tile or ship lies in words, and whether the figure stands there."""
        parts = []
        if self.cell is not None:
            parts.append(say("tile {cell}", cell=cell_name(self.cell)))
        if self.column is not None:
            parts.append(say("ship in column {n}", n=self.column))
        if self.start is not None:
            parts.append(say("start tile {cell}", cell=cell_name(self.start)))
        if self.stand:
            parts.append(say("figure stands"))
        if self.special:
            name, _, cell = self.special.partition(" ")
            parts.append(say("special tile: {name}", name=f"{special_does(name)} {cell}".strip()))
        return ", ".join(parts) or say("mainland, tile discarded")


@dataclass(frozen=True)
class RowFerry:
    """Use boatsmen before a large scoring."""

    plan: FerryPlan
    cells: frozenset[Cell]

    def __str__(self) -> str:
        words = ["ferry"]
        if self.plan.whole:
            words.append(f"all {''.join(ROWS[row] for row in self.plan.whole)}")
        if self.plan.rounds_of_one:
            words.append(f"each {self.plan.rounds_of_one}")
        if any(self.plan.singles):
            words.append(f"single {''.join(map(str, self.plan.singles))}")
        if self.cells:
            words.append(f"to {' '.join(map(cell_name, sorted(self.cells)))}")
        return " ".join(words)

    @property
    def place(self) -> str:
        """Where figures go, in words."""
        to = " ".join(map(cell_name, sorted(self.cells)))
        return f"{self.plan.boatsmen}: {to}" if to else say("none")


@dataclass(frozen=True)
class Bid:
    """Bid for the place of the start player; 0 is to pass."""

    amount: int = 0

    def __str__(self) -> str:
        return f"bid {self.amount}" if self.amount else "pass"

    @property
    def place(self) -> str:
        """The bid in words."""
        return say("{gold} gold", gold=self.amount) if self.amount else say("pass")


@dataclass(frozen=True)
class MoveColour:
    """Put a figure drawn back into the bag, or all of its colour beside the wheel."""

    figure: str
    back: bool = False

    def __str__(self) -> str:
        return f"{'return' if self.back else 'place'} {self.figure}"

    @property
    def place(self) -> str:
        """The figure in words."""
        return figure_name(self.figure)


VikingsMove = TakePair | RowFerry | Bid | MoveColour


def read_move(words: str) -> VikingsMove:
    """Read a move as it is written in logs."""
    if take := _TAKE.fullmatch(words):
        return TakePair(
            int(take["at"]),
            _cell(take["cell"]),
            int(take["ship"]) if take["ship"] else None,
            bool(take["stand"]),
            _cell(take["start"]),
            take["special"] or "",
        )
    if row := _FERRY.fullmatch(words):
        singles = tuple(map(int, row["single"] or "00000"))
        whole = tuple(sorted(ROWS.index(code) for code in row["all"] or ""))
        cells = frozenset(
            cell for word in (row["cells"] or "").split() if (cell := _cell(word)) is not None
        )
        return RowFerry(FerryPlan(whole, int(row["each"] or 0), singles), cells)
    if other := _OTHER.fullmatch(words):
        if other[3]:
            return MoveColour(other[4], other[3] == "return")
        return Bid(int(other[2] or 0))
    raise InputError.said("expected a move such as 'take 3 tile G1 stand', got {got!r}", got=words)


def _cell(word: str | None) -> Cell | None:
    if word is None:
        return None
    match = _CELL.fullmatch(word)
    if match is None:
        raise InputError.said("expected a cell such as G1, got {got!r}", got=word)
    return ROWS.index(match[1]), int(match[2])
