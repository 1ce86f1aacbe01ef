"""Ctrl-C at any moment ends the program without a traceback."""

import os
import signal
import sys
from types import FrameType

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


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _repeat_interrupt(ignored: "sys.UnraisableHookArgs") -> None:
    """Interrupt again if the first time was within a finaliser, which cannot raise."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    import _thread
    import threading

    threading.Timer(0.01, _thread.interrupt_main).start()
