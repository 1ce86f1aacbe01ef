"""Positions of Graenaland from files, options, and the process that searches."""

import re
import threading
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from odin_cli.commands import group, option
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.output import naming
from odin_cli.progress import shown_if_slow
from odin_cli.searches import LimitOptions
from odin_solver.errors import InputError
from odin_solver.graenaland.files import PROFILES, legal_graenaland
from odin_solver.graenaland.model.solve import SECONDS, Limits
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.searching import searching as search_process
from odin_solver.support.language import say
from odin_solver.support.validating import expect_one

PROFILE = option(
    "Profile of your copy; by default that of the position, else the saved one.",
    "--profile",
    metavar="FILE",
)
PHASE_LIMITS = group(
    LimitOptions,
    time_limit={"help": "Time limit of a search in seconds.", "default": SECONDS},
    workers={"help": "Threads of the search.", "default": 1},
)


def load_graenaland(path: str, profile_path: str | None) -> GraenalandPosition:
    """Read a legal position with a profile."""
    profile = None if profile_path is None else PROFILES.read(profile_path)
    return legal_graenaland(path, profile)


def counts(option: str, texts: Iterable[str], names: Collection[str]) -> dict[str, int]:
    """Read ``NAME=N`` of an option, once or more often."""
    found = {}
    for text in texts:
        name, equals, count = text.partition("=")
        expect_one(option, name, names)
        if not equals or not re.fullmatch(r"\d{1,2}", count):
            raise InputError(
                say(
                    "{option}: {name}: expected {name}=N, 0 to 99, got {got!r}",
                    option=option,
                    name=name,
                    got=text,
                )
            )
        found[name] = int(count)
    return found


@contextmanager
def searching(path: str, given: LimitOptions) -> Iterator[tuple[Limits, threading.Event]]:
    """Search in a process of its own; show what it looks for."""
    limits = Limits(given.time_limit, given.workers, given.seed)
    with (
        stopped_by_interrupt() as cancel,
        naming(path),
        shown_if_slow(say("Ctrl-C stops")) as note,
        search_process(limits, cancel.is_set, note) as found,
    ):
        yield found, cancel
