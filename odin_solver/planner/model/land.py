"""Boards as a plan sees them: cells that are alike, incomes and bonuses over them.

Where a tile lies is not planned, only how many cells of which part are covered. What follows from
the covered cells (income, bonuses, points) is stated exactly as in the rules; that tiles have
shapes is not. So a plan is never worse than what can really be laid.
"""

from dataclasses import dataclass
from functools import cache

from odin_solver.components import BOARDS
from odin_solver.rules.geometry import Mask, grid_of, singles
from odin_solver.rules.income import income


@dataclass(frozen=True)
class Part:
    """Open cells of a board that are alike for incomes, bonuses and points.

    Attributes
    ----------
    cells
        The cells.
    points
        Negative points on each.
    """

    cells: Mask
    points: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.cells.bit_count()


@dataclass(frozen=True)
class Step:
    """An income cell that is still open.

    Attributes
    ----------
    needs
        The parts to be covered before it or with it, its own aside.
    own
        Its own part: this one cell.
    adds
        What covering it adds to the income.
    """

    needs: tuple[int, ...]
    own: int
    adds: int


@dataclass(frozen=True)
class OpenBonus:
    """A bonus that can still be won.

    Attributes
    ----------
    needs
        The parts around the symbol.
    symbol
        The parts of the symbol itself.
    gives
        Pairs of a thing and its number.
    cells
        The cells of the symbol.
    """

    needs: tuple[int, ...]
    symbol: tuple[int, ...]
    gives: tuple[tuple[str, int], ...]
    cells: Mask


@dataclass(frozen=True)
class Land:
    """What is still open of a board.

    Attributes
    ----------
    parts
        All open cells that can be covered.
    diagonals
        For every diagonal its open income cells from the lower left.
    income
        What the board pays as things lie.
    bonuses
        Bonuses that can still be won.
    """

    parts: tuple[Part, ...]
    diagonals: tuple[tuple[Step, ...], ...]
    income: int
    bonuses: tuple[OpenBonus, ...]

    @property
    def size(self) -> int:
        """Number of open cells."""
        return sum(part.size for part in self.parts)

    @property
    def points(self) -> int:
        """Negative points of all open cells."""
        return sum(part.points * part.size for part in self.parts)


@cache
def land(board: str, covered: Mask = 0) -> Land:
    """What is open of a board with some of its cells covered."""
    area = grid_of(BOARDS[board])
    kinds: dict[tuple[object, ...], Mask] = {}
    for cell in singles(area.coverable & ~covered):
        kind = (
            tuple(bool(each.needs & cell) for each in area.income_cells),
            tuple(bool(each.cell & cell) for each in area.income_cells),
            tuple(bool(each.surround & cell) for each in area.bonuses),
            tuple(bool(each.cells & cell) for each in area.bonuses),
            area.points(cell),
        )
        kinds[kind] = kinds.get(kind, 0) | cell
    parts = tuple(Part(cells, area.points(cells & -cells)) for cells in kinds.values())

    def of(cells: Mask) -> tuple[int, ...]:
        return tuple(n for n, part in enumerate(parts) if part.cells & cells)

    return Land(
        parts=parts,
        diagonals=tuple(
            tuple(
                Step(of(each.needs & ~each.cell), of(each.cell)[0], above - below)
                for each, below, above in zip(
                    diagonal.cells, diagonal.values, diagonal.values[1:], strict=False
                )
                if not each.cell & covered
            )
            for diagonal in area.diagonals
        ),
        income=income(area, covered),
        bonuses=tuple(
            OpenBonus(of(each.surround), of(each.cells), each.gives, each.cells)
            for each in area.bonuses
            if not each.cells & covered
        ),
    )
