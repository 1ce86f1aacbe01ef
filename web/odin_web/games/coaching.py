"""Searches about a game: the coach, the best placement, the review."""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from odin_solver.errors import InputError, OdinError
from odin_solver.game.kernel.anytime import board_names
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.positions import placed, position_of
from odin_solver.game.seats import alone
from odin_solver.placement.solution import Progress
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.asked import checked
from odin_solver.planner.laying import Laying
from odin_solver.questions.games import Filling, Reviewing, Thinking
from odin_solver.support.children import Child, failure, results_of
from odin_solver.support.language import language
from odin_solver.words.proofs import proof_in_words
from odin_web.games.moves import (
    CoachAdvice,
    MistakeView,
    MoveText,
    ReviewedDecision,
    move_text,
    read,
)
from odin_web.games.store import GameId
from odin_web.searches import AnyWork, Send, Work
from odin_web.views import TileOnCells, new_pieces

if TYPE_CHECKING:
    from odin_web.games.coach import Event, Question

STOP_SECONDS = 1.0
"""How long a coach may take to stop; it is ended then."""

POLL = 0.03
"""Seconds between two looks at whether an answer is cancelled."""

Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class CoachAsked(Thinking, kw_only=True):
    """Advice for the next move; with `move` also what that loses, and why."""

    game: GameId
    seen: Number
    move: MoveText | TileOnCells | None = None


class ReviewAsked(Reviewing, kw_only=True):
    game: GameId


class FillAsked(Filling, kw_only=True):
    """The best placement of the supply."""

    game: GameId
    seen: Number


class ReviewResult(msgspec.Struct):
    """All decisions that were reviewed, the costliest mistakes, the sum in words."""

    moves: list[ReviewedDecision]
    costliest: list[MistakeView]
    total: str


class Filled(msgspec.Struct, kw_only=True):
    """The best placement so far: pictures of the new tiles on each board."""

    pictures: list[str]


class FillResult(Filled, kw_only=True):
    """The best placement of the supply.

    Attributes
    ----------
    moves
        Texts of moves, to be posted together.
    steps
        The tiles placed, in order.
    expected
        Final score that playouts expect; None where the price list alone decided.
    income
        Before and after.
    """

    moves: list[str]
    steps: list[TileOnCells]
    proof: str
    expected: float | None
    income: tuple[int, int]


CoachWork = Work[CoachAdvice, None, CoachAdvice]


class Coaches:
    """Processes that think about games; each keeps what it has found for the next decision."""

    def __init__(self) -> None:
        self._idle: list[_Coach] = []
        self._begun = False
        self._lock = threading.Lock()

    def coaching(self, game: Game, wanted: CoachAsked) -> CoachWork:
        """Return the search for the best move; the game's own chance plays no part."""
        state = game.states[wanted.seen]
        _expect_decision(state)
        move = None
        if wanted.move is not None:
            own = alone(state)
            move = checked(own, read(own, move_text(own, wanted.move)))
        made = tuple(game.moves[: wanted.seen])

        def work(send: Send[CoachAdvice, None], cancel: threading.Event) -> CoachAdvice:
            from odin_web.games.coach import Question

            limits = wanted.limits()
            asked = Question(wanted.game, made, state, limits, language(), move)
            coach = self._taken(wanted.game)
            latest = CoachAdvice()
            try:
                for kind, latest in coach.answers(asked, cancel):
                    if kind != "result":
                        send(kind, latest)
            except TimeoutError:
                return latest
            with self._lock:
                self._idle.append(coach)
            return latest

        return work

    def ready(self) -> None:
        """Start the first coach before it is asked: imports take as long as an answer."""
        with self._lock:
            if not self._begun:
                self._begun = True
                self._idle.append(_Coach())

    def _taken(self, game: str) -> "_Coach":
        with self._lock:
            self._idle.sort(key=lambda each: each.game == game)
            coach = self._idle.pop() if self._idle else _Coach()
        coach.game = game
        return coach


class _Coach:
    """A process that thinks about games, and the game about which it was asked last."""

    def __init__(self) -> None:
        from odin_web.games.coach import coach

        self.game = ""
        self._outbox: queue.Queue[tuple[Child, tuple[Event, ...] | None]] = queue.Queue()
        self._child = Child(self._outbox, coach)

    def answers(self, asked: "Question", cancel: threading.Event) -> "Iterator[Event]":
        """Yield the events of an answer, until it is cancelled.

        Raises
        ------
        TimeoutError
            If it does not stop when the answer is cancelled; it is ended then.
        """
        self._child.send(asked)
        until = math.inf
        while True:
            if cancel.is_set() and until == math.inf:
                until = time.monotonic() + STOP_SECONDS
                self._child.send(None)
            try:
                _, message = self._outbox.get(timeout=POLL)
            except queue.Empty:
                if time.monotonic() > until:
                    self._child.__exit__()
                    raise TimeoutError from None
                continue
            if message is None:
                raise OdinError(failure("the planner"))
            if not message:
                return
            yield from message


def advising(state: State, limits: SearchLimits) -> CoachWork:
    _expect_decision(state)
    from odin_web.games.coach import advice_events

    return _planning(advice_events, state, limits)


def _expect_decision(state: State) -> None:
    if decision(state) is None:
        raise InputError.said("there is nothing to decide now")


def reviewing(game: Game, wanted: ReviewAsked) -> Work[None, ReviewedDecision, ReviewResult]:
    from odin_solver.planner.review import past_decisions

    if not past_decisions(game):
        raise InputError.said("there is no decision to review yet")
    from odin_web.games.coach import review_events

    search = _planning(review_events, game, wanted.limits())

    def work(send: Send[None, ReviewedDecision], cancel: threading.Event) -> ReviewResult:
        moves: list[ReviewedDecision] = []

        def collect(kind: Any, data: ReviewedDecision) -> None:
            moves.append(data)
            send(kind, data)

        search(collect, cancel)
        last = moves[-1:]
        return ReviewResult(
            sorted(moves, key=attrgetter("number")),
            [mistake for each in last for mistake in each.costliest],
            "".join(each.total for each in last),
        )

    return work


def filling(state: State, wanted: FillAsked) -> Work[Filled, None, FillResult]:
    if decision(state) is None:
        raise InputError.said("nothing can be placed now: chance decides or the game is over")
    before = position_of(state)

    def work(send: Send[Filled, None], cancel: threading.Event) -> FillResult:
        def report(progress: Progress) -> None:
            if progress.after is not None:
                send("incumbent", Filled(pictures=new_pieces(before, progress.after)))

        return _filling_view(state, wanted.laying(state, cancel, report))

    return work


def _filling_view(state: State, found: Laying) -> FillResult:
    names = board_names(state)
    after = position_of(placed(state, found.moves))
    before = position_of(state)
    income = [sum(board.income for board in each.boards) for each in (before, after)]
    return FillResult(
        pictures=new_pieces(before, after),
        moves=list(map(str, found.moves)),
        steps=[
            TileOnCells(at, move.tile, state.boards[at].grid.cells(move.cells))
            for move in found.moves
            for at in [names.index(move.board)]
        ],
        proof=proof_in_words(found.solution),
        expected=found.compared.ranked(found.compared.best).expected if found.compared else None,
        income=(income[0], income[1]),
    )


def _planning(function: Callable[..., Iterator[tuple[Any, Any]]], *arguments: object) -> AnyWork:
    """Return a search in a process of its own; its last event is the result."""

    def work(send: Send[Any, Any], cancel: threading.Event) -> Any:
        latest: Any = CoachAdvice()
        for kind, latest in results_of(function, *arguments, what="the planner", cancel=cancel):
            if kind != "result":
                send(kind, latest)
        return latest

    return work
