"""Progress of the planner, and Ctrl-C."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from odin_cli.output import stderr_console
from odin_solver.words.moves import named
from odin_solver.words.names import number_of

if TYPE_CHECKING:
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.candidates import Advice

BAR = 12
"""Width of the progress bar."""


@dataclass
class PlannerProgress:
    """Progress of the planner, which rich prints as one line.

    Attributes
    ----------
    limits
        Limits of the search.
    latest
        Latest advice.
    began
        Start of the search, by `time.monotonic`.
    """

    limits: "SearchLimits"
    latest: "Advice | None" = None
    began: float = field(default_factory=time.monotonic)

    def __rich__(self) -> Table:
        seconds = time.monotonic() - self.began
        playouts = self.latest.playouts + self.latest.searched if self.latest else 0
        shares = [
            done / allowed
            for done, allowed in ((seconds, self.limits.seconds), (playouts, self.limits.playouts))
            if allowed is not None
        ]
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, overflow="ellipsis")
        text = f"{seconds:5.1f} s  {self.words()}  (Ctrl-C to stop)"
        grid.add_row(ProgressBar(1.0, min(1.0, max(shares, default=0.0)), BAR), text)
        return grid

    def words(self) -> str:
        """Return the best move so far."""
        if self.latest is None:
            return "starting"
        best = self.latest.best
        playouts = number_of(self.latest.playouts + self.latest.searched, "playout")
        return f"{named(best.move)}, expected {best.expected:.0f}, {playouts}"


def think(
    advices: "Iterable[Advice]", limits: "SearchLimits", *, quiet: bool = False
) -> "tuple[Advice | None, bool]":
    """Run the planner to its end or to Ctrl-C.

    Standard error shows the progress on a terminal, and each better move on a line of its own.

    Parameters
    ----------
    advices
        Advice of the planner.
    limits
        Limits of the search.
    quiet
        Whether to show no progress.

    Returns
    -------
    tuple
        Latest advice, None if there is none; and whether Ctrl-C came.
    """
    progress = PlannerProgress(limits)
    move = None
    try:
        with _console(progress, quiet) as console:
            for progress.latest in advices:
                if progress.latest.best.move != move:
                    move = progress.latest.best.move
                    if console is not None:
                        line = f"{progress.latest.seconds:5.1f} s  {progress.words()}"
                        console.print(Text(line, "dim"), soft_wrap=True)
    except KeyboardInterrupt:
        return progress.latest, True
    return progress.latest, False


@contextmanager
def _console(progress: PlannerProgress, quiet: bool) -> Iterator[Console | None]:
    """Yield the console for better moves; None if quiet."""
    console = stderr_console()
    if quiet:
        yield None
    elif sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal:
        with Live(
            progress,
            console=console,
            transient=True,
            refresh_per_second=8,
            redirect_stdout=False,
            redirect_stderr=False,
        ) as live:
            yield live.console
    else:
        yield console


@contextmanager
def live_line(seconds: float, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Show a progress line of a timed search on standard error.

    Yields
    ------
    Callable
        Sets the text of the line.
    """
    console = stderr_console()
    if quiet or not sys.stderr.isatty() or not console.is_terminal or console.is_dumb_terminal:
        yield lambda _: None
        return
    bar = Progress(
        BarColumn(BAR),
        TimeElapsedColumn(),
        TextColumn("{task.description}  (Ctrl-C to stop)"),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    began = time.monotonic()
    with bar:
        task = bar.add_task("", total=seconds)
        yield lambda text: bar.update(
            task, description=text, completed=min(seconds, time.monotonic() - began)
        )


def tell_if_stopped(stopped: bool, found: object) -> None:
    """Say that Ctrl-C came, and whether it came too early."""
    if stopped:
        known = "this is the best so far" if found else "nothing was known yet"
        click.echo(f"odin: stopped; {known}", err=True)
