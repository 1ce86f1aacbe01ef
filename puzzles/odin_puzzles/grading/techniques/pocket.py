"""Area and parity: pockets that the tiles left cannot fill."""

from functools import lru_cache, partial

from odin_puzzles.grading.sheet import Sheet
from odin_puzzles.grading.state import Contradiction, Deduction, State
from odin_puzzles.grading.table import Candidates, Table
from odin_solver.rules.geometry import Mask, bits

SMALL = 8
"""Up to so many cells of a pocket it is looked at which tiles fit into it at all."""

WIDTH = 256
"""Bits for the differences of dark and light squares, around a middle of half as much."""


def check_pockets(state: State) -> None:
    """Every pocket has a size that some of the tiles left add up to.

    Raises
    ------
    Contradiction
        If one has not.
    """
    if not state.open:
        return
    for pocket in state.table.sheet.components(state.room):
        fault = _fault(state, pocket, state.live, tuple(state.most))
        if fault:
            must = pocket & state.open
            raise Contradiction(partial(_words, state.table.sheet, pocket, must, fault))


def pockets(state: State) -> Deduction | None:
    """Placements that cut off a pocket whose cells or colours no tiles left add up to.

    One sees it by counting the cells of a corner that a tile would close off; parity by colouring
    the cells like a chess board: most tiles cover as many dark squares as light ones.
    """
    out = {"area": 0, "parity": 0}
    seen: dict[str, Mask] = {}
    for number in bits(state.live):
        found = _cut_off(state, number)
        if found:
            pocket, fault = found
            out[fault] |= 1 << number
            seen.setdefault(fault, pocket)
    for fault in ("area", "parity"):
        if out[fault]:
            return _deduction(state, fault, out[fault], seen[fault])
    return None


def _deduction(state: State, fault: str, out: Candidates, pocket: Mask) -> Deduction:
    table, must = state.table, pocket & state.open
    return Deduction(
        fault,
        None,
        out,
        lambda: f"{table.list_of(out)} cannot be: {_words(table.sheet, pocket, must, fault)}",
    )


def _words(sheet: Sheet, pocket: Mask, must: Mask, fault: str) -> str:
    size, names = pocket.bit_count(), sheet.names(pocket)
    if must != pocket:
        return f"the tiles left could not cover {sheet.names(must)} within {names}"
    if fault == "parity":
        return f"the tiles left would not cover the dark and light squares of {names}"
    if size == 1:
        return f"nothing left would fill {names} alone"
    return f"no tiles left would add up to the {size} cells {names}"


def _cut_off(state: State, number: int) -> tuple[Mask, str] | None:
    """The pocket beside a candidate that could not be filled, and why not."""
    table = state.table
    sheet, cells = table.sheet, table.cells[number]
    room = state.room & ~cells
    border = sheet.edge_neighbours(cells) & room
    if not border:
        return None
    left = list(state.most)
    left[table.kinds[number]] -= 1
    counts = tuple(left)
    live = state.live & ~table.conflict[number]
    while border:
        pocket = sheet.reach(border & -border, room)
        border &= ~pocket
        fault = _fault(state, pocket, live, counts)
        if fault:
            return pocket, fault
    return None


def _fault(state: State, pocket: Mask, live: Candidates, counts: tuple[int, ...]) -> str | None:
    """Why a pocket cannot be filled, or None if nothing speaks against it."""
    table = state.table
    must = pocket & state.open
    if not must:
        return None
    size = pocket.bit_count()
    if size <= SMALL:
        counts = _fitting(table, pocket, live, counts)
    sums = _sums(table, counts)
    if must != pocket:
        least = must.bit_count()
        window = sums >> least * WIDTH & (1 << (size - least + 1) * WIDTH) - 1
        return None if window else "area"
    here = sums >> size * WIDTH & (1 << WIDTH) - 1
    if not here:
        return "area"
    dark = pocket & table.sheet.dark
    difference = 2 * dark.bit_count() - size
    return None if here >> WIDTH // 2 + difference & 1 else "parity"


def _fitting(
    table: Table, pocket: Mask, live: Candidates, counts: tuple[int, ...]
) -> tuple[int, ...]:
    """Of how many tiles of each kind there is one that lies within the pocket."""
    over = 0
    while pocket:
        low = pocket & -pocket
        over |= table.cover[low]
        pocket ^= low
    over &= live
    return tuple(
        count if over & of_kind else 0 for count, of_kind in zip(counts, table.of_kind, strict=True)
    )


def _sums(table: Table, counts: tuple[int, ...]) -> int:
    """Which areas some of the tiles add up to, with which differences of dark and light squares.

    Bit ``area * WIDTH + WIDTH // 2 + difference`` tells; ``WIDTH`` is more than any difference.
    """
    return _sums_of(table.shapes, counts)


@lru_cache(maxsize=4096)
def _sums_of(shapes: tuple[tuple[int, int], ...], counts: tuple[int, ...]) -> int:
    sums = 1 << WIDTH // 2
    for (area, odd), count in zip(shapes, counts, strict=True):
        step = area * WIDTH
        for _ in range(count):
            sums |= sums << step + odd | sums << step - odd
    return sums
