"""Candidates of a decision, and advice: candidates compared."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from statistics import fmean, stdev
from typing import NamedTuple

from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.play import apply_legal
from odin_solver.game.kernel.state import State
from odin_solver.planner.calibration import calibration, final_score, likely
from odin_solver.planner.playout import Playout
from odin_solver.planner.tree import MoveEstimate
from odin_solver.support.display import Displayed

SMOOTHING = 8
"""Number of scenarios at which outlooks (`Playout.outlook`) and scores weigh the same. Outlooks are
less noisy but biased: with fewer scenarios they weigh more, with more scenarios less."""

FINE, SIGNIFICANT = 0.5, 2.0
"""Points of a loss up to which moves are about equal, and standard errors within which they are."""

LEAST_SCENARIOS = 5
"""Scenarios from which on a loss says something: a standard error from fewer says little."""


@dataclass(frozen=True, repr=False)
class Candidate:
    """A candidate and its playouts.

    What the search says of it is raw: `Advice.ranked` has the numbers to show.

    Attributes
    ----------
    moves
        The move, or the placements of a whole layout and what follows them.
    playouts
        Playouts after the moves, in the order of the scenarios.
    head_start
        `HEAD_START` for the first starting occupation, 0 for the others.
    certain
        Whether chance has no part in the rest of the game, so that its one playout is how it ends.
    """

    moves: tuple[Move, ...]
    playouts: tuple[Playout, ...] = ()
    head_start: float = 0.0
    estimate: MoveEstimate | None = None
    certain: bool = False

    def __repr__(self) -> str:
        visits = f"{self.estimate.visits} visits, " if self.estimate else ""
        raw = f"raw score {self.raw_expected:.1f}, " if self.samples else ""
        return f"<Candidate: {_brief(self.moves)}, {raw}{visits}{len(self.playouts)} playouts>"

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
    def raw_expected(self) -> float:
        """Score by the search, not calibrated: of the tree, else the mean of the playouts."""
        return self.estimate.value if self.estimate else self.mean

    @property
    def raw_stderr(self) -> float | None:
        """Standard error of the raw score; None for a single playout with chance."""
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


def is_about_equal(loss: float, stderr: float) -> bool:
    """Return whether a loss is below half a point, or within its doubt; or there is none."""
    return loss <= max(FINE, SIGNIFICANT * stderr)


class Ranked(NamedTuple):
    """A candidate with the numbers that are shown wherever advice is.

    Attributes
    ----------
    expected
        Final score to expect after it, calibrated where that was measured.
    low, high
        Range of four games in five; None where it was not measured.
    loss, loss_stderr
        Points less than after the recommended move, never below 0, and the standard error; None
        for fewer than two scenarios with chance.
    scenarios
        Number of scenarios shared with the recommended move, or of the fewer visits.
    """

    candidate: Candidate
    expected: float
    low: float | None
    high: float | None
    loss: float
    loss_stderr: float | None
    scenarios: int

    @property
    def is_unclear(self) -> bool:
        """Whether there are too few scenarios to say what is lost."""
        return self.loss_stderr is None or self.scenarios < LEAST_SCENARIOS


@dataclass(frozen=True, repr=False)
class Advice(Displayed):
    """Candidates evaluated so far.

    Attributes
    ----------
    candidates
        Best first; those that dropped out come last.
    """

    state: State
    candidates: tuple[Candidate, ...]
    seconds: float

    def __repr__(self) -> str:
        _, expected, low, high, *_ = self.ranked(self.best)
        of = "" if low is None or high is None else f" ({low:.1f} to {high:.1f})"
        return (
            f"<Advice: {_brief(self.best.moves)}, expected {expected:.1f}{of}; "
            f"{len(self.candidates)} candidates, {self.searched} simulations, "
            f"{self.playouts} playouts>"
        )

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

    @property
    def taken(self) -> dict[str, float]:
        """What others take before the player's next turn of the round, by id, and how likely."""
        taken = self.best.estimate.taken if self.best.estimate else {}
        return {name: likely(share) for name, share in taken.items()}

    def ranked(self, candidate: Candidate) -> Ranked:
        """Return a candidate with the numbers to show, which are the same wherever it is asked."""
        loss = max(0.0, self.raw_loss(candidate))
        expected = self.best.raw_expected - loss
        low = high = expected if candidate.certain else None
        if not candidate.certain:
            final = final_score(self.state, expected, candidate.raw_stderr or 0.0, self.searched)
            expected, low, high = final or (expected, None, None)
        common = min(self.best.samples, candidate.samples)
        scenarios = LEAST_SCENARIOS if self.best.certain and candidate.certain else common
        return Ranked(candidate, expected, low, high, loss, self.loss_stderr(candidate), scenarios)

    def ranking(self, lines: int | None = None) -> list[Ranked]:
        """Return the recommended move, then others: the smallest loss first, unclear ones last."""
        several = self.candidates[: None if lines is None else lines + 1]
        first, *others = map(self.ranked, several)
        return [first, *sorted(others, key=lambda each: (each.is_unclear, each.loss))]

    def raw_loss(self, candidate: Candidate) -> float:
        """Difference to the recommended move: by the estimates, or in common scenarios.

        It is negative if the other move did better by chance.
        """
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

    def _gaps(self, candidate: Candidate) -> list[float]:
        common = min(len(self.best.playouts), len(candidate.playouts))
        pair = (_smoothed(each.playouts[:common]) for each in (self.best, candidate))
        return [best - other for best, other in zip(*pair, strict=True)]


def _brief(moves: Sequence[Move]) -> str:
    first, *others = map(str, moves or ("nothing",))
    return f"{first!r} and {len(others)} more" if others else repr(first)


def _smoothed(playouts: Sequence[Playout]) -> list[float]:
    """Scores blended with outlooks; only differences between them have a meaning."""
    share = SMOOTHING / (SMOOTHING + len(playouts))
    return [share * playout.outlook + (1 - share) * playout.sheet.total for playout in playouts]
