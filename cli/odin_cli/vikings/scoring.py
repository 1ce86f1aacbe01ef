"""``odin vikings score``: what scores now and at the end, item by item."""

from dataclasses import replace

import click
from rich.padding import Padding
from rich.table import Table

from odin_cli.commands import command, number
from odin_cli.options import JSON, POSITION
from odin_cli.output import naming, print_json, stdout_console
from odin_cli.vikings.inputs import legal_position
from odin_solver.render.terminal.tables import plain_table
from odin_solver.support.language import say
from odin_solver.vikings.answers import outlook_data
from odin_solver.vikings.parts import ROUNDS
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.ferrying import room
from odin_solver.vikings.rules.scoring import Outlook, ScoringPart, outlook


@command("odin vikings score position.toml --round 4")
def score(
    path: str = POSITION,
    number: int | None = number("Round whose scoring comes next.", 1, ROUNDS, "--round"),
    as_json: bool = JSON,
) -> None:
    """Score a position: all scorings from its round to the end, if nothing more changes.

    Figures that a ship threatens are listed with the ship; they score nothing. Ferrying is left
    out (odin vikings ferry).
    """
    position = legal_position(path)
    if number is not None:
        position = replace(position, round=number)
    with naming(path):
        end = outlook(position)
    if as_json:
        print_json(outlook_data(position, end))
    else:
        _print(position, end)


def _print(position: VikingsPosition, end: Outlook) -> None:
    console = stdout_console()
    for part in end.parts:
        console.print(part.name[:1].upper() + part.name[1:], style="bold")
        console.print(Padding(_table(part), (0, 0, 0, 2), expand=False))
    console.print(
        say("{vp} VP at the end, {gold} gold left", vp=end.vp, gold=end.gold), style="bold"
    )
    if position.boatsmen and any(room(position)):
        note = say("boatsmen could carry figures before a large scoring (odin vikings ferry)")
        click.echo(f"odin: {note}", err=True)


def _table(part: ScoringPart) -> Table:
    table = plain_table("whole", "left", "right", "right")
    for item in part.items:
        what = item.what
        if item.threat:
            what = say("{what}, threatened by the {ship}", what=what, ship=item.threat)
        table.add_row(
            item.where, what, *_amounts(item.vp, item.gold), style="dim" if item.threat else ""
        )
    table.add_row("", say("together"), *_amounts(part.vp, part.gold), style="bold")
    return table


def _amounts(vp: int, gold: int) -> tuple[str, str]:
    return (say("{vp} VP", vp=vp) if vp else "", say("{gold} gold", gold=gold) if gold else "")
