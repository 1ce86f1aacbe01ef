"""Reference of the commands, from the program itself."""

import re
from collections.abc import Iterator
from html import escape

import click

from docs.generator.markdown import table
from odin_cli.commands import help_paragraphs
from odin_cli.main import HEADINGS, odin
from odin_solver.support.language import say, speaking

NOT_LISTED = frozenset({"--help", "--version", "--language"})
"""Options of every command, and those of ``odin`` itself: described by the page."""


def commands() -> str:
    """Return the reference of all commands in English."""
    with speaking("en"):
        return "\n".join(_commands())


def _commands() -> Iterator[str]:
    # The settings name `-h`, which click keeps in each command.
    root = click.Context(odin, info_name="odin", **odin.context_settings)
    for name in odin.list_commands(root):
        if name in HEADINGS:
            yield f"## {say(HEADINGS[name])}\n"
        yield from _command(root, name)


def _command(parent: click.Context, name: str) -> Iterator[str]:
    group = parent.command
    assert isinstance(group, click.Group)
    command = group.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    yield f"### {context.command_path}\n"
    for paragraph in help_paragraphs(command.help or ""):
        yield f"{_text(say(paragraph))}\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{context.command_path} {usage}\n```\n"
    records = [
        record
        for each in command.get_params(context)
        if NOT_LISTED.isdisjoint(each.opts)
        if (record := each.get_help_record(context)) and record[1]
    ]
    if records:
        yield table(["Option", "Meaning"], [(f"`{of}`", _text(text)) for of, text in records])
    if command.epilog:
        yield f"Example: `{command.epilog}`\n"
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            yield from _command(context, each)


def _text(text: str) -> str:
    """Return text in which nothing is taken for Markdown."""
    return escape(re.sub(r"([\\`*_{}\[\]#])", r"\\\1", text), quote=False)
