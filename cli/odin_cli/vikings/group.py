"""``odin vikings``: the group of commands about Vikings."""

from collections.abc import Mapping

from odin_cli.commands import LazyGroup
from odin_solver.questions import commands_of

TABLE: Mapping[str, str] = {
    "show": "odin_cli.vikings.positions:show",
    "check": "odin_cli.vikings.positions:check",
    "example": "odin_cli.vikings.positions:example",
    **commands_of("vikings"),
    "play": "odin_cli.vikings.playing:play",
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
