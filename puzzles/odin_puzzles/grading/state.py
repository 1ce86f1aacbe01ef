"""The state of a puzzle while it is graded: laid tiles, open cells, candidates left; the effort."""

from collections.abc import Callable
from typing import NamedTuple

from odin_puzzles.grading.table import Candidates, CandidateTable
from odin_solver.rules.geometry import Mask, singles


class Contradiction(Exception):
    """The candidates left cannot solve the puzzle.

    Parameters
    ----------
    reason
        Returns the reason as a clause: ``nothing could cover a5``. A function, because building
        the text is slow and rarely needed.
    """

    def __init__(self, reason: Callable[[], str]) -> None:
        super().__init__()
        self.reason = reason


class Deduction(NamedTuple):
    """A deduction of a technique.

    Attributes
    ----------
    technique
        Name of the technique; see `odin_puzzles.grading.difficulty`.
    lay
        The candidate that must be laid, or None.
    """

    technique: str
    lay: int | None
    out: Candidates
    reason: Callable[[], str]


class GradingState:
    """A partly solved puzzle.

    Attributes
    ----------
    live
        Candidates left: they fit, and no technique has eliminated them.
    laid
        Candidates laid, in order.
    open
        Uncovered cells that must be covered.
    room
        Uncovered cells that may be covered.
    least, most
        Tiles of each kind that are still needed, and still available.
    total_least, total_most
        The same for all tiles together.
    banned
        Candidates excluded only by a neighbour of their colour.
    disordered
        Candidates excluded only by the order of placing.
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

    def __init__(self, table: CandidateTable) -> None:
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

    def copy(self) -> "GradingState":
        """Return an independent copy."""
        other = GradingState.__new__(GradingState)
        other.table = self.table
        other.live, other.laid = self.live, self.laid
        other.open, other.room = self.open, self.room
        other.least, other.most = self.least.copy(), self.most.copy()
        other.total_least, other.total_most = self.total_least, self.total_most
        other.banned, other.disordered = self.banned, self.disordered
        return other

    def lay(self, number: int) -> None:
        """Lay a candidate and remove the candidates that it excludes by the rules."""
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

    def apply(self, deduction: Deduction) -> None:
        """Apply a deduction."""
        self.live &= ~deduction.out
        if deduction.lay is not None:
            self.lay(deduction.lay)

    def groups(self) -> list[Candidates]:
        """Return the candidates of every open cell and every needed tile, smallest first.

        One of each group belongs to the solution. If nothing is needed any more, the only group
        holds all candidates, and none of them has to belong to it.
        """
        groups = {self.table.cover[cell] & self.live: None for cell in singles(self.open)}
        for kind, need in enumerate(self.least):
            if need:
                groups[self.table.of_kind[kind] & self.live] = None
        if not groups and self.live:
            return [self.live]
        return sorted(groups, key=lambda group: (group.bit_count(), group))

    @property
    def complete(self) -> bool:
        """Whether every required cell is covered, with the required number of tiles."""
        return not self.open and self.total_least <= 0 and not any(self.least)

    @property
    def finished(self) -> bool:
        """Whether the state is complete and no candidate is left."""
        return self.complete and not self.live


class BudgetExhausted(Exception):
    """The work limit is reached."""


class Budget:
    """A counter of work.

    Parameters
    ----------
    limit
        The most work: roughly the cells and tiles looked at.
    """

    def __init__(self, limit: int) -> None:
        self.nodes = 0
        self.work = 0
        self.limit = limit

    def spend(self, work: int) -> None:
        """Add some work.

        Raises
        ------
        BudgetExhausted
            If the limit is exceeded.
        """
        self.work += work
        if self.work > self.limit:
            raise BudgetExhausted
