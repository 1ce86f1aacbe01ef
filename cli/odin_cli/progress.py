"""Live progress of a search on standard error."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.live import Live
from rich.text import Text

from odin_cli.output import stderr_console
from odin_solver.words.names import amount

if TYPE_CHECKING:
    from odin_solver.placement.solution import Progress

FIRST_PAUSE = 1.0
"""Seconds between the first two plain lines; every further pause is half as long again."""

LONGEST_PAUSE = 30.0


@dataclass
class Watch:
    """State of a search, printed by rich as one line.

    Attributes
    ----------
    levels
        Number of objective levels.
    seconds
        The time limit.
    what
        What is being solved, if not just the position.
    """

    levels: int
    seconds: float
    what: str = ""
    latest: "Progress | None" = None
    stopping: bool = False
    live: Live | None = None
    began: float = field(default_factory=time.monotonic)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Make room on the terminal for results."""
        if self.live is not None:
            self.live.stop()
        yield
        if self.live is not None:
            self.live.start()

    def line(self, at: float) -> str:
        """Return the state of the search on one line, `at` seconds after its start."""
        parts = [f"{at:6.1f} s"]
        if self.what:
            parts.append(f"{self.what}:")
        now = self.latest
        if now is None:
            parts.append("starting")
        elif now.level >= self.levels:
            parts.append("proven best; breaking ties")
        else:
            if self.levels > 1:
                parts.append(f"level {now.level + 1} of {self.levels}")
            parts.append(f"best so far {_amount(now.value)}")
            if now.bound is not None:
                parts.append(f"at most {_amount(now.bound)}")
        if self.stopping:
            parts.append("stopping")
        return "  ".join(parts)

    def __rich__(self) -> Text:
        """Return the current line, cut to the width of the terminal."""
        limit = f"{self.seconds:g} s" if self.seconds < 1e6 else "no limit"
        line = f"{self.line(time.monotonic() - self.began)}  (of {limit}; Ctrl-C keeps the best)"
        return Text(line, no_wrap=True, overflow="ellipsis")


@contextmanager
def shown(watch: Watch, quiet: bool) -> Iterator[Callable[["Progress"], None]]:
    """Show progress: a live line on a terminal, otherwise sparse lines."""

    def note(progress: "Progress") -> None:
        watch.latest = progress

    if quiet:
        yield note
        return
    console = stderr_console()
    if sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal:
        with Live(
            watch,
            console=console,
            transient=True,
            refresh_per_second=8,
            redirect_stdout=False,
            redirect_stderr=False,
        ) as watch.live:
            yield note
        watch.live = None
        return
    pause, due, printed = FIRST_PAUSE, 0.0, ""

    def print_sparsely(progress: "Progress") -> None:
        nonlocal pause, due, printed
        note(progress)
        line = watch.line(progress.seconds)
        if progress.seconds >= due and line[8:] != printed:
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
            printed = line[8:]
            due = progress.seconds + pause
            pause = min(1.5 * pause, LONGEST_PAUSE)

    yield print_sparsely


@contextmanager
def shown_if_slow(ending: str) -> Iterator[Callable[[str], None]]:
    """Show what is done on standard error, from the second second on.

    Parameters
    ----------
    ending
        What Ctrl-C does, for the live line.

    Yields
    ------
    Callable
        To be called with what is being done.
    """
    began = time.monotonic()
    console = stderr_console()
    if sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal:
        now = ""

        def line() -> Text:
            at = time.monotonic() - began
            said = f"{at:6.1f} s  {now}  ({ending})" if at > FIRST_PAUSE else ""
            return Text(said, no_wrap=True, overflow="ellipsis")

        def note(what: str) -> None:
            nonlocal now
            now = what

        with Live(
            get_renderable=line,
            console=console,
            transient=True,
            refresh_per_second=8,
            redirect_stdout=False,
            redirect_stderr=False,
        ):
            yield note
        return
    due, pause = FIRST_PAUSE, FIRST_PAUSE

    def print_sparsely(what: str) -> None:
        nonlocal due, pause
        at = time.monotonic() - began
        if at >= due:
            pause = min(1.5 * pause, LONGEST_PAUSE)
            due = at + pause
            sys.stderr.write(f"{at:6.1f} s  {what}\n")
            sys.stderr.flush()

    yield print_sparsely


def _amount(value: Fraction | None) -> str:
    return "?" if value is None else amount(value)
