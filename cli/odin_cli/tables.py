"""``odin table``: files for a table as it stands."""

from collections.abc import Mapping

import click

from odin_cli.main import BAD_INPUT, LazyGroup
from odin_cli.output import check_writable
from odin_solver.rules.position import ROUNDS, GameLength

TABLE: Mapping[str, str] = {"new": "odin_cli.tables:new"}


class TableGroup(LazyGroup):
    """The commands about tables."""

    table = TABLE


@click.group(
    cls=TableGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: odin table new --round 4 -o table.toml && odin plan table.toml",
)
@click.pass_context
def table(ctx: click.Context) -> None:
    """Write down a real table in the middle of a game.

    odin plan recommends a move for it, and odin game from-table goes on with it.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(BAD_INPUT)


@click.command(epilog="Example: odin table new --length short --round 3 -o table.toml")
@click.argument("position", metavar="[POSITION]", required=False)
@click.option(
    "--length", type=click.Choice(list(ROUNDS)), help="Seven rounds or six. [default: long]"
)
@click.option("--round", "round_", type=click.IntRange(1, 7), help="Round. [default: 1]")
@click.option("--players", type=click.IntRange(1, 4), default=1, show_default=True)
@click.option("-o", "--output", metavar="TABLE", help="Write to a file.")
def new(
    position: str | None,
    length: GameLength | None,
    round_: int | None,
    players: int,
    output: str | None,
) -> None:
    """Write a table to fill in, with what the rules give for a round.

    POSITION is any file with boards and supply, which the table takes over.
    """
    from odin_cli.inputs import load_position
    from odin_solver.errors import InputError
    from odin_solver.game.tables.template import template
    from odin_solver.rules.position import Position
    from odin_solver.support.files import write_file

    check_writable(output, inputs=[position] if position else [])
    begun = load_position(position) if position else Position()
    game = length or begun.game
    number = round_ or begun.round or 1
    if number > ROUNDS[game]:
        raise InputError(f"--round: expected 1 to {ROUNDS[game]} in a {game} game, got {number}")
    text = template(begun, game, number, players)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text)
