"""Area and parity: pockets that the tiles left cannot fill."""

from collections.abc import Callable
from functools import lru_cache, partial

from odin_puzzles.grading.state import Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import Candidates, covering
from odin_solver.rules.geometry import Mask, bits
from odin_solver.support.language import mark

SMALL = 8
"""In pockets of at most so many cells only tiles that fit into them are counted."""

WIDTH = 256
"""Bits for the difference of dark and light cells; the middle bit is no difference."""


def check_pockets(state: GradingState) -> None:
    """Check that some of the tiles left add up to the area of every pocket.

    Raises
    ------
    Contradiction
        If they do not.
    """
    if not state.open:
        return
    for pocket in state.table.grid.components(state.room):
        fault = _fault(state, pocket, state.live, tuple(state.most))
        if fault:
            raise Contradiction(_reason(state, pocket, fault))


def pockets(state: GradingState) -> Deduction | None:
    """A placement that cuts off a pocket whose area or parity no tiles add up to.

    One sees it by counting the cells of a corner that a tile would close off, and parity by a
    chessboard colouring: most tiles cover as many dark cells as light ones.
    """
    out = {"area": 0, "parity": 0}
    seen: dict[str, Mask] = {}
    for number in bits(state.live):
        cut_off = _cut_off(state, number)
        if cut_off:
            pocket, fault = cut_off
            out[fault] |= 1 << number
            seen.setdefault(fault, pocket)
    for fault in ("area", "parity"):
        if out[fault]:
            text, reason = mark("{tiles} cannot be: {reason}"), _reason(state, seen[fault], fault)
            told = state.table.told(text, tiles=out[fault], reason=reason)
            return Deduction(fault, None, out[fault], told)
    return None


def _reason(state: GradingState, pocket: Mask, fault: str) -> Callable[[], str]:
    table, must, size = state.table, pocket & state.open, pocket.bit_count()
    if must != pocket:
        text = mark("the tiles left could not cover {open} within {cells}")
    elif fault == "parity":
        text = mark("the tiles left would not cover the dark and light squares of {cells}")
    elif size == 1:
        text = mark("nothing left would fill {cells} alone")
    else:
        text = mark("no tiles left would add up to the {n} cells {cells}")
    return table.told(text, cells=pocket, n=size, open=partial(table.grid.names, must))


def _cut_off(state: GradingState, number: int) -> tuple[Mask, str] | None:
    table = state.table
    grid, cells = table.grid, table.cells[number]
    room = state.room & ~cells
    border = grid.edge_neighbours(cells) & room
    if not border:
        return None
    left = list(state.most)
    left[table.kinds[number]] -= 1
    counts = tuple(left)
    live = state.live & ~table.conflict[number]
    while border:
        pocket = grid.reach(border & -border, room)
        border &= ~pocket
        fault = _fault(state, pocket, live, counts)
        if fault:
            return pocket, fault
    return None


def _fault(
    state: GradingState, pocket: Mask, live: Candidates, counts: tuple[int, ...]
) -> str | None:
    """Return ``area`` or ``parity`` if the tiles cannot fill a pocket, otherwise None."""
    table = state.table
    must = pocket & state.open
    if not must:
        return None
    size = pocket.bit_count()
    if size <= SMALL:
        over = covering(table.cover, pocket) & live
        fits = zip(counts, table.of_kind, strict=True)
        counts = tuple(count if over & of_kind else 0 for count, of_kind in fits)
    sums = _sums_of(table.shapes, counts)
    if must != pocket:
        least = must.bit_count()
        window = sums >> least * WIDTH & (1 << (size - least + 1) * WIDTH) - 1
        return None if window else "area"
    here = sums >> size * WIDTH & (1 << WIDTH) - 1
    if not here:
        return "area"
    dark = pocket & table.grid.dark
    difference = 2 * dark.bit_count() - size
    return None if here >> WIDTH // 2 + difference & 1 else "parity"


@lru_cache(maxsize=4096)
def _sums_of(shapes: tuple[tuple[int, int], ...], counts: tuple[int, ...]) -> int:
    """Return the areas and differences of dark and light cells that some tiles add up to.

    They are the bits ``area * WIDTH + WIDTH // 2 + difference``.
    """
    sums = 1 << WIDTH // 2
    for (area, odd), count in zip(shapes, counts, strict=True):
        step = area * WIDTH
        for _ in range(count):
            sums |= sums << step + odd | sums << step - odd
    return sums
