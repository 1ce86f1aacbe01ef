"""Review of a game: the loss of every decision, in points at the end of the game.

The loss is what the best move found is worth less what the move made is worth, both judged alike
(`odin_solver.planner.duels`). What was expected at the beginning less all losses plus luck is the
final score.

Tiles laid one after the other are one decision: their layout is compared with the best ones and
with laying nothing yet. The end of a turn or of the game is one too if more could be laid: there
tiles are refused.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter
from typing import Literal, NamedTuple

from odin_solver.errors import InputError
from odin_solver.game.kernel.anytime import placing_moves
from odin_solver.game.kernel.moves import ANYTIME, FINISH, PASS, Move, Other, Place, Use
from odin_solver.game.kernel.play import apply_legal, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.scoring import score_sheet
from odin_solver.game.seats import alone, of_person, persons
from odin_solver.game.setup import chooses_starting
from odin_solver.planner.advice import (
    SearchLimits,
    advise,
    candidate_moves,
    forced_move,
    move_estimates,
)
from odin_solver.planner.calibration import gain_at
from odin_solver.planner.candidates import LEAST_SCENARIOS, SIGNIFICANT, is_about_equal
from odin_solver.planner.duels import QUICK, Duel, Effort, Gap, Line
from odin_solver.planner.ending import endings, played
from odin_solver.planner.layouts import layouts, own_layout, with_pass
from odin_solver.planner.tree import TreeLimits
from odin_solver.rollouts.policies.starting import starting_moves
from odin_solver.rollouts.policies.strategies import rollout_policy

LEAST_LOSS = 1.0
"""Points below which nothing is a mistake."""

QUICK_RIVALS, RIVALS = 8, 3
"""Other moves that the first pass compares a decision with, and those of them that a duel has.

Half as many if the search likes the move made best.
"""

SUSPICION = 0.25
"""Points lost in the first pass from which on a decision is judged by longer trees."""

FEWEST = 3
"""Repetitions that a decision has at least, but without a loss; each but the last drops a rival."""

CLEAR = 0.75
"""Standard error to which the loss of a mistake is known."""


class ReviewEffort(NamedTuple):
    """What a review takes at least.

    Attributes
    ----------
    look
        Simulations of the search that finds what a decision competes with.
    duel
        What judging it once takes.
    """

    look: int = 1000
    duel: Effort = Effort()


USUAL_REVIEW = ReviewEffort()


CERTAIN = 3.0
"""Standard errors from seed to seed by which a verdict is on one side."""

COACH = (400, 4_000)
"""Simulations of the searches that may choose what was made: then it is no mistake."""

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


@dataclass(frozen=True)
class ReviewedMove:
    """A decision compared with the best one.

    Attributes
    ----------
    number
        Number of the first move in the log, from 1, outcomes of chance included.
    moves
        The move, or the placements of a layout and what ended the turn.
    best
        What the search found best, perhaps the same; empty for laying nothing yet.
    expected
        Score expected after the moves, before chance comes.
    loss, loss_stderr
        Expected loss and its standard error; None if the moves themselves are the best ones.
    scenarios
        Simulations and playouts of the comparison; 0 if the moves themselves are the best ones.
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
        """Whether the loss is a point at least, beyond its error."""
        if self.loss_stderr is None:
            return False
        return self.loss - SIGNIFICANT * self.loss_stderr >= LEAST_LOSS

    @property
    def is_about_equal(self) -> bool:
        """Whether nothing found is better beyond doubt."""
        return self.loss_stderr is None or is_about_equal(self.loss, self.loss_stderr)


class ReviewTotals(NamedTuple):
    """Sums of a review.

    Attributes
    ----------
    lost, lost_stderr
        Sum of the losses beyond doubt, and its standard error.
    by_kind
        Sum of the losses of each kind of decision.
    score
        Final score; None if the game is not over, or not all of it was reviewed.
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
    clear = [each for each in reviewed if not each.is_about_equal]
    lost = math.fsum(each.loss for each in clear)
    by_kind = {kind: math.fsum(each.loss for each in clear if each.kind == kind) for kind in KINDS}
    stderr = math.hypot(*(each.loss_stderr or 0.0 for each in clear))
    if not game.state.is_over or len(reviewed) < len(past_decisions(game)):
        return ReviewTotals(lost, stderr, by_kind, None, None, None)
    score = score_sheet(of_person(game.state)).total
    best_line = score + lost
    first = min(reviewed, key=attrgetter("number"))
    luck = best_line - (first.expected + first.loss)
    return ReviewTotals(lost, stderr, by_kind, score, best_line, luck)


def past_decisions(game: Game) -> list[PastDecision]:
    """Return the decisions of a game in which there was a choice.

    Raises
    ------
    InputError
        If several persons made them.
    """
    if len(persons(game.state)) > 1:
        raise InputError.said("only games of one person are reviewed")
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
        if state.seat not in persons(state):
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
    if isinstance(move, Place):
        return "tiles"
    if _ends_laying(state, move):
        return "tiles" if placing_moves(state) else None
    if forced_move(state) is not None:
        return None
    return "vikings" if isinstance(move, Use) or move == PASS else "choice"


def review(
    game: Game,
    limits: SearchLimits,
    *,
    seed: int = 0,
    effort: ReviewEffort = USUAL_REVIEW,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[ReviewedMove]:
    """Review the decisions of a game; yields each when its verdict is settled, not in their order.

    A first pass looks at all decisions. Those that may be mistakes are then judged by the longer
    trees of `odin_solver.planner.duels`, with ever more seeds, until the verdict would be given
    again. With a number of simulations it depends on nothing but the decision and the seed.

    Parameters
    ----------
    limits
        Simulations that judge one decision at most, games played out included, but for what every
        decision takes; or seconds for each decision in the mean.
    seed
        Seed of the searches, which are independent of the seed of the game.
    effort
        What it takes at least.
    stopped
        Whether to end; asked after a second or two.
    """
    began, gain = time.monotonic(), 0.0
    past = past_decisions(game)
    suspects: list[_Trial] = []
    for number, each in enumerate(past, 1):
        if stopped():
            return
        state = alone(game.states[each.at])
        if state.phase == "actions":
            gain = gain_at(state)
        trial = _Trial(state, each, f"{seed} review {each.at}", gain, limits, effort)
        later = (other for other in past[number:] if other.kind == "vikings")
        trial.look(
            is_open=number == len(past) and not game.state.is_over,
            goes_on=any(game.states[other.at].round == state.round for other in later),
        )
        if trial.is_suspect:
            suspects.append(trial)
        else:
            yield trial.verdict()
    end = math.inf if limits.seconds is None else began + limits.seconds * len(past)
    while suspects:
        open_ones = []
        for trial in suspects:
            if stopped():
                return
            trial.judge()
            if trial.is_settled or time.monotonic() > end:
                yield trial.verdict()
            elif trial.is_spent:
                trial.break_tie()
                yield trial.verdict()
            else:
                open_ones.append(trial)
        suspects = open_ones


class _Trial:
    """A decision under review.

    Parameters
    ----------
    seed
        Source of all chance.
    gain
        What games reach beyond the expectation of a tree.
    """

    def __init__(
        self,
        state: State,
        past: PastDecision,
        seed: str,
        gain: float,
        limits: SearchLimits,
        effort: ReviewEffort,
    ) -> None:
        self.state, self.past, self.gain, self.limits = state, past, gain, limits
        self.look_simulations, self.effort = effort
        self.first = Duel(state, f"{seed} first", limits.workers, effort.duel)
        self.duel = Duel(state, f"{seed} again", limits.workers, effort.duel)
        self.made: Line = past.moves
        self.rivals: list[Line] = []
        self.scores: dict[Line, float] = {}

    def look(self, *, is_open: bool, goes_on: bool) -> None:
        """Find what the moves made compete with, and judge these quickly.

        Parameters
        ----------
        is_open
            Whether tiles are still being laid.
        goes_on
            Whether Vikings are placed later in the round: until then what can be done at any time,
            as buying a ship, has not been missed.
        """
        if self.past.kind != "tiles":
            self.rivals = self._searched(goes_on=goes_on and self.past.kind == "vikings")
        elif not self._look_at_ending():
            self.rivals = self._other_layouts(is_open)
        if self.scores or (self.first.samples and not self.rivals):
            return
        self.first.repeat((self.made, *self.rivals), QUICK)
        self.rivals.sort(key=self.first.worth, reverse=True)
        del self.rivals[RIVALS:]

    def _searched(self, *, goes_on: bool) -> list[Line]:
        """Return the other moves that a search likes."""
        made = self.past.moves[0]
        if chooses_starting(self.state):
            return self._beside(starting_moves(self.state))
        tree = TreeLimits(None, self.look_simulations, 1)
        *_, found = move_estimates(self.state, tree, self.first.number("look"), (made,))
        self.first.simulations += self.look_simulations
        order = sorted(found, key=lambda move: -found[move].visits)
        if goes_on:
            order = [each for each in order if not isinstance(each, ANYTIME)]
        return self._beside(order[: QUICK_RIVALS // 2] if order[0] == made else order)

    def _beside(self, order: Sequence[Move]) -> list[Line]:
        others: list[Line] = [(each,) for each in order if each != self.past.moves[0]]
        return others[:QUICK_RIVALS]

    def _look_at_ending(self) -> bool:
        """Compare the last placements by the final score; whether there is no chance in it."""
        moves = self.past.moves
        if self.state.round < self.state.rounds or moves[-1] not in (PASS, FINISH):
            return False
        made = played(self.state, moves, repeated=True)
        if made.playout is None:
            return False
        best = max(endings(self.state, repeated=True), key=lambda each: each.score)
        self.scores[moves] = made.score
        if best.score > made.score:
            self.rivals = [best.moves]
            self.scores[best.moves] = best.score
        return True

    def _other_layouts(self, is_open: bool) -> list[Line]:
        moves, policy = self.past.moves, rollout_policy(self.state.options.length)
        found = {frozenset(each): each for each in layouts(self.state) if each}
        if is_open and isinstance(moves[-1], Place):
            after = reduce(apply_legal, moves, self.state)
            rest = own_layout(after, policy)
            self.made = with_pass(after, (*moves, *rest))
            found[frozenset(self.made)] = self.made
            continued = [each for key, each in found.items() if key >= frozenset(moves)]
            if len(continued) > 1:
                self.first.repeat(continued, QUICK)
                self.made = max(continued, key=self.first.worth)
            for each in continued:
                del found[frozenset(each)]
        if self.state.vikings or moves[-1] == PASS:
            ranked = candidate_moves(self.state, policy)
            later = next((each for each in ranked if not isinstance(each, Place)), PASS)
            found[frozenset((later,))] = (later,)
        found.pop(frozenset(self.made), None)
        return list(found.values())

    def judge(self) -> None:
        """Judge what was made and its rivals once more, by new seeds."""
        lines = self.rivals
        if self.rounds:
            lines = sorted(lines, key=lambda each: -self.duel.gap(each, self.made).surely)
        self.duel.repeat((self.made, *lines[: max(1, RIVALS - self.rounds)]))

    @property
    def rounds(self) -> int:
        """How often this was judged by longer trees."""
        return len(self.duel.samples.get(self.made, [[]])[-1])

    @property
    def is_suspect(self) -> bool:
        """Whether the first pass leaves it open that this was a mistake."""
        return bool(self.rivals) and not self.scores and self._gap(self.first).points > SUSPICION

    @property
    def is_settled(self) -> bool:
        """Whether the verdict would be given again."""
        gap = self._gap(self.duel)
        if self.rounds < FEWEST:
            return gap.points < SUSPICION
        return self._is_clear(gap) and abs(gap.surely - LEAST_LOSS) > CERTAIN * gap.noise

    @staticmethod
    def _is_clear(gap: Gap) -> bool:
        """Whether this is no mistake, or its loss is known well enough."""
        return gap.stderr <= CLEAR or gap.surely < LEAST_LOSS

    @property
    def is_spent(self) -> bool:
        """Whether half of the simulations are used up."""
        most = self.limits.playouts
        return most is not None and self.duel.simulations >= most / 2

    def break_tie(self) -> None:
        """Judge by seeds that do not depend on the review."""
        assert self.limits.playouts is not None
        lines = (self.made, self._best(self.duel))
        used, least = self.duel.simulations, max(self.rounds, FEWEST)
        self.duel = ties = Duel(self.state, "tie", self.limits.workers, self.effort)
        while (
            self.rounds < least
            or used + ties.simulations < self.limits.playouts
            or not self._is_clear(self._gap(ties))
        ):
            ties.repeat(lines)
        ties.simulations += used

    def _best(self, duel: Duel) -> Line:
        """Return what is most surely better than what was made."""
        judged = (each for each in self.rivals if each in duel.samples)
        return max(judged, key=lambda each: duel.gap(each, self.made).surely)

    def _gap(self, duel: Duel) -> Gap:
        return duel.gap(self._best(duel), self.made)

    def _coach_agrees(self) -> bool:
        """Whether the search that advises would have chosen what was made, too."""
        for playouts in COACH:
            *_, advice = advise(self.state, SearchLimits(None, playouts, self.limits.workers))
            if {*advice.best.moves} <= {*self.past.moves, *self.made}:
                return True
        return False

    def verdict(self) -> ReviewedMove:
        """Return what is known now."""
        duel = self.duel if self.rounds else self.first
        best: Line = self.past.moves
        gap: Gap | None = None
        if self.scores:
            expected = self.scores[self.past.moves]
            if self.rivals:
                best = self.rivals[0]
                gap = Gap(self.scores[best] - expected, 0.0, 0.0)
        else:
            expected = self.first.worth(self.made) + self.gain
            if self.rivals and (found := self._gap(duel)).points > 0:
                best, gap = self._best(duel), found
            if gap and gap.surely >= LEAST_LOSS and self._coach_agrees():
                best, gap = self.past.moves, None
        simulations = self.first.simulations + self.duel.simulations
        return ReviewedMove(
            number=self.past.at + 1,
            round=self.state.round,
            kind=self.past.kind,
            moves=self.past.moves,
            best=best,
            expected=expected,
            loss=gap.points if gap else 0.0,
            loss_stderr=gap.stderr if gap else None,
            scenarios=max(simulations, LEAST_SCENARIOS) if gap else 0,
            playouts=max(1, simulations),
            others=tuple(each for each in self.rivals if each != best)[:OTHERS],
        )


def costliest(reviewed: Sequence[ReviewedMove], number: int = 3) -> list[ReviewedMove]:
    """Return the costliest mistakes, worst first."""
    mistakes = (each for each in reviewed if each.is_mistake)
    return sorted(mistakes, key=lambda each: -each.loss)[:number]
