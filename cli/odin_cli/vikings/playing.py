"""``odin vikings play``: whole games of simple players."""

import click

from odin_cli.commands import command, number, option
from odin_cli.options import JSON, output_option, seed_option
from odin_cli.output import check_writable, naming, print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.files import write_file
from odin_solver.support.language import say
from odin_solver.support.reading import read_text, source_name
from odin_solver.vikings.files import sail_of, ship_value_of
from odin_solver.vikings.game.log import game_data, play_game, replay
from odin_solver.vikings.game.players import POLICIES
from odin_solver.vikings.parts import Sail, ShipValue
from odin_solver.vikings.position import PRINTED_VALUES


@command('odin vikings play --value "red 3 gold" --value "yellow 2 vp" -o game.log')
def play(
    players: str = option(
        f"Two to four of {', '.join(POLICIES)}, with commas between them.",
        metavar="NAMES",
        default="greedy,greedy,greedy",
    ),
    values: tuple[str, ...] = option(
        "Value of a ship that no source gives, red and yellow: compare with your box.",
        "--value",
        metavar='"SAIL VALUE"',
        multiple=True,
    ),
    games: int = number("Games, from successive seeds.", 1, 10_000, default=1),
    seed: int = seed_option(),
    output: str | None = output_option("Write the log of the game."),
    log: str | None = option("Play a log again and check it instead.", "--replay", metavar="LOG"),
    as_json: bool = JSON,
) -> None:
    """Play whole games of simple players from a seed; the same seed gives the same game.

    A log has a line for each move. --replay plays it again by the rules and checks the score.
    """
    if log is not None:
        played = [replay(read_text(log), source_name(log))]
    else:
        if output and games > 1:
            raise click.UsageError(say("--output needs a single game"))
        check_writable(output)
        policies = tuple(name.strip() for name in players.split(","))
        ship_values = _values(values)
        played = [play_game(policies, seed + n, ship_values) for n in range(games)]
        if output:
            write_file(output, played[0].text)
    if as_json:
        print_json({"schema": 1, "games": [game_data(game) for game in played]})
        return
    columns = [("right", f"{number} {each}") for number, each in enumerate(played[0].policies, 1)]
    table = titled_table(("right", say("seed")), *columns, ("left", say("won by")))
    for game in played:
        winners = ", ".join(str(number + 1) for number in game.table.winners())
        table.add_row(f"{game.seed}", *(f"{p.vp}" for p in game.table.players), winners)
    stdout_console().print(table)


def _values(given: tuple[str, ...]) -> dict[Sail, ShipValue]:
    values = dict(PRINTED_VALUES)
    for text in given:
        sail, _, value = text.strip().partition(" ")
        with naming("--value"):
            values[sail_of(sail)] = ship_value_of(value)
    for sail in ("red", "yellow"):
        if sail not in values:
            raise InputError(
                say(
                    "--value: expected the value of {sail} ships, for example --value "
                    '"{sail} 3 gold"',
                    sail=sail,
                )
            )
    return values
