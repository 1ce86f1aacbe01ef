"""Estimates of the planner in words, with the same numbers and the same rule everywhere."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from odin_solver.planner.calibration import RANGE
from odin_solver.planner.candidates import FINE, LEAST_SCENARIOS, Advice, Ranked, is_about_equal
from odin_solver.support.language import mark, say, say_decimal, say_number

if TYPE_CHECKING:
    from odin_solver.planner.laying import Laying  # it brings the optimiser

SURE = 0.05
"""Standard error below which a doubt is not named."""

WHOLE = 10
"""Points from which on tenths say nothing, unless they are certain."""

UNCLEAR = mark("unclear")
"""Loss in too few scenarios."""

EQUAL = mark("about equal")

LEGEND = {
    EQUAL: mark("about equal: less than half a point, or within twice the ±"),
    UNCLEAR: mark("unclear: too few simulations"),
}
"""What the words for losses mean."""

SIGNS = {EQUAL: "≈", UNCLEAR: "?"}
"""The same words where there is no room."""


def rounded(value: float, stderr: float) -> str:
    """Return a number with its standard error, such as ``4.3 ± 0.5`` or ``117 ± 3``."""
    if stderr < SURE:
        return str(round(value))
    tenths = 1 if stderr <= FINE or abs(value) < WHOLE else 0
    return f"{say_decimal(value, f'.{tenths}f')} ± {say_decimal(stderr, f'.{tenths}f')}"


def loss_in_words(loss: float, stderr: float | None, scenarios: int) -> str:
    """Return an expected loss: about equal, unless it is at least half a point and beyond doubt.

    Parameters
    ----------
    loss, stderr
        The loss and its standard error; None for fewer than two scenarios.
    """
    word = _word(loss, stderr, scenarios)
    return rounded(loss, stderr or 0.0) if word is None else say(word)


def loss_sign(loss: float, stderr: float | None, scenarios: int) -> str:
    """Return an expected loss where there is little room: ``−4.3``, ``≈`` or ``?``."""
    word = _word(loss, stderr, scenarios)
    return f"−{rounded(loss, stderr or 0.0).partition(' ')[0]}" if word is None else SIGNS[word]


def _word(loss: float, stderr: float | None, scenarios: int) -> str | None:
    """Return what a loss is called instead of its number."""
    if stderr is None or scenarios < LEAST_SCENARIOS:
        return UNCLEAR
    return EQUAL if is_about_equal(loss, stderr) else None


def legend(losses: Iterable[str]) -> str:
    """Return what the words among some losses mean; empty if there are none."""
    told = set(losses)
    return "; ".join(say(text) for word, text in LEGEND.items() if say(word) in told)


def expected_in_words(ranked: Ranked) -> str:
    """Return the score to expect after a move.

    Where it is calibrated it is the final score of games, with the range of four in five; else the
    expectation of the search, and how much single games vary.
    """
    candidate, expected, low, high, *_ = ranked
    score = f"{expected:.0f}"
    if candidate.certain:
        return say("final score {score}", score=score)
    if low is not None and high is not None:
        return say(
            "expected {score} ({percent} %: {low} to {high})",
            score=score,
            percent=f"{100 * RANGE:.0f}",
            low=f"{low:.0f}",
            high=f"{high:.0f}",
        )
    if candidate.raw_stderr is None:
        return say("expected score about {score} (a single playout)", score=score)
    spread = candidate.spread or 0.0
    score = rounded(expected, candidate.raw_stderr)
    if spread < FINE:
        return say("expected score {score}", score=score)
    return say(
        "expected score {score}; single games vary by {spread}", score=score, spread=f"{spread:.0f}"
    )


def raw_in_words(advice: Advice) -> str:
    """Return what the search itself says of the best move."""
    best = advice.best
    tree = f"{say_decimal(best.raw_expected)} ± {say_decimal(best.raw_stderr or 0.0)}"
    if not best.estimate:
        return say("Playouts, not calibrated: {score}.", score=tree)
    return say(
        "Search, not calibrated: {score}; mean of its playouts: {mean}.",
        score=tree,
        mean=say_decimal(best.mean),
    )


def effort_in_words(advice: Advice, seed: int, workers: int) -> str:
    """Return what an answer depends on besides the state, if no time limit ended it."""
    if advice.searched:
        count = say_number("{n} simulation", "{n} simulations", advice.searched)
    else:
        count = say_number("{n} playout", "{n} playouts", advice.playouts)
    threads = say_number("{n} thread", "{n} threads", workers)
    return say("{counts}, seed {seed}", counts=f"{count}, {threads}", seed=seed)


SHOWN = 0.05
"""Smallest difference that is not 0.0 when it is printed."""


def compared_in_words(found: "Laying") -> str:
    """Return how the best layout compares with the others, in points of the final score."""
    assert found.compared is not None
    first, *others = found.compared.ranking()
    score = say_number(
        "Expected final score: {score} ({n} playout)",
        "Expected final score: {score} ({n} playouts)",
        first.candidate.samples,
        score=f"{say_decimal(first.expected)} ± {say_decimal(first.candidate.raw_stderr or 0)}",
    )
    if not others:
        return f"{score}."
    behind = min(each.loss for each in others)
    of = 1 + len(others)
    if behind < SHOWN:
        return say("{score}; of {of} layouts the next is as good.", score=score, of=of)
    return say(
        "{score}; of {of} layouts the next is {behind} points behind.",
        score=score,
        of=of,
        behind=say_decimal(behind),
    )
