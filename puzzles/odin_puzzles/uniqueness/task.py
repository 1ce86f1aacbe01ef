"""What the layout puzzles have in common: cells that must or may be covered, and how many tiles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from odin_puzzles.puzzle import SolutionPiece
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import (
    ORE,
    SILVER,
    UNIT_PIECES,
    Laid,
    Problem,
    in_placing_order,
    layout,
)
from odin_solver.rules.geometry import Mask, singles
from odin_solver.rules.income import required_cells
from odin_solver.rules.layout import position_violations


@dataclass(frozen=True)
class Task:
    """A layout to be found, stated without saying how.

    Attributes
    ----------
    problem
        Boards, supply, and the placements that the rules allow for single tiles.
    must, may
        For every board the cells that have to be covered by new pieces, and those that may be.
    counts
        Least and most pieces of every kind of stock, and of silver and ore.
    total
        Least and most pieces in all.
    floor
        A weighted sum that the layout must reach, if the goal has one.
    """

    problem: Problem
    must: tuple[Mask, ...]
    may: tuple[Mask, ...]
    counts: Mapping[int, tuple[int, int]]
    total: tuple[int, int]
    floor: tuple[Weights, Fraction] | None = None

    def options(self) -> list[Laid]:
        """Every way to lay one piece within the cells that may be covered."""
        found = []
        for area, may in zip(self.problem.areas, self.may, strict=True):
            for kind, masks in enumerate(area.placements):
                found += [Laid(area.number, kind, mask) for mask in masks if not mask & ~may]
            for kind, taken in ((SILVER, area.takes_silver), (ORE, area.takes_ore)):
                if taken and self.counts.get(kind, (0, 0))[1]:
                    found += [Laid(area.number, kind, cell) for cell in singles(may & area.free)]
        return found

    def legal(self, laid: Iterable[Laid]) -> bool:
        """Whether the plain rules accept a layout, placed in the best order."""
        laid = tuple(laid)
        for area in self.problem.areas:
            covered = area.covered
            for each in laid:
                covered |= each.cells if each.area == area.number else 0
            # No order can help a layout that lacks what its income cells need in the end.
            if required_cells(area.grid, covered) & ~covered:
                return False
        ordered = in_placing_order(self.problem, laid)
        return not position_violations(layout(self.problem, ordered))


def all_tiles(problem: Problem) -> dict[int, tuple[int, int]]:
    """Counts that ask for every piece of the supply to be laid."""
    counts = {kind: (stock.count, stock.count) for kind, stock in enumerate(problem.stock)}
    supply = problem.position.supply
    for kind, name in ((SILVER, "silver"), (ORE, "ore")):
        if supply.get(name, 0):
            counts[kind] = (supply[name], supply[name])
    return counts


def any_tiles(problem: Problem) -> dict[int, tuple[int, int]]:
    """Counts that leave open how many pieces of the supply are laid."""
    return {kind: (0, most) for kind, (_, most) in all_tiles(problem).items()}


def solution_pieces(problem: Problem, laid: Sequence[Laid]) -> tuple[SolutionPiece, ...]:
    """A layout as puzzle files hold it, in a legal order of placing."""
    found = []
    for each in in_placing_order(problem, laid):
        tile = UNIT_PIECES[each.kind] if each.kind < 0 else problem.stock[each.kind].tile
        cells = problem.areas[each.area].grid.cells(each.cells)
        found.append(SolutionPiece(each.area, tile.id, cells))
    return tuple(found)


def laid_from(problem: Problem, pieces: Sequence[SolutionPiece]) -> tuple[Laid, ...]:
    """A layout from a puzzle's solution; the inverse of `solution_pieces`."""
    kinds = {stock.tile.id: kind for kind, stock in enumerate(problem.stock)}
    kinds |= {tile.id: kind for kind, tile in UNIT_PIECES.items()}
    return tuple(
        Laid(each.board, kinds[each.tile], problem.areas[each.board].grid.mask(each.cells))
        for each in pieces
    )
