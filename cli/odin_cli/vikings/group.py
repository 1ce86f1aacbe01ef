"""``odin vikings``: the group of commands about Vikings."""

from collections.abc import Mapping

import click

from odin_cli.main import BAD_INPUT, LazyGroup

TABLE: Mapping[str, str] = {
    "show": "odin_cli.vikings.positions:show",
    "check": "odin_cli.vikings.positions:check",
    "example": "odin_cli.vikings.positions:example",
    "score": "odin_cli.vikings.scoring:score",
    "ferry": "odin_cli.vikings.searching:ferry",
    "build": "odin_cli.vikings.searching:build",
    "buy": "odin_cli.vikings.games:buy",
    "simulate": "odin_cli.vikings.games:simulate",
    "play": "odin_cli.vikings.games:play",
}


class VikingsGroup(LazyGroup):
    """The commands about Vikings."""

    table = TABLE


@click.group(
    cls=VikingsGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: odin vikings example ferry | odin vikings ferry -",
)
@click.pass_context
def vikings(ctx: click.Context) -> None:
    """Vikings (Kiesling): score a position, ferry, build, buy, play.

    POSITION is a JSON or TOML file, or - for standard input. `odin vikings example` lists
    examples.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(BAD_INPUT)
