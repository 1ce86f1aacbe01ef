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
"""Seconds between two plain lines at first; every further pause is half as long again."""

LONGEST_PAUSE = 30.0


@dataclass
class Watch:
    """What is known of a search; rich prints it as one line.

    Attributes
    ----------
    sums
        Number of sums of the objective.
    seconds
        The time limit.
    what
        What is being solved, where it is not just the position.
    """

    sums: int
    seconds: float
    what: str = ""
    latest: "Progress | None" = None
    stopping: bool = False
    began: float = field(default_factory=time.monotonic)

    def line(self, at: float) -> str:
        """The state of the search in one line, `at` seconds after its start."""
        parts = [f"{at:6.1f} s"]
        if self.what:
            parts.append(f"{self.what}:")
        now = self.latest
        if now is None:
            parts.append("starting")
        elif now.level >= self.sums:
            parts.append("best value proven; choosing among equally good layouts")
        else:
            if self.sums > 1:
                parts.append(f"sum {now.level + 1} of {self.sums}")
            parts.append(f"value {_amount(now.value)}")
            parts.append(f"bound {_amount(now.bound)}")
            if now.gap is not None and now.gap < 10:
                parts.append(f"gap {100 * now.gap:.1f} %")
        if self.stopping:
            parts.append("stopping")
        return "  ".join(parts)

    def __rich__(self) -> Text:
        """The line as of now, cut where the terminal ends."""
        limit = f"{self.seconds:g} s" if self.seconds < 1e6 else "no limit"
        line = f"{self.line(time.monotonic() - self.began)}  (of {limit}; Ctrl-C keeps the best)"
        return Text(line, no_wrap=True, overflow="ellipsis")


@contextmanager
def shown(watch: Watch, quiet: bool) -> Iterator[Callable[["Progress"], None]]:
    """Show how a search proceeds: a line that changes, sparse lines if nobody sees it change."""

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
        ):
            yield note
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


def _amount(value: Fraction | None) -> str:
    return "?" if value is None else amount(value)
