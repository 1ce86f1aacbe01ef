"""``odin edit``: open a position and run the screen."""

import os
import sys

import click

from odin_cli.options import limit_options
from odin_solver.errors import InputError
from odin_solver.placement.solution import Limits


@click.command(epilog="Example: odin edit position.json")
@click.argument("position_path", metavar="[POSITION]", required=False)
@limit_options
def edit(position_path: str | None, time_limit: float, workers: int, seed: int) -> None:
    """Edit a position in the terminal, with keyboard and mouse.

    POSITION is a JSON or TOML file, or - for standard input; a file that does not exist is created
    when you save. F1 shows the keys.
    """
    if not time_limit > 0:
        raise InputError(f"--time-limit: expected more than 0 seconds, got {time_limit:g}")
    for name, stream in (("output", sys.stdout), ("error", sys.stderr)):
        if not stream.isatty():
            raise InputError(f"odin edit: expected a terminal as standard {name}")
    if os.environ.get("TERM", "dumb") == "dumb":
        raise InputError("odin edit: this terminal cannot show a full screen (TERM=dumb)")
    from odin_cli.edit.files import keyboard, opened

    document = opened(position_path)
    with keyboard():
        from odin_cli.edit.app import EditApp

        app = EditApp(document, Limits(time_limit, workers, seed))
        try:
            app.run()
        finally:
            rescued = app.rescue()
    if rescued is not None:
        click.echo(f"odin: the unsaved position is in {rescued}", err=True)
    if app.return_code:
        raise SystemExit(app.return_code)
