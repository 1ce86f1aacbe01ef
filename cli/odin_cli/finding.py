"""``odin help``: commands and components by a word."""

from collections.abc import Iterator

import click

from odin_cli.commands import LazyGroup, argument, command
from odin_cli.output import stdout_console
from odin_solver.components.heard import names_of
from odin_solver.errors import InputError
from odin_solver.render.terminal.tables import plain_table
from odin_solver.support.language import say
from odin_solver.support.text import fold

SHOWN_BY = {
    "tile": "odin tiles {thing}",
    "board": "odin boards {thing}",
    "card": "odin game cards {thing}",
    "space": "",
}
"""Kinds of components, and the commands that show one."""


@command("odin help forge")
def help_(words: tuple[str, ...] = argument("[WORD]...", nargs=-1)) -> None:
    """Find commands, tiles, boards, cards and action spaces by a word.

    The name of a command prints its help, as COMMAND --help does.
    """
    odin = click.get_current_context().find_root()
    group: click.Command = odin.command
    context = odin
    for word in words:
        found = group.get_command(context, word) if isinstance(group, LazyGroup) else None
        if found is None:
            break
        context, group = click.Context(found, context, word), found
    else:
        click.echo(context.get_help())
        return
    text = " ".join(words)
    table = plain_table("whole", "left")
    assert isinstance(odin.command, LazyGroup)
    for path, sentence in _commands(odin.command, "odin"):
        if fold(text) in fold(f"{path} {sentence}"):
            table.add_row(path, sentence)
    for kind, shown_by in SHOWN_BY.items():
        names = names_of(kind)
        for thing in dict.fromkeys([*names.meant(text), *names.begun(text)]):
            table.add_row(shown_by.format(thing=thing) or say("action space"), names.shown(thing))
    if not table.rows:
        raise InputError.said("nothing is called {text!r}", text=text)
    stdout_console().print(table)


def _commands(group: LazyGroup, path: str) -> Iterator[tuple[str, str]]:
    for name in group.table:
        yield f"{path} {name}", group.sentence_of(name)
        if group.table[name].startswith("odin_cli.groups:"):
            inner = group.get_command(click.get_current_context(), name)
            assert isinstance(inner, LazyGroup)
            yield from _commands(inner, f"{path} {name}")
