"""Legal placing orders of the pieces of a layout (rules, 1.4)."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace

from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import Grid
from odin_solver.rules.income import required_cells
from odin_solver.rules.position import Position


@dataclass(frozen=True)
class PlacingOrder:
    """A placing order.

    Attributes
    ----------
    steps
        The pieces placed in each step, as indices into the given sequence. A step has several
        pieces only where no order of single pieces exists.
    stuck
        Pieces that no order can place: they cover income cells whose lower left is never filled.
    """

    steps: tuple[tuple[int, ...], ...]
    stuck: tuple[int, ...]

    @property
    def one_at_a_time(self) -> bool:
        """Whether all pieces can be placed one at a time."""
        return not self.stuck and all(len(step) == 1 for step in self.steps)

    @property
    def together(self) -> tuple[tuple[int, ...], ...]:
        """The groups of pieces that need each other and must be placed in one step."""
        return tuple(step for step in self.steps if len(step) > 1)


def placing_order(grid: Grid, before: int, pieces: Sequence[Piece]) -> PlacingOrder:
    """Find a placing order, one piece per step wherever possible.

    Only the income diagonals care about order, and a step is legal as soon as what it needs is
    covered. Covered cells only grow, so a piece that may be placed now may also be placed later,
    and placing it never hurts. Hence taking the first legal piece again and again needs no
    backtracking: suppose that some order places all pieces, and that this search is stuck. Of the
    pieces left, take the one that comes first in that order. All pieces before it are placed
    here too, therefore what it needs is covered, and it is legal: a contradiction.

    Parameters
    ----------
    before
        Cells covered already.
    pieces
        The pieces to be ordered, which must not overlap.
    """
    masks = [grid.mask(piece.cells) for piece in pieces]
    needs = [required_cells(grid, mask) for mask in masks]
    covered = before
    legal = [i for i in range(len(pieces)) if not needs[i] & ~(covered | masks[i])]  # a heap
    # Few pieces wait: each of them covers an income cell.
    waiting = [i for i in range(len(pieces)) if needs[i] & ~(covered | masks[i])]
    steps: list[tuple[int, ...]] = []
    while legal or waiting:
        step = (heapq.heappop(legal),) if legal else _smallest_group(waiting, masks, needs, covered)
        if step is None:
            break
        steps.append(step)
        for i in step:
            covered |= masks[i]
        still = []
        for i in waiting:
            if i in step:
                continue
            if needs[i] & ~(covered | masks[i]):
                still.append(i)
            else:
                heapq.heappush(legal, i)
        waiting = still
    return PlacingOrder(tuple(steps), tuple(waiting))


def in_legal_order(position: Position) -> Position:
    """Return the position with the pieces of each board in a legal order, where there is one.

    Boards whose order is legal already stay as they are. With ``rules.simultaneous`` any order is.
    """
    if position.rules.simultaneous:
        return position
    return replace(position, boards=tuple(_reordered(state) for state in position.boards))


def _reordered(state: BoardState) -> BoardState:
    covered = 0
    for piece in state.pieces:
        mask = state.grid.mask(piece.cells)
        covered |= mask
        if required_cells(state.grid, mask) & ~covered:
            break
    else:
        return state
    order = placing_order(state.grid, 0, state.pieces)
    if not order.one_at_a_time:
        return state
    return replace(state, pieces=tuple(state.pieces[i] for (i,) in order.steps))


def _smallest_group(
    left: Sequence[int], masks: Sequence[int], needs: Sequence[int], covered: int
) -> tuple[int, ...] | None:
    groups = []
    for start in left:
        group = {start}
        missing = needs[start] & ~(covered | masks[start])
        reached = covered | masks[start]
        while missing:
            helpers = [i for i in left if i not in group and masks[i] & missing]
            if not helpers:
                break
            for i in helpers:
                group.add(i)
                reached |= masks[i]
                missing |= needs[i]
            missing &= ~reached
        if not missing:
            groups.append(tuple(sorted(group)))
    return min(groups, key=lambda group: (len(group), group), default=None)
