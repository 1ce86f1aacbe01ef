"""The position of a game: its boards, and what of the supply may be placed on them."""

from collections.abc import Iterable

from odin_solver.components import TILES
from odin_solver.game.kernel.anytime import board_at
from odin_solver.game.kernel.moves import Move, Place
from odin_solver.game.kernel.play import IllegalMove, read_move, why_not
from odin_solver.game.kernel.state import State
from odin_solver.rules.position import Position


def position_of(state: State) -> Position:
    """What `odin_solver.placement.solve`, hints and pictures need to know of a game.

    Parameters
    ----------
    state
        The game.

    Returns
    -------
    Position
        All boards with the tiles on them, and everything in the supply that is a tile: goods,
        special tiles, silver, ore, wood and stone, and the animals that are not pregnant (they
        can be eaten, though not placed). Weapons, ships and cards are no part of a position.
    """
    return Position(
        boards=state.boards,
        supply={name: state.has(name) for name in TILES if state.has(name)},
        game=state.options.length,
        round=max(1, state.round),
    )


def placed(state: State, moves: Iterable[Move | str]) -> State:
    """The boards and the supply as they are after placing, without what cards make of it.

    Raises
    ------
    IllegalMove
        If a tile may not lie there.
    """
    after = state.copy()
    for each in moves:
        move = read_move(after, each)
        reason = why_not(after, move)
        if reason is not None or not isinstance(move, Place):
            raise IllegalMove(f"{move}: {reason or 'expected place TILE BOARD CELLS'}")
        after.add(move.tile, -1)
        after.lay(board_at(after, move), move.tile, move.cells)
    return after
