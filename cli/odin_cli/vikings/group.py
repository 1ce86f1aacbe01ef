"""``odin vikings``: the group of commands about Vikings."""

from collections.abc import Mapping

from odin_cli.commands import LazyGroup

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

vikings = LazyGroup(
    "vikings",
    TABLE,
    help="""Vikings (Kiesling): score a position, ferry, build, buy, play.

    POSITION is a JSON or TOML file, or - for standard input. `odin vikings example` lists
    examples.
""",
    example="odin vikings example ferry | odin vikings ferry -",
)
