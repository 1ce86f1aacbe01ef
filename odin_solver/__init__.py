"""Provably best tile placements for the board game A Feast for Odin.

    >>> from odin_solver import example, solve
    >>> solution = solve(example("opening"), objective="final")
    >>> print(solution)

Names and packages are imported when they are first used. No solver is loaded into this process:
engines run in processes of their own, so that everything starts quickly and a search can be
stopped at any moment.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from odin_solver.support.lazy import lazy_names
from odin_solver.version import __version__

if TYPE_CHECKING:
    from odin_solver import analysis, feast, game, planner
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


_imported = lazy_names(
    __name__,
    {
        "errors": "InputError OdinError",
        "notation.examples": "example",
        "notation.positions": "parse_position position_data position_from read_position",
        "notation.results": "solution_data",
        "placement.solution": "IllegalPosition Limits Progress Solution Status",
        "placement.solve": "solve",
        "rules.layout": "position_violations",
        "rules.position": "Position",
        "rules.scoring": "score",
    },
)


def __getattr__(name: str) -> Any:
    if name in {"analysis", "feast", "game", "planner"}:
        return import_module(f"{__name__}.{name}")
    return _imported(name)
