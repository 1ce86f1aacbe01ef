"""How far a puzzle has been solved: what lies, what is open, which candidates are left."""

from collections.abc import Callable
from typing import NamedTuple

from odin_puzzles.grading.table import Candidates, Table
from odin_solver.rules.geometry import Mask


class Contradiction(Exception):
    """The candidates that are left cannot solve the puzzle.

    Parameters
    ----------
    words
        Says why, as a clause: ``nothing could cover a5``. Called only if somebody asks.
    """

    def __init__(self, words: Callable[[], str]) -> None:
        super().__init__()
        self.words = words


class Deduction(NamedTuple):
    """What a technique found.

    Attributes
    ----------
    technique
        Its name; see `odin_puzzles.grading.difficulty`.
    lay
        The candidate that has to be laid, or None.
    out
        The candidates that cannot be part of the solution.
    words
        Says why. Called only if somebody asks.
    """

    technique: str
    lay: int | None
    out: Candidates
    words: Callable[[], str]


class State:
    """A puzzle partly solved.

    Attributes
    ----------
    table
        The candidates.
    live
        Those that are left: they fit in beside what lies, and no technique has ruled them out.
    laid
        Those that lie, in the order of laying.
    open
        Cells that must be covered and are not.
    room
        Cells that may be covered and are not.
    least, most
        How many pieces of each kind are still needed, and still to be had.
    total_least, total_most
        The same of all pieces together.
    banned
        Candidates that would fit but for a neighbour of their colour.
    disordered
        Candidates that would fit but for the order of placing.
    """

    __slots__ = (
        "banned",
        "disordered",
        "laid",
        "least",
        "live",
        "most",
        "open",
        "room",
        "table",
        "total_least",
        "total_most",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.live: Candidates = table.live
        self.laid: tuple[int, ...] = ()
        self.open: Mask = table.must
        self.room: Mask = table.may
        self.least = [least for least, _ in table.counts]
        self.most = [most for _, most in table.counts]
        self.total_least, self.total_most = table.task.total
        self.banned: Candidates = table.banned
        self.disordered: Candidates = table.disordered
        if not self.total_most:
            self.live = 0

    def copy(self) -> "State":
        """The same state, to try something on."""
        other = State.__new__(State)
        other.table = self.table
        other.live, other.laid = self.live, self.laid
        other.open, other.room = self.open, self.room
        other.least, other.most = self.least.copy(), self.most.copy()
        other.total_least, other.total_most = self.total_least, self.total_most
        other.banned, other.disordered = self.banned, self.disordered
        return other

    def lay(self, number: int) -> None:
        """Lay a candidate; all that it excludes by the rules are no candidates any more."""
        table = self.table
        cells, kind = table.cells[number], table.kinds[number]
        overlap, conflict = table.overlap[number], table.conflict[number]
        self.laid += (number,)
        self.open = (self.open | table.needs[number] & self.room) & ~cells
        self.room &= ~cells
        self.banned = (self.banned | self.live & conflict) & ~overlap
        self.disordered &= ~overlap
        self.live &= ~conflict
        self.least[kind] = max(0, self.least[kind] - 1)
        self.most[kind] -= 1
        if not self.most[kind]:
            gone = ~table.of_kind[kind]
            self.live &= gone
            self.banned &= gone
            self.disordered &= gone
        self.total_least -= 1
        self.total_most -= 1
        if not self.total_most:
            self.live = 0

    def apply(self, found: Deduction) -> None:
        """Do what a technique found."""
        self.live &= ~found.out
        if found.lay is not None:
            self.lay(found.lay)

    @property
    def complete(self) -> bool:
        """Whether all that must be covered is, with as many pieces as are asked for."""
        return not self.open and self.total_least <= 0 and not any(self.least)
