"""A position as an exact cover: cells, copies of tiles, and the places where they may lie."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from odin_solver.components import Cell
from odin_solver.errors import InputError
from odin_solver.placement.problem import ORE, SILVER, Area, Laid, Problem
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import Mask, is_connected, singles
from odin_solver.rules.geometry import bits as bits_of
from odin_solver.support.language import say

MOST_BITS = 1024
"""The most bits of all cells together, with a gap after each row."""

HOLE = -5
"""The kind of a cell that stays open."""

UNITS = (SILVER, ORE, HOLE)


class CoverKind(NamedTuple):
    """A kind of piece: the kind in the problem, its copies, area, and excess of light cells."""

    kind: int
    copies: int
    area: int
    excess: int


class CoverPlace(NamedTuple):
    """One or several pieces of a kind that are laid together.

    Attributes
    ----------
    kind
        Index among the kinds of the cover.
    laid
        The pieces.
    cells, beside
        Their cells and, for colours that are kept apart, the cells beside them.
    color
        Which of the board's colours is kept apart; -1 for none.
    """

    kind: int
    laid: tuple[Laid, ...]
    cells: Mask
    beside: Mask
    color: int


@dataclass(frozen=True)
class Cover:
    """A position as an exact cover.

    Attributes
    ----------
    problem
        The boards and the supply.
    kinds
        Kinds of pieces, and of cells that stay open.
    places
        Where they may lie, kind by kind.
    free, light
        The cells to be covered, and those of them that are light as on a chess board.
    stride
        Bits from a cell to the one below it.
    uses_all
        Whether every piece is used; otherwise some may be left.
    connected
        Whether every piece is connected.
    possible
        False if some piece that has to be used fits nowhere.
    checked
        Whether the rules about income have to be checked for each layout.
    """

    problem: Problem
    kinds: tuple[CoverKind, ...]
    places: tuple[CoverPlace, ...]
    free: Mask
    light: Mask
    stride: int
    uses_all: bool
    connected: bool
    possible: bool
    checked: bool


def cover_of(
    problem: Problem, holes: int | None = None, cells: Sequence[Mask] | None = None
) -> Cover:
    """Make a problem an exact cover.

    All of its supply is used, or if it is too much, all cells are covered. Wood and stone are
    left out.

    Parameters
    ----------
    problem
        Boards and supply.
    holes
        The most cells that may stay open; by default those that the whole supply leaves open.
    cells
        For each board the cells to cover; by default all that are free.

    Raises
    ------
    InputError
        If there are more cells or placements than the search can handle.
    """
    position = problem.position
    stride = 1 + max((min(a.grid.width, a.grid.height) for a in problem.areas), default=0)
    bits, start = [], 0
    for area in problem.areas:
        bits.append(_CoverBits(area, stride, start))
        start += (1 + max(area.grid.width, area.grid.height)) * stride
    if start > MOST_BITS:
        raise InputError(
            say(
                "position: expected boards of at most {most} cells in all to count layouts, "
                "gaps between them included, got {start}",
                most=MOST_BITS,
                start=start,
            )
        )
    free = [area.free for area in problem.areas] if cells is None else cells
    room = sum(mask.bit_count() for mask in free)
    supply = {
        tile: count
        for name, count in position.supply.items()
        if count and (tile := position.kinds[name]).cells
    }
    area_of_supply = sum(count * tile.area for tile, count in supply.items())
    if holes is None:
        holes = max(0, room - area_of_supply)
    kinds: list[CoverKind] = []
    places: list[CoverPlace] = []
    possible = True
    for tile, count in sorted(supply.items(), key=lambda each: -each[0].area):
        kind = problem.kinds.get(tile.id)
        laid = [] if kind is None else list(_ways(problem, kind, free))
        possible &= bool(laid) or area_of_supply + holes > room
        if laid and kind is not None:
            copies = min(count, room // tile.area)
            kinds.append(CoverKind(kind, copies, tile.area, _excess(tile.cells)))
            places += _places(problem, bits, len(kinds) - 1, laid, free)
    if holes:
        kinds.append(CoverKind(HOLE, holes, 1, 1))
        places += _places(problem, bits, len(kinds) - 1, _ways(problem, HOLE, free), free)
    return Cover(
        problem=problem,
        kinds=tuple(kinds),
        places=tuple(places),
        free=sum(each.of(mask) for each, mask in zip(bits, free, strict=True)),
        light=sum(
            each.of(cell)
            for each, mask in zip(bits, free, strict=True)
            for cell in singles(mask)
            if each.is_light(cell)
        ),
        stride=stride,
        uses_all=area_of_supply + holes <= room,
        connected=all(is_connected(tile.cells) for tile in supply),
        possible=possible,
        checked=any(
            area.grid.income_cells and (holes or len(area.grid.diagonals) > 1)
            for area in problem.areas
        ),
    )


class _CoverBits:
    """The bits of a board's cells: rows along the shorter side, so that frontiers are short."""

    def __init__(self, area: Area, stride: int, start: int) -> None:
        self._grid = area.grid
        self._across, self._down = (
            (stride, 1) if area.grid.width > area.grid.height else (1, stride)
        )
        self._stride, self._start = stride, start
        self._shapes: dict[Mask, Mask] = {}

    def of(self, mask: Mask) -> Mask:
        """Return cells of the board as bits of the cover."""
        if not mask:
            return 0
        first = (mask & -mask).bit_length() - 1
        shape = mask >> first
        y, x = divmod(first, self._grid.stride)
        moved = self._shapes.get(shape)
        if moved is None:
            # The lowest bit of the shape stands for cell (x, y); others may lie left of it.
            moved = 0
            for bit in bits_of(mask):
                j, i = divmod(bit, self._grid.stride)
                moved |= 1 << MOST_BITS + (i - x) * self._across + (j - y) * self._down
            self._shapes[shape] = moved
        return moved << self._start + x * self._across + y * self._down >> MOST_BITS

    def beside(self, cells: Mask) -> Mask:
        """Return the bits that share an edge with these bits, whether they are cells or not."""
        grown = cells << 1 | cells >> 1 | cells << self._stride | cells >> self._stride
        return grown & ~cells

    def is_light(self, cell: Mask) -> bool:
        """Whether a cell is light as on a chess board."""
        y, x = divmod(cell.bit_length() - 1, self._grid.stride)
        return (x + y) % 2 == 1


def _ways(problem: Problem, kind: int, free: Sequence[Mask]) -> Iterator[Laid]:
    for area, cells in zip(problem.areas, free, strict=True):
        masks = singles(cells) if kind == HOLE else area.places(kind)
        for mask in masks:
            if not mask & ~cells:
                yield Laid(area.number, kind, mask)


def _places(
    problem: Problem,
    bits: Sequence[_CoverBits],
    kind: int,
    ways: Iterable[Laid],
    free: Sequence[Mask],
) -> Iterator[CoverPlace]:
    apart = [sorted(colors_kept_apart(area.state.board)) for area in problem.areas]
    to_cover = [each.of(mask) for each, mask in zip(bits, free, strict=True)]
    for laid in ways:
        at = laid.area
        color = problem.tile(laid.kind).color if laid.kind >= 0 else None
        cells, beside, number = bits[at].of(laid.cells), 0, -1
        if color in apart[at]:
            beside, number = bits[at].beside(cells) & to_cover[at], apart[at].index(color)
        yield CoverPlace(kind, (laid,), cells, beside, number)


def _excess(cells: Sequence[Cell]) -> int:
    light = sum((x + y) % 2 for x, y in cells)
    return abs(2 * light - len(cells))
