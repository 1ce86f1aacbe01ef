"""Hints, analyses, and the loss of a move: searches about a position."""

import threading
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from starlette.routing import Route

from odin_solver.analysis import Analyst, Line, TileValue, best_lines, next_values, tile_values
from odin_solver.analysis.hint_parts import MORE_TIME
from odin_solver.analysis.hints import hint
from odin_solver.analysis.loss import Loss
from odin_solver.analysis.moves import after_move, assess_move, reason
from odin_solver.components import Cell
from odin_solver.notation.positions import named_tile
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import Limits, Progress, Solution, Status
from odin_solver.rules.pieces import checked_piece
from odin_solver.rules.position import Position
from odin_solver.support.language import say
from odin_web.analysts import AnalystPool
from odin_web.positions import MAX_SECONDS, MAX_WORKERS, BoardNumber, board_at, position_of
from odin_web.replies import post
from odin_web.searches import Searches, SearchTopic, Send, Work
from odin_web.views import Items, PositionDocument, SolutionView, solution_view, swapped_tiles

MAX_LINES = 12

BEST_SHARE = 0.6
"""Share of the time for the best placement, when the loss of a move is asked for."""


class AdviceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A position and what counts."""

    position: PositionDocument
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


class CellsOnBoard(msgspec.Struct):
    """Cells of a board."""

    board: int
    cells: Sequence[Cell]


class HintView(msgspec.Struct, kw_only=True):
    """A hint; `layout` only with the last level."""

    level: int
    text: str
    proven: bool
    tile: str | None
    placement: CellsOnBoard | None
    area: list[CellsOnBoard]
    layout: SolutionView | None


class LossView(msgspec.Struct, kw_only=True):
    """A loss at the first level of the objective that differs, counted from 0."""

    loss: float
    level: int
    proven: bool
    at_least: float | None


class TileLoss(LossView, kw_only=True):
    """What a number of a tile is worth."""

    count: int


class LegalMove(LossView, kw_only=True):
    """The loss of a move."""

    legal: Literal[True] = True


class IllegalMove(msgspec.Struct, kw_only=True):
    """Why a move is against the rules."""

    legal: Literal[False] = False
    reason: str


class LineView(LossView, kw_only=True):
    """One of the best layouts.

    Attributes
    ----------
    more, fewer
        Tiles that it has besides and lacks, against the best one.
    """

    value: float
    next_best: bool
    more: Items
    fewer: Items
    layout: SolutionView


class BestFound(msgspec.Struct, tag="best", tag_field="part", kw_only=True):
    """Value and bound of the best layout."""

    value: float
    bound: float | None
    proven: bool


class LineFound(LineView, tag="line", tag_field="part", kw_only=True):
    """A line of an analysis."""


class ValuesFound(msgspec.Struct, tag="values", tag_field="part", kw_only=True):
    """What each tile of the supply is worth."""

    tiles: dict[str, TileLoss]


class GainsFound(msgspec.Struct, tag="gains", tag_field="part", kw_only=True):
    """What one more of each tile would be worth."""

    tiles: dict[str, TileLoss]


AnalysisPart = BestFound | LineFound | ValuesFound | GainsFound


class AnalysisResult(msgspec.Struct, kw_only=True):
    """How far an analysis has come; its parts were sent before."""

    missing: int
    complete: bool
    stopped: bool


def routes(searches: Searches, desk: AnalystPool) -> list[Route]:
    """Return the routes of hints and analyses."""
    return [
        post("/api/position/hint", searches.endpoint(HintRequest, partial(hinting, desk))),
        post("/api/position/analyse", searches.endpoint(AnalysisRequest, partial(analysing, desk))),
        post("/api/position/loss", searches.endpoint(LossRequest, partial(losing, desk))),
    ]


def hinting(desk: AnalystPool, request: HintRequest) -> Work[SearchTopic, None, HintView]:
    """Return the search for a hint."""
    position, chosen, limits = _question(request)

    def work(send: Send[SearchTopic, None], cancel: threading.Event) -> HintView:
        with desk.analyst(position, chosen, limits, cancel, _reporting(send)) as analyst:
            given = hint(analyst, request.level)
        placement = None
        if given.placement is not None:
            at, piece = given.placement
            placement = CellsOnBoard(at, piece.cells)
        return HintView(
            level=given.level,
            text=given.text.replace(say(MORE_TIME), ""),
            proven=given.proven,
            tile=given.tile.id if given.tile else None,
            placement=placement,
            area=[CellsOnBoard(at, cells) for at, cells in given.area],
            layout=solution_view(given.solution) if given.level == 4 else None,
        )

    return work


def analysing(
    desk: AnalystPool, request: AnalysisRequest
) -> Work[SearchTopic, AnalysisPart, AnalysisResult]:
    """Return the search for the best lines and the values of tiles; each is a ``part``."""
    position, chosen, limits = _question(request)
    parts = ["best", *["lines"] * bool(request.lines), *["values"] * request.values]
    parts += ["gains"] * request.gains

    def work(send: Send[SearchTopic, AnalysisPart], cancel: threading.Event) -> AnalysisResult:
        missing, complete = 0, False
        with desk.analyst(position, chosen, limits, cancel, _reporting(send)) as analyst:
            analyst.begin("best", parts)
            send("part", _best_view(analyst.best))
            if request.lines:
                analyst.begin("lines", parts)
                lines = best_lines(
                    analyst, request.lines, lambda line: send("part", _line_view(analyst, line))
                )
                missing, complete = lines.missing, lines.complete
            for part, work in ((ValuesFound, tile_values), (GainsFound, next_values)):
                name = str(part.__struct_config__.tag)
                if name in parts:
                    analyst.begin(name, parts)
                    send("part", part(tiles={each.tile.id: _value(each) for each in work(analyst)}))
        return AnalysisResult(missing=missing, complete=complete, stopped=cancel.is_set())

    return work


def losing(desk: AnalystPool, request: LossRequest) -> Work[None, None, LegalMove | IllegalMove]:
    """Return the search for the loss of a move."""
    position, chosen, limits = _question(request)
    board_at(position, request.board)
    piece = checked_piece(named_tile(request.tile, position.tiles), request.cells)

    def work(send: Send[None, None], cancel: threading.Event) -> LegalMove | IllegalMove:
        with desk.analyst(position, chosen, limits, cancel, estimate=True) as analyst:
            if analyst.known_best is None:
                analyst.best_seconds = BEST_SHARE * request.seconds
            result = assess_move(analyst, request.board, piece)
        if result.answer is None or result.loss is None:
            why = "; ".join(reason(result, each) for each in result.violations)
            return IllegalMove(reason=why)
        if result.answer.before == after_move(position, request.board, piece):
            desk.remember(result.answer)
        return LegalMove(**_loss(result.loss))

    return work


def _question(request: AdviceRequest) -> tuple[Position, Any, Limits]:
    position = position_of(request.position)
    chosen = choose_objective(position, request.objective)
    return position, chosen, Limits(request.seconds, request.workers, request.seed)


def _reporting(send: Send[SearchTopic, Any]) -> Callable[[str, Progress], None]:
    """Return a function that sends what is being solved, when that changes."""
    last = ""

    def report(what: str, progress: Progress) -> None:
        nonlocal last
        if what != last:
            last = what
            send("incumbent", SearchTopic(what))

    return report


def _best_view(best: Solution) -> BestFound:
    return BestFound(
        value=float(best.value), bound=_optional(best.bound), proven=best.status is Status.OPTIMAL
    )


def _line_view(analyst: Analyst, line: Line) -> LineFound:
    best, solution = analyst.best, line.solution
    more, fewer = swapped_tiles(best.before, best.after, solution.after)
    return LineFound(
        value=float(solution.value),
        next_best=solution.status is Status.OPTIMAL,
        more=more,
        fewer=fewer,
        layout=solution_view(solution),
        **_loss(line.loss),
    )


def _value(value: TileValue) -> TileLoss:
    return TileLoss(count=value.count, **_loss(value.loss))


def _loss(loss: Loss) -> dict[str, Any]:
    return {
        "loss": float(loss.decisive),
        "level": loss.level,
        "proven": loss.proven,
        "at_least": _optional(loss.at_least),
    }


def _optional(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
