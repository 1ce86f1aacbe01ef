"""Time limits for tests on machines of any speed.

The machines that run the tests are shared: for minutes on end all takes up to four times as long.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

WORK = "import numpy; sum(range(3_000_000))"
NORMAL_SECONDS = 0.17
"""Seconds that a process with this work takes on an idle machine of ours."""


def slowness() -> float:
    """Return how many times longer than on an idle machine a process takes now; at least 1."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", WORK], check=True)
    return max(1.0, (time.monotonic() - began) / NORMAL_SECONDS)


@contextmanager
def takes_at_most(seconds: float, *, waiting: float = 0) -> Iterator[None]:
    """Demand that what is done takes some seconds at most, more on a slow machine.

    Parameters
    ----------
    seconds
        Seconds of an idle machine.
    waiting
        Seconds to add whatever the machine: a time limit, a timer.
    """
    before = slowness()
    began = time.monotonic()
    yield
    taken = time.monotonic() - began
    allowed = waiting + seconds * max(before, slowness())
    assert taken < allowed, f"took {taken:.2f} s, allowed {allowed:.2f} s"
