"""A position compiled for a search: integers, masks and counts.

Both the local search (`odin_solver.placement.local`) and the linear model
(`odin_solver.placement.model`) start from here. The placements listed are those legal for a
single tile; how tiles exclude each other is up to the searches.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from odin_solver.components import TILES, Tile
from odin_solver.errors import InputError
from odin_solver.placement.objective import Weights
from odin_solver.rules.allowed import is_allowed_on
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import Grid, Mask, orientations, singles
from odin_solver.rules.income import income, required_cells
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Placement, Position, RuleOptions
from odin_solver.support.platform import available_memory

SILVER, ORE, WOOD, STONE = -1, -2, -3, -4
"""Kinds of pieces that are not in stock: the fillers, and the resources for slots."""

UNIT_PIECES = {
    SILVER: TILES["silver"],
    ORE: TILES["ore"],
    WOOD: TILES["wood"],
    STONE: TILES["stone"],
}


PLACEMENT_BYTES = 600
"""Memory for a placement on a board of 2,000 cells, at most, in two processes."""

MANY = 500_000
"""So many placements always have room; all printed boards and tiles have about 25,000."""


@dataclass(frozen=True)
class TileStock:
    """A kind of tile in the supply that fits somewhere: its count, and how many have to be laid."""

    tile: Tile
    count: int
    least: int = 0


@dataclass(frozen=True)
class Area:
    """A board as the searches see it.

    Attributes
    ----------
    number
        Index of the board in the position.
    state
        The board and the pieces on it.
    free
        Cells that may still be covered.
    must
        Free cells that must be covered, because a covered income cell needs them. None in a legal
        position, but in a partly destroyed layout.
    placements
        The legal placements of every kind of stock.
    takes_silver, takes_ore
        Whether silver and ore may be placed here.
    slots
        Empty slots by resource.
    """

    number: int
    state: BoardState
    grid: Grid
    covered: Mask
    free: Mask
    must: Mask
    placements: tuple[tuple[Mask, ...], ...]
    takes_silver: bool
    takes_ore: bool
    slots: Mapping[str, int]

    def places(self, kind: int) -> Sequence[Mask]:
        """Return the legal placements of a kind of stock, of silver or of ore."""
        if kind >= 0:
            return self.placements[kind]
        takes = self.takes_silver if kind == SILVER else self.takes_ore
        return tuple(singles(self.free)) if takes else ()


class Laid(NamedTuple):
    """A new piece of a layout.

    Attributes
    ----------
    area
        Index of the board.
    kind
        Index of the kind of stock, or a key of `UNIT_PIECES`.
    cells
        Cells covered; none by wood and stone.
    """

    area: int
    kind: int
    cells: Mask


@dataclass(frozen=True)
class Problem:
    """A placement problem.

    Attributes
    ----------
    position
        The position it was compiled from.
    stock
        The kinds of tiles, silver, ore and resources excepted.
    silver, ore
        Useful pieces of silver and ore in the supply.
    """

    position: Position
    stock: tuple[TileStock, ...]
    silver: int
    ore: int
    areas: tuple[Area, ...]

    @property
    def n_placements(self) -> int:
        """Number of placements of tiles on all boards."""
        return sum(len(masks) for area in self.areas for masks in area.placements)

    def tile(self, kind: int) -> Tile:
        """Return the tile of a kind."""
        return UNIT_PIECES[kind] if kind < 0 else self.stock[kind].tile

    @cached_property
    def kinds(self) -> dict[str, int]:
        """All kinds by tile id."""
        units = {tile.id: kind for kind, tile in UNIT_PIECES.items()}
        return {stock.tile.id: kind for kind, stock in enumerate(self.stock)} | units

    @cached_property
    def least(self) -> dict[int, int]:
        """How many of each kind have to be laid, where that is more than none."""
        return {kind: stock.least for kind, stock in enumerate(self.stock) if stock.least}

    def piece(self, laid: Laid) -> Piece:
        """Return a new piece with its tile and cells."""
        piece = self._pieces.get(laid)
        if piece is None:
            cells = self.areas[laid.area].grid.cells(laid.cells)
            piece = self._pieces[laid] = Piece(self.tile(laid.kind), cells)
        return piece

    @cached_property
    def _pieces(self) -> dict[Laid, Piece]:
        return {}


def compile_problem(position: Position) -> Problem:
    """Compile a position whose layout is legal.

    Raises
    ------
    InputError
        If memory does not suffice for its placements.
    """
    kinds = [
        tile
        for name, tile in position.kinds.items()
        if tile.kind not in ("filler", "resource") and position.supply.get(name, 0)
    ]
    most = sum(
        len(orientations(tile)) * (state.grid.coverable & ~state.covered).bit_count()
        for tile in kinds
        for state in position.boards
    )
    if most > MANY and most * PLACEMENT_BYTES > (free := available_memory()):
        raise InputError.said(
            "position: its supply has up to {count:,} placements, which take {need:,} MB, and "
            "{free:,} MB are free: use smaller boards or fewer kinds of tiles",
            count=most,
            need=most * PLACEMENT_BYTES // 2**20,
            free=free // 2**20,
        )
    per_board = [
        [_single_placements(state, tile, position.rules) for tile in kinds]
        for state in position.boards
    ]
    laid = Counter(piece.tile.id for state in position.boards for piece in state.pieces)
    least = [min(max(0, tile.at_least - laid[tile.id]), position.supply[tile.id]) for tile in kinds]
    used = [k for k in range(len(kinds)) if least[k] or any(board[k] for board in per_board)]
    free_cells = sum(
        (state.grid.coverable & ~state.covered).bit_count() for state in position.boards
    )
    stock = tuple(
        TileStock(
            kinds[k],
            min(position.supply[kinds[k].id], max(1, free_cells // kinds[k].area)),
            least[k],
        )
        for k in used
    )
    areas = []
    for number, state in enumerate(position.boards):
        grid, covered = state.grid, state.covered
        areas.append(
            Area(
                number=number,
                state=state,
                grid=grid,
                covered=covered,
                free=grid.coverable & ~covered,
                must=required_cells(grid, covered) & ~covered,
                placements=tuple(per_board[number][k] for k in used),
                takes_silver=is_allowed_on(TILES["silver"], state.board),
                takes_ore=is_allowed_on(TILES["ore"], state.board),
                slots=state.open_slots,
            )
        )
    return Problem(
        position=position,
        stock=stock,
        silver=min(position.supply.get("silver", 0), free_cells),
        ore=min(position.supply.get("ore", 0), free_cells),
        areas=tuple(areas),
    )


def _single_placements(state: BoardState, tile: Tile, rules: RuleOptions) -> tuple[Mask, ...]:
    masks = state.fitting_placements(tile)
    income_mask = state.grid.income_mask
    if income_mask and not rules.simultaneous:
        masks = [mask for mask in masks if not mask & income_mask or _has_a_turn(state.grid, mask)]
    return tuple(masks)


def _has_a_turn(grid: Grid, mask: Mask) -> bool:
    """Whether a tile can be placed alone in any layout of the board.

    The sets of cells that a diagonal's income cells need are nested. A tile that covers the k-th
    income cell and some cell that a lower one needs, but not the lower one, would have to be
    placed both before and after the tile on the lower one.
    """
    for diagonal in grid.diagonals:
        early = False
        for each in diagonal.cells:
            if not each.cell & mask:
                early |= each.needs & mask != 0
            elif early:
                return False
    return True


def trivial_bound(problem: Problem, weights: Weights) -> Fraction:
    """Return an upper bound on a weighted sum: the sum of the best of every term.

    Every free cell and slot is covered, every bonus won, everything kept; terms of negative
    weight count as before anything is placed.
    """
    zero = Fraction(0)
    supply = problem.position.supply
    stock = dict(supply)
    if weights.banquet is not None and not weights.banquet.paid:
        full = [area.free | area.covered for area in problem.areas]
        earned = sum(income(a.grid, cells) for a, cells in zip(problem.areas, full, strict=True))
        stock["silver"] = stock.get("silver", 0) + earned
    total = sum((max(zero, weights.kept(name, stock.get(name, 0))) for name in weights.keep), zero)
    if problem.silver:
        total += max(zero, weights.silver) * problem.silver
    if problem.ore:
        total += max(zero, weights.ore) * problem.ore
    for area in problem.areas:
        filled = sum(min(n, supply.get(name, 0)) for name, n in area.slots.items())
        total += max(zero, weights.points) * (area.grid.points(area.free) + filled)
        total += max(zero, weights.cells) * area.free.bit_count()
        everything = area.free | area.covered
        least = income(area.grid, area.covered)
        most = (
            income(area.grid, everything)
            if problem.stock or problem.silver or problem.ore
            else least
        )
        total += weights.income * (most if weights.income > 0 else least)
        for bonus in area.grid.bonuses:
            if not bonus.cells & area.covered:
                total += max(zero, weights.bonus_value(bonus.gives))
    return total


def in_placing_order(problem: Problem, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """Sort new pieces into a legal placing order, board by board, if there is one.

    Pieces are placed one at a time where possible: see `odin_solver.rules.order`.
    """
    ordered: list[Laid] = []
    for area in problem.areas:
        here = [each for each in laid if each.area == area.number]
        order = placing_order(area.grid, area.covered, [problem.piece(each) for each in here])
        ordered += [here[i] for step in (*order.steps, order.stuck) for i in step]
    return tuple(ordered)


def layout(problem: Problem, laid: Sequence[Laid]) -> Position:
    """Return the position with new pieces on its boards, in the given order."""
    return problem.position.laid(Placement(each.area, problem.piece(each)) for each in laid)


def as_laid(problem: Problem, after: Position) -> tuple[Laid, ...]:
    """Return the new pieces of a layout; the inverse of `layout`.

    Raises
    ------
    ValueError
        If the layout does not extend the position, or places more than the supply holds.
    """
    if len(after.boards) != len(problem.areas):
        raise ValueError("expected the boards of the position")
    laid = []
    for area, state in zip(problem.areas, after.boards, strict=True):
        old = len(area.state.pieces)
        if state.board != area.state.board or state.pieces[:old] != area.state.pieces:
            raise ValueError(f"{area.state.board.name}: expected the pieces of the position first")
        for piece in state.pieces[old:]:
            if piece.tile.id not in problem.kinds:
                raise ValueError(f"{piece.tile.id} cannot be placed")
            laid.append(
                Laid(area.number, problem.kinds[piece.tile.id], area.grid.mask(piece.cells))
            )
    used = Counter(problem.tile(each.kind).id for each in laid)
    for name, count in used.items():
        if count > (held := problem.position.supply.get(name, 0)):
            raise ValueError(f"places {count} {name}, but the supply holds {held}")
    return tuple(laid)
