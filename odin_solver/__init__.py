"""Provably best tile placements for the board game A Feast for Odin.

    >>> from odin_solver import example, solve
    >>> solution = solve(example("opening"), objective="final")
    >>> print(solution)

The packages `analysis`, `feast`, `game` and `planner` are imported when they are first used. No
solver is loaded into this process: engines run in processes of their own, so that everything
starts quickly and a search can be stopped at any moment.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import odin_solver.display  # noqa: F401  (registers how positions and solutions are drawn)
from odin_solver.errors import InputError, OdinError
from odin_solver.notation.examples import example
from odin_solver.notation.positions import (
    parse_position,
    position_data,
    position_from,
    read_position,
)
from odin_solver.notation.results import solution_data
from odin_solver.placement.solution import IllegalPosition, Limits, Progress, Solution, Status
from odin_solver.placement.solve import solve
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import score
from odin_solver.version import __version__

if TYPE_CHECKING:
    from odin_solver import analysis, feast, game, planner

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
    "analysis",
    "example",
    "feast",
    "game",
    "parse_position",
    "planner",
    "position_data",
    "position_from",
    "position_violations",
    "read_position",
    "score",
    "solution_data",
    "solve",
]


def __getattr__(name: str) -> ModuleType:
    if name in {"analysis", "feast", "game", "planner"}:
        return import_module(f"odin_solver.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
