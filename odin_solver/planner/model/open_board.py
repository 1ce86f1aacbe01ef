"""The open cells of a board, in groups of equivalent cells.

A plan counts the covered cells of each group instead of placing tiles. Income, bonuses and points
follow from the counts exactly as in the rules; the shapes of tiles are relaxed.
"""

from dataclasses import dataclass
from functools import cache

from odin_solver.components import BOARDS
from odin_solver.rules.geometry import Mask, grid_of, singles
from odin_solver.rules.income import income


@dataclass(frozen=True)
class CellGroup:
    """Open cells that are equivalent for income, bonuses and points.

    Attributes
    ----------
    cells
        The cells.
    points
        Negative points of each.
    """

    cells: Mask
    points: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.cells.bit_count()


@dataclass(frozen=True)
class IncomeStep:
    """An open income cell.

    Attributes
    ----------
    needs
        Groups to be covered before it or with it, except its own.
    own
        Its own group, of one cell.
    adds
        Income added by covering it.
    """

    needs: tuple[int, ...]
    own: int
    adds: int


@dataclass(frozen=True)
class OpenBonus:
    """A bonus that can still be gained.

    Attributes
    ----------
    needs
        The parts around the symbol.
    symbol
        Groups of the symbol.
    gives
        Pairs of an item and its number.
    cells
        The cells of the symbol.
    """

    needs: tuple[int, ...]
    symbol: tuple[int, ...]
    gives: tuple[tuple[str, int], ...]
    cells: Mask


@dataclass(frozen=True)
class OpenBoard:
    """The open cells of a board.

    Attributes
    ----------
    groups
        Open cells that can be covered.
    diagonals
        Open income cells of each diagonal, from the lower left.
    income
        Present income.
    bonuses
        Bonuses that can still be gained.
    """

    groups: tuple[CellGroup, ...]
    diagonals: tuple[tuple[IncomeStep, ...], ...]
    income: int
    bonuses: tuple[OpenBonus, ...]

    @property
    def size(self) -> int:
        """Number of open cells."""
        return sum(group.size for group in self.groups)

    @property
    def points(self) -> int:
        """Negative points of all open cells."""
        return sum(group.points * group.size for group in self.groups)


@cache
def open_board(board: str, covered: Mask = 0) -> OpenBoard:
    """Return the open cells of a board with some covered cells."""
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
    groups = tuple(CellGroup(cells, area.points(cells & -cells)) for cells in kinds.values())

    def of(cells: Mask) -> tuple[int, ...]:
        return tuple(n for n, group in enumerate(groups) if group.cells & cells)

    return OpenBoard(
        groups=groups,
        diagonals=tuple(
            tuple(
                IncomeStep(of(each.needs & ~each.cell), of(each.cell)[0], above - below)
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
