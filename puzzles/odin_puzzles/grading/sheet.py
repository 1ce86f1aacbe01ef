"""All boards of a puzzle on one sheet of squared paper, so that one integer holds their cells."""

from collections.abc import Sequence

from odin_solver.components.cells import cell_name
from odin_solver.placement.problem import Area
from odin_solver.rules.geometry import Mask, bits


class Sheet:
    """Boards one below the other, with an empty column and empty rows between them.

    Parameters
    ----------
    areas
        The boards of a problem.

    Attributes
    ----------
    stride
        Distance of the bits of two cells one above the other.
    dark
        The dark squares, if the paper is coloured like a chess board.
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

    def spread(self, number: int, cells: Mask) -> Mask:
        """Cells of a board, where they lie on the sheet."""
        stride = self._areas[number].grid.stride
        first = self._tops[number] * self.stride
        if stride == self.stride:
            return cells << first
        return sum(1 << first + (bit // stride) * self.stride + bit % stride for bit in bits(cells))

    def edge_neighbours(self, cells: Mask) -> Mask:
        """The cells that share an edge with a cell of the set; boards' ends are not looked at."""
        wide = cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride
        return wide & ~cells

    def components(self, region: Mask) -> list[Mask]:
        """The connected parts of a region."""
        found = []
        while region:
            part = self.reach(region & -region, region)
            found.append(part)
            region &= ~part
        return found

    def reach(self, start: Mask, region: Mask) -> Mask:
        """The cells of a region that hang together with a start within it."""
        stride = self.stride
        part, last = start, 0
        while part != last:
            last = part
            part |= (part << 1 | part >> 1 | part << stride | part >> stride) & region
        return part

    def names(self, cells: Mask) -> str:
        """Cells as on a chess board, with the board's name where there are several boards."""
        found = []
        for number, area in enumerate(self._areas):
            first = self._tops[number] * self.stride
            here = [
                (bit % self.stride, bit // self.stride)
                for bit in bits(cells >> first & (1 << area.grid.height * self.stride) - 1)
            ]
            here.sort(key=lambda cell: (cell[0], -cell[1]))
            if here:
                names = " ".join(cell_name(cell, area.grid.height) for cell in here)
                of = f" of {area.state.board.name}" if len(self._areas) > 1 else ""
                found.append(names + of)
        return ", ".join(found)
