"""Forced cells and forced tiles: only one candidate is left."""

from collections.abc import Callable
from functools import partial

from odin_puzzles.grading.state import Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import Candidates
from odin_solver.rules.geometry import Mask
from odin_solver.support.language import mark

_RULES = {
    "income order": mark("{text}: others could not go down in the order of the income"),
    "colour ban": mark("{text}: others would touch their own colour"),
}


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
    if not left:
        raise Contradiction(table.told(mark("nothing could cover {cells}"), cells=cell))
    number = left.bit_length() - 1
    tile = partial(table.a_tile, table.kinds[number])
    reason = table.told(mark("only {tile} can cover {cells}"), tile=tile, cells=cell)
    return _forced(state, number, table.cover[cell], "forced cell", reason)


def _all_needed(state: GradingState, kind: int, need: int, left: Candidates) -> Deduction:
    table = state.table
    if left.bit_count() < need:
        text = mark("there would be no room for {tile}")
        raise Contradiction(table.told(text, tile=partial(table.a_tile, kind)))
    number = (left & -left).bit_length() - 1
    text, name = mark("one place is left for {tile}"), partial(table.a_tile, kind)
    if need > 1:
        text, name = mark("only {n} places are left for {n} of {tile}"), partial(table.name, kind)
    reason = table.told(text, n=need, tile=name)
    return _forced(state, number, table.of_kind[kind], "forced tile", reason)


def _forced(
    state: GradingState, number: int, among: Candidates, technique: str, reason: Callable[[], str]
) -> Deduction:
    if among & state.disordered:
        technique = "income order"
    elif among & state.banned:
        technique = "colour ban"
    if technique in _RULES:
        reason = state.table.told(_RULES[technique], text=reason)
    return Deduction(technique, number, 0, reason)
