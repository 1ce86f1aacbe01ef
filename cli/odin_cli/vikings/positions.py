"""``odin vikings show``, ``check`` and ``example``."""

import sys

import click
from rich.table import Table
from rich.text import Text

from odin_cli.output import check_writable, print_json, stdout_console
from odin_cli.vikings.inputs import json_option, position_argument, tell_doubts
from odin_solver.support.files import write_file
from odin_solver.vikings.examples import ORDER, vikings_example, vikings_example_text
from odin_solver.vikings.files import read_vikings, vikings_data
from odin_solver.vikings.rules.laying import violations


@click.command(epilog="Example: odin vikings show position.toml --png position.png")
@position_argument
@click.option("--svg", metavar="FILE", help="Draw into an SVG file instead.")
@click.option("--png", metavar="FILE", help="Draw into a PNG file instead.")
@json_option
def show(path: str, svg: str | None, png: str | None, as_json: bool) -> None:
    """Draw the islands and ships of a position; illegal ones too.

    A figure is a letter: K warrior, R noble, G scout, Y goldsmith, B fisherman, N boatsman. An
    exclamation mark follows those that a ship threatens.
    """
    check_writable(svg, png, inputs=[path])
    position = read_vikings(path)
    if svg or png:
        from odin_solver.vikings.pictures.svg import position_svg

        picture = position_svg(position)
        if svg:
            write_file(svg, picture)
        if png:
            from odin_solver.render.png import png_from

            write_file(png, png_from(picture))
    if as_json:
        print_json(vikings_data(position))
    elif not (svg or png):
        from odin_solver.vikings.pictures.terminal import position_drawing

        if position.title:
            stdout_console().print(position.title, style="bold")
        stdout_console().print(position_drawing(position))
    broken = violations(position)
    if broken:
        count = f"{len(broken)} violation{'s' if len(broken) != 1 else ''}"
        click.echo(f"odin: not legal: {count} (odin vikings check lists them)", err=True)


@click.command(epilog="Example: odin vikings check position.toml")
@position_argument
@json_option
@click.pass_context
def check(ctx: click.Context, path: str, as_json: bool) -> None:
    """Check whether a position is legal.

    The exit code is 0 if it is legal, 1 if not, and 2 if it cannot be read.
    """
    position = read_vikings(path)
    tell_doubts(path, position)
    broken = violations(position)
    islands = list(position.area.closed_islands())
    if as_json:
        print_json(
            {
                "schema": 1,
                "legal": not broken,
                "violations": broken,
                "people": position.people,
                "closed_islands": [len(island) for island in islands],
                "threats": {str(at): sail for at, sail in position.area.threats().items()},
            }
        )
    elif broken:
        count = f"{len(broken)} violation{'s' if len(broken) != 1 else ''}"
        stdout_console().print(Text(f"not legal: {count}", style="bold red"))
        for violation in broken:
            stdout_console().print(f"  {violation}")
    else:
        stdout_console().print(Text("legal", style="bold green"))
        lengths = ", ".join(str(len(island)) for island in islands) or "none"
        stdout_console().print(f"{position.people} figures; lengths of closed islands: {lengths}")
    ctx.exit(1 if broken else 0)


@click.command(epilog="Example: odin vikings example ferry | odin vikings ferry -")
@click.argument("name", required=False)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
def example(name: str | None, output: str | None) -> None:
    """List the example positions, or print one."""
    if name is None:
        if output:
            raise click.UsageError(
                "--output needs the NAME of an example (odin vikings example lists them)"
            )
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(no_wrap=True, style="bold")
        table.add_column(overflow="fold")
        for key in ORDER:
            table.add_row(key, vikings_example(key).title)
        stdout_console().print(table)
        return
    text = vikings_example_text(name)
    if output is None or output == "-":
        sys.stdout.write(text)
    else:
        write_file(output, text)
