"""Time limits for tests on machines of any speed.

The machines that run the tests are shared: for minutes on end all takes up to four times as long.
Only tests that are marked ``alone`` measure time (`tests.test_clock`); the others wait for what
they need, and give up only when it surely does not come.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

HANGING = 300.0
"""Seconds after which what has not happened never will, however busy the machine is."""


def wait_until(condition: Callable[[], object]) -> None:
    """Wait for something that has to happen."""
    deadline = time.monotonic() + HANGING
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


@contextmanager
def takes_at_most(seconds: float) -> Iterator[None]:
    """Demand that this process computes some seconds at most; waiting and other work do not count.

    Ask for ten times what it takes, so that a slow machine passes too.
    """
    began = time.process_time()
    yield
    taken = time.process_time() - began
    assert taken < seconds, f"took {taken:.2f} s, allowed {seconds:.2f} s"
