"""The logical solver: techniques from easy to hard, the easiest that finds something first."""

from collections.abc import Callable, Sequence

from odin_puzzles.grading.state import Deduction, State
from odin_puzzles.grading.techniques.claims import claimed_tiles, few_tiles
from odin_puzzles.grading.techniques.common import colour_stranded, intersection, stranded
from odin_puzzles.grading.techniques.counting import counting, points
from odin_puzzles.grading.techniques.forced import forced_cell, forced_tile
from odin_puzzles.grading.techniques.pocket import pockets
from odin_puzzles.grading.trial import finished

Technique = Callable[[State], Deduction | None]

FORCED: tuple[Technique, ...] = (forced_cell, forced_tile)
"""What lays tiles."""

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
"""What rules candidates out without trying any, from easy to hard."""


def deduce(state: State, techniques: Sequence[Technique], found: list[Deduction]) -> None:
    """Apply techniques until the puzzle is solved or none of them finds anything.

    Parameters
    ----------
    state
        Where to start; it is changed.
    techniques
        From easy to hard.
    found
        Where to put what they find, so that nothing is lost if one of them runs out of effort.

    Raises
    ------
    Contradiction
        If the puzzle has no solution.
    """
    while not finished(state):
        deduction = next(filter(None, (technique(state) for technique in techniques)), None)
        if deduction is None:
            break
        state.apply(deduction)
        found.append(deduction)
