"""``odin graenaland``: the group of commands about Graenaland."""

from collections.abc import Mapping

import click

from odin_cli.main import BAD_INPUT, LazyGroup

TABLE: Mapping[str, str] = {
    "win": "odin_cli.graenaland.building:win",
    "build": "odin_cli.graenaland.building:build",
    "reach": "odin_cli.graenaland.building:reach",
    "supply": "odin_cli.graenaland.building:supply",
    "plan": "odin_cli.graenaland.planning:plan",
    "votes": "odin_cli.graenaland.voting:votes",
    "show": "odin_cli.graenaland.positions:show",
    "check": "odin_cli.graenaland.positions:check",
    "example": "odin_cli.graenaland.positions:example",
    "profile": "odin_cli.graenaland.profiles:profile",
}


class GraenalandGroup(LazyGroup):
    """The commands about Graenaland."""

    table = TABLE


@click.group(
    cls=GraenalandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: odin graenaland example late-game | odin graenaland win -",
)
@click.pass_context
def graenaland(ctx: click.Context) -> None:
    """Graenaland (Chvátil): can I win now, and what is best to build?

    POSITION is a JSON or TOML file, or - for standard input; `odin graenaland example` lists
    examples. Costs are printed on your copy: `odin graenaland profile --new` asks for them once.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(BAD_INPUT)
