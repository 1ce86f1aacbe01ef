"""Progress of the planner, and Ctrl-C."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from odin_cli.commands import number, seconds
from odin_cli.output import stderr_console, tell_stopped
from odin_cli.progress import live_display, terminal
from odin_solver.errors import InputError
from odin_solver.support.language import say, say_decimal, say_number
from odin_solver.words.moves import titled

if TYPE_CHECKING:
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.candidates import Advice

SECONDS = 5.0
"""Usual time limit for a move."""

MOST_SECONDS = 1e9

BAR = 12
"""Width of the progress bar."""


@dataclass
class PlannerProgress:
    """Progress of the planner on one line, perhaps with the best move so far."""

    limits: "SearchLimits"
    latest: "Advice | None" = None
    moves: bool = True
    began: float = field(default_factory=time.monotonic)

    def line(self) -> Table:
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
        text = f"{say_decimal(seconds, '5.1f')} s  {self.words()}  " + say("(Ctrl-C to stop)")
        grid.add_row(ProgressBar(1.0, min(1.0, max(shares, default=0.0)), BAR), text)
        return grid

    def words(self) -> str:
        if self.latest is None:
            return say("starting")
        best = self.latest.best
        done = self.latest.playouts + self.latest.searched
        playouts = say_number("{n} playout", "{n} playouts", done)
        if not self.moves:
            return playouts
        return say(
            "{move}, expected {score:.0f}, {playouts}",
            move=titled(best.move),
            score=self.latest.ranked(best).expected,
            playouts=playouts,
        )


def think(
    advices: "Iterable[Advice]", limits: "SearchLimits", *, quiet: bool = False, moves: bool = True
) -> "tuple[Advice | None, bool]":
    """Run the planner to its end or to Ctrl-C.

    Standard error shows the progress on a terminal, and each better move on a line of its own.

    Parameters
    ----------
    moves
        Whether progress names the best move so far.

    Returns
    -------
    tuple
        Latest advice, None if there is none; and whether Ctrl-C came.
    """
    progress = PlannerProgress(limits, moves=moves)
    move = None
    try:
        with _console(progress, quiet) as console:
            for progress.latest in advices:
                if moves and progress.latest.best.move != move:
                    move = progress.latest.best.move
                    if console is not None:
                        line = (
                            f"{say_decimal(progress.latest.seconds, '5.1f')} s  {progress.words()}"
                        )
                        console.print(Text(line, "dim"), soft_wrap=True)
    except KeyboardInterrupt:
        return progress.latest, True
    return progress.latest, False


@contextmanager
def _console(progress: PlannerProgress, quiet: bool) -> Iterator[Console | None]:
    console = terminal(quiet)
    if console is None:
        yield None if quiet else stderr_console()
        return
    with live_display(progress.line, console) as live:
        yield live.console


def time_option(usual: float, help: str = "Time limit in seconds", name: str = "--time") -> Any:
    return seconds(f"{help}. [default: {usual:g}]", name, most=MOST_SECONDS)


def playouts_option(
    help: str = "Number of playouts instead of a time limit; the answer then depends on --seed and "
    "--workers alone.",
) -> Any:
    return number(help, 1, None, "--playouts", "--games")


def limits_of(
    option: str, seconds: float | None, playouts: int | None, workers: int, usual: float
) -> "SearchLimits":
    """Return the limits of a search: an option's time, or playouts, or the usual time."""
    from odin_solver.planner.advice import SearchLimits

    if seconds is not None and playouts is not None:
        raise InputError.said("expected either {option} or --playouts, not both", option=option)
    return SearchLimits(
        usual if seconds is None and playouts is None else seconds, playouts, workers
    )


def tell_if_stopped(stopped: bool, found: object) -> int:
    """Say that Ctrl-C came, and whether it came too early; return the exit code."""
    if not stopped:
        return 0
    return tell_stopped(None if found else say("nothing was known yet"))
