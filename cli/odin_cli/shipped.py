"""``odin example``: positions and tables shipped with the program."""

import tomllib
from collections.abc import Iterable, Sequence

import click

from odin_cli.commands import argument, command
from odin_cli.options import output_option
from odin_cli.output import print_text, stdout_console
from odin_solver.notation.examples import ORDER, TABLES, example_file
from odin_solver.notation.examples import example as example_position
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.support.language import say, say_as


@command("odin example late-home | odin solve -")
def example(
    name: str | None = argument("[NAME]", among=(*ORDER, *TABLES)),
    output: str | None = output_option(),
) -> None:
    """List the examples, positions and tables, or print one.

    Without NAME lists all examples; with NAME prints the file of that example.
    """
    if lists_examples(name, output, _rows()):
        return
    assert name is not None
    print_text(example_file(name).text, output)


def _rows() -> Iterable[Sequence[str]]:
    for each in ORDER:
        title = example_position(each).title
        yield each, example_file(each).file_name[-4:], say_as("title", title)
    for each in TABLES:
        title = tomllib.loads(example_file(each).text)["title"]
        yield each, "toml", say_as("title", title)


def lists_examples(name: str | None, output: str | None, rows: Iterable[Sequence[str]]) -> bool:
    """List examples unless one is named; returns whether they are listed."""
    if name is None and output:
        command = click.get_current_context().command_path
        raise click.UsageError(
            say("--output needs the NAME of an example ({command} lists them)", command=command)
        )
    if name is None:
        first, *more = rows
        table = labelled_table(*["whole"] * (len(first) - 2), "left")
        for row in (first, *more):
            table.add_row(*row)
        stdout_console().print(table)
    return name is None
