"""Options shared by the commands that solve a position."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import click

from odin_solver.errors import InputError
from odin_solver.placement.objective import BONUS_ITEMS, PLAIN_KEYS, PRESETS
from odin_solver.placement.solution import Limits
from odin_solver.placement.weight_keys import parse_weight, weight_key

DEFAULTS = Limits()

Command = TypeVar("Command", bound=Callable[..., Any])


def number_option(
    *names: str, least: int, most: int | None = None, default: int | None = None, help: str
) -> Callable[[Command], Command]:
    """Build an option for a whole number from a range; a default is shown."""
    return click.option(
        *names,
        type=click.IntRange(least, most),
        default=default,
        metavar="N",
        show_default=default is not None,
        help=help,
    )


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
        "else score if the round is known, otherwise final.",
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
    number_option(
        "--rounds-left",
        least=1,
        most=7,
        help="Rounds still to be played, this one included, for the objective score. By default "
        "those of the position.",
    ),
)


def _limits(seconds: float) -> tuple[Callable[[Command], Command], ...]:
    return (
        click.option(
            "--time-limit",
            type=float,
            default=seconds,
            metavar="S",
            show_default=True,
            help="Time limit in seconds; then the best so far is printed.",
        ),
        number_option(
            "--workers",
            least=1,
            most=256,
            default=DEFAULTS.workers,
            help="Threads of all engines together.",
        ),
        number_option(
            "--seed",
            least=0,
            most=2**31 - 1,
            default=DEFAULTS.seed,
            help="Seed of all random choices.",
        ),
    )


verbose_option = click.option(
    "--verbose",
    is_flag=True,
    help="Also show the technical line: status, bound, gap, solver; of a solution also the parts "
    "of its value.",
)


def limit_options(command: Command, seconds: float = DEFAULTS.seconds) -> Command:
    """Add the options of time limit, threads and seed."""
    for option in reversed(_limits(seconds)):
        command = option(command)
    return command


def search_options_within(seconds: float) -> Callable[[Command], Command]:
    """Return a decorator for the options of objective, weights, time limit, threads and seed."""

    def decorate(command: Command) -> Command:
        command = limit_options(command, seconds)
        for option in reversed(_OBJECTIVE):
            command = option(command)
        return command

    return decorate


search_options = search_options_within(DEFAULTS.seconds)


def parse_setting(text: str) -> tuple[str, Fraction]:
    """Read ``KEY=VALUE``.

    Raises
    ------
    InputError
        If the form is wrong, the key is unknown or the value is not a number.
    """
    key, equals, weight = text.partition("=")
    if not equals:
        raise InputError(f"--set: expected KEY=VALUE such as bonus.oil=5, got {text!r}")
    try:
        return weight_key(key), parse_weight(key, weight.strip())
    except InputError as error:
        raise InputError(f"--set: {str(error).removeprefix('objective: ')}") from None
