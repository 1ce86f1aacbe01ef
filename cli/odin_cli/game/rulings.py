"""``odin game rulings``, and the option that selects them."""

from odin_cli.commands import command, option
from odin_cli.options import JSON
from odin_cli.output import print_json, stdout_console
from odin_solver.game.kernel.rulings import RULINGS, ruling
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.support.language import say

RULINGS_OPTION = option(
    "Another reading of a rule or card; may be repeated. odin game rulings lists them.",
    "--ruling",
    metavar="NAME",
    multiple=True,
    among=RULINGS,
    parse=lambda names: frozenset(map(ruling, names)),
)


@command("odin game rulings; odin game new --ruling boatman-keeps-ore -o game.log")
def rulings(as_json: bool = JSON) -> None:
    """List the rulings: readings that a game can be played with instead of the default.

    Rulebooks differ in some rules, and some cards are open. The section is that of docs/rules.md;
    docs/rules-coverage.md has the default reading.
    """
    if as_json:
        rows = [{"name": name, **text._asdict()} for name, text in RULINGS.items()]
        print_json({"rulings": rows})
        return
    from odin_solver.names.printed import card_name

    table = labelled_table()
    for name, (section, cards, text) in RULINGS.items():
        where = "; ".join([say("rules, {section}", section=section), *map(card_name, cards)])
        table.add_row(name, f"{say(text)} ({where})")
    stdout_console().print(table)
