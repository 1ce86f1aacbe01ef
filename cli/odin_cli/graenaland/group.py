"""``odin graenaland``: the group of commands about Graenaland."""

from collections.abc import Mapping

from odin_cli.commands import LazyGroup
from odin_solver.questions import commands_of

TABLE: Mapping[str, str] = {
    **commands_of("graenaland"),
    "show": "odin_cli.graenaland.positions:show",
    "check": "odin_cli.graenaland.positions:check",
    "example": "odin_cli.graenaland.positions:example",
    "profile": "odin_cli.graenaland.profiles:profile",
}

graenaland = LazyGroup(
    "graenaland",
    TABLE,
    help="""Graenaland (Chvátil): can I win now, and what is best to build?

    POSITION is a JSON or TOML file, or - for standard input; `odin graenaland example` lists
    examples. Costs are printed on your copy: `odin graenaland profile --new` asks for them once.
""",
    example="odin graenaland example late-game | odin graenaland win -",
)
