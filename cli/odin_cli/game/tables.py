"""``odin game table`` and ``from-table``: a game as a table, and a table as a game."""

from odin_cli.commands import argument, command, option
from odin_cli.game.new import chance_text
from odin_cli.options import FILE, output_option, seed_option
from odin_cli.output import check_writable, print_text, stderr_console
from odin_solver.errors import InputError
from odin_solver.game.files import GameFile, load
from odin_solver.game.log import Game
from odin_solver.game.tables import table_text
from odin_solver.support.language import say
from odin_solver.support.reading import read_text, source_name
from odin_solver.support.text import printable
from odin_solver.words.harvest import how_harvested
from odin_solver.words.menu import question


@command("odin game table game.log -o table.toml")
def table(file: str = FILE, output: str | None = output_option(metavar="TABLE")) -> None:
    """Write the table as it stands, without the moves before.

    odin plan and odin game from-table read it. FILE is a game, or - for standard input. It is TOML,
    or JSON for a TABLE that ends in .json.
    """
    check_writable(None if output == "-" else output, inputs=[file])
    state = load(file).state
    if not state.round or state.is_over:
        raise InputError.said("{file}: expected a game that is under way", file=file)
    is_json = output is not None and output.endswith(".json")
    print_text(table_text(state, "json" if is_json else "toml"), output)


@command("odin game from-table table.toml -o game.log", "from-table")
def from_table(
    file: str = argument("TABLE"),
    seed: int | None = seed_option(
        "Seed of dice, cards and strips; without it you enter those of the real game.", None
    ),
    output: str = output_option("File of the game.", required=True),
    force: bool = option("Replace an existing file."),
) -> None:
    """Go on with a table as a game, with real dice.

    TABLE is the file of a table (odin table new), or - for standard input.
    """
    from odin_solver.game.seats import alone
    from odin_solver.planner.reading import read_state

    name = source_name(file)
    state = alone(read_state(read_text(file), name))
    game = Game(state.options, seed, start=state)
    game.let_chance_decide()
    GameFile.create(output, game, force=force)
    begun = say(
        "{file}: a game from round {round}, {chance}",
        file=printable(output),
        round=state.round,
        chance=chance_text(seed),
    )
    console = stderr_console()
    console.print(begun, soft_wrap=True)
    if harvested := how_harvested(state.options):
        console.print(harvested, soft_wrap=True)
    console.print(question(game.state), soft_wrap=True)
