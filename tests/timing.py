"""Time limits for tests on machines of any speed.

The machines that run the tests are shared: for minutes on end all takes up to four times as long.
Only tests that are marked ``alone`` measure time (`tests.test_clock`); the others wait for what
they need, and give up only when it surely does not come.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WORK = "import numpy; sum(range(3_000_000))"
NORMAL_SECONDS = 0.17
"""Seconds that a process with this work takes on an idle machine of ours."""

HANGING = 300.0
"""Seconds after which what has not happened never will, however busy the machine is."""


def wait_until(condition: Callable[[], object]) -> None:
    """Wait for something that has to happen."""
    deadline = time.monotonic() + HANGING
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


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
