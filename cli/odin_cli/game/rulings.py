"""``odin game rulings``, and the option that selects them."""

import click

from odin_cli.output import print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.game.kernel.rulings import RULINGS, Ruling, ruling


def _complete_rulings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in RULINGS if name.startswith(incomplete)]


ruling_option = click.option(
    "--ruling",
    "rulings",
    metavar="NAME",
    multiple=True,
    shell_complete=_complete_rulings,
    help="Another reading of a rule or card; may be repeated. odin game rulings lists them.",
)


def chosen_rulings(names: tuple[str, ...]) -> frozenset[Ruling]:
    """Read names of rulings.

    Raises
    ------
    InputError
        If one is unknown.
    """
    try:
        return frozenset(map(ruling, names))
    except InputError as error:
        raise InputError(f"--ruling: {error}") from None


@click.command(
    epilog="Example: odin game rulings; odin game new --ruling boatman-keeps-ore -o game.log"
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
def rulings(as_json: bool) -> None:
    """List the rulings: readings that a game can be played with instead of the default.

    Rulebooks differ in some rules, and some cards are open. The section is that of docs/rules.md;
    docs/rules-coverage.md has the default reading.
    """
    if as_json:
        rows = [{"name": name, **text._asdict()} for name, text in RULINGS.items()]
        print_json({"rulings": rows})
        return
    from rich.table import Table

    from odin_solver.words.names import card_name

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, (section, cards, text) in RULINGS.items():
        where = "; ".join([f"rules, {section}", *map(card_name, cards)])
        table.add_row(name, f"{text} ({where})")
    stdout_console().print(table)
