"""``odin game``: the group of commands about the solo game."""

from collections.abc import Mapping

import click

from odin_cli.main import BAD_INPUT, LazyGroup

TABLE: Mapping[str, str] = {
    "new": "odin_cli.game.new:new",
    "play": "odin_cli.game.play:play",
    "show": "odin_cli.game.show:show",
    "moves": "odin_cli.game.show:moves",
    "do": "odin_cli.game.do:do",
    "undo": "odin_cli.game.do:undo",
    "place": "odin_cli.game.place:place",
    "replay": "odin_cli.game.do:replay",
    "position": "odin_cli.game.show:position",
    "cards": "odin_cli.game.cards:cards",
    "rulings": "odin_cli.game.rulings:rulings",
    "table": "odin_cli.game.tables:table",
    "from-table": "odin_cli.game.tables:from_table",
    "auto": "odin_cli.game.auto:auto",
    "review": "odin_cli.game.coach:review",
}


class GameGroup(LazyGroup):
    """The commands about the solo game."""

    table = TABLE


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: odin game new -o game.log && odin game play game.log",
)
@click.pass_context
def game(ctx: click.Context) -> None:
    """Play, show, check and replay the solo game.

    A game is a text file with all moves and outcomes of chance, one per line. Every command
    replays it and refuses a file that breaks a rule.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(BAD_INPUT)
