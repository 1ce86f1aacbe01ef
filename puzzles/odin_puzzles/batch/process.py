"""A run in a process of its own, which can be ended at any moment, even within an attempt."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from odin_puzzles.batch.run import BatchProgress, BatchSpec, make
from odin_solver.support.children import results_of


def make_within(
    batch: BatchSpec, seconds: float, stop: threading.Event
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Make puzzles like `odin_puzzles.batch.run.make`, until time is up or the event is set.

    Yields
    ------
    tuple
        After every attempt the number of attempts, and the data of the puzzles accepted since.
    """
    with suppress(TimeoutError):
        yield from results_of(_made, batch, what="making puzzles", seconds=seconds, cancel=stop)


def _made(batch: BatchSpec) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    progress = BatchProgress()
    for _, accepted in make(batch, progress):
        yield progress.tried, [progress.accepted[number] for number in accepted]
