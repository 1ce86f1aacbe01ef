"""``odin check`` and ``odin show``: a position without solving it."""

import re
from typing import TYPE_CHECKING

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_cli.inputs import load_position, load_shown
from odin_cli.output import check_writable, print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.notation.kinds import FileKind, recognised
from odin_solver.notation.labels import board_labels, violation_line
from odin_solver.notation.results import check_data
from odin_solver.notation.writing import Form, position_text
from odin_solver.rules.layout import position_violations
from odin_solver.rules.order import in_legal_order
from odin_solver.rules.position import Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.support.files import write_file
from odin_solver.support.reading import read_text
from odin_solver.words.names import printed_list

if TYPE_CHECKING:
    from odin_solver.game.kernel.state import State


@click.command(epilog="Example: odin check position.json --fix")
@click.argument("position_path", metavar="POSITION")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@click.option(
    "--fix", is_flag=True, help="Put the pieces in a legal order in the file, or in that of -o."
)
@click.option("-o", "--output", metavar="FILE", help="Where --fix writes the position.")
@click.pass_context
def check(
    ctx: click.Context, position_path: str, as_json: bool, fix: bool, output: str | None
) -> None:
    """Check whether a position is legal, and what it earns.

    POSITION is a position, puzzle or game, or - for standard input. Its pieces may be listed in
    any order if they can be placed in some order. The exit code is 0 if the position is legal, 1
    if not, and 2 if it cannot be read.
    """
    if output and not fix:
        raise click.UsageError("-o needs --fix.")
    if fix and position_path == "-" and not output:
        raise click.UsageError("--fix of standard input needs -o FILE.")
    check_writable(output)
    position = load_position(position_path)
    violations = position_violations(position)
    if fix and not violations:
        _write_in_order(position, position_path, output)
    elif not violations and in_legal_order(position) != position:
        click.echo("odin: legal in another order of the pieces (--fix writes it)", err=True)
    if as_json:
        print_json(check_data(position))
    else:
        console = stdout_console()
        if violations:
            count = f"{len(violations)} violation{'s' if len(violations) != 1 else ''}"
            console.print(Text(f"not legal: {count}", style="bold red"))
            for each in violations:
                console.print(Padding(Text(violation_line(each, position)), (0, 0, 0, 2)))
        else:
            console.print(Text("legal", style="bold green"))
        if position.boards:
            console.print(_facts(position))
        console.print(f"score {score(position)}")
    ctx.exit(1 if violations else 0)


@click.command(epilog="Example: odin show position.json --png position.png")
@click.argument("position_path", metavar="POSITION")
@click.option("--svg", metavar="FILE", help="Draw into an SVG file instead.")
@click.option("--png", metavar="FILE", help="Draw into a PNG file instead.")
@click.option(
    "--ascii",
    "as_ascii",
    is_flag=True,
    help="Print a position file (TOML) with the boards drawn as text, which can be read again.",
)
def show(position_path: str, svg: str | None, png: str | None, as_ascii: bool) -> None:
    """Draw the boards of a position, or the whole table of a game.

    POSITION is a position, puzzle or game, or - for standard input. Illegal positions are drawn
    too.
    """
    check_writable(svg, png, inputs=[position_path])
    shown = load_position(position_path) if as_ascii else load_shown(position_path)
    if not isinstance(shown, Position):
        _show_game(shown, svg, png)
        return
    position = shown
    if svg:
        from odin_solver.render.svg.position import position_svg

        write_file(svg, position_svg(position))
    if png:
        from odin_solver.render.png import position_png

        write_file(png, position_png(position))
    if as_ascii:
        click.echo(position_text(position, "drawn"), nl=False)
    elif not (svg or png):
        from odin_solver.render.terminal.summary import position_with_supply

        stdout_console().print(position_with_supply(position))
    violations = position_violations(position)
    if violations:
        count = f"{len(violations)} violation{'s' if len(violations) != 1 else ''}"
        click.echo(f"odin: not legal: {count} (odin check lists them)", err=True)


def _show_game(state: "State", svg: str | None, png: str | None) -> None:
    """Draw the whole table of a game."""
    if not (svg or png):
        from odin_solver.render.terminal.game import game_text

        stdout_console().print(game_text(state))
        return
    from odin_solver.render.svg.table import table_svg

    picture = table_svg(state)
    if svg:
        write_file(svg, picture)
    if png:
        from odin_solver.render.png import png_from

        write_file(png, png_from(picture))


def _write_in_order(position: Position, source: str, output: str | None) -> None:
    """Write a position with its pieces in a legal order; a file in such an order stays as it is."""
    ordered = in_legal_order(position)
    if ordered == position and output is None:
        click.echo(f"odin: {source}: already in a legal order", err=True)
        return
    target = output or source
    form: Form = "toml" if target.lower().endswith(".toml") else "json"
    if output is None:
        text = read_text(source)
        if recognised(text, source).kind is not FileKind.POSITION:
            raise InputError(f"{source}: --fix changes position files only: use -o FILE")
        if not text.lstrip().startswith("{"):
            form = "toml"
            # Text in quotes may hold number signs: cells of a map.
            if "#" in re.sub(r"""\"[^"]*"|'[^']*'""", "", text):
                raise InputError(f"{source}: --fix would lose its comments: use -o FILE")
    write_file(target, position_text(ordered, form))
    click.echo(f"odin: {target}: written in a legal order", err=True)


def _facts(position: Position) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("board")
    for column in ("points", "income", "uncovered"):
        table.add_column(column, justify="right")
    table.add_column("bonuses won", overflow="fold")
    for label, state in zip(board_labels(position), position.boards, strict=True):
        facts = board_facts(state)
        bonuses = printed_list(facts.bonuses.items()) or "-"
        row = (facts.points, facts.income, -facts.uncovered)
        table.add_row(label, *map(str, row), bonuses)
    return table
