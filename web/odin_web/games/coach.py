"""Searches of the planner as events for the page."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.planner.advice import SearchLimits, advise, forced_move
from odin_solver.planner.calibration import gain_at
from odin_solver.planner.candidates import Advice
from odin_solver.planner.review import ReviewedMove, costliest, past_decisions, review, totals
from odin_solver.words.moves import label, move_in_words
from odin_solver.words.plan import (
    aim_in_words,
    candidate_in_words,
    decision_named,
    mistake_in_words,
    plan_in_words,
    totals_in_words,
)
from odin_web.games.moves import MistakeView, ReviewedDecision, cells_of, target_view

LINES = 8
"""Moves of an advice at most."""

FINALISTS = 3
PAUSE = 0.15
"""Seconds between two events with the same best move."""

MISTAKES = 5


Event = tuple[str, Any]
"""Kind and data."""


def advice_events(state: State, limits: SearchLimits) -> Iterator[Event]:
    """Search for the best move; yield events as for a search of the page."""
    forced = forced_move(state)
    if forced is not None:
        words = move_in_words(state, forced)
        nothing = {"lines": [], "playouts": 0, "seconds": 0.0}
        yield "result", {"forced": str(forced), "words": words, **nothing}
        return

    gain = gain_at(state)

    def view(advice: Advice, *, final: bool = False) -> dict[str, Any]:
        best, *others = advice.candidates[:LINES]
        return {
            "forced": None,
            "lines": [
                {
                    "move": str(each.move),
                    "moves": list(map(str, each.moves)),
                    "label": _labelled(each.moves),
                    "words": candidate_in_words(state, each),
                    **target_view(each.move),
                    **cells_of(state, each.move),
                    "expected": advice.expected_score(each) + (0.0 if each.certain else gain),
                    "loss": advice.loss(each),
                    "loss_stderr": advice.loss_stderr(each),
                    "playouts": each.samples,
                    # A playout is replayed for it: of the best line only while the search goes on.
                    "aim": aim_in_words(state, each) if final or not number else None,
                }
                for number, each in enumerate((best, *sorted(others, key=advice.loss)))
            ],
            "playouts": advice.playouts + advice.searched,
            "seconds": advice.seconds,
        }

    told, best = 0.0, None
    for advice in advise(state, limits, finalists=FINALISTS):
        if advice.best.move != best or time.monotonic() - told > PAUSE:
            told, best = time.monotonic(), advice.best.move
            yield "incumbent", view(advice)
    plan = plan_in_words(state, advice.best)
    rounds = [{"round": each.number, "steps": each.steps} for each in plan]
    yield "result", {**view(advice, final=True), "plan": rounds}


def _labelled(moves: Sequence[Move]) -> str:
    """Return the moves of a decision as a label."""
    return label(moves[0]) if len(moves) == 1 else decision_named(moves)


def review_events(game: Game, limits: SearchLimits) -> Iterator[Event]:
    """Search for mistakes; yield events as for a search of the page."""
    number = len(past_decisions(game))
    reviewed: list[ReviewedMove] = []
    for each in review(game, limits):
        reviewed.append(each)
        mistakes = [
            MistakeView(mistake.number, mistake_in_words(mistake))
            for mistake in costliest(reviewed, MISTAKES)
        ]
        yield (
            "part",
            ReviewedDecision(
                number=each.number,
                round=each.round,
                kind=each.kind,
                moves=list(map(str, each.moves)),
                best_moves=list(map(str, each.best)),
                move_label=_labelled(each.moves),
                best_label=_labelled(each.best),
                expected=each.expected,
                loss=each.loss,
                loss_stderr=each.loss_stderr,
                mistake=each.is_mistake,
                done=len(reviewed),
                of=number,
                costliest=mistakes,
                total=totals_in_words(totals(game, reviewed)),
            ),
        )
