"""Booklets made in a process of its own, which can be ended at any moment."""

import threading
from collections.abc import Iterator, Sequence
from typing import Any

from odin_puzzles.booklet.make import booklet_pdf
from odin_puzzles.booklet.pdf import need_writer
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import OdinError
from odin_solver.support.children import results_of


def booklet_within(
    puzzles: Sequence[Puzzle],
    seconds: float,
    cancel: threading.Event,
    *,
    title: str,
    paper: str,
    per_page: int | None,
) -> tuple[bytes, str] | None:
    """Return a booklet and the letters that the fonts lack; None if it is cancelled.

    Raises
    ------
    OdinError
        If the time limit is reached, or the process fails.
    """
    need_writer()
    making = results_of(
        _booklet,
        puzzles,
        {"title": title, "paper": paper, "per_page": per_page},
        what="making the booklet",
        seconds=seconds,
        cancel=cancel,
    )
    try:
        return next(making, None)
    except TimeoutError:
        raise OdinError.said(
            "the booklet is not done after {seconds:g} s", seconds=seconds
        ) from None


def _booklet(puzzles: Sequence[Puzzle], options: dict[str, Any]) -> Iterator[tuple[bytes, str]]:
    missing: list[str] = []
    yield booklet_pdf(puzzles, **options, on_missing=missing.append), "".join(missing)
