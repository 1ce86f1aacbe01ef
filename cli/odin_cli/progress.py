"""Live progress of searches on standard error."""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Protocol, TypeVar

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from odin_cli.output import stderr_console
from odin_solver.support.language import say, say_decimal

FIRST_PAUSE = 1.0
"""Seconds between the first two plain lines; every further pause is half as long again."""

LONGEST_PAUSE = 30.0

Item = TypeVar("Item")


def terminal(quiet: bool = False) -> Console | None:
    console = stderr_console()
    live = sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal
    return console if live and not quiet else None


def live_display(shown: Callable[[], RenderableType], console: Console) -> Live:
    return Live(
        get_renderable=shown,
        console=console,
        transient=True,
        refresh_per_second=8,
        redirect_stdout=False,
        redirect_stderr=False,
    )


class Progress:
    """Shows what is done, from the second second on.

    Parameters
    ----------
    ending
        Says what Ctrl-C does.
    quiet
        Whether nothing is shown.
    cancel
        Is set by Ctrl-C.
    """

    def __init__(self, ending: str, quiet: bool, cancel: threading.Event | None = None) -> None:
        self._ending, self._cancel = ending, cancel
        self._began, self._now = time.monotonic(), ""
        self._due, self._pause, self._last = inf if quiet else FIRST_PAUSE, FIRST_PAUSE, ""
        self.live: Live | None = None

    def __call__(self, what: str, *, stays: bool = False) -> None:
        """Note what is done now; without a live line it is written ever more rarely.

        What `stays` is written at once, on a line of its own.
        """
        self._now = what
        at = time.monotonic() - self._began
        line = f"{say_decimal(at, '6.1f')} s  {what}"
        if stays and self._due < inf:
            (self.live.console if self.live else stderr_console()).print(
                Text(line, "dim"), soft_wrap=True
            )
        elif self.live is None and at >= self._due and what != self._last:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
            self._last, self._due = what, at + self._pause
            self._pause = min(1.5 * self._pause, LONGEST_PAUSE)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Make room on the terminal for results."""
        if self.live is not None:
            self.live.stop()
        yield
        if self.live is not None:
            self.live.start()

    def line(self) -> Text:
        at = time.monotonic() - self._began
        if at <= FIRST_PAUSE:
            return Text()
        stopping = self._cancel is not None and self._cancel.is_set()
        ending = say("stopping") if stopping else self._ending
        line = f"{say_decimal(at, '6.1f')} s  {self._now}  ({ending})"
        return Text(line, no_wrap=True, overflow="ellipsis")


@contextmanager
def shown_if_slow(
    ending: str, quiet: bool = False, cancel: threading.Event | None = None
) -> Iterator[Progress]:
    """Show what is done as `Progress` does, unless it is to be quiet."""
    shown = Progress(ending, quiet, cancel)
    console = terminal(quiet)
    if console is None:
        yield shown
        return
    with live_display(shown.line, console) as shown.live:
        yield shown
    shown.live = None


class Update(Protocol):
    """Shows how much is done, and another text before the bar."""

    def __call__(self, done: float, what: str | None = None) -> None:
        """Show it."""


@contextmanager
def progress_bar(what: str, total: float, quiet: bool, ending: str = "") -> Iterator[Update]:
    """Show a progress bar between two texts if standard error is a terminal."""
    console = terminal(quiet)
    if console is None:
        yield lambda done, what=None: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(ending),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda done, what=None: bar.update(task, completed=done, description=what)


def tracked(
    items: Iterable[Item], total: int, what: str, quiet: bool, ending: str = ""
) -> Iterator[Item]:
    with progress_bar(what, total, quiet, ending) as update:
        for done, item in enumerate(items, 1):
            update(done)
            yield item
