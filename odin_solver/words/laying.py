"""Sentences about what to lay."""

from odin_solver.planner.laying import Laying
from odin_solver.words.names import number_of

SHOWN = 0.05
"""Smallest difference that is not 0.0 when it is printed."""


def compared_in_words(found: Laying) -> str:
    """Return how the best layout compares with the others, in points of the final score."""
    assert found.compared is not None
    best, *others = found.compared.candidates
    text = f"Expected final score: {best.mean:.1f} ± {best.stderr or 0:.1f}"
    text += f" ({number_of(len(best.scores), 'playout')})"
    if not others:
        return f"{text}."
    behind = min(map(found.compared.loss, others))
    gap = f"{behind:.1f} points behind" if behind >= SHOWN else "as good"
    return f"{text}; of {len(found.compared.candidates)} layouts the next is {gap}."
