"""``odin game new``: start a game."""

import secrets

import click

from odin_cli.game.rulings import chosen_rulings, ruling_option
from odin_cli.options import number_option
from odin_cli.output import stderr_console
from odin_solver.errors import InputError
from odin_solver.game import Options
from odin_solver.game.files import GameFile, begin
from odin_solver.game.kernel.cards import CARDS
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.text import printable, whole_number
from odin_solver.words.menu import question

RANDOM_SEEDS = 1_000_000
LARGEST_SEED = 2**31 - 1


starting_option = click.option(
    "--starting-occupation",
    "starting",
    default="random",
    metavar="N|random|choose",
    show_default=True,
    help="Starting occupation: the number of a card, drawn, or chosen in the game.",
)


@click.command(epilog="Example: odin game new --length short --seed 7 -o game.log")
@click.option(
    "--length",
    type=click.Choice(list(ROUNDS)),
    default="long",
    show_default=True,
    help="Seven rounds or six.",
)
@number_option(
    "--seed",
    least=0,
    most=LARGEST_SEED,
    help="Seed of dice, cards and strips; random by default. It is printed and saved in the file.",
)
@starting_option
@click.option("--islands", is_flag=True, help="With the boards Lofoten and Orkney.")
@click.option("--harvest", is_flag=True, help="With the boards Mull and Caithness.")
@click.option(
    "--occupations",
    default="implemented",
    metavar="none|implemented|A,B,C",
    show_default=True,
    help="Occupations in the game: none, those with an effect, or whole decks.",
)
@ruling_option
@click.option(
    "--ask-chance",
    is_flag=True,
    help="No seed: you enter the outcomes of real dice, cards and strips.",
)
@click.option("-o", "--output", required=True, metavar="FILE", help="File of the game.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
def new(
    length: GameLength,
    seed: int | None,
    starting: str,
    islands: bool,
    harvest: bool,
    occupations: str,
    rulings: tuple[str, ...],
    ask_chance: bool,
    output: str,
    force: bool,
) -> None:
    """Start a game and write it to a file.

    Chance decides up to your first move.
    """
    if ask_chance and seed is not None:
        raise InputError("expected either --seed or --ask-chance, not both")
    options = Options(
        length=length,
        islands=islands,
        harvest=harvest,
        cards=chosen_cards(occupations),
        starting=chosen_start(starting),
        rulings=chosen_rulings(rulings),
    )
    if not ask_chance and seed is None:
        seed = random_seed()
    game = begin(options, seed)
    GameFile.create(output, game, force=force)
    chance = "you enter the outcomes of chance" if seed is None else f"seed {seed}"
    console = stderr_console()
    console.print(f"{printable(output)}: a new {length} game, {chance}", soft_wrap=True)
    console.print(question(game.state), soft_wrap=True)


def random_seed() -> int:
    """Return a random seed."""
    return secrets.randbelow(RANDOM_SEEDS)


def chosen_cards(text: str) -> frozenset[int]:
    """Return the numbers of the cards for ``none``, ``implemented`` or decks such as ``A,C``.

    Raises
    ------
    InputError
        If it is invalid.
    """
    wanted = text.strip().lower()
    if wanted == "none":
        return frozenset()
    if wanted == "implemented":
        return frozenset(CARDS)
    from odin_solver.components.occupations import OCCUPATIONS

    decks = {each.strip().upper() for each in text.split(",")}
    if not decks <= {"A", "B", "C"}:
        raise InputError(
            f"--occupations: expected none, implemented, or decks such as A,B, got {text!r}"
        )
    return frozenset(number for number, card in OCCUPATIONS.items() if card.deck in decks)


def chosen_start(text: str) -> str | int:
    """Read a starting occupation; a card may be named as 52 or 52a.

    Raises
    ------
    InputError
        If it is invalid.
    """
    wanted = text.strip().lower()
    if wanted in ("random", "choose"):
        return wanted
    number = whole_number(wanted.rstrip("abc"))
    if number is None:
        raise InputError(
            f"--starting-occupation: expected the number of a card, random or choose, got {text!r}"
        )
    return number
