"""Sentences about what to lay."""

from odin_solver.planner.laying import Laying
from odin_solver.words.names import number_of


def compared_in_words(found: Laying) -> str:
    """Return how the best layout compares with the others, in points of the final score."""
    best, *others = found.compared
    text = f"Expected final score: {best.mean:.1f} ± {best.stderr:.1f}"
    text += f" ({number_of(len(best.scores), 'playout')})"
    if not others:
        return f"{text}."
    second = others[0]
    return (
        f"{text}; the best of {len(found.compared)} layouts, "
        f"{best.mean - second.mean:.1f} more than the next."
    )
