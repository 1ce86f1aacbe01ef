"""A board as the beam search sees it: its cells numbered in the order of filling."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from odin_solver.placement.constructive.recipes import CELL_ORDERS
from odin_solver.placement.objective import Objective, Weights
from odin_solver.placement.problem import Area, Problem
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import Mask, bits, singles


class FoldedWeights:
    """All objective levels folded into one sum of floating-point weights.

    A later level is scaled down so far that it cannot outweigh an earlier one; only the exact
    search keeps them apart.
    """

    def __init__(self, objective: Objective) -> None:
        self._levels = [(weights, 1e-4**i) for i, weights in enumerate(objective.levels)]
        self.points = self._sum(lambda weights: weights.points)
        self.income = self._sum(lambda weights: weights.income)
        self.silver = self._sum(lambda weights: weights.silver)
        self.ore = self._sum(lambda weights: weights.ore)
        self.cells = self._sum(lambda weights: weights.cells)

    def bonus_value(self, gives: tuple[tuple[str, int], ...]) -> float:
        """Return the value of a won bonus."""
        return self._sum(lambda weights: weights.bonus_value(gives))

    def keep(self, tile_id: str) -> float:
        """Return the value of keeping a tile in the supply."""
        return self._sum(lambda weights: weights.kept(tile_id))

    def _sum(self, weight: Callable[[Weights], Fraction]) -> float:
        return sum(scale * float(weight(weights)) for weights, scale in self._levels)


class SearchStopped(Exception):
    """The constructive search was told to stop."""


class Option(NamedTuple):
    """A placement in a lane: what it covers, excludes, needs and forfeits, in the lane's bits."""

    kind: int
    cells: Mask
    beside: Mask
    color: int
    needs: Mask
    forfeits: int


class Lane:
    """A board whose cells are numbered in an order of `CELL_ORDERS`, with everything encoded in it.

    Features are income steps and bonuses; sets of them are bit masks too. The constructor raises
    `SearchStopped` when `stop` says so.
    """

    def __init__(
        self,
        problem: Problem,
        weights: FoldedWeights,
        area: Area,
        order: str,
        stop: Callable[[], bool],
    ) -> None:
        grid = area.grid
        key = CELL_ORDERS[order]
        self.area = area
        self.cells = [grid.bit(c) for c in sorted(grid.cells(area.free), key=lambda c: key(*c))]
        self._number = {cell: i for i, cell in enumerate(self.cells)}
        self.full = (1 << len(self.cells)) - 1
        self.colors = sorted(colors_kept_apart(area.state.board))

        diagonals = [
            [(self._encode(c.cell), self._encode(c.needs)) for c in d.cells] for d in grid.diagonals
        ]
        features: list[tuple[float, Mask, Mask]] = []
        self.required: list[list[Mask]] = []
        self.given_up: list[list[int]] = []
        for diagonal, printed in zip(diagonals, grid.diagonals, strict=True):
            first = len(features)
            steps = zip(printed.values[1:], printed.values, strict=False)
            for (_, needs), (above, below) in zip(diagonal, steps, strict=True):
                features.append((weights.income * (above - below), needs, 0))
            self.required.append([0, *(needs for _, needs in diagonal)])
            self.given_up.append(
                [
                    sum(1 << j for j in range(first + k, len(features)))
                    for k in range(len(diagonal) + 1)
                ]
            )
        for bonus in grid.bonuses:
            if not bonus.cells & area.covered:
                value = weights.bonus_value(bonus.gives)
                features.append((value, self._encode(bonus.surround), self._encode(bonus.cells)))
        self._values = [value for value, _, _ in features]
        self._losses = {0: 0.0}
        self.forfeited_open = [
            sum(1 << f for f, (_, needs, _) in enumerate(features) if needs >> i & 1)
            for i in range(len(self.cells))
        ]

        def forfeited_by(covered: Mask) -> int:
            return sum(1 << f for f, (_, _, open_) in enumerate(features) if open_ & covered)

        def needed(covered: Mask) -> Mask:
            """Return the cells that a placement needs besides its own (rules, 1.4)."""
            needs = 0
            for diagonal in diagonals:
                for cell, lower_left in diagonal:
                    if cell & covered:
                        needs |= lower_left
            return needs & ~covered

        self.singles = [(needed(1 << i), forfeited_by(1 << i)) for i in range(len(self.cells))]
        self.open_loss = [weights.points * grid.points(cell) + weights.cells for cell in self.cells]
        self.options: list[list[Option]] = [[] for _ in self.cells]
        for kind, stock in enumerate(problem.stock):
            apart = stock.tile.color in self.colors
            color = self.colors.index(stock.tile.color) if apart else -1
            if stop():
                raise SearchStopped
            for mask in area.placements[kind]:
                encoded = self._encode(mask)
                beside = self._encode(grid.edge_neighbours(mask)) if apart else 0
                anchor = (encoded & -encoded).bit_length() - 1
                self.options[anchor].append(
                    Option(kind, encoded, beside, color, needed(encoded), forfeited_by(encoded))
                )

    def _encode(self, mask: Mask) -> Mask:
        encoded = 0
        for cell in singles(mask & self.area.free):
            encoded |= 1 << self._number[cell]
        return encoded

    def decode(self, encoded: Mask) -> Mask:
        """Return the cells of the board that lane bits stand for."""
        mask = 0
        for i in bits(encoded):
            mask |= self.cells[i]
        return mask

    def loss_of(self, forfeited: int) -> float:
        """Return the value of a set of features."""
        loss = self._losses.get(forfeited)
        if loss is None:
            loss = self._losses[forfeited] = sum(self._values[f] for f in bits(forfeited))
        return loss
