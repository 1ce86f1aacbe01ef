"""Child processes: each runs a module, and ends with its parent however that ends."""

import ctypes
import importlib
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import ModuleType, TracebackType
from typing import BinaryIO, NamedTuple, NoReturn, Protocol, cast

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


class ServingModule(Protocol):
    """A module that serves requests from one stream on another."""

    def serve(self, source: BinaryIO, sink: BinaryIO) -> None:
        """Serve until the work is done; end the process when `source` ends."""


class ForkedChild(NamedTuple):
    """The streams of a child of a `ForkServer`; it ends when `stdin` is closed."""

    stdin: BinaryIO
    stdout: BinaryIO


class ForkServer:
    """A process that imports modules once and forks for each child; a context manager that ends it.

    Its children end with it, and it ends with the thread that made it. Linux only.

    Parameters
    ----------
    module
        The full name of a `ServingModule` module, and of more modules to import.
    """

    def __init__(self, *module: str) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, str(os.getpid()), "--fork", *module],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=None if os.environ.get("ODIN_DEBUG") else subprocess.DEVNULL,
                # No threads of numpy: they do not survive a fork.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
                start_new_session=True,
            )

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def start(self) -> ForkedChild:
        """Start a child, at once or when all modules are imported."""
        source, stdin = os.pipe()
        stdout, sink = os.pipe()
        child = ForkedChild(os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"))
        try:
            socket.send_fds(self._control, [b"+"], [source, sink])
        except OSError:
            pass  # the server has died: the child's output ends at once
        finally:
            os.close(source)
            os.close(sink)
        return child

    def __enter__(self) -> "ForkServer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._control.close()


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


def _fork_for_each(modules: Sequence[str]) -> NoReturn:
    """Serve as a `ForkServer` asks."""
    serving, *_ = [importlib.import_module(module) for module in modules]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    parent = os.getpid()
    with socket.socket(fileno=0) as control:
        while True:
            request, streams, _, _ = socket.recv_fds(control, 1, 2)
            if not request:
                os._exit(0)
            if os.fork() == 0:
                break
            for stream in streams:
                os.close(stream)
    _end_with(parent)
    source, sink = streams
    cast(ServingModule, serving).serve(os.fdopen(source, "rb"), os.fdopen(sink, "wb"))
    os._exit(0)


def _main() -> None:
    parent, module, *more = sys.argv[1:]
    _end_with(int(parent))
    sys.modules["pandas"] = _NoPandas("pandas")
    if module == "--fork":
        _fork_for_each(more)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
