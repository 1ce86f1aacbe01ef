"""The logical solver: at every step the easiest technique that makes a deduction."""

from collections.abc import Callable, Sequence

from odin_puzzles.grading.state import Deduction, GradingState
from odin_puzzles.grading.techniques.claims import claimed_tiles, few_tiles
from odin_puzzles.grading.techniques.counting import counting, points
from odin_puzzles.grading.techniques.exclusion import colour_stranded, intersection, stranded
from odin_puzzles.grading.techniques.forced import forced_cell, forced_tile
from odin_puzzles.grading.techniques.pockets import pockets

Technique = Callable[[GradingState], Deduction | None]

FORCED: tuple[Technique, ...] = (forced_cell, forced_tile)
"""Techniques that lay tiles."""

PLAIN: tuple[Technique, ...] = (
    stranded,
    colour_stranded,
    counting,
    points,
    few_tiles,
    intersection,
    claimed_tiles,
    pockets,
)
"""Techniques that eliminate candidates without assuming any, from easy to hard."""


def deduce(
    state: GradingState, techniques: Sequence[Technique], deductions: list[Deduction]
) -> None:
    """Apply techniques until the puzzle is solved or none makes a deduction.

    Parameters
    ----------
    techniques
        From easy to hard.
    deductions
        The list to extend, so that nothing is lost if a technique runs out of effort.

    Raises
    ------
    Contradiction
        If the puzzle has no solution.
    """
    while not state.finished:
        deduction = next(filter(None, (technique(state) for technique in techniques)), None)
        if deduction is None:
            break
        state.apply(deduction)
        deductions.append(deduction)
