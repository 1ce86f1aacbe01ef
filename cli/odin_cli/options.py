"""Options shared by the commands that solve a position."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from odin_solver.placement.objective import BONUS_ITEMS, PLAIN_KEYS, PRESETS
from odin_solver.placement.solution import Limits

DEFAULTS = Limits()

Command = TypeVar("Command", bound=Callable[..., Any])


def _complete_presets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in PRESETS if name.startswith(incomplete)]


def _complete_keys(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    keys = [*PLAIN_KEYS, *(f"bonus.{item}" for item in sorted(BONUS_ITEMS))]
    return [f"{key}=" for key in keys if key.startswith(incomplete)]


_OBJECTIVE = (
    click.option(
        "--objective",
        metavar="NAME",
        shell_complete=_complete_presets,
        help=f"What to maximise: {', '.join(PRESETS)}. By default that of the position, "
        "else final.",
    ),
    click.option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        shell_complete=_complete_keys,
        help="A weight of the objective, such as bonus.oil=5 or keep.robe=2; may be repeated. "
        f"Keys: {', '.join(PLAIN_KEYS)}, bonus.GOOD, keep.TILE.",
    ),
    click.option(
        "--rounds-left",
        type=click.IntRange(1, 7),
        metavar="N",
        help="Rounds still to be played, this one included, for the objective engine. By default "
        "those of the position.",
    ),
)

_LIMITS = (
    click.option(
        "--time-limit",
        type=float,
        default=DEFAULTS.seconds,
        metavar="S",
        show_default=True,
        help="Time limit in seconds; then the best so far is printed.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, 256),
        default=DEFAULTS.workers,
        metavar="N",
        show_default=True,
        help="Threads of all engines together.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**31 - 1),
        default=DEFAULTS.seed,
        metavar="N",
        show_default=True,
        help="Seed of all random choices.",
    ),
)


def search_options(command: Command) -> Command:
    """Add the options of objective, weights, time limit, threads and seed."""
    for option in reversed((*_OBJECTIVE, *_LIMITS)):
        command = option(command)
    return command
