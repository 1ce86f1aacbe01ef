"""What is shown while the planner thinks, and what Ctrl-C does to it."""

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

if TYPE_CHECKING:
    from odin_solver.planner.advice import Advice, SearchLimits

BAR = 12
"""Characters of a bar."""


@dataclass
class Thought:
    """How far the planner is; rich prints it as one line.

    Attributes
    ----------
    limits
        How much it may think.
    latest
        What it has found so far.
    """

    limits: "SearchLimits"
    latest: "Advice | None" = None
    began: float = field(default_factory=time.monotonic)

    def __rich__(self) -> Table:
        seconds = time.monotonic() - self.began
        played = self.latest.playouts if self.latest else 0
        shares = [
            done / allowed
            for done, allowed in ((seconds, self.limits.seconds), (played, self.limits.playouts))
            if allowed is not None
        ]
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, overflow="ellipsis")
        text = f"{seconds:5.1f} s  {self.words()}  (Ctrl-C ends it)"
        grid.add_row(ProgressBar(1.0, min(1.0, max(shares, default=0.0)), BAR), text)
        return grid

    def words(self) -> str:
        """The best move so far."""
        if self.latest is None:
            return "the first game is being played out"
        best = self.latest.best
        games = self.latest.playouts
        return f"{best.move}, expected {best.mean:.1f}, {games} game{'s' * (games != 1)}"


def think(
    advices: "Iterable[Advice]", limits: "SearchLimits", *, quiet: bool = False
) -> "tuple[Advice | None, bool]":
    """Let the planner think to its end or to Ctrl-C.

    On a terminal a line on standard error shows how far it is; every better move gets a line of
    its own.

    Parameters
    ----------
    advices
        What it finds.
    limits
        How much it may think.
    quiet
        Whether to show nothing.

    Returns
    -------
    tuple
        What was found last, None if nothing; and whether Ctrl-C came.
    """
    thought = Thought(limits)
    move = None
    try:
        with _lines(thought, quiet) as console:
            for thought.latest in advices:
                if thought.latest.best.move != move:
                    move = thought.latest.best.move
                    if console is not None:
                        line = f"{thought.latest.seconds:5.1f} s  {thought.words()}"
                        console.print(Text(line, "dim"), soft_wrap=True)
    except KeyboardInterrupt:
        return thought.latest, True
    return thought.latest, False


@contextmanager
def _lines(thought: Thought, quiet: bool) -> Iterator[Console | None]:
    """Where better moves are told; None if nobody wants to hear of them."""
    console = stderr_console()
    if quiet:
        yield None
    elif sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal:
        with Live(
            thought,
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
    """A line on standard error that says how far a search of so many seconds is.

    Yields
    ------
    Callable
        What to tell the line.
    """
    console = stderr_console()
    if quiet or not sys.stderr.isatty() or not console.is_terminal or console.is_dumb_terminal:
        yield lambda _: None
        return
    bar = Progress(
        BarColumn(BAR),
        TimeElapsedColumn(),
        TextColumn("{task.description}  (Ctrl-C ends it)"),
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
