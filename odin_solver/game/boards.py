"""Boards and buildings of a player in a game: what lies on them, and what may be laid next."""

from functools import cache
from typing import NamedTuple

import msgspec

from odin_solver.components import BOARDS, TILES, board, tile
from odin_solver.rules.allowed import may_lie_on
from odin_solver.rules.bonus import bonus_goods
from odin_solver.rules.geometry import Grid, Mask, grid_of, placements
from odin_solver.rules.income import income, needed_for
from odin_solver.rules.position import BoardState, Piece
from odin_solver.rules.touching import colors_apart


class Option(NamedTuple):
    """A way to lay a tile on an otherwise empty board.

    Attributes
    ----------
    cells
        What it covers.
    beside
        Where no tile of its colour may lie; empty if its colour does not matter.
    needs
        What must be covered besides its own cells (rules, 1.4).
    """

    cells: Mask
    beside: Mask
    needs: Mask


class GameBoard(msgspec.Struct, frozen=True):
    """A board or building with the pieces on it.

    Attributes
    ----------
    id
        The board's id.
    pieces
        Tile and cells of every piece, in the order of placing; resources in slots have no cells.
    covered
        All cells that are covered.
    colors
        The cells of each colour that must be kept apart, in the order of `_apart`.
    """

    id: str
    pieces: tuple[tuple[str, Mask], ...] = ()
    covered: Mask = 0
    colors: tuple[Mask, ...] = (0, 0)

    def why_not(self, tile_id: str, cells: Mask) -> str | None:
        """Why a tile may not be laid on these cells now; None if it may (rules, 1)."""
        option = _by_cells(self.id, tile_id).get(cells)
        if option is None:
            if not may_lie_on(tile(tile_id), BOARDS[self.id]):
                return f"{BOARDS[self.id].name} takes no {_sort(tile_id)}"
            return f"{tile_id} does not fit there: not its shape, or outside of the area"
        if option.cells & self.covered:
            return "a cell is covered already"
        if option.beside & self._cells_of_color(tile_id):
            return f"no two {tile(tile_id).color} tiles may share an edge here"
        if option.needs & ~self.covered:
            return "it would cover income before everything to the lower left is covered"
        return None

    def options(self, tile_id: str) -> list[Mask]:
        """All cells that a tile may be laid on now."""
        covered = self.covered
        alike = self._cells_of_color(tile_id)
        return [
            each.cells
            for each in options(self.id, tile_id)
            if not each.cells & covered and not each.beside & alike and not each.needs & ~covered
        ]

    def laid(self, tile_id: str, cells: Mask) -> "GameBoard":
        """The board with one more tile, which `why_not` has nothing against."""
        colors = self.colors
        at = _color_number(self.id, tile_id)
        if at is not None:
            colors = (*colors[:at], colors[at] | cells, *colors[at + 1 :])
        return GameBoard(self.id, (*self.pieces, (tile_id, cells)), self.covered | cells, colors)

    def open_slots(self, thing: str) -> int:
        """Slots for wood or stone that are still empty."""
        slots = dict(BOARDS[self.id].slots).get(thing, 0)
        return slots - sum(name == thing for name, cells in self.pieces if not cells)

    @property
    def income(self) -> int:
        """Silver in each income phase."""
        return income(grid(self.id), self.covered)

    @property
    def bonuses(self) -> dict[str, int]:
        """What each bonus phase gives."""
        return bonus_goods(grid(self.id), self.covered)

    @property
    def state(self) -> BoardState:
        """The same for the placement rules and pictures."""
        cells = grid(self.id).cells
        return BoardState(
            board(self.id), tuple(Piece(tile(name), cells(mask)) for name, mask in self.pieces)
        )

    def _cells_of_color(self, tile_id: str) -> Mask:
        at = _color_number(self.id, tile_id)
        return 0 if at is None else self.colors[at]


@cache
def grid(board_id: str) -> Grid:
    """The grid of a board."""
    return grid_of(BOARDS[board_id])


@cache
def options(board_id: str, tile_id: str) -> tuple[Option, ...]:
    """All ways to lay a tile on an empty board, income order aside."""
    where, what = BOARDS[board_id], TILES[tile_id]
    if not where.rows or not may_lie_on(what, where):
        return ()
    area = grid(board_id)
    apart = what.color in colors_apart(where)
    return tuple(
        Option(mask, area.beside(mask) if apart else 0, needed_for(area, mask) & ~mask)
        for mask in placements(where, what)
    )


@cache
def _by_cells(board_id: str, tile_id: str) -> dict[Mask, Option]:
    return {each.cells: each for each in options(board_id, tile_id)}


@cache
def _apart(board_id: str) -> tuple[str, ...]:
    return tuple(sorted(colors_apart(BOARDS[board_id])))


@cache
def _color_number(board_id: str, tile_id: str) -> int | None:
    apart = _apart(board_id)
    color = TILES[tile_id].color
    return apart.index(color) if color in apart else None


def _sort(tile_id: str) -> str:
    what = tile(tile_id)
    return "livestock" if what.kind == "animal" else str(what.color)
