"""Review of a game: the loss of every placement of Vikings.

A search proposes the best move; further scenarios compare it with the move made, so that luck in
the search does not count as a loss. The loss may be negative: then the move made was at least as
good as the proposed one.

A move that is only delayed costs what the delay costs: the search finds the best move again after
the move made. What the best move is worth is charged once, to the move after which it is no longer
made.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from odin_solver.game.kernel.moves import PASS, Move, Use
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.candidates import Candidate

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
            *_, duel = advise(state, half, seed=rng.getrandbits(32), moves=pair, width=0)
            by_move = {candidate.move: candidate for candidate in duel.candidates}
            playouts += duel.playouts + duel.searched
            if len(by_move) == len(pair):
                own = by_move[made]
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


def _difference(better: Candidate, other: Candidate) -> tuple[float, float, int]:
    """Return the difference by the estimates, its standard error, and the number of visits."""
    assert better.estimate is not None
    assert other.estimate is not None
    stderr = math.hypot(better.estimate.stderr, other.estimate.stderr)
    return better.expected - other.expected, stderr, min(better.samples, other.samples)


def costliest(reviewed: Sequence[ReviewedMove], number: int = 3) -> list[ReviewedMove]:
    """Return the costliest mistakes, worst first."""
    mistakes = (each for each in reviewed if each.is_mistake)
    return sorted(mistakes, key=lambda each: -each.loss)[:number]
