"""A position as an exact cover: cells, copies of tiles, and the places where they may lie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from odin_solver.components import Cell
from odin_solver.errors import InputError
from odin_solver.placement.problem import ORE, SILVER, Area, Laid, Problem
from odin_solver.rules.allowed import colors_kept_apart
from odin_solver.rules.geometry import Mask, is_connected, singles
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
    sides = [_turned_board(area) for area in problem.areas]
    stride = 1 + max((short for short, _, _ in sides), default=0)
    tables, start = [], 0
    for area, (_, long, sideways) in zip(problem.areas, sides, strict=True):
        tables.append(_bits(area, sideways, stride, start))
        start += (long + 1) * stride
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
            places += [_place(problem, tables, len(kinds) - 1, each) for each in laid]
    if holes:
        kinds.append(CoverKind(HOLE, holes, 1, 1))
        places += [
            _place(problem, tables, len(kinds) - 1, each) for each in _ways(problem, HOLE, free)
        ]
    return Cover(
        problem=problem,
        kinds=tuple(kinds),
        places=tuple(places),
        free=sum(_moved(*each, tables) for each in zip(problem.areas, free, strict=True)),
        light=sum(1 << bit for table in tables for (x, y), bit in table.items() if (x + y) % 2),
        stride=stride,
        uses_all=area_of_supply + holes <= room,
        connected=all(is_connected(tile.cells) for tile in supply),
        possible=possible,
        checked=any(
            area.grid.income_cells and (holes or len(area.grid.diagonals) > 1)
            for area in problem.areas
        ),
    )


_Table = dict[Cell, int]
"""Numbers of the bits of a board's cells."""


def _turned_board(area: Area) -> tuple[int, int, bool]:
    """Return the shorter and the longer side, and whether the rows are the longer ones."""
    width, height = area.grid.width, area.grid.height
    return min(width, height), max(width, height), width > height


def _bits(area: Area, sideways: bool, stride: int, start: int) -> _Table:
    """Number the cells row by row along the shorter side, so that the frontier is short."""
    return {
        (x, y): start + (x * stride + y if sideways else y * stride + x)
        for x, y in area.grid.cells(area.grid.coverable)
    }


def _ways(problem: Problem, kind: int, free: Sequence[Mask]) -> Iterator[Laid]:
    for area, cells in zip(problem.areas, free, strict=True):
        masks = singles(cells) if kind == HOLE else area.places(kind)
        for mask in masks:
            if not mask & ~cells:
                yield Laid(area.number, kind, mask)


def _place(problem: Problem, tables: Sequence[_Table], kind: int, laid: Laid) -> CoverPlace:
    area = problem.areas[laid.area]
    apart = sorted(colors_kept_apart(area.state.board))
    color = problem.tile(laid.kind).color if laid.kind >= 0 else None
    beside = area.grid.edge_neighbours(laid.cells) & area.free if color in apart else 0
    return CoverPlace(
        kind,
        (laid,),
        _moved(area, laid.cells, tables),
        _moved(area, beside, tables),
        apart.index(color) if color in apart else -1,
    )


def _moved(area: Area, mask: Mask, tables: Sequence[_Table]) -> Mask:
    """Return cells of a board as bits of the cover."""
    table = tables[area.number]
    return sum(1 << table[cell] for cell in area.grid.cells(mask))


def _excess(cells: Sequence[Cell]) -> int:
    light = sum((x + y) % 2 for x, y in cells)
    return abs(2 * light - len(cells))
