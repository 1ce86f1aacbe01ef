"""Candidates that exclude every candidate of a cell or of a tile."""

from collections.abc import Sequence
from functools import partial

from odin_puzzles.grading.state import Deduction, GradingState
from odin_puzzles.grading.table import Candidates, covering
from odin_solver.rules.geometry import Mask, bits, singles
from odin_solver.support.language import mark


def intersection(state: GradingState) -> Deduction | None:
    """Every candidate of a cell or of a tile covers some other cell too.

    One sees it as a tile that must lie across a cell, wherever it lies exactly.
    """
    return _excluded(state, "intersection")


def stranded(state: GradingState) -> Deduction | None:
    """A placement excludes every candidate of a cell, or of a needed tile.

    One sees it as a gap that nothing fits into, or a tile without a place.
    """
    return _excluded(state, "stranded")


def colour_stranded(state: GradingState) -> Deduction | None:
    """A placement excludes every candidate of a cell or of a tile, partly by its colour.

    One sees it by asking which colours can lie beside a tile that bans its own colour.
    """
    return _excluded(state, "colour ban")


def _excluded(state: GradingState, technique: str) -> Deduction | None:
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
            out &= ~overlapped
        else:
            shared = covering(table.cover, _shared_cells(state, group))
            out = overlapped & (shared if technique == "intersection" else ~shared)
        if out:
            what = partial(table.grid.names, cell) if cell else partial(table.name, kind)
            parts = {"tiles": out, "what": what, "cells": _shared_cells(state, group) & ~cell}
            reason = table.told(_REASONS[technique][bool(cell)], **parts)
            return Deduction(technique, None, out, reason)
    return None


def _by_all(group: Candidates, excluded: Sequence[Candidates], among: Candidates) -> Candidates:
    out = among & ~group
    while group and out:
        low = group & -group
        out &= excluded[low.bit_length() - 1]
        group ^= low
    return out


def _shared_cells(state: GradingState, group: Candidates) -> Mask:
    shared = state.room
    for number in bits(group):
        shared &= state.table.cells[number]
    return shared


_REASONS = {
    "intersection": (
        mark("wherever the {what} lies it covers {cells}: {tiles} cannot be"),
        mark("whatever covers {what} covers {cells} too: {tiles} cannot be"),
    ),
    "colour ban": (
        mark("{tiles} would leave no place by colour for the {what}"),
        mark("{tiles} would leave nothing by colour that could cover {what}"),
    ),
    "stranded": (
        mark("{tiles} would leave no place for the {what}"),
        mark("{tiles} would leave nothing that could cover {what}"),
    ),
}
"""Why candidates of a kind of tile, and those of a cell, exclude others."""
