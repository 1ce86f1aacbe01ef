"""Positions of Vikings from files, and errors that name the file."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from odin_solver.errors import InputError
from odin_solver.support.reading import source_name
from odin_solver.support.text import LONGEST, shortened
from odin_solver.vikings.files import read_vikings
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.laying import doubts, violations

position_argument = click.argument("path", metavar="POSITION")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Let errors about a position begin with the name of its file."""
    try:
        yield
    except InputError as error:
        name = source_name(path)
        raise InputError(
            *(p if p.startswith(name) else f"{name}: {p}" for p in error.problems), more=error.more
        ) from None


def tell_doubts(path: str, position: VikingsPosition) -> None:
    """Warn on standard error of what may be wrong about a position."""
    for doubt in doubts(position):
        click.echo(shortened(f"odin: {source_name(path)}: warning: {doubt}"), err=True)


def legal_position(ctx: click.Context, path: str) -> VikingsPosition:
    """Read a position; end with a list of violations if it is illegal."""
    position = read_vikings(path)
    tell_doubts(path, position)
    broken = violations(position)
    if broken:
        count = f"{len(broken)} violation{'s' if len(broken) != 1 else ''}"
        heading = f"odin: {source_name(path)}: the position is not legal, {count}:"
        click.echo(shortened(heading), err=True)
        for violation in broken:
            click.echo(f"  {shortened(violation, LONGEST - 2)}", err=True)
        ctx.exit(2)
    return position
