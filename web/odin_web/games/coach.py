"""Searches of the planner as events for the page."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple

from odin_solver.game.kernel.anytime import placing_moves
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.seats import alone
from odin_solver.planner.advice import SearchLimits, advise, forced_move, makes_no_difference
from odin_solver.planner.asked import MoveAnswer, answered, searches_with
from odin_solver.planner.candidates import Advice, Candidate, Ranked
from odin_solver.planner.memory import SearchMemory
from odin_solver.planner.review import ReviewedMove, costliest, past_decisions, review, totals
from odin_solver.support.children import Inbox, Write
from odin_solver.support.language import use_language
from odin_solver.words import estimates, plan
from odin_solver.words.asked import answer_in_words
from odin_solver.words.moves import label, move_in_words
from odin_web.games.moves import (
    AskedMove,
    CoachAdvice,
    CoachLine,
    CoachNumber,
    MistakeView,
    ReviewedDecision,
    target_view,
)
from odin_web.replies import extended

LINES = 8
"""Moves of an advice at most."""

SHOWN = 3
"""Moves of an advice with several playouts."""

SEED = 0
PAUSE = 0.15
"""Seconds between two events with the same best move."""

Event = tuple[Literal["incumbent", "part", "result"], Any]
"""Kind and data."""


class Question(NamedTuple):
    """A decision to think about.

    Attributes
    ----------
    game, made
        Name of the game, and everything that has happened in it.
    language
        That of the answers.
    asked
        A legal move that is asked about.
    """

    game: str
    made: tuple[Move | Outcome, ...]
    state: State
    limits: SearchLimits
    language: str
    asked: Move | None = None


def coach(inbox: Inbox, write: Write) -> None:
    """Answer questions one after the other; what was found helps with the next ones.

    A question is answered by events, each in a tuple, and an empty tuple at the end. Anything that
    comes meanwhile ends the answer.
    """
    memory = SearchMemory()
    while True:
        asked = inbox.get()
        if not isinstance(asked, Question):
            continue
        use_language(asked.language)
        memory.at(asked.game, asked.made)
        for event in advice_events(asked.state, asked.limits, memory, asked.asked):
            write((event,))
            if not inbox.empty():
                break
        write(())


def advice_events(
    state: State,
    limits: SearchLimits,
    memory: SearchMemory | None = None,
    asked: Move | None = None,
) -> Iterator[Event]:
    """Search for the best move; yield events as for a search of the page.

    With a number of playouts the answer depends on nothing else, as that of ``odin plan`` does:
    then nothing is remembered, and moves that hardly promise anything are not tried. The last one
    also tells what a move loses that is asked about.
    """
    table, state = state, alone(state)
    if limits.playouts is not None:
        memory = None
    forced = forced_move(state)
    if forced is not None and next(placing_moves(state), None) is None:
        words = move_in_words(state, forced)
        yield "result", CoachAdvice(forced=str(forced), words=words)
        return
    if makes_no_difference(state):
        yield "result", CoachAdvice(equal=True)
        return

    actions: dict[tuple[tuple[Move, ...], int], str] = {}

    def action(candidate: Candidate) -> str:
        """Return the whole action; words of a playout are found once."""
        if not candidate.playouts:
            return plan.action_in_words(state, candidate)
        key = candidate.moves, candidate.median_playout.scenario
        if key not in actions:
            actions[key] = plan.action_in_words(state, candidate)
        return actions[key]

    def number(ranked: Ranked, *, best: bool = False) -> dict[str, Any]:
        _, _, _, _, loss, stderr, scenarios = ranked
        return {
            "move": str(ranked.candidate.move),
            **target_view(ranked.candidate.move),
            "best": best,
            "loss": loss,
            "loss_stderr": stderr,
            "sign": estimates.loss_sign(loss, stderr, scenarios),
            "playouts": ranked.candidate.samples,
        }

    def view(advice: Advice, *, final: bool = False) -> CoachAdvice:
        ranking = advice.ranking(LINES - 1)
        lines = [
            CoachLine(
                **number(each, best=not at),
                moves=list(map(str, each.candidate.moves)),
                label=action(each.candidate),
                words=plan.candidate_in_words(state, each.candidate),
                expects=estimates.expected_in_words(each),
                loses=estimates.loss_in_words(each.loss, each.loss_stderr, each.scenarios),
                # A playout is replayed for it: of the best line only while the search goes on.
                aim=plan.aim_in_words(state, each.candidate) if final or not at else None,
            )
            for at, each in enumerate(ranking)
        ]
        return CoachAdvice(
            lines=lines,
            others=[
                CoachNumber(**number(advice.ranked(each))) for each in advice.candidates[LINES:]
            ],
            legend=estimates.legend(each.loses for each in lines[1:]),
            effort=estimates.effort_in_words(advice, SEED, limits.workers),
            taken=plan.taken_in_words(advice),
            seconds=advice.seconds,
        )

    told, best = 0.0, None
    kept = memory or SearchMemory()
    search = partial(
        advise, table, limits, seed=SEED, shown=SHOWN, every=memory is not None, memory=kept
    )
    for advice in search() if asked is None else searches_with(state, asked, search):
        if advice.best.move != best or time.monotonic() - told > PAUSE:
            told, best = time.monotonic(), advice.best.move
            yield "incumbent", view(advice)
    result = view(advice, final=True)
    result.plan = plan.plan_in_words(state, advice.best)
    if asked is not None and (answer := answered(state, asked, advice, memory=kept)):
        result.asked = _asked_view(answer)
    yield "result", result


def _asked_view(answer: MoveAnswer) -> AskedMove:
    mine = answer.ranked
    return AskedMove(
        move=str(answer.move),
        label=plan.action_in_words(answer.state, replace(answer.line, moves=(answer.move,))),
        loses=""
        if answer.is_best
        else estimates.loss_in_words(mine.loss, mine.loss_stderr, mine.scenarios),
        why=answer_in_words(answer),
        aim=plan.aim_in_words(answer.state, answer.line),
        plan=plan.plan_in_words(answer.state, answer.line),
    )


def _labelled(moves: Sequence[Move]) -> str:
    return label(moves[0]) if len(moves) == 1 else plan.decision_named(moves)


def review_events(game: Game, limits: SearchLimits) -> Iterator[Event]:
    """Search for mistakes; yield events as for a search of the page."""
    number = len(past_decisions(game))
    reviewed: list[ReviewedMove] = []
    for each in review(game, limits):
        reviewed.append(each)
        mistakes = [
            MistakeView(mistake.number, plan.mistake_in_words(mistake))
            for mistake in costliest(reviewed)
        ]
        yield (
            "part",
            extended(
                ReviewedDecision,
                each,
                moves=list(map(str, each.moves)),
                move_label=_labelled(each.moves),
                best_label=_labelled(each.best),
                other_labels=list(map(_labelled, each.others)),
                loses=estimates.loss_in_words(each.loss, each.loss_stderr, each.scenarios),
                mistake=each.is_mistake,
                done=len(reviewed),
                of=number,
                costliest=mistakes,
                total=plan.totals_in_words(totals(game, reviewed)),
            ),
        )
