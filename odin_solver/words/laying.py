"""Sentences about what to lay."""

from odin_solver.planner.laying import Laying
from odin_solver.support.language import say, say_decimal, say_number

SHOWN = 0.05
"""Smallest difference that is not 0.0 when it is printed."""


def compared_in_words(found: Laying) -> str:
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
