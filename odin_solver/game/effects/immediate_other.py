"""Cards that hold a phase, use a space or move pieces once, when they are played."""

import msgspec

from odin_solver.game.actions.dice import return_vikings
from odin_solver.game.actions.exchange import Offer
from odin_solver.game.actions.voyages import Emigrate
from odin_solver.game.boards import options
from odin_solver.game.cards import Card, emit, register
from odin_solver.game.effects.blocks import HOUSES, column, large_ships
from odin_solver.game.effects.deals import Swap, deal
from odin_solver.game.effects.vikings import FreeDice, ReturnViking, UseSpace
from odin_solver.game.node import Decision, Step
from odin_solver.game.phases import breed, give_bonuses, hold_feast
from odin_solver.game.state import State
from odin_solver.game.things import add
from odin_solver.game.turn import hindrance
from odin_solver.rules.geometry import Mask


class Inspector(ReturnViking, frozen=True, tag=True):
    """60: take a Viking back; then another one from the same space, for silver."""

    def after(self, state: State, space: str) -> None:
        state.push(ReturnViking((("silver", state.round),), (space,)))


class TileForTiles(Step, frozen=True, tag=True):
    """Take a placed tile back and put others on exactly the cells that it covered.

    Attributes
    ----------
    taken
        The tile that goes into the supply.
    big, small
        The tiles that cover its cells together.
    """

    taken: str
    big: str
    small: str

    def blocked(self, state: State) -> str | None:
        lying = any(name == self.taken for board in state.boards for name, _ in board.pieces)
        return None if lying else f"no {self.taken} lies on a board"

    def run(self, state: State) -> None:
        add(state, self.taken, 1)
        at, board = next(
            (at, board) for at, board in enumerate(state.boards) if self.taken in dict(board.pieces)
        )
        number = [name for name, _ in board.pieces].index(self.taken)
        pieces = [*board.pieces]
        pieces[number : number + 1] = self._instead(board.id, pieces[number][1])
        changed = msgspec.structs.replace(board, pieces=tuple(pieces))
        state.boards = (*state.boards[:at], changed, *state.boards[at + 1 :])
        for tile in (self.big, self.small):
            emit(state, "placed", tile=tile, board=board.id)
        emit(state, "changed")

    def _instead(self, board: str, cells: Mask) -> list[tuple[str, Mask]]:
        """What covers the cells then, in an order in which it can be placed, if there is one."""
        small = {each.cells: each for each in options(board, self.small)}
        ways = [
            order
            for big in options(board, self.big)
            if not big.cells & ~cells and cells & ~big.cells in small
            for one, other in [((self.big, big), (self.small, small[cells & ~big.cells]))]
            for order in ((one, other), (other, one))
        ]
        best = min(ways, key=lambda order: bool(order[0][1].needs & order[1][1].cells))
        return [(tile, option.cells) for tile, option in best]


def homecomer(state: State) -> None:
    """76: 1 Viking comes back from each space of the fourth column."""
    return_vikings(state, dict.fromkeys(column(4), 1))


class Follower(Decision, frozen=True, tag=True):
    """77: use an occupied space of the second column."""

    def question(self, state: State) -> str:
        return "use an occupied space of the second column without placing Vikings?"

    def moves(self, state: State) -> list[str]:
        occupied = {space for space, vikings in state.placed if vikings} | state.blocked
        return [
            *(
                f"follow {space}"
                for space in sorted(occupied & column(2))
                if hindrance(state, space) is None
            ),
            "skip",
        ]

    def do(self, state: State, move: str) -> None:
        if move != "skip":
            state.push(UseSpace(move.removeprefix("follow ")))


def harbor_guard(state: State) -> None:
    """84: emigrate for 1 silver less per large ship."""
    state.push(Offer("emigrate", (Emigrate(cheaper=large_ships(state)),)))


HORNBLOWER = (
    Offer("hunt", (Swap(deal("silver=1", "")), FreeDice("hunting"))),
    Offer("lay a snare", (Swap(deal("silver=2", "")), FreeDice("snare"))),
)
"""85: a hunt for 1 silver, then a snare for 2."""

HORN_FOR_TILES = Offer(
    "take drinking_horn", (TileForTiles("drinking_horn", "chest", "rune_stone"),)
)
"""71: other players' boards are not there in the solo game."""


register(Card(5, when_played=hold_feast))
register(Card(20, when_played=lambda state: give_bonuses(state, list(HOUSES))))
register(Card(21, when_played=lambda state: give_bonuses(state, ["home"])))
register(Card(35, when_played=breed))
register(Card(60, when_played=lambda state: state.push(Inspector())))
# It asks for a tile on the board of another player, and there is none in the solo game.
register(Card(70))
register(Card(71, when_played=lambda state: state.push(HORN_FOR_TILES)))
register(Card(76, when_played=homecomer))
register(Card(77, when_played=lambda state: state.push(Follower())))
register(Card(84, when_played=harbor_guard))
register(Card(85, when_played=lambda state: state.push(*HORNBLOWER)))
