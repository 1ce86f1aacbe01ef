"""A position as an exact cover: cells, copies of tiles, and the places where they may lie."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from odin_solver.errors import InputError
from odin_solver.placement.cover.colourings import LIGHT, can_cover, excess
from odin_solver.placement.problem import Area, Laid, Problem
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import Mask, is_connected, singles
from odin_solver.rules.geometry import bits as bits_of

MOST_BITS = 4096
"""The most bits of all cells together, with a gap after each row."""

HOLE = -5
"""The kind of a cell that stays open."""


class CoverKind(NamedTuple):
    """A kind of piece.

    Attributes
    ----------
    kind
        The kind in the problem.
    least, copies
        How many have to be used, and how many there are.
    excess
        How many more light cells than dark ones it covers, or the other way round.
    """

    kind: int
    least: int
    copies: int
    area: int
    excess: int


class CoverPlace(NamedTuple):
    """One or several pieces of a kind that are laid together.

    Attributes
    ----------
    kind
        Index among the kinds of the cover.
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


@dataclass(frozen=True, kw_only=True)
class ExactCover:
    """What the search for covers is given.

    Attributes
    ----------
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
    """

    kinds: tuple[CoverKind, ...]
    places: tuple[CoverPlace, ...]
    free: Mask
    light: Mask
    stride: int
    uses_all: bool
    connected: bool


@dataclass(frozen=True, kw_only=True)
class Cover(ExactCover):
    """A position as an exact cover.

    Attributes
    ----------
    possible
        False if some piece that has to be used fits nowhere, or colourings refute all covers.
    checked
        Whether the rules about income have to be checked for each layout.
    """

    problem: Problem
    possible: bool
    checked: bool


def cover_of(
    problem: Problem,
    holes: int | None = None,
    cells: Sequence[Mask] | None = None,
    filled: Sequence[Mask] | None = None,
) -> Cover:
    """Make a problem an exact cover.

    All of its supply is used, or if it is too much, all cells are covered. Wood and stone are
    left out.

    Parameters
    ----------
    holes
        The most cells that may stay open; by default those that the whole supply leaves open.
    cells
        For each board the cells to cover; by default all that are free.
    filled
        For each board those of them that may not stay open; by default none.

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
        raise InputError.said(
            "position: expected boards of at most {most} cells in all to count layouts, "
            "gaps between them included, got {start}",
            most=MOST_BITS,
            start=start,
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
    each_cell = [
        cell
        for area, mask in zip(problem.areas, free, strict=True)
        for cell in area.grid.cells(mask)
    ]
    kinds: list[CoverKind] = []
    places: list[CoverPlace] = []
    uses_all = area_of_supply + holes <= room
    possible = can_cover(list(supply.items()), each_cell, holes)
    for tile, count in sorted(supply.items(), key=lambda each: -each[0].area):
        kind = problem.kinds.get(tile.id)
        laid = [] if kind is None else _places(problem, bits, len(kinds), kind, free)
        least = 0 if kind is None or kind < 0 else problem.stock[kind].least
        copies = min(count, room // tile.area)
        possible &= bool(laid) or not (uses_all or least)
        possible &= least <= copies
        if laid and kind is not None:
            kinds.append(
                CoverKind(kind, least, copies, tile.area, abs(excess(tile.cells, LIGHT[0])))
            )
            places += laid
    if holes:
        loose = [mask & ~full for mask, full in zip(free, filled or [0] * len(free), strict=True)]
        places += _places(problem, bits, len(kinds), HOLE, loose)
        kinds.append(CoverKind(HOLE, 0, holes, 1, 1))
    return Cover(
        problem=problem,
        kinds=tuple(kinds),
        places=tuple(places),
        free=sum(each.of(mask) for each, mask in zip(bits, free, strict=True)),
        light=sum(each.light(mask) for each, mask in zip(bits, free, strict=True)),
        stride=stride,
        uses_all=uses_all,
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
        grid = area.grid
        across, down = (stride, 1) if grid.width > grid.height else (1, stride)
        self._stride, self._width = stride, grid.stride
        self._most = stride * (1 + max(grid.width, grid.height))
        self._shapes: dict[Mask, Mask] = {}
        self._number = [
            start + x * across + y * down for y in range(grid.height) for x in range(grid.stride)
        ]

    def of(self, mask: Mask) -> Mask:
        """Return cells of the board as bits of the cover."""
        first = (mask & -mask).bit_length() - 1
        if first < 0:
            return 0
        shape = mask >> first
        if shape not in self._shapes:
            # The lowest bit of the shape stands for its first cell; others may lie left of it.
            self._shapes[shape] = sum(
                1 << self._most + self._number[bit] - self._number[first] for bit in bits_of(mask)
            )
        return self._shapes[shape] << self._number[first] >> self._most

    def beside(self, cells: Mask) -> Mask:
        """Return the bits that share an edge with these bits, whether they are cells or not."""
        grown = cells << 1 | cells >> 1 | cells << self._stride | cells >> self._stride
        return grown & ~cells

    def light(self, cells: Mask) -> Mask:
        """Return those of the cells that are light as on a chess board."""
        odd = [bit for bit in bits_of(cells) if sum(divmod(bit, self._width)) % 2]
        return sum(1 << self._number[bit] for bit in odd)


def _places(
    problem: Problem, bits: Sequence[_CoverBits], number: int, kind: int, free: Sequence[Mask]
) -> list[CoverPlace]:
    color = problem.tile(kind).color if kind >= 0 else None
    places = []
    for area, moved, cells in zip(problem.areas, bits, free, strict=True):
        masks = [mask for mask in _placements(area, kind) if not mask & ~cells]
        laid = [(Laid(area.number, kind, mask),) for mask in masks]
        apart = sorted(colors_kept_apart(area.state.board))
        if color in apart:
            to_cover, at = moved.of(cells), apart.index(color)
            for piece, mask in zip(laid, map(moved.of, masks), strict=True):
                places.append(CoverPlace(number, piece, mask, moved.beside(mask) & to_cover, at))
        else:
            for piece, mask in zip(laid, map(moved.of, masks), strict=True):
                places.append(CoverPlace(number, piece, mask, 0, -1))
    return places


def _placements(area: Area, kind: int) -> Iterable[Mask]:
    return singles(area.free) if kind == HOLE else area.places(kind)
