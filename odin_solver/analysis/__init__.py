"""Hints, the best lines that differ, the loss of a move, and what each tile is worth.

Everything here is found by solving with and without something. An `Analyst` holds a position, an
objective and a cache; the functions of the other modules ask it.
"""

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.cache import Cache, default_folder
from odin_solver.analysis.hints import Hint, hint
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
