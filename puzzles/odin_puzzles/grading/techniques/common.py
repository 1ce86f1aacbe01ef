"""What all candidates of a cell or of a tile have in common."""

from collections.abc import Sequence

from odin_puzzles.grading.state import Deduction, State
from odin_puzzles.grading.table import Candidates
from odin_solver.rules.geometry import bits, singles


def intersection(state: State) -> Deduction | None:
    """All that can cover one cell, or all places of a tile, cover another cell too.

    One sees it as a tile that must lie across a cell, wherever it lies exactly: the cell is taken.
    """
    return _excluded(state, "intersection")


def stranded(state: State) -> Deduction | None:
    """A placement that excludes all candidates of a cell, or of a tile that is needed.

    One sees it as a gap that nothing fits into, or a tile for which no place is left.
    """
    return _excluded(state, "stranded")


def colour_stranded(state: State) -> Deduction | None:
    """A placement whose colour excludes the last candidates of a cell or of a tile.

    One sees it by looking at which colours can lie beside a tile of a banned colour.
    """
    return _excluded(state, "colour ban")


def _excluded(state: State, technique: str) -> Deduction | None:
    """The first deduction of one technique among all that a cell's or tile's candidates exclude."""
    table, live = state.table, state.live
    groups = [(table.cover[cell] & live, cell, -1) for cell in singles(state.open)]
    groups += [
        (table.of_kind[kind] & live, 0, kind) for kind, need in enumerate(state.least) if need
    ]
    groups.sort(key=lambda group: (group[0].bit_count(), group[1], group[2]))
    for group, cell, kind in groups:
        out = _by_all(group, table.conflict, live)
        if not out:
            continue
        overlapped = _by_all(group, table.overlap, out)
        if technique == "colour ban":
            found = out & ~overlapped
        else:
            shared = 0
            for other in singles(_shared_cells(state, group)):
                shared |= table.cover[other]
            found = overlapped & (shared if technique == "intersection" else ~shared)
        if found:
            return Deduction(
                technique, None, found, _Words(state, technique, group, cell, kind, found)
            )
    return None


def _by_all(group: Candidates, excluded: Sequence[Candidates], among: Candidates) -> Candidates:
    """The candidates that every member of a group excludes; members themselves are none."""
    out = among & ~group
    while group and out:
        low = group & -group
        out &= excluded[low.bit_length() - 1]
        group ^= low
    return out


def _shared_cells(state: State, group: Candidates) -> int:
    shared = state.room
    for number in bits(group):
        shared &= state.table.cells[number]
    return shared


class _Words:
    """Why a group of candidates excludes others."""

    def __init__(
        self,
        state: State,
        technique: str,
        group: Candidates,
        cell: int,
        kind: int,
        out: Candidates,
    ) -> None:
        self._table = state.table
        self._technique, self._out = technique, out
        self._what = (
            self._table.sheet.names(cell) if cell else f"{self._table.tiles[kind].name.lower()}"
        )
        self._by_cell = bool(cell)
        self._shared = _shared_cells(state, group) & ~cell

    def __call__(self) -> str:
        table, what = self._table, self._what
        out = table.list_of(self._out)
        if self._technique == "intersection":
            names = table.sheet.names(self._shared)
            if self._by_cell:
                return f"whatever covers {what} covers {names} too: {out} cannot be"
            return f"wherever the {what} lies it covers {names}: {out} cannot be"
        by = " by colour" if self._technique == "colour ban" else ""
        if self._by_cell:
            return f"{out} would leave nothing{by} that could cover {what}"
        return f"{out} would leave no place{by} for the {what}"
