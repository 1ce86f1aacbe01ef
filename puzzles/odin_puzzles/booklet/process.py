"""Booklets made in a process of its own, which can be ended at any moment."""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence

from odin_puzzles.booklet.make import booklet_pdf
from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import OdinError
from odin_solver.support.children import answer_of, start_child


def booklet_within(
    puzzles: Sequence[Puzzle],
    seconds: float,
    cancel: threading.Event,
    *,
    title: str,
    paper: str,
    per_page: int | None,
) -> bytes | None:
    """Return a booklet like `odin_puzzles.booklet.make.booklet_pdf`; None if it is cancelled.

    Raises
    ------
    OdinError
        If the time limit is reached.
    """
    request = json.dumps(
        {
            "puzzles": [puzzle_data(puzzle) for puzzle in puzzles],
            "options": {"title": title, "paper": paper, "per_page": per_page},
        }
    )
    with start_child("odin_puzzles.booklet.process") as maker:
        try:
            document = answer_of(maker, request.encode(), seconds, cancel)
        except subprocess.TimeoutExpired:
            raise OdinError(f"the booklet is not done after {seconds:g} s") from None
    if document is None:
        return None
    if maker.returncode or not document:
        raise OdinError("making the booklet failed (set ODIN_DEBUG=1 to see why)")
    return document


def _main() -> None:
    request = json.load(sys.stdin.buffer)
    puzzles = [puzzle_from(data) for data in request["puzzles"]]
    sys.stdout.buffer.write(booklet_pdf(puzzles, **request["options"]))


if __name__ == "__main__":
    _main()
