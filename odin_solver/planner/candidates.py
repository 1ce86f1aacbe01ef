"""Candidates of a decision, and advice: candidates compared."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from statistics import fmean, stdev
from typing import NamedTuple

from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.play import apply_legal
from odin_solver.game.kernel.state import State
from odin_solver.planner.calibration import calibration
from odin_solver.planner.playout import Playout
from odin_solver.planner.tree import MoveEstimate
from odin_solver.support.display import Displayed

SMOOTHING = 8
"""Number of scenarios at which outlooks (`Playout.outlook`) and scores weigh the same. Outlooks are
less noisy but biased: with fewer scenarios they weigh more, with more scenarios less."""


@dataclass(frozen=True)
class Candidate:
    """A candidate and its playouts.

    Attributes
    ----------
    moves
        The move, or the placements of a whole layout and what follows them.
    playouts
        Playouts after the moves, in the order of the scenarios.
    head_start
        `HEAD_START` for the first starting occupation, 0 for the others.
    estimate
        MoveEstimate of the tree search, if there was one.
    certain
        Whether chance has no part in the rest of the game, so that its one playout is how it ends.
    """

    moves: tuple[Move, ...]
    playouts: tuple[Playout, ...] = ()
    head_start: float = 0.0
    estimate: MoveEstimate | None = None
    certain: bool = False

    @property
    def move(self) -> Move:
        """The first move."""
        return self.moves[0]

    def after(self, state: State) -> State:
        """Return the state after the moves."""
        return reduce(apply_legal, self.moves, state)

    @cached_property
    def scores(self) -> list[int]:
        """Scores of the playouts."""
        return [playout.sheet.total for playout in self.playouts]

    @cached_property
    def mean(self) -> float:
        """Mean score of the playouts."""
        return fmean(self.scores)

    @property
    def expected(self) -> float:
        """Expected score: as the tree search estimates it, else the mean of the playouts."""
        return self.estimate.value if self.estimate else self.mean

    @property
    def stderr(self) -> float | None:
        """Standard error of the expected score; None for a single playout with chance."""
        if self.certain:
            return 0.0
        if self.estimate:
            return self.estimate.stderr
        return None if self.spread is None else self.spread / math.sqrt(len(self.playouts))

    @property
    def samples(self) -> int:
        """Number of playouts, or of visits of the tree search."""
        return self.estimate.visits if self.estimate else len(self.playouts)

    @cached_property
    def rating(self) -> float:
        """Value by which candidates are ranked: smoothed mean plus what is left of the lead."""
        return fmean(_smoothed(self.playouts)) + self.head_start / len(self.playouts)

    @property
    def spread(self) -> float | None:
        """Standard deviation of the scores; None for fewer than two."""
        return stdev(self.scores) if len(self.playouts) > 1 else None

    @property
    def median_playout(self) -> Playout:
        """Playout with the median score."""
        ordered = sorted(self.playouts, key=lambda playout: playout.sheet.total)
        return ordered[len(ordered) // 2]


class Ranked(NamedTuple):
    """A candidate of a ranking.

    Attributes
    ----------
    candidate
        The candidate.
    expected, loss, loss_stderr
        Expected score, and the loss against the first candidate with its standard error.
    scenarios
        Number of scenarios shared with the first candidate.
    """

    candidate: Candidate
    expected: float
    loss: float
    loss_stderr: float | None
    scenarios: int


@dataclass(frozen=True)
class Advice(Displayed):
    """Candidates evaluated so far.

    Attributes
    ----------
    candidates
        Best first; those that dropped out come last.
    seconds
        Time used.
    """

    candidates: tuple[Candidate, ...]
    seconds: float

    @property
    def best(self) -> Candidate:
        """Candidate with the recommended move."""
        return self.candidates[0]

    @property
    def playouts(self) -> int:
        """Number of playouts."""
        return sum(len(candidate.playouts) for candidate in self.candidates)

    @property
    def searched(self) -> int:
        """Number of simulations of the tree search."""
        return sum(each.estimate.visits for each in self.candidates if each.estimate)

    def loss(self, candidate: Candidate) -> float:
        """Expected loss against the best candidate: by the estimates, or in common scenarios."""
        if self.best.estimate and candidate.estimate:
            return self.best.estimate.value - candidate.estimate.value
        gaps = self._gaps(candidate)
        return fmean(gaps) if gaps else 0.0

    def loss_stderr(self, candidate: Candidate) -> float | None:
        """Standard error of the loss; None for fewer than two scenarios with chance.

        That of a tree search holds for another seed, too.
        """
        if self.best.certain and candidate.certain:
            return 0.0
        if self.best.estimate and candidate.estimate:
            if candidate is self.best:
                return 0.0
            samples = self.best.estimate.stderr, candidate.estimate.stderr
            return math.hypot(*samples, calibration().between_seeds)
        gaps = self._gaps(candidate)
        return stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else None

    def expected_score(self, candidate: Candidate) -> float:
        """Expected score of the best candidate minus the loss."""
        return self.best.expected - self.loss(candidate)

    def scenarios(self, candidate: Candidate) -> int:
        """Number of scenarios shared with the best candidate, or of the fewer visits."""
        return min(self.best.samples, candidate.samples)

    def ranking(self) -> "list[Ranked]":
        """Return the candidates by their expected scores; losses are those against the first."""
        ordered = sorted(self.candidates, key=lambda candidate: -self.expected_score(candidate))
        against = replace(self, candidates=tuple(ordered))
        highest = self.expected_score(ordered[0])
        return [
            Ranked(
                candidate,
                self.expected_score(candidate),
                highest - self.expected_score(candidate),
                against.loss_stderr(candidate),
                against.scenarios(candidate),
            )
            for candidate in ordered
        ]

    def _gaps(self, candidate: Candidate) -> list[float]:
        common = min(len(self.best.playouts), len(candidate.playouts))
        pair = (_smoothed(each.playouts[:common]) for each in (self.best, candidate))
        return [best - other for best, other in zip(*pair, strict=True)]


def _smoothed(playouts: Sequence[Playout]) -> list[float]:
    """Scores blended with outlooks; only differences between them have a meaning."""
    share = SMOOTHING / (SMOOTHING + len(playouts))
    return [share * playout.outlook + (1 - share) * playout.sheet.total for playout in playouts]
