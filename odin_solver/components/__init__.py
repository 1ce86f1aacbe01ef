"""The printed parts of the game, as typed data.

Here are boards, buildings and tiles, which everything needs.  What only the solo game needs is
imported from its own module, so that nobody else waits for it: `ships`, `weapons`, `strips`,
`round_tracks`, `spaces` and `occupations`.
"""

from odin_solver.components.boards import BOARDS, Board, Bonus, Diagonal, board
from odin_solver.components.cells import Cell, cell_name, parse_cell
from odin_solver.components.tiles import TILES, Color, Tile, tile

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
