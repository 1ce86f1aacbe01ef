"""``odin game table`` and ``from-table``: a game as a table, and a table as a game."""

import click

from odin_cli.game.new import LARGEST_SEED
from odin_cli.options import number_option
from odin_cli.output import check_writable, stderr_console
from odin_solver.errors import InputError
from odin_solver.game.files import GameFile, load
from odin_solver.game.log import Game
from odin_solver.game.tables import table_text
from odin_solver.support.files import write_file
from odin_solver.support.reading import read_text, source_name
from odin_solver.support.text import printable
from odin_solver.words.menu import question


@click.command(epilog="Example: odin game table game.log -o table.toml")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", metavar="TABLE", help="Write to a file.")
def table(file: str, output: str | None) -> None:
    """Write the table as it stands, without the moves before.

    odin plan and odin game from-table read it. FILE is a game, or - for standard input. It is TOML,
    or JSON for a TABLE that ends in .json.
    """
    check_writable(None if output == "-" else output, inputs=[file])
    state = load(file).state
    if not state.round or state.is_over:
        raise InputError(f"{file}: expected a game that is under way")
    text = table_text(state, "json" if output and output.endswith(".json") else "toml")
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        write_file(output, text)


@click.command("from-table", epilog="Example: odin game from-table table.toml -o game.log")
@click.argument("file", metavar="TABLE")
@number_option(
    "--seed",
    least=0,
    most=LARGEST_SEED,
    help="Seed of dice, cards and strips; without it you enter those of the real game.",
)
@click.option("-o", "--output", required=True, metavar="FILE", help="File of the game.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
def from_table(file: str, seed: int | None, output: str, force: bool) -> None:
    """Go on with a table as a game, with real dice.

    TABLE is the file of a table (odin table new), or - for standard input.
    """
    from odin_solver.planner.reading import read_state

    name = source_name(file)
    state = read_state(read_text(file), name)
    game = Game(state.options, seed, start=state)
    game.let_chance_decide()
    GameFile.create(output, game, force=force)
    chance = "you enter the outcomes of chance" if seed is None else f"seed {seed}"
    console = stderr_console()
    console.print(f"{printable(output)}: a game from round {state.round}, {chance}", soft_wrap=True)
    console.print(question(game.state), soft_wrap=True)
