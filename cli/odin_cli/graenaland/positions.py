"""``odin graenaland show``, ``check`` and ``example``: positions without solving them."""

import json
import sys

import click
from rich.table import Table

from odin_cli.graenaland.inputs import json_option, position_argument, profile_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_solver.graenaland.examples import ORDER, example_text, graenaland_example
from odin_solver.graenaland.files import graenaland_data, read_graenaland, read_profile
from odin_solver.graenaland.model.solve import PhasePlan
from odin_solver.graenaland.parts import INLAND_FEWER
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.goals import goals_met, measures, score_needed, score_of
from odin_solver.graenaland.rules.violations import position_violations
from odin_solver.support.files import write_file
from odin_solver.support.text import shortened


def _read(path: str, profile_path: str | None) -> GraenalandPosition:
    profile = None if profile_path is None else read_profile(profile_path)
    return read_graenaland(path, profile)


@click.command(epilog="Example: odin graenaland example points | odin graenaland show -")
@position_argument
@profile_option
@click.option("--svg", metavar="FILE", help="Draw into an SVG file instead.")
@click.option("--png", metavar="FILE", help="Draw into a PNG file instead.")
@json_option
def show(
    path: str, profile_path: str | None, svg: str | None, png: str | None, as_json: bool
) -> None:
    """Draw the map, the hand and what counts."""
    check_writable(svg, png, inputs=[path])
    position = _read(path, profile_path)
    write_pictures(position, svg, png)
    if as_json:
        print_json(graenaland_data(position))
    elif not svg and not png:
        from odin_solver.graenaland.pictures.terminal import position_text

        stdout_console().print(position_text(position))


def write_pictures(shown: GraenalandPosition | PhasePlan, svg: str | None, png: str | None) -> None:
    """Draw a position or a plan into files."""
    if not svg and not png:
        return
    from odin_solver.graenaland.pictures.svg import graenaland_svg, plan_svg

    picture = plan_svg(shown) if isinstance(shown, PhasePlan) else graenaland_svg(shown)
    if svg:
        write_file(svg, picture)
    if png:
        from odin_solver.render.png import png_from

        write_file(png, png_from(picture))


@click.command(epilog="Example: odin graenaland check position.toml")
@position_argument
@profile_option
@json_option
@click.pass_context
def check(ctx: click.Context, path: str, profile_path: str | None, as_json: bool) -> None:
    """Check whether a position is possible, and which goals it meets.

    The exit code is 0 if it is possible, 1 if not, and 2 if it cannot be read.
    """
    position = _read(path, profile_path)
    violations = position_violations(position)
    measured = measures(position, position.me)
    if as_json:
        print_json(
            {
                "schema": 1,
                "legal": not violations,
                "violations": violations,
                "measures": measured,
                "score": score_of(position),
                "needed": score_needed(position),
                "goals": goals_met(measured) if position.card is None else None,
            }
        )
    else:
        from odin_solver.graenaland.pictures.terminal import goals_table

        console = stdout_console()
        console.print("not legal" if violations else "legal", style="bold")
        for violation in violations:
            console.print(f"  {violation}")
        console.print(goals_table(position))
        _note_layout(position)
    ctx.exit(1 if violations else 0)


def _note_layout(position: GraenalandPosition) -> None:
    """Tell on standard error if the map has another size than in a game."""
    coastal = sum(state.printed.coastal for state in position.tiles.values())
    inland = len(position.tiles) - coastal
    players = len(position.players)
    if (coastal, inland) != (players, players - INLAND_FEWER):
        click.echo(
            f"odin: the map has {coastal} coastal and {inland} inland tiles; "
            f"{players} players have {players} and {players - INLAND_FEWER}",
            err=True,
        )


@click.command(epilog="Example: odin graenaland example late-game | odin graenaland win -")
@click.argument("name", required=False)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@json_option
def example(name: str | None, output: str | None, as_json: bool) -> None:
    """List the example positions, or print one; their costs are made up."""
    if name is None:
        titles = {each: graenaland_example(each).title for each in ORDER}
        if as_json:
            print_json({"schema": 1, "examples": titles})
            return
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(no_wrap=True, style="bold")
        table.add_column(overflow="fold")
        for row in titles.items():
            table.add_row(*row)
        stdout_console().print(table)
        return
    text = example_text(name)
    if as_json:
        text = json.dumps(graenaland_data(graenaland_example(name)), indent=2) + "\n"
    if output is None or output == "-":
        sys.stdout.write(text)
    else:
        write_file(output, text)
        click.echo(shortened(f"odin: wrote {output}"), err=True)
