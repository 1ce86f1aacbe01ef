"""Solutions and checks of positions as plain data: what ``--json`` prints."""

from fractions import Fraction
from typing import Any

from odin_solver.notation.positions import SCHEMA, number, number_if
from odin_solver.placement.gains import Parts, gains, parts_of, value
from odin_solver.placement.objective import Weights
from odin_solver.placement.solution import Solution
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.version import __version__


def solution_data(solution: Solution) -> dict[str, Any]:
    """Return a solution as ``odin solve --json`` prints it.

    Parameters
    ----------
    solution
        The result of `odin_solver.placement.solve.solve`.

    Returns
    -------
    dict
        ``value`` and ``bound`` are those of the first objective level, ``gap`` that of the first
        level that is not proven; ``levels`` and ``weights`` have one entry per level, the most
        important first. ``parts`` of a level add up to its value. Unknown bounds and gaps are None.
    """
    after = solution.after
    nothing, laid = gains(solution.before, solution.before), gains(solution.before, after)
    name, version = proven_by(solution)
    return {
        "schema": SCHEMA,
        "status": str(solution.status),
        "objective": {
            "name": solution.objective.name,
            "question": solution.objective.question,
            "rounds_left": solution.objective.rounds_left,
            "value": number(solution.value),
            "bound": number_if(solution.bound),
            "gap": solution.gap,
            "weights": [_weights_data(each) for each in solution.objective.levels],
            "levels": [
                {
                    **change_data(value(weights, nothing), each.value),
                    "bound": number_if(each.bound),
                    **_parts_data(parts_of(weights, laid)),
                }
                for weights, each in zip(solution.objective.levels, solution.levels, strict=True)
            ],
            "ties_settled": solution.ties_settled,
        },
        "boards": boards_data(solution),
        "supply_left": {tile: count for tile, count in after.supply.items() if count},
        "score": {"before": solution.score_before, "after": solution.score_after},
        "seconds": round(solution.seconds, 3),
        "solver": {
            "name": name,
            "version": version,
            "seed": solution.limits.seed,
            "workers": solution.limits.workers,
        },
    }


def boards_data(solution: Solution) -> list[dict[str, Any]]:
    """Return the boards of a solution: the new pieces, and what each board earns with them."""
    return [
        {
            "board": state.board.id,
            "placements": [
                {
                    "tile": piece.tile.id,
                    "cells": [list(cell) for cell in piece.cells],
                    "step": number,
                }
                for number, step in enumerate(solution.steps, 1)
                for board, piece in step
                if board == at
            ],
            **_earned(solution.after, at),
        }
        for at, state in enumerate(solution.after.boards)
    ]


def check_data(position: Position) -> dict[str, Any]:
    """Return whether a position is legal and what it earns, as ``odin check --json`` prints it.

    ``in_order`` says whether the pieces are also listed in a legal order.
    """
    violations = position_violations(position)
    return {
        "schema": SCHEMA,
        "legal": not violations,
        "in_order": not position_violations(position, in_order=True),
        "violations": [
            {
                "rule": each.rule,
                "message": each.message,
                "board": each.board,
                "cells": [list(cell) for cell in each.cells],
            }
            for each in violations
        ],
        "boards": [
            {"board": state.board.id, "points": state.board.points, **_earned(position, at)}
            for at, state in enumerate(position.boards)
        ],
        "score": score(position),
    }


def proven_by(solution: Solution) -> tuple[str, str]:
    """Return name and version of the solver behind a result; ours where none was needed."""
    if solution.solver:
        return solution.solver, solution.version
    return "odin_solver", __version__


def _earned(position: Position, at: int) -> dict[str, Any]:
    facts = board_facts(position.boards[at])
    return {"income": facts.income, "bonuses": facts.bonuses, "uncovered": facts.uncovered}


def change_data(before: Fraction, after: Fraction) -> dict[str, int | float]:
    """Return a value, the one if nothing more is placed, and the gain."""
    return {"value": number(after), "value_before": number(before), "gain": number(after - before)}


def _parts_data(parts: Parts) -> dict[str, Any]:
    feast = None if parts.eaten is None else {"eaten": dict(parts.eaten), "empty": parts.empty}
    return {
        "parts": {name: number(part) for name, part in parts.worth.items()},
        "kept": dict(parts.kept),
        "feast": feast,
    }


def _weights_data(weights: Weights) -> dict[str, int | float]:
    return {key: number(weight) for key, weight in weights.as_keys().items()}
