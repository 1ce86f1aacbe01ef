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
    """How unnatural a piece looks where it is added: the less the better, in this order.

    Attributes
    ----------
    detached
        More new pieces that are connected neither to a piece of the position nor to a corner.
    islands
        More connected groups of covered cells.
    untidy
        More open cells beside covered cells, distance from the lower left corner, and fewer pairs
        of neighbouring covered cells, weighted.
    """

    detached: int
    islands: int
    untidy: int


class _BoardTidiness:
    """How untidy pieces make a board, and its values."""

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
        self._values: dict[Mask, tuple[Fraction, ...]] = {}

    def lies(self, new: Sequence[Mask]) -> None:
        """Take these new pieces as lying, to which others are added."""
        self._covered = left = reduce(or_, new, self._area.covered)
        self._ragged = self._raggedness(left)
        self._islands: list[tuple[Mask, int]] = []  # with the number of detached pieces
        while left:
            reached, grown = 0, left & -left
            while grown != reached:
                reached = grown
                grown = self._grown(grown) & left
            left &= ~reached
            detached = 0 if reached & self._anchors else sum(bool(mask & reached) for mask in new)
            self._islands.append((reached, detached))

    def values(self, piece: Mask) -> tuple[Fraction, ...]:
        """Return what a piece adds to each level."""
        before, after = self._counted(self._covered), self._counted(self._covered | piece)
        return tuple(map(sub, after, before))

    def _counted(self, covered: Mask) -> tuple[Fraction, ...]:
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

    def tidiness(self, piece: Mask) -> Untidiness:
        """Return how untidy a piece makes the board."""
        grown = self._grown(piece)
        joined = [each for each in self._islands if each[0] & grown]
        anchored = piece & self._anchors or any(mask & self._anchors for mask, _ in joined)
        ragged = self._raggedness(self._covered | piece) - self._ragged
        return Untidiness(
            -sum(detached for _, detached in joined) if anchored else 1,
            1 - len(joined),
            RAGGED * ragged + self._distance(piece),
        )

    def _grown(self, mask: Mask) -> Mask:
        stride = self._grid.stride
        return mask | mask << 1 | mask >> 1 | mask << stride | mask >> stride

    def _raggedness(self, covered: Mask) -> int:
        """Return the open cells beside covered ones, less the pairs of covered neighbours."""
        still_open, stride = self._plain & ~covered, self._grid.stride
        ragged = 0
        for beside in (covered << 1, covered >> 1, covered << stride, covered >> stride):
            ragged += (beside & still_open).bit_count() - (beside & covered).bit_count()
        return ragged

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
        for number, board in enumerate(self._boards):
            board.lies([laid.cells for laid in rest if laid.area == number and laid.cells])
        here = self._boards[piece.area]
        tidiness, values = here.tidiness(piece.cells), here.values(piece.cells)
        better = []
        for place in self._places(rest, piece):
            self._work -= 1
            if stopped():
                return False
            board = self._boards[place.area]
            other = board.tidiness(place.cells)
            if other < tidiness and board.values(place.cells) == values:
                better.append((other, place))
        for _, place in sorted(better):
            moved = [*self.laid[:at], place, *self.laid[at + 1 :]]
            if self._accepts(moved):
                self.laid = moved
                return True
        return False

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
