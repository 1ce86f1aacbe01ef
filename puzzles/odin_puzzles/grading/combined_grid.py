"""All boards of a puzzle in one grid, so that one integer holds cells of all boards."""

from collections.abc import Sequence

from odin_solver.components.cells import cell_name
from odin_solver.placement.problem import Area
from odin_solver.rules.geometry import Mask, bits
from odin_solver.support.language import say, say_as


class CombinedGrid:
    """Boards one below the other, separated by empty columns and rows.

    Attributes
    ----------
    stride
        Distance of the bits of two cells one above the other.
    dark
        The dark cells of a chessboard colouring.
    """

    def __init__(self, areas: Sequence[Area]) -> None:
        self._areas = areas
        self.stride = max((area.grid.stride for area in areas), default=1)
        self._tops = []
        row = 0
        for area in areas:
            self._tops.append(row)
            row += area.grid.height + 1
        self.dark = sum(
            1 << (y * self.stride + x)
            for y in range(row)
            for x in range(self.stride)
            if (x + y) % 2 == 0
        )

    def embed(self, number: int, cells: Mask) -> Mask:
        """Convert cells of a board to cells of this grid."""
        stride = self._areas[number].grid.stride
        first = self._tops[number] * self.stride
        if stride == self.stride:
            return cells << first
        return sum(1 << first + (bit // stride) * self.stride + bit % stride for bit in bits(cells))

    def edge_neighbours(self, cells: Mask) -> Mask:
        """Return the neighbours of a set of cells, including those outside the boards."""
        wide = cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride
        return wide & ~cells

    def components(self, region: Mask) -> list[Mask]:
        """Return the connected components of a region."""
        components = []
        while region:
            component = self.reach(region & -region, region)
            components.append(component)
            region &= ~component
        return components

    def reach(self, start: Mask, region: Mask) -> Mask:
        """Return the cells of a region that are connected to a start within it."""
        stride = self.stride
        reached, last = start, 0
        while reached != last:
            last = reached
            reached |= (
                reached << 1 | reached >> 1 | reached << stride | reached >> stride
            ) & region
        return reached

    def names(self, cells: Mask) -> str:
        """Return the names of cells, with the name of the board if there are several."""
        names = []
        for number, area in enumerate(self._areas):
            first = self._tops[number] * self.stride
            cells_here = [
                (bit % self.stride, bit // self.stride)
                for bit in bits(cells >> first & (1 << area.grid.height * self.stride) - 1)
            ]
            cells_here.sort(key=lambda cell: (cell[0], -cell[1]))
            if cells_here:
                on_board = " ".join(cell_name(cell, area.grid.height) for cell in cells_here)
                board = say_as("board", area.state.board.name)
                names.append(
                    say("{cells} of {board}", cells=on_board, board=board)
                    if len(self._areas) > 1
                    else on_board
                )
        return ", ".join(names)
