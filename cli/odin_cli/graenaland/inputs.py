"""Positions of Graenaland from files, options, and the process that searches."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from odin_cli.options import number_option
from odin_cli.progress import shown_if_slow
from odin_solver.errors import InputError
from odin_solver.graenaland.files import legal_graenaland, read_profile
from odin_solver.graenaland.model.solve import SECONDS, SolveLimits
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.searching import searching as search_process
from odin_solver.support.reading import source_name

Command = TypeVar("Command", bound=Callable[..., Any])

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
        raise error.within(source_name(path)) from None


@contextmanager
def searching(
    seconds: float, workers: int, seed: int, cancel: threading.Event
) -> Iterator[SolveLimits]:
    """Search in a process of its own, which ends when `cancel` is set; show what it looks for."""
    if not seconds > 0:
        raise InputError(f"--time-limit: expected more than 0 seconds, got {seconds:g}")
    limits = SolveLimits(seconds, workers, seed)
    with (
        shown_if_slow("Ctrl-C stops") as note,
        search_process(limits, cancel.is_set, lambda what: note(f"looking for {what}")) as found,
    ):
        yield found
