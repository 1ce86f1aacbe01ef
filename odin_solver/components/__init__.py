"""The printed parts of the game: boards, buildings and tiles, as typed data."""

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
