"""What differs between operating systems; nothing else asks on which one it runs."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LINUX = sys.platform == "linux"
"""Whether processes can be forked from one that has its modules, and end with their parent."""

_PR_SET_PDEATHSIG = 1

_OPEN_FILES = 2.0
"""Seconds in which another program may close a file that is to be replaced (Windows)."""

OWN_GROUP: dict[str, Any]
if sys.platform == "win32":
    import subprocess  # it takes long

    OWN_GROUP = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    OWN_GROUP = {"start_new_session": True}
"""Options of a child process that does not receive Ctrl-C."""

HANG_UP = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that a program gets when its terminal is closed."""


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def available_memory() -> int:
    """Return the bytes of memory that are free; a gigabyte where the system does not tell."""
    try:
        import psutil  # its import takes long
    except ImportError:  # in a browser
        return 1 << 30
    return int(psutil.virtual_memory().available)


def is_running(process: int) -> bool:
    """Whether there is a process with a number."""
    import psutil  # its import takes long

    return bool(psutil.pid_exists(process))


def end_with_parent(parent: int) -> None:
    """Let the kernel end this process with its parent, even during a call that blocks Python.

    Elsewhere than on Linux the end of its input ends a child.
    """
    if not LINUX:
        return
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def watch_parent(parent: int) -> None:
    """End this process soon after its parent, even if that was killed."""
    import psutil

    def watch() -> None:
        try:
            process = psutil.Process(parent)
            while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                time.sleep(0.5)
        except psutil.NoSuchProcess:
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def alarm(seconds: int) -> None:
    """End this process after some seconds, even within a library, where the system can."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait, so that processes that are started do not receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    former = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def open_keyboard() -> int:
    """Return a descriptor of the terminal's keyboard."""
    return os.open("CONIN$" if os.name == "nt" else "/dev/tty", os.O_RDWR)


def replace(source: Path, target: Path) -> None:
    """Rename a file over another one; on Windows not before other programs have closed that."""
    until = time.monotonic() + _OPEN_FILES
    while True:
        try:
            source.replace(target)
            return
        except PermissionError:
            if os.name != "nt" or time.monotonic() > until:
                raise
        time.sleep(0.05)


def use_utf8() -> None:
    """Write names of files as they are; on Windows in UTF-8, whatever the code page is."""
    encoding = "utf-8" if os.name == "nt" else None
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, None)):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors=errors)
