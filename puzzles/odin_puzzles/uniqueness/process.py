"""The search for solutions in a process of its own, which can be ended at any moment.

The exact cover library ignores Ctrl-C and time limits until it has a solution. That is fine for
the small puzzles of the generator, but not for puzzles from elsewhere.
"""

import math
import threading
from collections.abc import Iterator

from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.support.children import results_of
from odin_solver.support.platform import alarm


def find_solutions_within(
    puzzle: Puzzle, seconds: float, cancel: threading.Event | None = None
) -> UniquenessResult:
    """Search like `odin_puzzles.uniqueness.check.find_solutions`, with a limit on the total time.

    Ctrl-C, or any other exception in the caller, ends the search at once.

    Parameters
    ----------
    puzzle
        The puzzle; its own solution is ignored.
    cancel
        Set it from another thread to end the search.

    Raises
    ------
    odin_puzzles.uniqueness.placement_model.Undecided
        If the time limit is reached, or the search is cancelled.
    """
    search = results_of(
        _search, puzzle, seconds, what="the search for solutions", seconds=seconds, cancel=cancel
    )
    try:
        result = next(search, None)
    except TimeoutError:
        raise Undecided from None
    if result is None:
        raise Undecided
    return result


def _search(puzzle: Puzzle, seconds: float) -> Iterator[UniquenessResult | None]:
    # Ends the search, even within the library, if the caller is killed.
    alarm(math.ceil(seconds) + 1)
    try:
        yield find_solutions(puzzle, seconds=seconds)
    except Undecided:
        yield None
