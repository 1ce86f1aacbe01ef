"""Requests as the cache knows them."""

from typing import Any

from odin_solver.analysis.cache import piece_data
from odin_solver.analysis.warm_starts import lays
from odin_solver.notation.positions import position_data
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.restrictions import signature_of
from odin_solver.placement.solution import Request
from odin_solver.rules.position import Position


def cache_key(request: Request) -> dict[str, Any]:
    """Return all of a request on which a proven answer depends, as plain data."""
    data = position_data(request.position)
    data.pop("title", None)
    data.pop("objective", None)
    data["supply"] = dict(sorted(data["supply"].items()))
    data["printed"] = [repr(state.board) for state in request.position.boards]
    return {
        "position": data,
        "levels": [_weights_data(weights) for weights in request.objective.levels],
        "excluded": sorted(map(repr, request.excluded)),
        "barred": [[at, piece_data(piece)] for at, piece in request.forbidden],
        "conditions": [
            [_weights_data(each.weights), str(each.value)] for each in request.conditions
        ],
        "ties": request.ties,
        "seed": request.limits.seed,
    }


def allows(request: Request, layout: Position) -> bool:
    """Return whether a layout meets the restrictions, by the rules alone."""
    levels = (*(each.weights for each in request.conditions), *request.objective.levels)
    problem = compile_problem(request.position)
    gained = gains(request.position, layout)
    return (
        not any(lays(request.position, layout, each) for each in request.forbidden)
        and all(value(each.weights, gained) >= each.value for each in request.conditions)
        and signature_of(problem, as_laid(problem, layout), levels) not in request.excluded
    )


def _weights_data(weights: Weights) -> dict[str, str]:
    return {key: str(weight) for key, weight in weights.as_keys().items()}
