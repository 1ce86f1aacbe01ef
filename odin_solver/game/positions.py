"""The position of a game: its boards and the tiles of its supply."""

from collections.abc import Iterable

from odin_solver.components import TILES
from odin_solver.game.kernel.anytime import board_at
from odin_solver.game.kernel.moves import Move, Place
from odin_solver.game.kernel.play import IllegalMove, read_move, why_not
from odin_solver.game.kernel.state import State
from odin_solver.rules.position import Position
from odin_solver.support.language import say


def position_of(state: State) -> Position:
    """Return the position of a game, for the optimiser, hints and pictures.

    Returns
    -------
    Position
        All boards with their tiles, and the tiles of the supply: goods, special tiles, silver, ore,
        wood, stone, and animals that are not pregnant (they can be eaten, not placed). Weapons,
        ships and cards are left out.
    """
    return Position(
        boards=state.boards,
        supply={name: state.has(name) for name in TILES if state.has(name)},
        game=state.options.length,
        round=max(1, state.round),
    )


def placed(state: State, moves: Iterable[Move | str]) -> State:
    """Return a state with tiles placed, without reactions of cards."""
    after = state.copy()
    for each in moves:
        move = read_move(after, each)
        reason = why_not(after, move)
        if reason is not None or not isinstance(move, Place):
            expected = say("expected place TILE BOARD CELLS")
            raise IllegalMove(f"{move}: {reason or expected}")
        after.add(move.tile, -1)
        after.lay(board_at(after, move), move.tile, move.cells)
    return after
