"""Review of a game: the loss of every placement of Vikings.

A search proposes the best move; further scenarios compare it with the move made, so that luck in
the search does not count as a loss. The loss may be negative: then the move made was at least as
good as the proposed one.

A move that is only delayed costs what the delay costs: a tree search finds the best move again
after the move made; where there is none, playouts that make it next are tried too. What the best
move is worth is charged once, to the move after which it is no longer made.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, stdev

from odin_solver.game.kernel.moves import PASS, Move, Use
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import apply_legal, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.turn import Turn, vikings_needed
from odin_solver.planner.advice import Candidate, SearchLimits, advise
from odin_solver.planner.playout import playouts_of
from odin_solver.planner.policies import policy_for

SIGNIFICANT = 2.0
"""Standard errors beyond which a loss is a mistake."""

LEAST_LOSS = 1.0
"""Points below which nothing is a mistake: the standard errors of a tree search say nothing about
errors of the learned evaluation."""

LEAST_SCENARIOS = 5
"""Scenarios needed for a mistake: a standard error from fewer says little."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move compared with the best one.

    Attributes
    ----------
    number
        Number of the move in the log, from 1, outcomes of chance included.
    round, move
        Round and move.
    best
        Best move of the search, perhaps the move itself.
    expected
        Mean score after the move, with the best move next if that scores more.
    loss, loss_stderr
        Expected loss and its standard error; None for fewer than two scenarios.
    scenarios
        Scenarios of the comparison; 0 if the move itself is the best one.
    playouts
        Number of playouts.
    """

    number: int
    round: int
    move: Move
    best: Move
    expected: float
    loss: float
    loss_stderr: float | None
    scenarios: int
    playouts: int

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is a point at least, and significant."""
        if self.loss_stderr is None or self.scenarios < LEAST_SCENARIOS:
            return False
        return self.loss >= LEAST_LOSS and self.loss > SIGNIFICANT * self.loss_stderr


def viking_placements(game: Game) -> list[int]:
    """Return the numbers, from 0, of the moves that placed Vikings or passed with some left."""
    return [
        at
        for at, (state, move) in enumerate(zip(game.states, game.moves, strict=False))
        if _is_placement(state, move)
    ]


def _is_placement(state: State, move: Move | Outcome) -> bool:
    node = decision(state)
    if not isinstance(node, Turn):
        return False
    return isinstance(move, Use) or (move == PASS and len(node.moves(state)) > 1)


def review(game: Game, limits: SearchLimits, *, seed: int = 0) -> Iterator[ReviewedMove]:
    """Review the placements of Vikings of a game, one after the other.

    Parameters
    ----------
    game
        A game, finished or not.
    limits
        Limits for each move: half for the search, half for the comparison.
    seed
        Seed of the scenarios, which are independent of the seed of the game.
    """
    half = _part(limits, 1 / 2)
    for at in viking_placements(game):
        state, made = game.states[at], game.moves[at]
        assert isinstance(made, Move)
        rng = Random(f"{seed} review {at}")
        *_, advice = advise(state, half, seed=rng.getrandbits(32), moves=(made,))
        best, playouts = advice.best, advice.playouts + advice.searched
        loss, loss_stderr, scenarios = 0.0, None, 0
        (own,) = (candidate for candidate in advice.candidates if candidate.move == made)
        if best.move != made:
            pair = (made, best.move)
            delay = not own.estimate and _can_follow(state, made, best.move)
            allowed = _part(half, 2 / 3) if delay else half
            new = rng.getrandbits(32)
            *_, duel = advise(state, allowed, seed=new, moves=pair, width=0)
            by_move = {candidate.move: candidate for candidate in duel.candidates}
            playouts += duel.playouts + duel.searched
            if len(by_move) == len(pair):
                own = by_move[made]
                if delay:
                    delayed = _delayed(state, own, best.move, new, limits.workers)
                    playouts += len(delayed.playouts)
                    own = max(own, delayed, key=lambda candidate: candidate.mean)
                loss, loss_stderr, scenarios = _difference(by_move[best.move], own)
        yield ReviewedMove(
            number=at + 1,
            round=state.round,
            move=made,
            best=best.move,
            expected=own.expected,
            loss=loss,
            loss_stderr=loss_stderr,
            scenarios=scenarios,
            playouts=playouts,
        )


def _part(limits: SearchLimits, share: float) -> SearchLimits:
    """Return a share of limits."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds * share,
        playouts=None if limits.playouts is None else max(1, int(limits.playouts * share)),
    )


def _can_follow(state: State, made: Move, later: Move) -> bool:
    """Whether a move can follow a placement in this round, as far as the Vikings are concerned."""
    if not isinstance(made, Use) or later == PASS:
        return False
    spaces = [move.space for move in (made, later) if isinstance(move, Use)]
    return sum(vikings_needed(state, space) for space in spaces) <= state.vikings


def _delayed(state: State, made: Candidate, later: Move, seed: int, workers: int) -> Candidate:
    """Return the move made with playouts in which another move is made next.

    They are played by the policy that `advise` chooses with this seed, as those of the move made.
    """
    after, policy = apply_legal(state, made.move), policy_for(state, seed)
    tasks = [(after, policy, playout.scenario, later) for playout in made.playouts]
    return Candidate(made.move, tuple(playouts_of(tasks, workers)))


def _difference(better: Candidate, other: Candidate) -> tuple[float, float | None, int]:
    """Return the difference by the estimates, or in common scenarios.

    With its standard error and the number of visits or scenarios.
    """
    if better.estimate and other.estimate:
        stderr = math.hypot(better.estimate.stderr, other.estimate.stderr)
        samples = min(better.samples, other.samples)
        return better.expected - other.expected, stderr, samples
    gaps = [a - b for a, b in zip(better.scores, other.scores, strict=False)]
    doubt = stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else None
    return fmean(gaps), doubt, len(gaps)


def costliest(reviewed: Sequence[ReviewedMove], number: int = 3) -> list[ReviewedMove]:
    """Return the costliest mistakes, worst first."""
    mistakes = (each for each in reviewed if each.is_mistake)
    return sorted(mistakes, key=lambda each: -each.loss)[:number]
