"""Provably best tile placements for the board game A Feast for Odin.

    >>> from odin_solver import example, solve
    >>> solution = solve(example("opening"), objective="final")

Neither this nor solving loads a solver into this process: the engines run in processes of their
own, so that everything starts quickly and a search can be stopped at any moment.
"""

from odin_solver.errors import InputError, OdinError
from odin_solver.notation.examples import example
from odin_solver.notation.positions import (
    parse_position,
    position_data,
    position_from,
    read_position,
)
from odin_solver.notation.reports import solution_data
from odin_solver.placement.solution import IllegalPosition, Limits, Progress, Solution, Status
from odin_solver.placement.solve import solve
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import score
from odin_solver.version import __version__

__all__ = [
    "IllegalPosition",
    "InputError",
    "Limits",
    "OdinError",
    "Position",
    "Progress",
    "Solution",
    "Status",
    "__version__",
    "example",
    "parse_position",
    "position_data",
    "position_from",
    "position_violations",
    "read_position",
    "score",
    "solution_data",
    "solve",
]
