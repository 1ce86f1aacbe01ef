"""The income diagonal: what it pays and what may cover it (rules, 1.4 and 1.6)."""

from odin_solver.rules.geometry import Grid, GridDiagonal, Mask


def diagonal_income(diagonal: GridDiagonal, covered: Mask) -> int:
    """The lowest number of a diagonal that is not covered; the last one if all are."""
    open_values = [each.value for each in diagonal.cells if not each.cell & covered]
    return min(open_values, default=diagonal.last_value)


def income(grid: Grid, covered: Mask) -> int:
    """Silver that a board pays in the income phase; several diagonals add up.

    Parameters
    ----------
    grid
        The board's grid.
    covered
        Its covered cells.
    """
    return sum(diagonal_income(diagonal, covered) for diagonal in grid.diagonals)


def required_cells(grid: Grid, covering: Mask) -> Mask:
    """Cells that must be covered before or together with a tile that lies on `covering`.

    For every income cell under the tile these are all cells that are neither to its right nor
    above it, bonus cells excepted. Nothing is needed away from income cells.
    """
    needed = 0
    for each in grid.income_cells:
        if each.cell & covering:
            needed |= each.needs
    return needed
