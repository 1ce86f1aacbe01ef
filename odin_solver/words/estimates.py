"""Estimates from playouts in words: rounded to what their doubt leaves."""

from typing import TYPE_CHECKING

from odin_solver.planner.calibration import RANGE, final_score
from odin_solver.planner.review import LEAST_SCENARIOS, SIGNIFICANT
from odin_solver.support.language import mark, say

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State
    from odin_solver.planner.candidates import Candidate

FINE = 0.5
"""Standard error from which on tenths say nothing."""

SURE = 0.05
"""Standard error below which a doubt is not named."""


UNCLEAR = mark("unclear")
"""Loss in too few scenarios."""


def rounded(value: float, stderr: float) -> str:
    """Return a number with its standard error, such as ``117 ± 3``."""
    if stderr < SURE:
        return str(round(value))
    return f"{value:.0f} ± {stderr:.0f}" if stderr > FINE else f"{value:.1f} ± {stderr:.1f}"


def loss_in_words(loss: float, stderr: float | None, scenarios: int) -> str:
    """Return an expected loss: about equal, unless it is at least half a point and beyond doubt.

    Parameters
    ----------
    loss, stderr
        The loss and its standard error; None for fewer than two scenarios.
    scenarios
        Number of scenarios.
    """
    if stderr is None or scenarios < LEAST_SCENARIOS:
        return say(UNCLEAR)
    if is_about_equal(loss, stderr):
        return say("about equal")
    return rounded(loss, stderr) if loss > 0 else say("none")


def is_about_equal(loss: float, stderr: float) -> bool:
    """Return whether a loss is below half a point, or within its doubt."""
    return abs(loss) <= max(FINE, SIGNIFICANT * stderr)


def expected_in_words(candidate: "Candidate", state: "State | None" = None) -> str:
    """Return the score to expect after a move.

    With a state that the calibration covers it is the final score of games, with the range of four
    in five; else the expectation of the search, and how much single games vary.
    """
    if candidate.certain:
        return say("final score {score}", score=f"{candidate.expected:.0f}")
    final = final_score(state, candidate.expected, candidate.stderr or 0.0) if state else None
    if final is not None:
        return say(
            "expected {score} ({percent} %: {low} to {high})",
            score=f"{final.expected:.0f}",
            percent=f"{100 * RANGE:.0f}",
            low=f"{final.low:.0f}",
            high=f"{final.high:.0f}",
        )
    if candidate.stderr is None:
        return say(
            "expected score about {score} (a single playout)", score=f"{candidate.expected:.0f}"
        )
    spread = candidate.spread or 0.0
    score = rounded(candidate.expected, candidate.stderr)
    if spread < FINE:
        return say("expected score {score}", score=score)
    return say(
        "expected score {score}; single games vary by {spread}", score=score, spread=f"{spread:.0f}"
    )
