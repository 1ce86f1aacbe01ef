"""What is said of results of challenges, side by side."""

from collections.abc import Iterable

from odin_solver.challenges.challenge import MEDALS
from odin_solver.challenges.results import ChallengeResult
from odin_solver.questions.report import Signs, Table
from odin_solver.questions.sheets import sheets_table
from odin_solver.support.language import say
from odin_solver.support.text import printable


def comparison(results: Iterable[tuple[str, ChallengeResult]]) -> Table:
    """Return score sheets by players, the best first; the reader has no name."""
    best_first = sorted(results, key=lambda each: each[1].worth, reverse=True)
    return sheets_table(
        [printable(name) or say("You") for name, _ in best_first],
        [each.sheet for _, each in best_first],
        [_with_medal(each) for _, each in best_first],
        total_first=True,
    )


def _with_medal(result: ChallengeResult) -> str | Signs:
    if result.medal is None:
        return str(result.score)
    words = f"{say(MEDALS[result.medal])} {result.score}"
    return Signs(words, [[result.medal, str(result.score)]])
