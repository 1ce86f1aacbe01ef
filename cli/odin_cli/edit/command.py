"""``odin edit``: open a position and run the screen."""

import os
import sys

import click

from odin_cli.commands import argument, command
from odin_cli.options import LIMITS, LimitOptions
from odin_solver.errors import InputError


@command("odin edit position.json")
def edit(position_path: str | None = argument("[POSITION]"), limits: LimitOptions = LIMITS) -> None:
    """Edit a position in the terminal, with keyboard and mouse.

    POSITION is a JSON or TOML file, or - for standard input; a file that does not exist is created
    when you save. F1 shows the keys.
    """
    for name, stream in (("output", sys.stdout), ("error", sys.stderr)):
        if not stream.isatty():
            raise InputError(f"odin edit: expected a terminal as standard {name}")
    if os.environ.get("TERM", "dumb") == "dumb":
        raise InputError("odin edit: this terminal cannot show a full screen (TERM=dumb)")
    from odin_cli.edit.files import keyboard, opened

    document = opened(position_path)
    with keyboard():
        from odin_cli.edit.app import EditApp

        app = EditApp(document, limits.limits)
        try:
            app.run()
        finally:
            rescued = app.rescue()
    if rescued is not None:
        click.echo(f"odin: the unsaved position is in {rescued}", err=True)
    if app.return_code:
        raise SystemExit(app.return_code)
