"""Child processes: each runs a function, and ends with its parent however that ends."""

import importlib
import math
import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any, BinaryIO, NoReturn, Self, TypeVar, cast

from odin_solver.errors import InputError, OdinError
from odin_solver.support.language import language, say, use_language
from odin_solver.support.platform import OWN_GROUP, end_with_parent, holding_interrupts

Result = TypeVar("Result")

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


Inbox = queue.Queue[Any]
Write = Callable[[Any], None]


class Child:
    """A function at work in a process of its own; a context manager that ends it.

    The process also ends with the thread that started it, however that ends. It does not receive
    Ctrl-C: that is for the caller. Its errors are shown if ``ODIN_DEBUG`` is set.

    Parameters
    ----------
    outbox
        Receives what the function writes, each with this child; None when the process has ended.
    function, arguments
        A function of a module, called with the arguments, an `Inbox` of what is sent to it, and a
        `Write`. All of these are pickled.
    server
        Forks the process; if there is none, or it dies first, the process is started anew.
    more
        The full name of another module that it needs, if it is forked: see `ForkServer.load`.
    """

    def __init__(
        self,
        outbox: "queue.Queue[Any]",
        function: Callable[..., None],
        *arguments: object,
        server: "ForkServer | None" = None,
        more: str = "",
    ) -> None:
        self._lock = threading.Lock()
        self._ended = False
        self._process: subprocess.Popen[bytes] | None = None
        self._sent: list[object] | None = None  # what is sent again if the server dies
        if server is not None:
            self._stdin, self._stdout = server.start(more)
            self._sent = []
        else:
            self._start()
        self.send((function, arguments))
        threading.Thread(target=self._read, args=(outbox,), daemon=True).start()

    def _start(self) -> None:
        self._process = _started(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._stdin = cast(BinaryIO, self._process.stdin)
        self._stdout = cast(BinaryIO, self._process.stdout)

    def send(self, message: object) -> None:
        """Send a message; ignored if the process has ended."""
        with self._lock:
            if self._sent is not None:
                self._sent.append(message)
            self._write(message)

    def _write(self, message: object) -> None:
        with suppress(BrokenPipeError, ValueError):
            pickle.dump(message, self._stdin)
            self._stdin.flush()

    def _read(self, outbox: "queue.Queue[Any]") -> None:
        self._pass_on(outbox)
        if self._start_again():
            self._pass_on(outbox)
        outbox.put((self, None))

    def _pass_on(self, outbox: "queue.Queue[Any]") -> None:
        with self._stdout, suppress(EOFError, pickle.UnpicklingError, ValueError):
            pickle.load(self._stdout)
            with self._lock:
                self._sent = None
            while True:
                outbox.put((self, pickle.load(self._stdout)))

    def _start_again(self) -> bool:
        """Start the process if the server died with the request; returns whether it did."""
        with self._lock:
            if self._sent is None or self._ended:
                return False
            sent, self._sent = self._sent, None
            with suppress(BrokenPipeError):
                self._stdin.close()
            self._start()
            for each in sent:
                self._write(each)
            return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()
            with suppress(BrokenPipeError):
                self._stdin.close()


def results_of(
    function: Callable[..., Iterable[Result]],
    *arguments: object,
    what: str,
    seconds: float = math.inf,
    cancel: threading.Event | None = None,
) -> Iterator[Result]:
    """Yield what a generator function yields in a process of its own, until it is cancelled.

    Parameters
    ----------
    function, arguments
        A function of a module, and its arguments; they are pickled.
    what
        What it does, for the error if it fails.
    cancel
        Set it from another thread to end the process.

    Raises
    ------
    InputError
        If the function raises it.
    OdinError
        If the function or the process fails otherwise.
    TimeoutError
        If the time is over.
    """
    outbox: queue.Queue[tuple[Child, tuple[Result, ...] | InputError | None]] = queue.Queue()
    until = time.monotonic() + seconds
    with Child(outbox, _yield_all, language(), function, arguments):
        while cancel is None or not cancel.is_set():
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                _, message = outbox.get(timeout=min(left, POLL))
            except queue.Empty:
                continue
            if message is None:
                raise OdinError(failure(what))
            if isinstance(message, InputError):
                raise message
            if not message:
                return
            yield from message


def failure(what: str) -> str:
    """Return that a process failed, and how to see why."""
    return say("{what} failed (set ODIN_DEBUG=1 to see why)", what=what)


def _yield_all(
    name: str,
    function: Callable[..., Iterable[object]],
    arguments: Sequence[object],
    _: Inbox,
    write: Write,
) -> None:
    """Write what a generator function yields, each in a tuple; an empty one at the end."""
    use_language(name)
    try:
        for each in function(*arguments):
            write((each,))
        write(())
    except InputError as error:
        write(error)


class _Fork:
    """A copy of this process at work, with the methods of `subprocess.Popen`."""

    def __init__(self, stdin: int, work: Callable[[], NoReturn]) -> None:
        self._ended = False
        parent = os.getpid()
        with holding_interrupts():
            self._pid = os.fork()
            if self._pid:
                return
            try:
                os.setsid()
                end_with_parent(parent)
                nothing = os.open(os.devnull, os.O_RDWR)
                errors = 2 if os.environ.get("ODIN_DEBUG") else nothing
                for number, stream in enumerate((stdin, nothing, errors)):
                    os.dup2(stream, number)
                os.closerange(3, os.sysconf("SC_OPEN_MAX"))
                work()
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)

    def poll(self) -> int | None:
        self._ended = self._ended or os.waitpid(self._pid, os.WNOHANG) != (0, 0)
        return 0 if self._ended else None

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> None:
        if not self._ended:
            os.waitpid(self._pid, 0)
            self._ended = True


class ForkServer:
    """A process that imports modules once and forks for each child. Linux only.

    It is a copy of this process where that has neither threads nor the first of the modules, which
    may have some: what is imported here is not imported again. A context manager ends it, and its
    children with it; so does the end of the thread that made it.
    """

    def __init__(self, *modules: str) -> None:
        self._control, theirs = _socket_pair()
        with theirs:
            if threading.active_count() > 1 or modules[0] in sys.modules:
                self._process: _Fork | subprocess.Popen[bytes] = _started(
                    "--fork", *modules, stdin=theirs.fileno(), stdout=subprocess.DEVNULL
                )
            else:
                self._process = _Fork(theirs.fileno(), lambda: _fork_for_each(modules))

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

    def start(self, more: str = "") -> tuple[BinaryIO, BinaryIO]:
        """Start a child, at once or when its modules are imported; return its input and output.

        Parameters
        ----------
        more
            The full name of another module that it needs: see `load`.
        """
        source, stdin = os.pipe()
        stdout, sink = os.pipe()
        try:
            socket.send_fds(self._control, [_START, more.encode()], [source, sink])
        except OSError:
            pass  # the server has died: the child's output ends at once
        finally:
            os.close(source)
            os.close(sink)
        return os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")

    def __enter__(self) -> "ForkServer":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._control.close()


def _started(*arguments: str, **options: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, str(os.getpid()), *arguments],
        stderr=None if os.environ.get("ODIN_DEBUG") else subprocess.DEVNULL,
        **OWN_GROUP,
        **options,
    )


def _serve(source: BinaryIO, sink: BinaryIO) -> NoReturn:
    lock = threading.Lock()
    inbox: Inbox = queue.Queue()

    def write(message: object) -> None:
        with lock:  # solvers report from several threads
            pickle.dump(message, sink)
            sink.flush()

    def read() -> None:
        try:
            while True:
                inbox.put(pickle.load(source))
        except EOFError:
            os._exit(0)

    write(None)
    function, arguments = pickle.load(source)
    threading.Thread(target=read, daemon=True).start()
    try:
        function(*arguments, inbox, write)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    """Return connected sockets that keep the boundaries of messages."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def _fork_for_each(modules: Sequence[str]) -> NoReturn:
    """Serve as a `ForkServer` asks."""
    sys.modules["pandas"] = _NoPandas("pandas")
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads of numpy do not survive a fork
    for module in modules:
        importlib.import_module(module)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    source, sink = _requested(socket.socket(fileno=0))
    _serve(os.fdopen(source, "rb"), os.fdopen(sink, "wb"))


def _requested(control: socket.socket) -> tuple[int, int]:
    server = os.getpid()
    branches: dict[str, socket.socket] = {}

    def leave() -> None:
        for each in (control, *branches.values()):
            each.close()
        end_with_parent(server)

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
    parent, *fork = sys.argv[1:]
    end_with_parent(int(parent))
    if fork:
        _fork_for_each(fork[1:])
    sys.modules["pandas"] = _NoPandas("pandas")
    # Solvers sometimes print to standard output: keep the stream of messages to ourselves.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    _main()
