"""Forced cells and forced tiles: only one candidate is left."""

from odin_puzzles.grading.state import Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import Candidates
from odin_solver.rules.geometry import Mask
from odin_solver.support.language import say


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
        raise Contradiction(
            lambda: say("nothing could cover {cells}", cells=table.grid.names(cell))
        )
    number = left.bit_length() - 1
    technique = _technique(state, table.cover[cell], "forced cell")
    return Deduction(
        technique,
        number,
        0,
        lambda: _with_rule(
            technique,
            say(
                "only {tile} can cover {cells}",
                tile=table.a_tile(table.kinds[number]),
                cells=table.grid.names(cell),
            ),
        ),
    )


def _all_needed(state: GradingState, kind: int, need: int, left: Candidates) -> Deduction:
    table = state.table
    if left.bit_count() < need:
        raise Contradiction(
            lambda: say("there would be no room for {tile}", tile=table.a_tile(kind))
        )
    number = (left & -left).bit_length() - 1
    technique = _technique(state, table.of_kind[kind], "forced tile")
    return Deduction(
        technique,
        number,
        0,
        lambda: _with_rule(
            technique,
            say("one place is left for {tile}", tile=table.a_tile(kind))
            if need == 1
            else say("only {n} places are left for {n} of {tile}", n=need, tile=table.name(kind)),
        ),
    )


def _technique(state: GradingState, candidates: Candidates, forced: str) -> str:
    if candidates & state.disordered:
        return "income order"
    return "colour ban" if candidates & state.banned else forced


def _with_rule(technique: str, text: str) -> str:
    if technique == "income order":
        return say("{text}: others could not go down in the order of the income", text=text)
    if technique == "colour ban":
        return say("{text}: others would touch their own colour", text=text)
    return text
