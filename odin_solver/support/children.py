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
from contextlib import suppress
from types import ModuleType, TracebackType
from typing import BinaryIO, NamedTuple, NoReturn, Protocol, cast

_PR_SET_PDEATHSIG = 1

_START, _LOAD = b"+", b"="
_LONGEST_REQUEST = 200

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
    """A process that imports a module once and forks for each child. Linux only.

    A context manager ends it, and its children with it; so does the end of the thread that made it.

    Parameters
    ----------
    module
        The full name of a `ServingModule` module.
    """

    def __init__(self, module: str) -> None:
        self._control, theirs = _socket_pair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, str(os.getpid()), "--fork", module],
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

    def load(self, more: str) -> None:
        """Make a server that imports another module too, and is kept for children that need it.

        It does so beside the other children. The first child that needs one makes it otherwise.
        """
        with suppress(OSError):  # the server has died: the next child will tell
            self._control.send(_LOAD + more.encode())

    def start(self, more: str = "") -> ForkedChild:
        """Start a child, at once or when its modules are imported.

        Parameters
        ----------
        more
            The full name of another module that it needs: see `load`.
        """
        source, stdin = os.pipe()
        stdout, sink = os.pipe()
        child = ForkedChild(os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"))
        try:
            socket.send_fds(self._control, [_START, more.encode()], [source, sink])
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


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    """Return connected sockets that keep the boundaries of messages."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def _fork_for_each(module: str) -> NoReturn:
    """Serve as a `ForkServer` asks."""
    serving = cast(ServingModule, importlib.import_module(module))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    source, sink = _requested(socket.socket(fileno=0))
    serving.serve(os.fdopen(source, "rb"), os.fdopen(sink, "wb"))
    os._exit(0)


def _requested(control: socket.socket) -> tuple[int, int]:
    """Fork for each request; return its streams in the child."""
    server = os.getpid()
    branches: dict[str, socket.socket] = {}

    def leave() -> None:
        for each in (control, *branches.values()):
            each.close()
        _end_with(server)

    while True:
        request, streams, _, _ = socket.recv_fds(control, _LONGEST_REQUEST, 2)
        if not request:
            os._exit(0)
        what, more = request[:1], request[1:].decode()
        if not more and what == _START and os.fork() == 0:
            leave()
            return streams[0], streams[1]
        if more:
            try:
                socket.send_fds(branches[more], [what], streams)
            except (KeyError, OSError):  # there is no server with this module, or it has died
                branches[more], theirs = _socket_pair()
                if os.fork() == 0:
                    for stream in streams:
                        os.close(stream)
                    leave()
                    importlib.import_module(more)
                    return _requested(theirs)
                theirs.close()
                socket.send_fds(branches[more], [what], streams)
        for stream in streams:
            os.close(stream)


def _main() -> None:
    parent, module, *more = sys.argv[1:]
    _end_with(int(parent))
    sys.modules["pandas"] = _NoPandas("pandas")
    if module == "--fork":
        _fork_for_each(*more)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
