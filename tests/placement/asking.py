"""Requests with restrictions, about the objective of a name."""

import threading
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.solution import Limits, Progress, Request, Solution
from odin_solver.placement.solve import answer
from odin_solver.rules.position import Position


def ask(
    position: Position,
    objective: str | Objective | None = None,
    *,
    weights: Mapping[str, Fraction] | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    **restrictions: Any,
) -> Solution:
    """The answer to a request; `restrictions` are its other fields."""
    if not isinstance(objective, Objective):
        objective = choose_objective(position, objective, weights or {})
    for name, given in restrictions.items():
        restrictions[name] = tuple(given) if isinstance(given, list) else given
    request = Request(position, objective, limits or Limits(), **restrictions)
    return answer(request, on_progress=on_progress, cancel=cancel)
