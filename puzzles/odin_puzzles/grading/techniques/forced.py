"""Forced cells and forced tiles: only one candidate is left."""

from odin_puzzles.grading.state import Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import Candidates
from odin_solver.rules.geometry import Mask


def forced_cell(state: GradingState) -> Deduction | None:
    """A required cell with one candidate: corners and narrow places.

    One sees it by asking which tiles fit on a cell.
    """
    live, cover = state.live, state.table.cover
    cells = state.open
    while cells:
        cell = cells & -cells
        left = cover[cell] & live
        if not left & (left - 1):
            return _only(state, cell, left)
        cells ^= cell
    return None


def forced_tile(state: GradingState) -> Deduction | None:
    """A kind of tile with no more candidates than needed tiles.

    One sees it by taking a tile, usually the largest, and asking where it fits.
    """
    live, of_kind = state.live, state.table.of_kind
    for kind, need in enumerate(state.least):
        if need:
            left = of_kind[kind] & live
            if left.bit_count() <= need:
                return _all_needed(state, kind, need, left)
    return None


def _only(state: GradingState, cell: Mask, left: Candidates) -> Deduction:
    table = state.table

    def place() -> str:
        return table.grid.names(cell)

    if not left:
        raise Contradiction(lambda: f"nothing could cover {place()}")
    number = left.bit_length() - 1
    technique, why = _reason(state, table.cover[cell])
    return Deduction(
        technique,
        number,
        0,
        lambda: f"only {table.a_tile(table.kinds[number])} can cover {place()}{why}",
    )


def _all_needed(state: GradingState, kind: int, need: int, left: Candidates) -> Deduction:
    table = state.table
    if left.bit_count() < need:
        raise Contradiction(lambda: f"there would be no room for {table.a_tile(kind)}")
    number = (left & -left).bit_length() - 1
    technique, why = _reason(state, table.of_kind[kind])
    if technique == "forced cell":
        technique = "forced tile"
    places = "one place" if need == 1 else f"only {need} places"
    return Deduction(
        technique,
        number,
        0,
        lambda: (
            f"{places} is left for {table.a_tile(kind)}{why}"
            if need == 1
            else f"{places} are left for {need} of {table.tiles[kind].name.lower()}{why}"
        ),
    )


def _reason(state: GradingState, candidates: Candidates) -> tuple[str, str]:
    """Return the technique and its reason: a rule if only that excludes the others."""
    if candidates & state.disordered:
        return "income order", ": others could not go down in the order of the income"
    if candidates & state.banned:
        return "colour ban", ": others would touch their own colour"
    return "forced cell", ""
