"""Hints and analyses as plain data for JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.hint_parts import Hint
from odin_solver.analysis.lines import Line, Lines
from odin_solver.analysis.loss import Loss
from odin_solver.analysis.moves import MoveResult, reason
from odin_solver.analysis.values import TileValue
from odin_solver.notation.positions import SCHEMA, number, number_if
from odin_solver.notation.results import boards_data, change_data, solution_data
from odin_solver.placement.solution import Solution, Status
from odin_solver.support.language import with_message


def hint_data(hint: Hint) -> dict[str, Any]:
    """Return a hint as ``odin hint --json`` prints it; values are those of the first level.

    Returns
    -------
    dict
        ``tile`` and ``placement`` are None if the hint does not name them; ``loss`` is the loss
        without what the hint names, None if it is not known. ``text`` is ``short``, what to do,
        and ``why``. ``solution`` is present at level 4.
    """
    placement = None
    if hint.placement is not None:
        at, piece = hint.placement
        placement = {
            "board": hint.solution.after.boards[at].board.id,
            "board_number": at,
            "cells": [list(cell) for cell in piece.cells],
        }
    data: dict[str, Any] = {
        "schema": SCHEMA,
        **with_message("question", hint.solution.objective.question),
        "rounds_left": hint.solution.objective.rounds_left,
        "level": hint.level,
        **with_message("text", hint.text),
        "short": " ".join(hint.short),
        "why": " ".join(hint.why),
        "proven": hint.proven,
        "tile": hint.tile.id if hint.tile else None,
        "placement": placement,
        "area": [
            {"board_number": at, "cells": [list(cell) for cell in cells]} for at, cells in hint.area
        ],
        "value_before": number(hint.before[0]),
        "value_best": number(hint.solution.value),
        "gain": number(hint.solution.value - hint.before[0]),
        "bound": number_if(hint.solution.bound),
        "loss": None if hint.loss is None else number(hint.loss.first),
        "levels": [
            {
                "value_before": number(before),
                "value_best": number(level.value),
                "gain": number(level.value - before),
            }
            for before, level in zip(hint.before, hint.solution.levels, strict=True)
        ],
    }
    if hint.loss is not None:
        for level, loss in zip(data["levels"], hint.loss.levels, strict=True):
            level["loss"] = number(loss)
    if hint.level == 4:
        data["solution"] = solution_data(hint.solution)
    return data


@dataclass
class Analysis:
    """What has been found so far; what was not asked for is None.

    Attributes
    ----------
    other_lines
        Those lines, and whether there are others, once that is known.
    values, gains
        What tiles of the supply are worth, and one more of each.
    ways
        How to get tiles, for `gains`.
    ended
        Whether all is found that will be.
    """

    analyst: Analyst
    in_game: bool
    move: MoveResult | None = None
    lines: list[Line] = field(default_factory=list)
    other_lines: Lines | None = None
    values: Sequence[TileValue] | None = None
    gains: Sequence[TileValue] | None = None
    ways: Mapping[str, str] = field(default_factory=dict)
    ended: bool = False


def analysis_data(found: Analysis) -> dict[str, Any]:
    """Return an analysis as ``odin analyse --json`` prints it; parts not asked for are None.

    Returns
    -------
    dict
        ``value`` and ``loss`` belong to the first objective level, ``levels`` to all of them.
        Unproven numbers are those of the best layouts found. ``value_best`` is None if it was not
        needed: for a move that is not legal.
    """
    analyst, lines, move = found.analyst, found.other_lines, found.move
    best = analyst.known_best
    return {
        "schema": SCHEMA,
        "objective": analyst.objective.name,
        **with_message("question", analyst.objective.question),
        "rounds_left": analyst.objective.rounds_left,
        "proven": analysis_proven(found),
        "value_before": number(analyst.values_before[0]),
        "value_best": None if best is None else number(best.value),
        "gain": None if best is None else number(best.value - analyst.values_before[0]),
        "bound": None if best is None else number_if(best.bound),
        "best_proven": best is not None and best.status is Status.OPTIMAL,
        "lines": None
        if lines is None
        else [_line(each.solution, each.loss, analyst.values_before) for each in lines.lines],
        "all_lines": None if lines is None else lines.complete,
        "move": None if move is None else _move(analyst, move),
        "tile_values": None
        if found.values is None
        else {v.tile.id: _value(v, 1) for v in found.values},
        "next_tiles": None
        if found.gains is None
        else {v.tile.id: {**_value(v, -1), "from": found.ways.get(v.tile.id)} for v in found.gains},
    }


def analysis_proven(found: Analysis) -> bool:
    """Return whether all of an analysis is proven."""
    best, lines, move = found.analyst.known_best, found.other_lines, found.move
    return (
        (best is None or best.status is Status.OPTIMAL)
        and (lines is None or not lines.missing)
        and all(line.solution.status is Status.OPTIMAL for line in (lines.lines if lines else ()))
        and (move is None or move.loss is None or move.loss.proven)
        and all(value.proven for value in (*(found.values or ()), *(found.gains or ())))
    )


def _line(solution: Solution, loss: Loss, before: Sequence[Fraction]) -> dict[str, Any]:
    return {
        **change_data(before[0], solution.value),
        "loss": number(loss.first),
        "proven": loss.proven,
        "levels": [
            {"value": number(level.value), "loss": number(lost)}
            for level, lost in zip(solution.levels, loss.levels, strict=True)
        ],
        "boards": boards_data(solution),
        "supply_left": {name: count for name, count in solution.after.supply.items() if count},
    }


def _move(analyst: Analyst, move: MoveResult) -> dict[str, Any]:
    board = analyst.position.boards[move.board].board.id
    loss, answer = move.loss, move.answer
    return {
        "tile": move.piece.tile.id,
        "board": board,
        "board_number": move.board,
        "cells": [list(cell) for cell in move.piece.cells],
        "legal": move.legal,
        "reason": "; ".join(reason(move, each) for each in move.violations) or None,
        "rules": [each.rule for each in move.violations],
        "loss": loss and number(loss.first),
        "levels": loss and [{"loss": number(each)} for each in loss.levels],
        "proven": loss is None or loss.proven,
        "at_least": loss and number_if(loss.at_least),
        "at_most": loss and number_if(loss.at_most),
        "answer": answer and {"boards": boards_data(answer)},
    }


def _value(value: TileValue, sign: int) -> dict[str, Any]:
    bounds = (value.loss.at_least, value.loss.at_most)[::sign]
    least, most = (None if each is None else sign * each for each in bounds)
    data = {
        "count": value.count,
        "value": number(sign * value.loss.first),
        "levels": [number(sign * each) for each in value.loss.levels],
        "proven": value.proven,
        "at_least": number_if(least),
        "at_most": number_if(most),
    }
    if value.kept:
        data["if_kept"] = [number(each) for each in value.kept]
    return data
