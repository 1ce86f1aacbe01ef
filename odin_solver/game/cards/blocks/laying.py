"""Placing tiles that are not in the supply, and replacing tiles on boards."""

from itertools import permutations

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.game.actions.exchange import Offer
from odin_solver.game.cards.blocks.effects import pushes, take
from odin_solver.game.kernel.anytime import board_at, board_names, lay
from odin_solver.game.kernel.cards import card, emit
from odin_solver.game.kernel.events import CHANGED, TilePlaced
from odin_solver.game.kernel.moves import SKIP, FreeCell, Lay, Move
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.others import SWAPS, BoardSwap
from odin_solver.game.kernel.seats import EachSeat, sit
from odin_solver.game.kernel.state import State
from odin_solver.names.printed import plain_list, plain_name
from odin_solver.rules.board_state import BoardState, Piece, piece_on, spots
from odin_solver.rules.geometry import Mask
from odin_solver.support.language import say


class LayTiles(Decision, frozen=True, tag=True):
    """Place tiles of a kind from a card.

    Attributes
    ----------
    tile, left
        Kind of tile, and how many are left.
    where
        Kinds of boards, or ids of buildings.
    optional
        Whether the player may skip the rest.
    keep
        Whether the rest goes to the supply instead of being lost.
    """

    tile: str
    left: int
    where: tuple[str, ...]
    optional: bool = False
    keep: bool = False

    def question(self, state: State) -> str:
        return say("place {items} at once", items=plain_list({self.tile: self.left}))

    def moves(self, state: State) -> list[Move]:
        found: list[Move] = [
            Lay(self.tile, name, cells)
            for name, board in zip(board_names(state), state.boards, strict=True)
            if board.id in self.where or BOARDS[board.id].kind in self.where
            for cells in board.legal_placements(TILES[self.tile])
        ]
        return [*found, SKIP] if self.optional or (self.keep and not found) else found

    def do(self, state: State, move: Move) -> None:
        if not isinstance(move, Lay):
            if self.keep:
                take(state, **{self.tile: self.left})
            return
        if self.left > 1:
            state.push(msgspec.structs.replace(self, left=self.left - 1))
        lay(state, move.tile, board_at(state, move), move.cells)


def takes(number: int, taken: str, big: str, small: str) -> None:
    """Add a card that takes a tile from any player's board, and leaves others there."""
    swap = TileForTiles(taken, big, small)
    SWAPS[taken] = BoardSwap(number, swap.replace)
    card(number, when_played=pushes(Offer(f"take {taken}", (swap,))))


class TileForTiles(GameStep, frozen=True, tag=True):
    """Take a tile from any player's board and put others on exactly the cells that it covered."""

    taken: str
    big: str
    small: str

    def blocked(self, state: State) -> str | None:
        if state.lies(self.taken) or self.taken in state.others.laid:
            return None
        return say("no {item} lies on a board", item=plain_name(self.taken))

    def run(self, state: State) -> None:
        state.add(self.taken, 1)
        if self.taken in state.others.laid:
            laid = state.others.laid - {self.taken}
            state.others = msgspec.structs.replace(state.others, laid=laid)
            self._take_from_others(state)
            emit(state, CHANGED)
            return
        board = self.replace(state)
        for tile in (self.big, self.small):
            emit(state, TilePlaced(tile, board))
        emit(state, CHANGED)

    def _take_from_others(self, state: State) -> None:
        now = state.seat
        owner = next((at for at, seat in enumerate(state.seats) if seat.lies(self.taken)), now)
        if owner != now:
            sit(state, owner)
            self.replace(state)
            sit(state, now)
            state.push(EachSeat((BoardChanged(),), (owner,)), EachSeat((), (now,)))

    def replace(self, state: State) -> str:
        """Put the tiles in the place of the one on an own board, whose id is returned."""
        at, board, number = next(
            (at, board, number)
            for at, board in enumerate(state.boards)
            if (number := self._number(board)) is not None
        )
        pieces = [*board.pieces]
        pieces[number : number + 1] = self._instead(board, board.grid.mask(pieces[number].cells))
        changed = BoardState(board.board, tuple(pieces))
        state.boards = (*state.boards[:at], changed, *state.boards[at + 1 :])
        return board.id

    def _number(self, board: BoardState) -> int | None:
        tiles = [piece.tile.id for piece in board.pieces]
        return tiles.index(self.taken) if self.taken in tiles else None

    def _instead(self, board: BoardState, cells: Mask) -> list[Piece]:
        small = {spot.mask: spot for spot in spots(board.board, TILES[self.small])}
        ways = [
            order
            for big in spots(board.board, TILES[self.big])
            if not big.mask & ~cells and cells & ~big.mask in small
            for order in permutations((big, small[cells & ~big.mask]))
        ]
        best = min(ways, key=lambda order: bool(order[0].required & order[1].mask))
        return [piece_on(board.board, spot.tile, spot.mask) for spot in best]


class BoardChanged(GameStep, frozen=True, tag=True):
    """Another player has changed the boards."""

    def run(self, state: State) -> None:
        emit(state, CHANGED)


def free_cells(state: State, tile: str, ids: tuple[str, ...]) -> list[FreeCell]:
    """Return the legal cells for a tile of one cell."""
    return [
        FreeCell(name, cells)
        for name, board in zip(board_names(state), state.boards, strict=True)
        if board.id in ids
        for cells in board.legal_placements(TILES[tile])
    ]
