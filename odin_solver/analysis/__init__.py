"""Hints, best lines that differ, the loss of a move, and values of tiles.

All of it comes from solving with and without something. An `Analyst` holds a position, an
objective and a cache; the functions take it as their first argument.
"""

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.cache import Cache, default_folder
from odin_solver.analysis.hint_parts import Hint
from odin_solver.analysis.hints import hint
from odin_solver.analysis.lines import Line, Lines, best_lines
from odin_solver.analysis.loss import Loss
from odin_solver.analysis.moves import MoveResult, assess_move, parse_move
from odin_solver.analysis.values import TileValue, next_values, tile_values

__all__ = [
    "Analyst",
    "Cache",
    "Hint",
    "Line",
    "Lines",
    "Loss",
    "MoveResult",
    "TileValue",
    "assess_move",
    "best_lines",
    "default_folder",
    "hint",
    "next_values",
    "parse_move",
    "tile_values",
]
