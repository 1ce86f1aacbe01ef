"""Income diagonals: what they pay and when their cells may be covered (rules, 1.4 and 1.6)."""

from odin_solver.rules.geometry import Grid, GridDiagonal, Mask


def diagonal_income(diagonal: GridDiagonal, covered: Mask) -> int:
    """Return the lowest uncovered number of a diagonal; the last one if all are covered."""
    open_values = [each.value for each in diagonal.cells if not each.cell & covered]
    return min(open_values, default=diagonal.last_value)


def income(grid: Grid, covered: Mask) -> int:
    """Return the silver that a board pays in the income phase; its diagonals add up."""
    return sum(diagonal_income(diagonal, covered) for diagonal in grid.diagonals)


def required_cells(grid: Grid, mask: Mask) -> Mask:
    """Return the cells that must be covered before or together with a tile on a mask.

    For each income cell under the tile these are all cells neither to its right nor above it,
    bonus cells excepted. Off the income cells nothing is required.
    """
    required = 0
    if not mask & grid.income_mask:  # most tiles cover no income cell
        return required
    for each in grid.income_cells:
        if each.cell & mask:
            required |= each.needs
    return required
