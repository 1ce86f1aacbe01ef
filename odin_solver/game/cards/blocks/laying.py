"""Tiles laid that are not in the supply."""

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.cells import cell_name
from odin_solver.game.kernel.anytime import board_names, placing, placing_move
from odin_solver.game.kernel.events import emit
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.state import State
from odin_solver.rules.geometry import Mask


class LayTiles(Decision, frozen=True, tag=True):
    """Lay tiles of a kind that come from a card; what is not laid is gone.

    Attributes
    ----------
    tile, left
        The kind of tile, and how many.
    where
        Kinds of boards, or ids of buildings.
    optional
        Whether tiles need not be laid.
    """

    tile: str
    left: int
    where: tuple[str, ...]
    optional: bool = False

    def question(self, state: State) -> str:
        return f"lay {self.left} {self.tile} at once"

    def moves(self, state: State) -> list[str]:
        names = board_names(state)
        found = [
            f"lay {placing_move(names[at], board.id, self.tile, cells).removeprefix('place ')}"
            for at, board in enumerate(state.boards)
            if board.id in self.where or BOARDS[board.id].kind in self.where
            for cells in board.legal_placements(TILES[self.tile])
        ]
        return [*found, "skip"] if self.optional else found

    def do(self, state: State, move: str) -> None:
        if move == "skip":
            return
        tile, at, cells = placing(state, move.split()[1:])
        if self.left > 1:
            state.push(msgspec.structs.replace(self, left=self.left - 1))
        lay(state, tile, at, cells)


def lay(state: State, tile: str, at: int, cells: Mask) -> None:
    """Lay a tile that is not in the supply on a board."""
    boards = state.boards
    state.boards = (*boards[:at], boards[at].laid(TILES[tile], cells), *boards[at + 1 :])
    emit(state, "placed", tile=tile, board=boards[at].id)
    emit(state, "changed")


def free_cells(state: State, tile: str, ids: tuple[str, ...]) -> dict[str, tuple[int, Mask]]:
    """Where a tile of one cell may lie: board and cell in words -> number of the board, cell."""
    names = board_names(state)
    return {
        f"{names[at]} {cell_name(board.grid.cells(cells)[0], board.grid.height)}": (
            at,
            cells,
        )
        for at, board in enumerate(state.boards)
        if board.id in ids
        for cells in board.legal_placements(TILES[tile])
    }
