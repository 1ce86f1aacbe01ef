"""Feasts in a terminal."""

from odin_solver.components import Board
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.feast.best import Feast
from odin_solver.rules.board_state import BoardState, Piece


def laid_table(feast: Feast, emigrated: int = 0) -> BoardState:
    """Return the table: its edge is the lowest row, tiles reach beyond it; # are ships.

    Parameters
    ----------
    emigrated
        Number of emigrated ships at the left of the free cells.
    """
    ships = BANQUET_TABLE.ship_covers * emigrated
    height = max((each.tile.area // each.width for each in feast.servings), default=1)
    beyond = "~" * (ships + feast.cells)
    edge = "#" * ships + "." * feast.cells
    board = Board("banquet", "Banquet table", "building", 0, (*(beyond,) * (height - 1), edge))
    pieces = [
        Piece(
            each.tile,
            tuple(
                (ships + x, height - 1 - y)
                for y in range(each.tile.area // each.width)
                for x in range(each.start, each.start + each.width)
            ),
        )
        for each in feast.servings
    ]
    return BoardState(board, tuple(pieces))
