"""Child processes: each runs a module, and ends with its parent however that ends."""

import ctypes
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from types import ModuleType

_PR_SET_PDEATHSIG = 1

POLL = 0.1
"""Seconds between two looks at whether a request is cancelled."""


class _NoPandas(ModuleType):
    """Stand-in for pandas: OR-Tools imports it, which takes longer than most searches."""

    class Index:
        """Never used."""

    class Series:
        """Never used."""


def start_child(module: str) -> subprocess.Popen[bytes]:
    """Start a module in a process that ends with the calling thread.

    Standard input and output are pipes; errors are shown if ``ODIN_DEBUG`` is set. The process does
    not receive Ctrl-C: it is for the caller.

    Parameters
    ----------
    module
        Full name of a module, run like ``python -m``.
    """
    return subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, str(os.getpid()), module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=None if os.environ.get("ODIN_DEBUG") else subprocess.DEVNULL,
        start_new_session=True,
    )


def answer_of(
    child: subprocess.Popen[bytes],
    request: bytes,
    seconds: float,
    cancel: threading.Event | None = None,
) -> bytes | None:
    """Return the output of a child for an input; None if it is cancelled.

    The child has ended then, however this function is left.

    Raises
    ------
    subprocess.TimeoutExpired
        If the time limit is reached.
    """
    until = time.monotonic() + seconds
    given: bytes | None = request
    try:
        while cancel is None or not cancel.is_set():
            left = until - time.monotonic()
            wait = left if cancel is None else min(left, POLL)
            try:
                return child.communicate(given, timeout=max(0.0, wait))[0]
            except subprocess.TimeoutExpired:
                if time.monotonic() >= until:
                    raise
            given = None
        return None
    finally:
        child.kill()


def _end_with(parent: int) -> None:
    """Let the kernel end this process with its parent, even during a call that blocks Python."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:  # elsewhere than on Linux, the end of its input ends most children
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def _main() -> None:
    parent, module = sys.argv[1:]
    _end_with(int(parent))
    sys.modules["pandas"] = _NoPandas("pandas")
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
