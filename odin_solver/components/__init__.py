"""The printed components of the game as typed data.

Boards, buildings and tiles are importable from here. Components that only the solo game needs have
modules of their own, which keeps the start-up of everything else short: `ships`, `weapons`,
`strips`, `round_tracks`, `spaces` and `occupations`.
"""

from odin_solver.components.boards import BOARDS, Board, Bonus, Diagonal
from odin_solver.components.cells import Cell, cell_name, parse_cell
from odin_solver.components.heard import board, tile
from odin_solver.components.tiles import TILES, Color, Tile

__all__ = [
    "BOARDS",
    "TILES",
    "Board",
    "Bonus",
    "Cell",
    "Color",
    "Diagonal",
    "Tile",
    "board",
    "cell_name",
    "parse_cell",
    "tile",
]
