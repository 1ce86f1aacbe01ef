"""A run in a process of its own, which can be ended at any moment, even within an attempt."""

import json
import selectors
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from odin_puzzles.batch.run import BatchProgress, BatchSpec, make
from odin_puzzles.generate.spec import spec_of
from odin_solver.errors import OdinError
from odin_solver.support.children import start_child

_POLL = 0.1
"""Seconds between two looks at the limits."""


def make_within(
    batch: BatchSpec, seconds: float, stop: threading.Event
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Make puzzles like `odin_puzzles.batch.run.make`, until time is up or the event is set.

    Yields
    ------
    tuple
        After every attempt the number of attempts, and the data of the puzzles accepted since.

    Raises
    ------
    OdinError
        If the process fails.
    """
    end = time.monotonic() + seconds
    with start_child("odin_puzzles.batch.process") as maker:
        assert maker.stdin is not None
        assert maker.stdout is not None
        try:
            maker.stdin.write(json.dumps(asdict(batch)).encode())
            maker.stdin.close()
            with selectors.DefaultSelector() as ready:
                ready.register(maker.stdout, selectors.EVENT_READ)
                while not stop.is_set() and time.monotonic() < end:
                    if not ready.select(_POLL):
                        continue
                    line = maker.stdout.readline()
                    if not line:
                        break
                    tried, puzzles = json.loads(line)
                    yield tried, puzzles
                else:
                    return
        finally:
            maker.kill()
    if maker.returncode:
        raise OdinError("making puzzles failed (set ODIN_DEBUG=1 to see why)")


def _main() -> None:
    request = json.load(sys.stdin.buffer)
    batch = BatchSpec(spec_of(**request.pop("spec")), **request)
    progress = BatchProgress()
    for _, accepted in make(batch, progress):
        puzzles = [progress.accepted[number] for number in accepted]
        print(json.dumps([progress.tried, puzzles]), flush=True)


if __name__ == "__main__":
    _main()
