"""Provably best tile placements for the board game A Feast for Odin.

    >>> from odin_solver import read_position, solve
    >>> solution = solve(read_position("position.json"), objective="final")

The solver is loaded only when it is first asked for, so that everything else starts quickly.
"""

from typing import TYPE_CHECKING, Any

from odin_solver.errors import InputError, OdinError
from odin_solver.position import Position
from odin_solver.reading import parse_position, position_data, position_from, read_position
from odin_solver.rules.layout import position_violations
from odin_solver.rules.scoring import score

if TYPE_CHECKING:
    from odin_solver.solve import Limits, Progress, Solution, Status, solve

__all__ = [
    "InputError",
    "Limits",
    "OdinError",
    "Position",
    "Progress",
    "Solution",
    "Status",
    "parse_position",
    "position_data",
    "position_from",
    "position_violations",
    "read_position",
    "score",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name in ("Limits", "Progress", "Solution", "Status", "solve"):
        import odin_solver.solve as solving

        # The function shares its name with its module: keep the function.
        globals().update(
            {each: getattr(solving, each) for each in __all__ if hasattr(solving, each)}
        )
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
