"""Ctrl-C at any moment ends the program without a traceback."""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def leave_on_interrupt() -> None:
    """Let Ctrl-C end the process at once: nothing is begun yet, or everything is done."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in a background job
        signal.signal(signal.SIGINT, _leave)


def raise_on_interrupt() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt`, wherever it comes."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = _repeat_interrupt


def keep_exit_code() -> None:
    """Let the process end with the exit code of Ctrl-C after `exit_interrupted`.

    If `KeyboardInterrupt` passes through `exec` of a string, as when a class is made during an
    import, Python kills itself by the signal at its end, although the exception was caught. This
    function is called first, so that what it registers runs last, and ends the process before that.
    """
    atexit.register(_leave_if_interrupted)


def exit_interrupted() -> NoReturn:
    _ended.append(INTERRUPTED)
    sys.exit(INTERRUPTED)


@contextmanager
def stopped_by_interrupt() -> Iterator[threading.Event]:
    """Yield what the first Ctrl-C sets; a second one interrupts."""
    cancel = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        if cancel.is_set():
            raise KeyboardInterrupt
        cancel.set()

    if threading.current_thread() is not threading.main_thread():
        yield cancel
        return
    former = signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, former)


_ended: list[int] = []


def _leave_if_interrupted() -> None:
    if not _ended:
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _repeat_interrupt(ignored: "sys.UnraisableHookArgs") -> None:
    """Interrupt again if the first time was within a finaliser, which cannot raise."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    import _thread

    threading.Timer(0.01, _thread.interrupt_main).start()
