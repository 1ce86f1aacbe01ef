"""Positions and solutions as plain data, for JSON and for whoever wants to write about them."""

from collections import Counter
from fractions import Fraction
from typing import Any

from odin_solver.notation.positions import SCHEMA, number
from odin_solver.placement.objective import Weights
from odin_solver.placement.solution import Solution
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.rules.violation import Violation
from odin_solver.version import __version__


def solution_data(solution: Solution) -> dict[str, Any]:
    """A solution as ``odin solve --json`` prints it.

    Parameters
    ----------
    solution
        What `odin_solver.placement.solve.solve` returned.

    Returns
    -------
    dict
        ``value``, ``bound`` and ``gap`` of the objective speak of its first sum; ``levels`` and
        ``weights`` have one entry for each sum, the most important first. Bounds and gaps that
        are not known are None.
    """
    after = solution.after
    name, version = proven_by(solution)
    return {
        "schema": SCHEMA,
        "status": str(solution.status),
        "objective": {
            "name": solution.objective.name,
            "value": number(solution.value),
            "bound": _optional(solution.bound),
            "gap": solution.gap,
            "weights": [_weights_data(each) for each in solution.objective.levels],
            "levels": [
                {"value": number(each.value), "bound": _optional(each.bound)}
                for each in solution.levels
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
    """The boards of a solution: the new pieces, and what each board earns with them."""
    return [
        {
            "board": state.board.id,
            "placements": [
                {
                    "tile": each.piece.tile.id,
                    "cells": [list(cell) for cell in each.piece.cells],
                    "step": each.step,
                }
                for each in solution.placements
                if each.board == at
            ],
            **_earned(solution.after, at),
        }
        for at, state in enumerate(solution.after.boards)
    ]


def check_data(position: Position) -> dict[str, Any]:
    """What ``odin check --json`` prints: whether a position is legal, and what it earns."""
    violations = position_violations(position)
    return {
        "schema": SCHEMA,
        "legal": not violations,
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
    """Name and version of the solver behind a result; our own where none was needed."""
    if solution.solver:
        return solution.solver, solution.version
    return "odin_solver", __version__


def board_labels(position: Position) -> list[str]:
    """Names of a position's boards, numbered where one occurs several times."""
    total = Counter(state.board.id for state in position.boards)
    seen: Counter[str] = Counter()
    labels = []
    for state in position.boards:
        seen[state.board.id] += 1
        many = total[state.board.id] > 1
        labels.append(f"{state.board.name} {seen[state.board.id]}" if many else state.board.name)
    return labels


def violation_line(violation: Violation, position: Position) -> str:
    """A violation on one line, with the board on which it is."""
    where = "" if violation.board is None else f"{board_labels(position)[violation.board]}: "
    return f"{where}{violation.message} ({violation.rule})"


def _earned(position: Position, at: int) -> dict[str, Any]:
    facts = board_facts(position.boards[at])
    return {"income": facts.income, "bonuses": facts.bonuses, "uncovered": facts.uncovered}


def _optional(value: Fraction | None) -> int | float | None:
    return None if value is None else number(value)


def _weights_data(weights: Weights) -> dict[str, int | float]:
    return {key: number(weight) for key, weight in weights.as_keys().items()}
