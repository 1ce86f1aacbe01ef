"""Hints, analyses, and the loss of a move: searches about a position."""

import threading
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import msgspec
from starlette.routing import Route

from odin_solver.analysis import Analyst, Line, TileValue, best_lines, next_values, tile_values
from odin_solver.analysis.hint_parts import MORE_TIME
from odin_solver.analysis.hints import hint
from odin_solver.analysis.loss import Loss
from odin_solver.analysis.moves import after_move, assess_move, reason
from odin_solver.notation.positions import named_tile
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import Limits, Progress, Solution, Status
from odin_solver.rules.pieces import checked_piece
from odin_solver.rules.position import Position
from odin_solver.support.language import say
from odin_web.analysts import AnalystPool
from odin_web.positions import MAX_SECONDS, MAX_WORKERS, BoardNumber, board_at, position_of
from odin_web.replies import post
from odin_web.searches import Searches, Send, Work
from odin_web.views import solution_view, swapped_view

MAX_LINES = 12

BEST_SHARE = 0.6
"""Share of the time for the best placement, when the loss of a move is asked for."""


class AdviceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A position and what counts."""

    position: dict[str, Any]
    objective: str | None = None
    seconds: Annotated[float, msgspec.Meta(gt=0, le=MAX_SECONDS)] = 20.0
    workers: Annotated[int, msgspec.Meta(ge=1, le=MAX_WORKERS)] = 2
    seed: int = 0


class HintRequest(AdviceRequest):
    """A hint."""

    level: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class AnalysisRequest(AdviceRequest):
    """Parts of an analysis."""

    lines: Annotated[int, msgspec.Meta(ge=0, le=MAX_LINES)] = 3
    values: bool = True
    gains: bool = False


class LossRequest(AdviceRequest):
    """A move from the position."""

    board: BoardNumber = 0
    tile: str = ""
    cells: Annotated[list[tuple[int, int]], msgspec.Meta(max_length=100)] = []


def routes(searches: Searches, desk: AnalystPool) -> list[Route]:
    """Return the routes of hints and analyses."""
    return [
        post("/api/position/hint", searches.endpoint(HintRequest, partial(hinting, desk))),
        post("/api/position/analyse", searches.endpoint(AnalysisRequest, partial(analysing, desk))),
        post("/api/position/loss", searches.endpoint(LossRequest, partial(losing, desk))),
    ]


def hinting(desk: AnalystPool, request: HintRequest) -> Work:
    """Return the search for a hint."""
    position, chosen, limits = _question(request)

    def work(send: Send, cancel: threading.Event) -> dict[str, Any]:
        with desk.analyst(position, chosen, limits, cancel, _reporting(send)) as analyst:
            given = hint(analyst, request.level)
        placement = None
        if given.placement is not None:
            at, piece = given.placement
            placement = {"board": at, "cells": piece.cells}
        return {
            "level": given.level,
            "text": given.text.replace(say(MORE_TIME), ""),
            "proven": given.proven,
            "tile": given.tile.id if given.tile else None,
            "placement": placement,
            "area": [{"board": at, "cells": cells} for at, cells in given.area],
            "layout": solution_view(given.solution) if given.level == 4 else None,
        }

    return work


def analysing(desk: AnalystPool, request: AnalysisRequest) -> Work:
    """Return the search for the best lines and the values of tiles; each is a ``part``."""
    position, chosen, limits = _question(request)
    parts = ["best", *["lines"] * bool(request.lines), *["values"] * request.values]
    parts += ["gains"] * request.gains

    def work(send: Send, cancel: threading.Event) -> dict[str, Any]:
        missing, complete = 0, False
        with desk.analyst(position, chosen, limits, cancel, _reporting(send)) as analyst:
            analyst.begin("best", parts)
            send("part", {"part": "best", **_best_view(analyst.best)})
            if request.lines:
                analyst.begin("lines", parts)
                lines = best_lines(
                    analyst,
                    request.lines,
                    lambda line: send("part", {"part": "line", **_line_view(analyst, line)}),
                )
                missing, complete = lines.missing, lines.complete
            for part, work in (("values", tile_values), ("gains", next_values)):
                if part in parts:
                    analyst.begin(part, parts)
                    tiles = {each.tile.id: _value_view(each) for each in work(analyst)}
                    send("part", {"part": part, "tiles": tiles})
        return {"missing": missing, "complete": complete, "stopped": cancel.is_set()}

    return work


def losing(desk: AnalystPool, request: LossRequest) -> Work:
    """Return the search for the loss of a move."""
    position, chosen, limits = _question(request)
    board_at(position, request.board)
    piece = checked_piece(named_tile(request.tile, position.tiles), request.cells)

    def work(send: Send, cancel: threading.Event) -> dict[str, Any]:
        with desk.analyst(position, chosen, limits, cancel, estimate=True) as analyst:
            if analyst.known_best is None:
                analyst.best_seconds = BEST_SHARE * request.seconds
            result = assess_move(analyst, request.board, piece)
        if result.answer is None or result.loss is None:
            why = "; ".join(reason(result, each) for each in result.violations)
            return {"legal": False, "reason": why}
        if result.answer.before == after_move(position, request.board, piece):
            desk.remember(result.answer)
        return {"legal": True, **_loss_view(result.loss)}

    return work


def _question(request: AdviceRequest) -> tuple[Position, Any, Limits]:
    position = position_of(request.position)
    chosen = choose_objective(position, request.objective)
    return position, chosen, Limits(request.seconds, request.workers, request.seed)


def _reporting(send: Send) -> Callable[[str, Progress], None]:
    """Return a function that sends what is being solved, when that changes."""
    last = ""

    def report(what: str, progress: Progress) -> None:
        nonlocal last
        if what != last:
            last = what
            send("incumbent", {"what": what})

    return report


def _best_view(best: Solution) -> dict[str, Any]:
    return {
        "value": float(best.value),
        "bound": None if best.bound is None else float(best.bound),
        "proven": best.status is Status.OPTIMAL,
    }


def _line_view(analyst: Analyst, line: Line) -> dict[str, Any]:
    best, solution = analyst.best, line.solution
    return {
        "value": float(solution.value),
        "next_best": solution.status is Status.OPTIMAL,
        **_loss_view(line.loss),
        **swapped_view(best.before, best.after, solution.after),
        "layout": solution_view(solution),
    }


def _value_view(value: TileValue) -> dict[str, Any]:
    return {"count": value.count, **_loss_view(value.loss)}


def _loss_view(loss: Loss) -> dict[str, Any]:
    """Return a loss at the first level that differs, counted from 0."""
    return {
        "loss": float(loss.decisive),
        "level": loss.level,
        "proven": loss.proven,
        "at_least": _optional(loss.at_least),
    }


def _optional(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
