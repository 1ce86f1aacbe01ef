"""Claimed tiles: cells that use up a kind of tile, wherever it lies exactly."""

from odin_puzzles.grading.state import Contradiction, Deduction, GradingState
from odin_puzzles.grading.table import Candidates
from odin_solver.rules.geometry import Mask, singles
from odin_solver.support.language import mark, say

Group = tuple[Mask, Candidates, frozenset[int]]
"""A cell that must be covered, its candidates, and their kinds."""


def claimed_tiles(state: GradingState) -> Deduction | None:
    """As many cells as there are tiles of one or two kinds, which only these kinds can cover.

    No tile covers two of the cells, so that they use up the kinds. One sees it as reserved tiles:
    the hide is needed in this corner.
    """
    groups = _narrow_cells(state)
    sets = sorted({kinds for _, _, kinds in groups}, key=sorted)
    pairs = {one | other for one in sets for other in sets if len(one | other) == 2}
    for kinds in sorted({*sets, *pairs}, key=lambda kinds: (len(kinds), sorted(kinds))):
        deduction = _claimed(state, kinds, [group for group in groups if group[2] <= kinds])
        if deduction:
            return deduction
    return None


def few_tiles(state: GradingState) -> Deduction | None:
    """As many cells as tiles to lay, no two of them under one tile: each tile covers one.

    One sees it by looking for cells that no tile can cover together.
    """
    table, live = state.table, state.live
    if not state.open:
        return None
    groups = [(cell, table.cover[cell] & live) for cell in singles(state.open)]
    groups.sort(key=lambda group: group[1].bit_count())
    over, cells, count = _apart(groups)
    if count > state.total_most:
        text = mark("{n} tiles would be needed for {cells}")
        raise Contradiction(table.told(text, n=count, cells=cells))
    out = live & ~over
    if count < state.total_most or not out:
        return None
    text = mark("the {n} tiles left must cover one each of {cells}: {tiles} cannot be")
    return Deduction("few tiles", None, out, table.told(text, n=count, cells=cells, tiles=out))


def _narrow_cells(state: GradingState) -> list[Group]:
    table, live = state.table, state.live
    narrow = []
    for cell in singles(state.open):
        group = table.cover[cell] & live
        kinds = frozenset(
            kind
            for kind, of_kind in enumerate(table.of_kind)
            if state.most[kind] and of_kind & group
        )
        if len(kinds) <= 2:
            narrow.append((cell, group, kinds))
    return narrow


def _claimed(state: GradingState, kinds: frozenset[int], groups: list[Group]) -> Deduction | None:
    table, live = state.table, state.live
    groups = sorted(groups, key=lambda group: group[1].bit_count())
    over, cells, count = _apart([(cell, group) for cell, group, _ in groups])
    tiles = sum(state.most[kind] for kind in kinds)
    names = say(" and ").join(map(table.name, sorted(kinds)))
    if count > tiles:
        text = mark("only {names} could cover {cells}, and there are too few")
        raise Contradiction(table.told(text, names=names, cells=cells))
    out = sum(table.of_kind[kind] for kind in kinds) & live & ~over
    if count < tiles or not out:
        return None
    text = mark("{names} will be used up by {cells}: {tiles} cannot be")
    reason = table.told(text, names=names, cells=cells, tiles=out)
    return Deduction("claimed tiles", None, out, reason)


def _apart(groups: list[tuple[Mask, Candidates]]) -> tuple[Candidates, Mask, int]:
    """Choose cells no two of which share a candidate: their candidates, the cells, the number."""
    over = cells = count = 0
    for cell, group in groups:
        if not group & over:
            over |= group
            cells |= cell
            count += 1
    return over, cells, count
