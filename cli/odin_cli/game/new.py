"""``odin game new``: start a game; ``odin game rulings``, and the options of games."""

from typing import Any

from odin_cli.commands import choice, command, number, option
from odin_cli.options import JSON, output_option, seed_option
from odin_cli.output import print_json, stderr_console, stdout_console
from odin_solver.errors import InputError
from odin_solver.game import Options
from odin_solver.game.files import GameFile, begin, random_seed
from odin_solver.game.harvest import own_harvest_profile
from odin_solver.game.kernel.markers import HarvestProfile
from odin_solver.game.kernel.rulings import RULINGS, Ruling, ruling
from odin_solver.game.setup import PLAYERS, Seating, chosen_cards, seating
from odin_solver.game.setup import without as without_names
from odin_solver.planner.bots import Bots
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.language import say
from odin_solver.support.text import printable, whole_number
from odin_solver.words.game import length_name
from odin_solver.words.harvest import WITHOUT_PROFILE
from odin_solver.words.menu import question

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


def length_option() -> Any:
    return choice("Seven rounds or six.", among=ROUNDS, default="long")


def occupations_option(default: str) -> Any:
    def checked(text: str) -> str:
        chosen_cards(text)
        return text

    return option(
        "Occupations in the game: none, all, or whole decks.",
        default=default,
        metavar="none|all|A,B,C",
        among=("none", "all", "A", "B", "C"),
        parse=checked,
    )


def chosen_start(text: str) -> str | int:
    wanted = text.strip().lower()
    if wanted in ("random", "choose"):
        return wanted
    card = whole_number(wanted.rstrip("abc"))
    if card is None:
        raise InputError.said(
            "expected the number of a card, random or choose, got {got!r}", got=text
        )
    return card


STARTING = option(
    "Starting occupation: the number of a card, drawn, or chosen in the game.",
    "--starting-occupation",
    default="random",
    metavar="N|random|choose",
    parse=chosen_start,
)


PLAYERS_OPTION = number(
    "Players at the table; you enter the moves of the others.", PLAYERS[0], PLAYERS[-1], default=1
)

SEATS_OPTION = option(
    "The 2 to 4 players who all play here, by turns: names, human, or bot:1 (a beginner) to bot:4 "
    "(the best; bot alone is bot:3).",
    "--seat",
    metavar="NAME|bot,...",
    parse=seating,
)


HARVEST = option("With Harvest: Mull and Caithness, its set-up, markers and tokens.", "--harvest")


def played_profile(harvest: bool) -> HarvestProfile | None:
    """Return the profile by which Harvest is played; say so if there is none."""
    profile = own_harvest_profile() if harvest else None
    if harvest and profile is None:
        stderr_console().print(say(WITHOUT_PROFILE), soft_wrap=True)
    return profile


WITHOUT_OPTION = option(
    "Action spaces that are closed, and exploration boards that are not in the game.",
    "--without",
    default="",
    metavar="NAMES",
    parse=lambda names: without_names(each for each in names.split(",") if each.strip()),
)


@command("odin game new --length short --seed 7 -o game.log")
def new(
    length: GameLength = length_option(),
    seed: int | None = seed_option(
        "Seed of dice, cards and strips; random by default. It is printed and saved in the file.",
        None,
    ),
    starting: str | int = STARTING,
    islands: bool = option("With the boards Lofoten and Orkney."),
    harvest: bool = HARVEST,
    occupations: str = occupations_option("all"),
    without: frozenset[str] = WITHOUT_OPTION,
    rulings: frozenset[Ruling] = RULINGS_OPTION,
    players: int = PLAYERS_OPTION,
    seats: Seating | None = SEATS_OPTION,
    ask_chance: bool = option("No seed: you enter the outcomes of real dice, cards and strips."),
    output: str = output_option("File of the game.", required=True),
    force: bool = option("Replace an existing file."),
) -> None:
    """Start a game and write it to a file.

    Chance decides up to your first move.
    """
    if ask_chance and seed is not None:
        raise InputError.said("expected either --seed or --ask-chance, not both")
    seats = seats or Seating()
    options = Options(
        length=length,
        islands=islands,
        harvest=harvest,
        profile=played_profile(harvest),
        cards=chosen_cards(occupations),
        starting=starting,
        rulings=rulings,
        players=len(seats.names) if seats.names and players == 1 else players,
        seats=seats.names,
        bots=seats.bots,
        without=without,
    )
    if not ask_chance and seed is None:
        seed = random_seed()
    game = begin(options, seed)
    Bots(game).move()
    GameFile.create(output, game, force=force)
    console = stderr_console()
    begun = f"{printable(output)}: {length_name(length)}, {chance_text(seed)}"
    console.print(begun, soft_wrap=True)
    console.print(question(game.state), soft_wrap=True)


def chance_text(seed: int | None) -> str:
    if seed is None:
        return say("you enter the outcomes of chance")
    return say("seed {seed}", seed=seed)
