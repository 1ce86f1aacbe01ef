"""What areas and two-colourings say about covers, without a search.

Cells are light and dark as on a chess board, in stripes of rows, or in stripes of columns. A tile
covers so many more light cells than dark ones; the sums that a supply can reach must hold that of
the cells.
"""

from collections.abc import Callable, Iterable, Sequence

from odin_solver.components import Cell, Tile
from odin_solver.rules.geometry import orientations

MOST_LEFT = 64
"""With more cells of tiles that stay in the supply nothing is refuted."""

LIGHT: tuple[Callable[[Cell], int], ...] = (
    lambda cell: (cell[0] + cell[1]) % 2,
    lambda cell: cell[0] % 2,
    lambda cell: cell[1] % 2,
)


def can_cover(supply: Sequence[tuple[Tile, int]], cells: Sequence[Cell], holes: int) -> bool:
    """Whether no count refutes that tiles cover all cells but so many.

    Parameters
    ----------
    supply
        Tiles and their counts; some may be left.
    cells
        The cells of all boards.

    Notes
    -----
    The sums are sets of bits: bit ``middle + n`` for an excess of n light cells. There is one for
    each area of the tiles that are left.
    """
    left = sum(count * tile.area for tile, count in supply) - (len(cells) - holes)
    if left < 0:
        return False
    if left > MOST_LEFT:
        return True
    middle = len(cells) + left
    for light in LIGHT:
        sums = [1 << middle] + left * [0]
        for tile, count in supply:
            steps = {excess(shape, light) for shape in orientations(tile)}
            for _ in range(count):
                sums = _with_one_more(sums, tile.area, {abs(step) for step in steps})
        wanted = excess(cells, light)
        open_cells = range(wanted - holes, wanted + holes + 1, 2)
        if not any(sums[left] >> middle + n & 1 for n in open_cells if abs(n) <= middle):
            return False
    return True


def excess(cells: Iterable[Cell], light: Callable[[Cell], int]) -> int:
    """Return how many more cells are light than dark."""
    return sum(2 * light(cell) - 1 for cell in cells)


def _with_one_more(sums: Sequence[int], area: int, steps: Iterable[int]) -> list[int]:
    """Return the sums after one more tile, which is laid or left."""
    after = [0] * len(sums)
    for left, reached in enumerate(sums):
        for step in steps:
            after[left] |= reached << step | reached >> step
        if left + area < len(sums):
            after[left + area] |= reached
    return after
