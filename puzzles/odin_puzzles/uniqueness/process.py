"""The search for solutions in a process of its own, which can be ended at any moment.

Exact cover searches in a library that listens neither to Ctrl-C nor to a clock until it has found
something. For the many small puzzles of a generator that does not matter; for a puzzle that comes
from somewhere it does.
"""

import json
import math
import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import Solutions, solutions
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_solver.errors import OdinError

MOST_SECONDS = 86_400.0
"""The longest limit: a day."""


def solutions_within(puzzle: Puzzle, seconds: float) -> Solutions:
    """Search as `odin_puzzles.uniqueness.check.solutions` does, but for so many seconds in all.

    Ctrl-C, or any other exception in the caller, ends the search at once.

    Parameters
    ----------
    puzzle
        The puzzle; its own solution is not looked at.
    seconds
        Limit of the whole search, at most `MOST_SECONDS`.

    Raises
    ------
    odin_puzzles.uniqueness.placement_model.Undecided
        If the search came to no end within the limit.
    """
    question = json.dumps({"seconds": seconds, "puzzle": puzzle_data(puzzle)})
    with subprocess.Popen(
        [sys.executable, "-m", "odin_puzzles.uniqueness.process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=None if os.environ.get("ODIN_DEBUG") else subprocess.DEVNULL,
        # Ctrl-C is for the one that asked, who ends the search.
        start_new_session=True,
    ) as searcher:
        try:
            said, _ = searcher.communicate(question.encode(), timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Undecided from None
        finally:
            searcher.kill()
    if searcher.returncode == -signal.SIGALRM:
        raise Undecided
    if searcher.returncode:
        raise OdinError("the search for solutions failed (set ODIN_DEBUG=1 to see why)")
    found = pickle.loads(said)
    if found is None:
        raise Undecided
    assert isinstance(found, Solutions)
    return found


def _main() -> None:
    """Answer a question on standard input: pickled solutions, or None if time was over."""
    question = json.load(sys.stdin.buffer)
    # Should the one that asked be killed, this ends the search, even within the library.
    signal.alarm(math.ceil(question["seconds"]) + 1)
    found = None
    with suppress(Undecided):
        found = solutions(puzzle_from(question["puzzle"]), seconds=question["seconds"])
    sys.stdout.buffer.write(pickle.dumps(found))


if __name__ == "__main__":
    _main()
