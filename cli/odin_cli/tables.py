"""``odin table``: files for a table as it stands."""

from collections.abc import Mapping

from odin_cli.commands import LazyGroup, argument, choice, command, number
from odin_cli.options import output_option
from odin_cli.output import check_writable, print_text
from odin_solver.rules.position import ROUNDS, GameLength

TABLE: Mapping[str, str] = {"new": "odin_cli.tables:new"}

table = LazyGroup(
    "table",
    TABLE,
    help="""Write down a real table in the middle of a game.

    odin plan recommends a move for it, and odin game from-table goes on with it.
""",
    example="odin table new --round 4 -o table.toml && odin plan table.toml",
)


@command("odin table new --length short --round 3 -o table.toml")
def new(
    position: str | None = argument("[POSITION]"),
    length: GameLength | None = choice("Seven rounds or six. [default: long]", among=ROUNDS),
    round_: int | None = number("Round. [default: 1]", 1, 7, "--round"),
    players: int = number("Players at the table.", 1, 4, default=1),
    output: str | None = output_option(metavar="TABLE"),
) -> None:
    """Write a table to fill in, with what the rules give for a round.

    POSITION is any file with boards and supply, which the table takes over.
    """
    from odin_cli.inputs import load_position
    from odin_solver.errors import InputError
    from odin_solver.game.tables.template import template
    from odin_solver.rules.position import Position

    check_writable(output, inputs=[position] if position else [])
    begun = load_position(position) if position else Position()
    game = length or begun.game
    at = round_ or begun.round or 1
    if at > ROUNDS[game]:
        raise InputError(f"--round: expected 1 to {ROUNDS[game]} in a {game} game, got {at}")
    print_text(template(begun, game, at, players), output)
