"""Tiles on boards, and the placements that are legal next (rules, 1)."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import NamedTuple

import msgspec

from odin_solver.components import Board, Cell, Color, Tile
from odin_solver.rules.allowed import colors_kept_apart, is_allowed_on
from odin_solver.rules.bonus import bonus_goods
from odin_solver.rules.geometry import Grid, Mask, grid_of, placements
from odin_solver.rules.income import income, required_cells
from odin_solver.rules.violation import refused_kind, tile_name
from odin_solver.support.language import mark, say, say_as


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """A tile that lies on a board, or a resource in a slot of a building.

    Attributes
    ----------
    cells
        The covered cells, row by row from the top left; none for wood and stone.
    """

    tile: Tile
    cells: tuple[Cell, ...] = ()


class Spot(NamedTuple):
    """A placement of a tile on the empty board, ignoring the income order.

    Attributes
    ----------
    kept_clear
        Cells that no other tile of its colour may cover; empty if its colour may touch.
    required
        Other cells that must be covered first (rules, 1.4).
    """

    tile: Tile
    mask: Mask
    kept_clear: Mask
    required: Mask


class Obstacle(Enum):
    """Why a tile cannot be placed on a spot now."""

    OVERLAP = mark("a cell is covered already")
    COLOR = mark("no two {color} tiles may share an edge here")
    ORDER = mark("it would cover income before everything to the lower left is covered")


@dataclass(frozen=True)
class BoardState:
    """A board or building with its pieces in placing order.

    Its answers assume that the pieces lie legally, which
    `odin_solver.rules.layout.board_violations` checks.

    Attributes
    ----------
    pieces
        The pieces, the first one placed first.
    """

    board: Board
    pieces: tuple[Piece, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type["BoardState"], tuple[Board, tuple[Piece, ...]]]:
        return BoardState, (self.board, self.pieces)  # hashes of strings differ by process

    @property
    def id(self) -> str:
        """The board's id."""
        return self.board.id

    @cached_property
    def grid(self) -> Grid:
        """The board's grid."""
        return grid_of(self.board)

    @cached_property
    def covered(self) -> Mask:
        """The covered cells."""
        return self.grid.mask(cell for piece in self.pieces for cell in piece.cells)

    @property
    def income(self) -> int:
        """Silver in each income phase."""
        return income(self.grid, self.covered)

    @property
    def bonuses(self) -> dict[str, int]:
        """What each bonus phase gives."""
        return bonus_goods(self.grid, self.covered)

    @property
    def open_slots(self) -> dict[str, int]:
        """Slots of a building that are still empty, by resource."""
        filled = Counter(piece.tile.id for piece in self.pieces)
        return {name: max(0, count - filled[name]) for name, count in self.board.slots}

    def obstacle(self, spot: Spot) -> Obstacle | None:
        """Return why a tile cannot be placed on a spot now; None if it is legal."""
        if spot.mask & self.covered:
            return Obstacle.OVERLAP
        if spot.kept_clear & self._cells_colored_like(spot.tile):
            return Obstacle.COLOR
        return Obstacle.ORDER if spot.required & ~self.covered else None

    def why_not(self, tile: Tile, mask: Mask) -> str | None:
        """Return why a placement is illegal now, in words; None if it is legal."""
        name = tile_name(tile)
        if tile.kind == "resource":
            open_slots = self.open_slots.get(tile.id, 0)
            return None if open_slots and not mask else say("no open slot for {tile}", tile=name)
        spot = _spot_by_mask(self.board, tile).get(mask)
        if spot is None:
            if not is_allowed_on(tile, self.board):
                board = say_as("board", self.board.name)
                return say("{board} takes no {what}", board=board, what=refused_kind(tile))
            return say(
                "{tile} does not fit there: not its shape, or outside of the area", tile=name
            )
        obstacle = self.obstacle(spot)
        return None if obstacle is None else say(obstacle.value, color=say(tile.color))

    def fits(self, piece: Piece) -> bool:
        """Whether a piece fits here, ignoring the income order."""
        if not piece.cells:
            return self.why_not(piece.tile, 0) is None
        spot = _spot_by_mask(self.board, piece.tile).get(self.grid.mask(piece.cells))
        return spot is not None and self.obstacle(spot) in (None, Obstacle.ORDER)

    def legal_placements(self, tile: Tile) -> list[Mask]:
        """Return the legal placements of a tile."""
        covered, alike = self.covered, self._cells_colored_like(tile)
        return [
            mask
            for _, mask, kept_clear, required in spots(self.board, tile)
            if not mask & covered and not kept_clear & alike and not required & ~covered
        ]

    def fitting_placements(self, tile: Tile) -> list[Mask]:
        """Return the placements of a tile that fit, ignoring the income order."""
        covered, alike = self.covered, self._cells_colored_like(tile)
        if not alike and is_allowed_on(tile, self.board):
            return [mask for mask in placements(self.board, tile) if not mask & covered]
        return [
            mask
            for _, mask, kept_clear, _ in spots(self.board, tile)
            if not mask & covered and not kept_clear & alike
        ]

    def laid(self, tile: Tile, mask: Mask) -> "BoardState":
        """Return the board with one more tile, without checking the rules."""
        after = BoardState(self.board, (*self.pieces, piece_on(self.board, tile, mask)))
        # Saves another pass over all pieces.
        known = after.__dict__
        known["grid"] = self.grid
        known["covered"] = self.covered | mask
        colored = self.colored
        if tile.color in colored:
            colored = {**colored, tile.color: colored[tile.color] | mask}
        known["colored"] = colored
        return after

    def _cells_colored_like(self, tile: Tile) -> Mask:
        return self.colored.get(tile.color, 0)

    @cached_property
    def colored(self) -> dict[Color, Mask]:
        """The covered cells of each colour that must not touch itself."""
        return {
            color: self.grid.mask(
                cell for piece in self.pieces if piece.tile.color == color for cell in piece.cells
            )
            for color in colors_kept_apart(self.board)
        }

    @cached_property
    def _hash(self) -> int:
        return hash((self.board, self.pieces))


@cache
def spots(board: Board, tile: Tile) -> tuple[Spot, ...]:
    """Return the placements of a tile on the empty board, ignoring the income order."""
    if not is_allowed_on(tile, board):
        return ()
    grid = grid_of(board)
    touches = tile.color not in colors_kept_apart(board)
    return tuple(
        Spot(
            tile,
            mask,
            0 if touches else grid.edge_neighbours(mask),
            required_cells(grid, mask) & ~mask,
        )
        for mask in placements(board, tile)
    )


@cache
def piece_on(board: Board, tile: Tile, mask: Mask) -> Piece:
    """Return a tile on the cells of a mask, the same object each time."""
    return Piece(tile, grid_of(board).cells(mask))


@cache
def _spot_by_mask(board: Board, tile: Tile) -> dict[Mask, Spot]:
    return {spot.mask: spot for spot in spots(board, tile)}
