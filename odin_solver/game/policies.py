"""The random policy; the other players need the compiled engine (`odin_solver.planner.players`)."""

from functools import cache
from random import Random

from odin_solver.components import BOARDS, TILES
from odin_solver.game.kernel.anytime import board_names, placeable
from odin_solver.game.kernel.moves import PASS, Move, Place
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing, Pause
from odin_solver.game.turn import Turn
from odin_solver.rules.geometry import Mask, grid_of


def random_policy(state: State, rng: Random) -> Move:
    """Choose a move of the decision uniformly at random.

    It never passes while it can use a space. Before it passes, in a pause, and at the end of the
    game, it places tiles by `first_fit`. It makes no other moves at any time: it buys and arms no
    ships and uses no cards.
    """
    node = decision(state)
    assert node is not None
    moves = node.moves(state)
    if isinstance(node, Turn | FinalPlacing | Pause):
        if len(moves) == 1:
            return first_fit(state) or moves[0]
        moves.remove(PASS)
    return rng.choice(moves)


def first_fit(state: State) -> Place | None:
    """Return the placement of the largest green or blue tile nearest to the lower left corner.

    It takes the first board that the tile fits on. None if no tile fits.
    """
    tiles = [name for name in placeable(state) if TILES[name].color in ("green", "blue")]
    for tile in sorted(tiles, key=lambda name: -TILES[name].area):
        for at, board in enumerate(state.boards):
            places = board.legal_placements(TILES[tile])
            if places:
                nearest = min(places, key=lambda cells: _from_corner(board.id, cells))
                return Place(tile, board_names(state)[at], nearest)
    return None


@cache
def _from_corner(board_id: str, cells: Mask) -> int:
    area = grid_of(BOARDS[board_id])
    return sum(x + area.height - 1 - y for x, y in area.cells(cells))
