"""Positions of Graenaland from files, options, and the process that searches."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from rich.live import Live
from rich.text import Text

from odin_cli.options import number_option
from odin_cli.output import stderr_console
from odin_cli.progress import LONGEST_PAUSE
from odin_solver.errors import InputError
from odin_solver.graenaland.files import legal_graenaland, read_profile
from odin_solver.graenaland.model.solve import SECONDS, SolveLimits
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.searching import searching as search_process
from odin_solver.support.reading import source_name

Command = TypeVar("Command", bound=Callable[..., Any])

QUIET = 1.0
"""Seconds without progress."""

position_argument = click.argument("path", metavar="POSITION")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
profile_option = click.option(
    "--profile",
    "profile_path",
    metavar="FILE",
    help="Profile of your copy; by default that of the position, else the saved one.",
)


def search_options(command: Command) -> Command:
    """Add the options of time limit, threads and seed."""
    options = (
        click.option(
            "--time-limit",
            type=float,
            default=SECONDS,
            metavar="S",
            show_default=True,
            help="Time limit of a search in seconds.",
        ),
        number_option("--workers", least=1, most=256, default=1, help="Threads of the search."),
        number_option(
            "--seed", least=0, most=2**31 - 1, default=0, help="Seed of all random choices."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def load_graenaland(path: str, profile_path: str | None) -> GraenalandPosition:
    """Read a legal position with a profile."""
    profile = None if profile_path is None else read_profile(profile_path)
    return legal_graenaland(path, profile)


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Let errors about a position begin with the name of its file."""
    try:
        yield
    except InputError as error:
        name = source_name(path)
        raise InputError(*(f"{name}: {problem}" for problem in error.problems)) from None


@contextmanager
def searching(
    seconds: float, workers: int, seed: int, cancel: threading.Event
) -> Iterator[SolveLimits]:
    """Search in a process of its own, which ends when `cancel` is set; show what it looks for."""
    if not seconds > 0:
        raise InputError(f"--time-limit: expected more than 0 seconds, got {seconds:g}")
    limits = SolveLimits(seconds, workers, seed)
    with _shown() as heard, search_process(limits, cancel.is_set, heard) as found:
        yield found


@contextmanager
def _shown() -> Iterator[Callable[[str], None]]:
    """Show on standard error what is looked for, from the second second on."""
    began = time.monotonic()
    console = stderr_console()
    if sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal:
        now = ""

        def line() -> Text:
            at = time.monotonic() - began
            said = f"{at:6.1f} s  looking for {now}  (Ctrl-C stops)" if at > QUIET else ""
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
    due, pause = QUIET, QUIET

    def print_sparsely(what: str) -> None:
        nonlocal due, pause
        at = time.monotonic() - began
        if at >= due:
            pause = min(1.5 * pause, LONGEST_PAUSE)
            due = at + pause
            click.echo(f"{at:6.1f} s  looking for {what}", err=True)

    yield print_sparsely
