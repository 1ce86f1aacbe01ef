"""The task of a layout puzzle: cells that must or may be covered, and the number of tiles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import ORE, SILVER, Laid, Problem, in_placing_order, layout
from odin_solver.rules.geometry import Mask, singles
from odin_solver.rules.income import required_cells
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement


@dataclass(frozen=True)
class LayoutTask:
    """Constraints on a layout, for every search.

    Attributes
    ----------
    problem
        Boards, supply, and the legal placements of single tiles.
    must, may
        For every board the cells that new tiles must cover, and those that they may cover.
    counts
        Least and most tiles of every kind of stock, and of silver and ore.
    total
        Least and most tiles in all.
    minimum
        Weights and the value that the layout must reach, if the goal is a value.
    """

    problem: Problem
    must: tuple[Mask, ...]
    may: tuple[Mask, ...]
    counts: Mapping[int, tuple[int, int]]
    total: tuple[int, int]
    minimum: tuple[Weights, Fraction] | None = None

    def options(self) -> list[Laid]:
        """Return every placement of one tile within the cells that may be covered."""
        options = []
        for area, may in zip(self.problem.areas, self.may, strict=True):
            for kind, masks in enumerate(area.placements):
                options += [Laid(area.number, kind, mask) for mask in masks if not mask & ~may]
            for kind, taken in ((SILVER, area.takes_silver), (ORE, area.takes_ore)):
                if taken and self.counts.get(kind, (0, 0))[1]:
                    options += [Laid(area.number, kind, cell) for cell in singles(may & area.free)]
        return options

    def legal(self, laid: Iterable[Laid]) -> bool:
        """Whether the plain rules accept a layout in some order of placing."""
        laid = tuple(laid)
        for area in self.problem.areas:
            covered = area.covered
            for placement in laid:
                covered |= placement.cells if placement.area == area.number else 0
            # Cheap: no order helps if an income cell lacks what it needs in the end.
            if required_cells(area.grid, covered) & ~covered:
                return False
        ordered = in_placing_order(self.problem, laid)
        return not position_violations(layout(self.problem, ordered))


def all_tiles(problem: Problem) -> dict[int, tuple[int, int]]:
    """Return counts that require every tile of the supply."""
    counts = {kind: (stock.count, stock.count) for kind, stock in enumerate(problem.stock)}
    supply = problem.position.supply
    for kind, name in ((SILVER, "silver"), (ORE, "ore")):
        if supply.get(name, 0):
            counts[kind] = (supply[name], supply[name])
    return counts


def any_tiles(problem: Problem) -> dict[int, tuple[int, int]]:
    """Return counts that allow any number of tiles of the supply."""
    return {kind: (0, most) for kind, (_, most) in all_tiles(problem).items()}


def solution_pieces(problem: Problem, laid: Sequence[Laid]) -> tuple[Placement, ...]:
    """Convert a layout to a solution, in a legal order of placing."""
    ordered = in_placing_order(problem, laid)
    return tuple(Placement(each.area, problem.piece(each)) for each in ordered)


def laid_from(problem: Problem, pieces: Sequence[Placement]) -> tuple[Laid, ...]:
    """Convert a solution to a layout; the inverse of `solution_pieces`."""
    kinds = problem.kinds
    return tuple(
        Laid(piece.board, kinds[piece.tile.id], problem.areas[piece.board].grid.mask(piece.cells))
        for piece in pieces
    )
