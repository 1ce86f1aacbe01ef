"""Placing tiles that are not in the supply."""

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.game.kernel.anytime import board_at, board_names, lay
from odin_solver.game.kernel.moves import SKIP, FreeCell, Lay, Move
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.state import State


class LayTiles(Decision, frozen=True, tag=True):
    """Place tiles of a kind from a card; the rest is lost.

    Attributes
    ----------
    tile, left
        Kind of tile, and how many are left.
    where
        Kinds of boards, or ids of buildings.
    optional
        Whether the player may skip the rest.
    """

    tile: str
    left: int
    where: tuple[str, ...]
    optional: bool = False

    def question(self, state: State) -> str:
        return f"place {self.left} {self.tile} at once"

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [
            Lay(self.tile, name, cells)
            for name, board in zip(board_names(state), state.boards, strict=True)
            if board.id in self.where or BOARDS[board.id].kind in self.where
            for cells in board.legal_placements(TILES[self.tile])
        ]
        return [*found, SKIP] if self.optional else found

    def do(self, state: State, move: Move) -> None:
        if not isinstance(move, Lay):
            return
        if self.left > 1:
            state.push(msgspec.structs.replace(self, left=self.left - 1))
        lay(state, move.tile, board_at(state, move), move.cells)


def free_cells(state: State, tile: str, ids: tuple[str, ...]) -> list[FreeCell]:
    """Return the legal cells for a tile of one cell."""
    return [
        FreeCell(name, cells)
        for name, board in zip(board_names(state), state.boards, strict=True)
        if board.id in ids
        for cells in board.legal_placements(TILES[tile])
    ]
