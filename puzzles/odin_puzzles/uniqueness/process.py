"""The search for solutions in a process of its own, which can be ended at any moment.

The exact cover library ignores Ctrl-C and time limits until it has a solution. That is fine for
the small puzzles of the generator, but not for puzzles from elsewhere.
"""

import json
import math
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress

from odin_puzzles.files import any_puzzle_from, puzzle_data
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.errors import OdinError
from odin_solver.support.children import answer_of, start_child


def find_solutions_within(
    puzzle: Puzzle, seconds: float, cancel: threading.Event | None = None
) -> UniquenessResult:
    """Search like `odin_puzzles.uniqueness.check.find_solutions`, with a limit on the total time.

    Ctrl-C, or any other exception in the caller, ends the search at once.

    Parameters
    ----------
    puzzle
        The puzzle; its own solution is ignored.
    seconds
        Time limit of the whole search.
    cancel
        Set it from another thread to end the search.

    Raises
    ------
    odin_puzzles.uniqueness.placement_model.Undecided
        If the time limit is reached, or the search is cancelled.
    """
    request = json.dumps({"seconds": seconds, "puzzle": puzzle_data(puzzle)})
    with start_child("odin_puzzles.uniqueness.process") as searcher:
        try:
            output = answer_of(searcher, request.encode(), seconds, cancel)
        except subprocess.TimeoutExpired:
            raise Undecided from None
    if output is None:
        raise Undecided
    if searcher.returncode == -signal.SIGALRM:
        raise Undecided
    if searcher.returncode:
        raise OdinError("the search for solutions failed (set ODIN_DEBUG=1 to see why)")
    result = pickle.loads(output)
    if result is None:
        raise Undecided
    assert isinstance(result, UniquenessResult)
    return result


def _main() -> None:
    """Answer a request on standard input: a pickled result, or None at the time limit."""
    request = json.load(sys.stdin.buffer)
    # Ends the search, even within the library, if the caller is killed.
    signal.alarm(math.ceil(request["seconds"]) + 1)
    result = None
    with suppress(Undecided):
        result = find_solutions(any_puzzle_from(request["puzzle"]), seconds=request["seconds"])
    sys.stdout.buffer.write(pickle.dumps(result))


if __name__ == "__main__":
    _main()
