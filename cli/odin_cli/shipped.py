"""``odin example``: positions and tables shipped with the program."""

import sys
import tomllib

import click
from rich.table import Table

from odin_cli.output import stdout_console
from odin_solver.notation.examples import ORDER, TABLES, example_file
from odin_solver.notation.examples import example as example_position
from odin_solver.support.files import write_file


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (*ORDER, *TABLES) if name.startswith(incomplete)]


@click.command(epilog="Example: odin example late-home | odin solve -")
@click.argument("name", required=False, shell_complete=_complete)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
def example(name: str | None, output: str | None) -> None:
    """List the examples, positions and tables, or print one.

    Without NAME lists all examples; with NAME prints the file of that example.
    """
    if name is None:
        if output:
            raise click.UsageError(
                "--output needs the NAME of an example (odin example lists them)"
            )
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(no_wrap=True, style="bold")
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for each in ORDER:
            table.add_row(each, example_file(each).file_name[-4:], example_position(each).title)
        for each in TABLES:
            title = tomllib.loads(example_file(each).text)["title"]
            table.add_row(each, "toml", title)
        stdout_console().print(table)
        return
    text = example_file(name).text
    if output is None or output == "-":
        sys.stdout.write(text)
    else:
        write_file(output, text)
