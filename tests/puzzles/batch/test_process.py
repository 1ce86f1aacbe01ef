"""Runs in a process of their own."""

import threading
import time

import pytest

from odin_puzzles.batch.process import make_within
from odin_puzzles.batch.run import BatchProgress, BatchSpec, make
from odin_puzzles.generate.spec import spec_of
from tests.timing import HANGING

pytestmark = pytest.mark.slow


def test_the_puzzles_are_the_same() -> None:
    batch = BatchSpec(spec_of("banquet", difficulty=1), 4, 2)
    progress = BatchProgress()
    for _ in make(batch, progress):
        pass
    steps = list(make_within(batch, 60, threading.Event()))
    assert [puzzle for _, puzzles in steps for puzzle in puzzles] == list(
        progress.accepted.values()
    )
    assert steps[-1][0] == progress.tried


def test_a_run_ends_at_once_when_stopped() -> None:
    stop = threading.Event()
    threading.Timer(1.0, stop.set).start()
    began = time.monotonic()
    for _ in make_within(BatchSpec(spec_of("fill", "home-8", 5), 1, 20), 2 * HANGING, stop):
        pass
    assert time.monotonic() - began < HANGING
