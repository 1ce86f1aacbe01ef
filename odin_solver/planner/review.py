"""Review of a game: the loss of every decision, in points at the end of the game.

A search finds the best move of each decision, and a tree of its own what that is worth. The loss
is what the best move is worth less what the next decision is worth. Where chance comes in between,
the move made has a tree, too, after the same effort; the rest is luck. What was expected at the
beginning less all losses plus all luck is the final score. A loss is negative if the move made
turned out better than what the search proposed.

Tiles laid one after the other are one decision: their layout is compared with the best ones and
with laying nothing yet. The end of a turn or of the game is one too if more could be laid: there
tiles are refused.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, NamedTuple

from odin_solver.game.kernel.anytime import placing_moves
from odin_solver.game.kernel.moves import FINISH, PASS, Move, Other, Place, Use
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.scoring import score_sheet
from odin_solver.planner.advice import SearchLimits, advise, compared, forced_move
from odin_solver.planner.calibration import calibration, gain_at
from odin_solver.planner.candidates import LEAST_SCENARIOS, Advice, Candidate
from odin_solver.planner.ending import endings, played
from odin_solver.planner.layouts import layouts

SIGNIFICANT = 2.0
"""Standard errors beyond which a loss is a mistake."""

LEAST_LOSS = 1.0
"""Points below which nothing is a mistake: the standard errors of a tree search say nothing about
errors of the learned evaluation."""

OTHERS = 2
"""Other moves that are kept of a decision, for training."""

DecisionKind = Literal["vikings", "choice", "tiles"]
"""Placing Vikings or ending the action phase; a choice within an action, at the feast or of ships
and cards; laying tiles or refusing to."""

KINDS: tuple[DecisionKind, ...] = ("vikings", "choice", "tiles")


class PastDecision(NamedTuple):
    """A decision of a game: its number in the log, from 0, its kind, and the moves made."""

    at: int
    kind: DecisionKind
    moves: tuple[Move, ...]


class Worth(NamedTuple):
    """Points expected at the end of the game, or lost, by so many simulations or playouts."""

    points: float
    stderr: float
    samples: int


@dataclass(frozen=True)
class ReviewedMove:
    """A decision compared with the best one.

    Attributes
    ----------
    number
        Number of the first move in the log, from 1, outcomes of chance included.
    round, kind
        Round and kind of the decision.
    moves
        The move, or the placements of a layout and what ended the turn.
    best
        What the search found best, perhaps the same; empty for laying nothing yet.
    expected
        Score expected after the moves, before chance comes.
    loss, loss_stderr
        Expected loss and its standard error; None if the moves themselves are the best ones.
    scenarios
        Simulations or playouts of the comparison; 0 if the moves themselves are the best ones.
    playouts
        Number of all playouts.
    others
        The next best moves that the search has compared, at most `OTHERS`.
    """

    number: int
    round: int
    kind: DecisionKind
    moves: tuple[Move, ...]
    best: tuple[Move, ...]
    expected: float
    loss: float
    loss_stderr: float | None
    scenarios: int
    playouts: int
    others: tuple[tuple[Move, ...], ...] = ()

    @property
    def is_best(self) -> bool:
        """Whether nothing better was found; the order of placements does not count."""
        return set(self.moves) == set(self.best)

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is a point at least, and significant."""
        if self.loss_stderr is None or self.scenarios < LEAST_SCENARIOS:
            return False
        return self.loss >= LEAST_LOSS and self.loss > SIGNIFICANT * self.loss_stderr


class ReviewTotals(NamedTuple):
    """Sums of a review.

    Attributes
    ----------
    lost, lost_stderr
        Sum of the losses, and its standard error.
    by_kind
        Sum of the losses of each kind of decision.
    score
        Final score; None if the game is not over.
    best_line
        The score plus what was lost: what the best moves found would have reached with such luck.
    luck
        The score, plus what was lost, less what was expected before the first decision.
    """

    lost: float
    lost_stderr: float
    by_kind: dict[DecisionKind, float]
    score: int | None
    best_line: float | None
    luck: float | None


def totals(game: Game, reviewed: Sequence[ReviewedMove]) -> ReviewTotals:
    """Return the sums of a review of a game."""
    lost = math.fsum(each.loss for each in reviewed)
    by_kind = {
        kind: math.fsum(each.loss for each in reviewed if each.kind == kind) for kind in KINDS
    }
    stderr = math.hypot(*(each.loss_stderr or 0.0 for each in reviewed))
    if not game.state.is_over or not reviewed:
        return ReviewTotals(lost, stderr, by_kind, None, None, None)
    score = score_sheet(game.state).total
    best_line = score + lost
    luck = best_line - (reviewed[0].expected + reviewed[0].loss)
    return ReviewTotals(lost, stderr, by_kind, score, best_line, luck)


def past_decisions(game: Game) -> list[PastDecision]:
    """Return the decisions of a game in which there was a choice."""
    found: list[PastDecision] = []
    at = 0
    while at < len(game.moves):
        moves = _made_together(game, at)
        kind = _kind(game.states[at], moves[0]) if moves else None
        if kind is not None:
            found.append(PastDecision(at, kind, moves))
        at += len(moves) or 1
    return found


def _made_together(game: Game, at: int) -> tuple[Move, ...]:
    """Return the moves of a decision; none where chance or another player decided."""
    moves: list[Move] = []
    for state, move in zip(game.states[at:], game.moves[at:], strict=False):
        if decision(state) is None or not isinstance(move, Move) or isinstance(move, Other):
            break
        if moves and not isinstance(move, Place) and not _ends_laying(state, move):
            break
        moves.append(move)
        if not isinstance(move, Place):
            break
    return tuple(moves)


def _ends_laying(state: State, move: Move) -> bool:
    """Whether a move only ends what could still be laid: no other choice is left."""
    return move == FINISH or (move == PASS and (not state.vikings or forced_move(state) == PASS))


def _kind(state: State, move: Move) -> DecisionKind | None:
    """Return the kind of a decision; None if there was no choice."""
    if isinstance(move, Place):
        return "tiles"
    if _ends_laying(state, move):
        return "tiles" if placing_moves(state) else None
    if forced_move(state) is not None:
        return None
    return "vikings" if isinstance(move, Use) or move == PASS else "choice"


def review(game: Game, limits: SearchLimits, *, seed: int = 0) -> Iterator[ReviewedMove]:
    """Review the decisions of a game, one after the other.

    Parameters
    ----------
    game
        A game, finished or not.
    limits
        Limits for each decision: half for the search, a quarter to judge the best move, a quarter
        to judge the move made where chance follows it.
    seed
        Seed of the scenarios, which are independent of the seed of the game.
    """
    past = past_decisions(game)
    waiting: list[tuple[PastDecision, _Judgement]] = []
    gain = 0.0
    for each, following in zip(past, [*past[1:], None], strict=True):
        state = game.states[each.at]
        if state.phase == "actions":
            gain = gain_at(state)
        search = _Search(limits, Random(f"{seed} review {each.at}"), gain)
        judge = _judge_tiles if each.kind == "tiles" else _judge
        judged = judge(state, each.moves, search, is_last=_is_last(game, each, following))
        if judged.value is not None:
            yield from _settled(game, waiting, judged.value)
            waiting = []
        waiting.append((each, judged))
        if judged.own is not None:
            yield from _settled(game, waiting, judged.own)
            waiting = []
    if waiting:
        yield from _settled(game, waiting, _exactly(score_sheet(game.state).total))


def _is_last(game: Game, past: PastDecision, following: PastDecision | None) -> bool:
    """Whether chance or another player comes before the next decision, or nothing at all."""
    first = past.at + len(past.moves)
    last = following.at if following else len(game.moves)
    between = zip(game.states[first:last], game.moves[first:last], strict=False)
    if any(decision(state) is None or isinstance(move, Other) for state, move in between):
        return True
    return following is None and not game.state.is_over


class _Judgement(NamedTuple):
    """What a search says of a decision.

    Attributes
    ----------
    best
        The best moves.
    playouts
        Number of playouts.
    value
        What they are worth; None if they were made, or only the difference is known.
    own
        What the moves made are worth, where that does not follow from the next decision.
    gap
        The difference, if only that is known.
    others
        The next best moves.
    """

    best: tuple[Move, ...]
    playouts: int
    value: Worth | None = None
    own: Worth | None = None
    gap: Worth | None = None
    others: tuple[tuple[Move, ...], ...] = ()


def _settled(
    game: Game, judged: Sequence[tuple[PastDecision, _Judgement]], after: Worth
) -> list[ReviewedMove]:
    """Return decisions with their losses, given what came after the last of them is worth."""
    found = []
    for past, (best, playouts, value, _, gap, others) in reversed(judged):
        loss = gap
        if value is not None and best != past.moves:
            stderr = math.hypot(value.stderr, after.stderr)
            if stderr:
                stderr = math.hypot(stderr, calibration().between_seeds)
            samples = min(value.samples, after.samples)
            loss = Worth(value.points - after.points, stderr, samples)
        found.append(
            ReviewedMove(
                number=past.at + 1,
                round=game.states[past.at].round,
                kind=past.kind,
                moves=past.moves,
                best=best,
                expected=after.points,
                loss=loss.points if loss else 0.0,
                loss_stderr=loss.stderr if loss else None,
                scenarios=loss.samples if loss else 0,
                playouts=playouts,
                others=others,
            )
        )
        if loss is not None:
            after = value or after._replace(points=after.points + loss.points)
    return found[::-1]


class _Search:
    """Searches about one decision.

    Parameters
    ----------
    limits
        Limits for the decision.
    rng
        Source of the seeds.
    gain
        What games reach beyond the expectation of a tree.
    """

    def __init__(self, limits: SearchLimits, rng: Random, gain: float) -> None:
        self.half, self.quarter = _part(limits, 1 / 2), _part(limits, 1 / 4)
        self.rng, self.gain = rng, gain
        self.playouts = 0

    def best(self, state: State, moves: tuple[Move, ...]) -> Advice:
        """Search for the best move; one move is searched in any case."""
        return self._last(advise(state, self.half, seed=self._seed(), moves=moves))

    def compared(self, state: State, several: Sequence[tuple[Move, ...]]) -> Advice:
        """Compare sequences of moves by playouts."""
        return self._last(compared(state, several, self.half, seed=self._seed()))

    def gap(self, state: State, best: tuple[Move, ...], other: tuple[Move, ...]) -> Worth:
        """Return what one sequence of moves is worth less than another one, by new playouts."""
        found = self.compared(state, (best, other))
        by_moves = {each.moves: each for each in found.candidates}
        duel = replace(found, candidates=(by_moves[best], by_moves[other]))
        behind = duel.candidates[1]
        return Worth(
            duel.raw_loss(behind), duel.loss_stderr(behind) or 0.0, duel.ranked(behind).scenarios
        )

    def worth(self, state: State, move: Move) -> Worth:
        """Return what a move is worth.

        It has a tree of its own: beside a better one it has few visits, so that what follows it is
        searched less and seems worse than it is.
        """
        found = advise(state, self.quarter, seed=self._seed(), moves=(move,), width=0)
        return self.estimated(self._last(found).best)

    def worth_of(self, state: State) -> Worth:
        """Return what the best move of a state is worth."""
        best = self._last(advise(state, self.quarter, seed=self._seed())).best
        return self.worth(state, best.move) if best.estimate else self.estimated(best)

    def estimated(self, found: Candidate) -> Worth:
        """Return what a candidate is worth by its estimate or playouts."""
        if found.certain:
            return _exactly(found.raw_expected)
        gain = self.gain if found.estimate else 0.0
        return Worth(found.raw_expected + gain, found.raw_stderr or 0.0, found.samples)

    def _seed(self) -> int:
        return self.rng.getrandbits(32)

    def _last(self, advices: Iterator[Advice]) -> Advice:
        *_, advice = advices
        self.playouts += advice.playouts + advice.searched
        return advice


def _judge(state: State, moves: tuple[Move, ...], search: _Search, *, is_last: bool) -> _Judgement:
    """Judge one move by the search that advises."""
    found = search.best(state, moves)
    best, others = found.best, _others(found, moves)
    if not best.estimate:
        judged = _by_playouts(state, moves, best.moves, search, is_last=is_last)
        return judged._replace(others=others)
    value = own = None
    if best.moves != moves or is_last:
        value = search.worth(state, best.move)
    if is_last:
        own = value if best.moves == moves else search.worth(state, moves[0])
    return _Judgement(best.moves, search.playouts, value, own, others=others)


def _others(found: Advice, made: tuple[Move, ...]) -> tuple[tuple[Move, ...], ...]:
    """Return the next best moves of a search, without those made."""
    ordered = sorted(found.candidates[1:], key=found.raw_loss)
    return tuple(each.moves for each in ordered if each.moves != made)[:OTHERS]


def _judge_tiles(
    state: State, moves: tuple[Move, ...], search: _Search, *, is_last: bool
) -> _Judgement:
    """Judge a layout: by the final score if nothing else is left, else by what comes after it."""
    exact = _judge_ending(state, moves, search, is_last=is_last)
    if exact is not None:
        return exact
    later = () if state.vikings or moves[-1] != PASS else (PASS,)
    several = {frozenset(each): each for each in (*layouts(state), later)}
    several[frozenset(moves)] = moves
    best = search.compared(state, list(several.values())).best
    after = best.after(state)
    if decision(after) is None:
        return _by_playouts(state, moves, best.moves, search, is_last=is_last)
    value = own = None
    if best.moves != moves or is_last:
        value = search.worth_of(after)
    if is_last:
        made = Candidate(moves).after(state)
        if best.moves == moves:
            own = value
        elif decision(made) is not None:
            own = search.worth_of(made)
        else:
            return _by_playouts(state, moves, best.moves, search, is_last=is_last)
    return _Judgement(best.moves, search.playouts, value, own)


def _by_playouts(
    state: State, moves: tuple[Move, ...], best: tuple[Move, ...], search: _Search, *, is_last: bool
) -> _Judgement:
    """Judge moves where no tree can begin after them."""
    gap = None if best == moves else search.gap(state, best, moves)
    own = None
    if is_last:
        own = search.estimated(search.compared(state, (moves,)).best)
    return _Judgement(best, search.playouts, None, own, gap)


def _judge_ending(
    state: State, moves: tuple[Move, ...], search: _Search, *, is_last: bool
) -> _Judgement | None:
    """Judge the last placements of the game by the final score; None if there is chance in it."""
    if state.round < state.rounds or moves[-1] not in (PASS, FINISH):
        return None
    repeated = search.half.seconds is None
    made = played(state, moves, repeated=repeated)
    if made.playout is None:
        return None
    best = max((made, *endings(state, repeated=repeated)), key=lambda each: each.score)
    own = _exactly(made.score) if is_last else None
    if best.score == made.score:
        return _Judgement(moves, 1, own, own)
    return _Judgement(best.moves, 1, _exactly(best.score), own)


def _exactly(points: float) -> Worth:
    return Worth(points, 0.0, LEAST_SCENARIOS)


def _part(limits: SearchLimits, share: float) -> SearchLimits:
    """Return a share of limits."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds * share,
        playouts=None if limits.playouts is None else max(1, int(limits.playouts * share)),
    )


def costliest(reviewed: Sequence[ReviewedMove], number: int = 3) -> list[ReviewedMove]:
    """Return the costliest mistakes, worst first."""
    mistakes = (each for each in reviewed if each.is_mistake)
    return sorted(mistakes, key=lambda each: -each.loss)[:number]
