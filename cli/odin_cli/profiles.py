"""Commands about profiles: what is printed in a box, shown or entered once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from odin_cli.forms import Form, FormEndedError
from odin_cli.output import check_writable, print_json
from odin_solver.errors import InputError
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.language import say
from odin_solver.support.profiles import A_PROFILE, Printed, Profiles


def show_or_enter(
    profiles: Profiles[Printed],
    form: type[Form],
    show: Callable[[Printed, str], None],
    *,
    path: str | None,
    new: bool,
    as_json: bool,
) -> None:
    """Show a profile, or ask for what is not entered yet.

    Parameters
    ----------
    show
        Prints a profile; it also gets the name of the file.
    path
        The file; by default the saved profile.
    new, as_json
        Whether to ask, or to print the data of the file.
    """
    if new:
        _enter(profiles, form, Path(path) if path else profiles.own_path())
        return
    printed = profiles.named(path)
    if as_json:
        print_json(profiles.data(printed))
    else:
        show(printed, path or str(profiles.own_path()))


def _enter(profiles: Profiles[Any], form: type[Form], target: Path) -> None:
    data: dict[str, Any] = {}
    if target.exists():
        name, text = read_text(target)
        read = decode(text, name, A_PROFILE)
        profiles.from_data(read, name)
        assert isinstance(read, dict)
        data = read
        click.echo(say("Going on with {path}.", path=target), err=True)
    if target == profiles.own_path():
        profiles.make_folder()
    check_writable(target)
    click.echo(say(form.begins), err=True)
    try:
        form(target, data).ask_all()
    except (KeyboardInterrupt, FormEndedError) as stop:
        click.echo("", err=True)
        if target.exists():
            kept = say("kept in {path}; the same command goes on", path=target)
        else:
            kept = say("nothing kept")
        if isinstance(stop, FormEndedError):
            raise InputError.said("the form is not finished: {kept}", kept=kept) from None
        click.echo(f"odin: {kept}", err=True)
        raise
    click.echo(say("saved in {path}", path=target), err=True)
