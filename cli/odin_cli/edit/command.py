"""``odin edit``: open a position and run the screen."""

import os
import sys

import click

from odin_cli.commands import argument, command
from odin_cli.questions import option_of
from odin_solver.errors import InputError
from odin_solver.placement.solution import Limits
from odin_solver.questions.placement import PositionSolve
from odin_solver.support.language import say


@command("odin edit position.json")
def edit(
    position_path: str | None = argument("[POSITION]"),
    seconds: float = option_of(PositionSolve, "seconds"),
    workers: int = option_of(PositionSolve, "workers"),
    seed: int = option_of(PositionSolve, "seed"),
) -> None:
    """Edit a position in the terminal, with keyboard and mouse.

    POSITION is a JSON or TOML file, or - for standard input; a file that does not exist is created
    when you save. F1 shows the keys.
    """
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        raise InputError.said("odin edit: expected a terminal as standard output and error")
    if os.environ.get("TERM", "dumb") == "dumb":
        raise InputError.said("odin edit: this terminal cannot show a full screen (TERM=dumb)")
    from odin_cli.edit.files import keyboard, opened

    document = opened(position_path)
    with keyboard():
        from odin_cli.edit.app import EditApp

        app = EditApp(document, Limits(seconds, workers, seed))
        try:
            app.run()
        finally:
            rescued = app.rescue()
    if rescued is not None:
        click.echo(say("odin: the unsaved position is in {rescued}", rescued=rescued), err=True)
    if app.return_code:
        raise SystemExit(app.return_code)
