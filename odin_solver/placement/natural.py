"""Natural layouts: among equally good ones, those that a player would lay.

A local search moves the new pieces of a layout while the value of every objective level stays. It
is deterministic, and limited in work instead of time.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_, sub
from typing import NamedTuple

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Area, Laid, Problem
from odin_solver.placement.tuning import NATURAL_WORK, RAGGED
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.bonus import bonuses_won
from odin_solver.rules.geometry import Mask
from odin_solver.rules.income import income


class Untidiness(NamedTuple):
    """How unnatural the new pieces of a board look: the less the better, in this order.

    Attributes
    ----------
    detached
        New pieces that are connected neither to a piece of the position nor to a corner.
    islands
        Connected groups of covered cells.
    untidy
        Open cells beside covered cells, distances from the lower left corner, and pairs of
        neighbouring covered cells, weighted.
    """

    detached: int
    islands: int
    untidy: int


class _BoardTidiness:
    """How untidy a board is, and its values, by the new pieces on it."""

    def __init__(self, area: Area, levels: Sequence[Weights]) -> None:
        self._area = area
        self._levels = levels
        grid = self._grid = area.grid
        inside, stride = grid.coverable, grid.stride
        level = inside & inside << 1 & inside >> 1
        upright = inside & inside << stride & inside >> stride
        corners = inside & ~level & ~upright
        self._anchors = area.covered | corners
        self._plain = inside & ~grid.bonus_cells
        self._far: dict[Mask, int] = {}
        self._tidiness: dict[tuple[Mask, ...], Untidiness] = {}
        self._values: dict[Mask, tuple[Fraction, ...]] = {}

    def values(self, new: Sequence[Mask]) -> tuple[Fraction, ...]:
        """Return what the board adds to each level, up to a constant."""
        covered = reduce(or_, new, self._area.covered)
        known = self._values.get(covered)
        if known is None:
            grid = self._grid
            points, silver = grid.points(covered), income(grid, covered)
            won = [bonus.gives for bonus in bonuses_won(grid, covered)]
            known = self._values[covered] = tuple(
                weights.points * points
                + (weights.income + weights.counts_income) * silver
                + sum((weights.bonus_value(gives) for gives in won), Fraction(0))
                for weights in self._levels
            )
        return known

    def tidiness(self, new: tuple[Mask, ...]) -> Untidiness:
        """Return how untidy the board is."""
        known = self._tidiness.get(new)
        if known is None:
            known = self._tidiness[new] = self._computed(new)
        return known

    def _computed(self, new: tuple[Mask, ...]) -> Untidiness:
        stride = self._grid.stride
        covered = reduce(or_, new, self._area.covered)
        detached = islands = 0
        left = covered
        while left:
            reached, grown = 0, left & -left
            while grown != reached:
                reached = grown
                grown |= (grown << 1 | grown >> 1 | grown << stride | grown >> stride) & left
            left &= ~reached
            islands += 1
            if not reached & self._anchors:
                detached += sum(bool(mask & reached) for mask in new)
        still_open = self._plain & ~covered
        border = contact = 0
        for beside in (covered << 1, covered >> 1, covered << stride, covered >> stride):
            border += (beside & still_open).bit_count()
            contact += (beside & covered).bit_count()
        far = sum(map(self._distance, new))
        return Untidiness(detached, islands, RAGGED * (border - contact) + far)

    def _distance(self, mask: Mask) -> int:
        if mask not in self._far:
            top = self._grid.height - 1
            self._far[mask] = sum(x + top - y for x, y in self._grid.cells(mask))
        return self._far[mask]


class NaturalLayout:
    """A layout whose pieces are moved until it looks natural.

    Parameters
    ----------
    accepts
        Whether a layout is legal, allowed and as good as the first one.

    Attributes
    ----------
    laid
        The new pieces.
    """

    def __init__(
        self,
        problem: Problem,
        laid: Sequence[Laid],
        levels: Sequence[Weights],
        accepts: Callable[[Sequence[Laid]], bool],
    ) -> None:
        self._problem = problem
        self._accepts = accepts
        self._boards = [_BoardTidiness(area, levels) for area in problem.areas]
        self._work = NATURAL_WORK
        self.laid = list(laid)

    def tidy(self, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Take back the pieces that bring nothing, and move the others to where they look best.

        Returns whether it came to its end, not `stopped`.
        """
        for piece in sorted(self.laid, key=lambda laid: -laid.cells.bit_count()):
            if stopped():
                return False
            rest = list(self.laid)
            rest.remove(piece)
            if self._accepts(rest):
                self.laid = rest
        pieces = [at for at, piece in enumerate(self.laid) if piece.cells]
        moved = True
        while moved and self._work > 0:
            moved = False
            for at in pieces:
                if stopped():
                    return False
                moved |= self._move(at, stopped)
        return True

    def _move(self, at: int, stopped: Callable[[], bool]) -> bool:
        """Move a piece to where it looks best; false if it lies there already, or if `stopped`."""
        piece = self.laid[at]
        rest = [*self.laid[:at], *self.laid[at + 1 :]]
        tidiness, values = self._added(rest, piece)
        better = []
        for place in self._places(rest, piece):
            self._work -= 1
            if stopped():
                return False
            other, other_values = self._added(rest, place)
            if other < tidiness and other_values == values:
                better.append((other, place))
        for _, place in sorted(better):
            moved = [*self.laid[:at], place, *self.laid[at + 1 :]]
            if self._accepts(moved):
                self.laid = moved
                return True
        return False

    def _added(
        self, rest: Sequence[Laid], piece: Laid
    ) -> tuple[tuple[int, ...], tuple[Fraction, ...]]:
        """Return what a piece adds to the look and to the values of its board."""
        board = self._boards[piece.area]
        without = tuple(laid.cells for laid in rest if laid.area == piece.area and laid.cells)
        new = (*without, piece.cells)
        return (
            tuple(map(sub, board.tidiness(new), board.tidiness(without))),
            tuple(map(sub, board.values(new), board.values(without))),
        )

    def _places(self, rest: Sequence[Laid], piece: Laid) -> Iterator[Laid]:
        """Yield the places where a piece fits, ignoring the income order."""
        color = self._problem.tile(piece.kind).color
        for area in self._problem.areas:
            lying = [laid for laid in rest if laid.area == area.number]
            blocked = reduce(or_, (laid.cells for laid in lying), 0)
            if color in colors_kept_apart(area.state.board):
                alike = [
                    laid.cells for laid in lying if self._problem.tile(laid.kind).color == color
                ]
                blocked |= area.grid.edge_neighbours(reduce(or_, alike, 0))
            for mask in area.places(piece.kind):
                if not mask & blocked:
                    yield piece._replace(area=area.number, cells=mask)
