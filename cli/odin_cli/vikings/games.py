"""``odin vikings buy``, ``simulate`` and ``play``: estimates and whole games."""

from typing import Any

import click
from rich.table import Table

from odin_cli.options import number_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_cli.vikings.inputs import json_option, legal_position, naming, position_argument
from odin_solver.errors import InputError
from odin_solver.support.files import write_file
from odin_solver.support.reading import read_text, source_name
from odin_solver.vikings.files import pair_text, sail_of, ship_value_of
from odin_solver.vikings.game.log import PlayedGame, play_game, replay
from odin_solver.vikings.game.players import POLICIES
from odin_solver.vikings.game.samples import (
    Estimate,
    FinalScores,
    PairAdvice,
    buying_advice,
    expected_score,
)
from odin_solver.vikings.parts import Sail, ShipValue
from odin_solver.vikings.position import PRINTED_VALUES

seed_option = number_option(
    "--seed", least=0, most=2**31 - 1, default=0, help="Seed of all random choices."
)


@click.command(epilog="Example: odin vikings example wheel | odin vikings buy -")
@position_argument
@number_option("--samples", least=2, most=10_000, default=60, help="Sampled turns of the rivals.")
@seed_option
@json_option
@click.pass_context
def buy(ctx: click.Context, path: str, samples: int, seed: int, as_json: bool) -> None:
    """Appraise the pairs on the wheel: price, best place, score gained, what waiting costs.

    All of this is estimated, nothing is proven. The value is that of the greedy player, in victory
    points, less the price. "Gain" is the final score gained if nothing more changes. "Stays" and
    "waiting" come from sampled turns of greedy rivals; ± is one standard error.
    """
    position = legal_position(ctx, path)
    with naming(path):
        advice = buying_advice(position, samples=samples, seed=seed)
    if as_json:
        print_json(
            {
                "schema": 1,
                "proven": False,
                "samples": samples,
                "seed": seed,
                "pairs": [_pair_data(pair) for pair in advice],
            }
        )
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for title in ("pair", "price"):
        table.add_column(title, no_wrap=True, justify="right" if title == "price" else "left")
    table.add_column("place", overflow="fold")
    for title in ("value", "gain", "stays", "waiting costs"):
        table.add_column(title, no_wrap=True, justify="right")
    for pair in advice:
        table.add_row(
            pair_text(pair.pair),
            f"{pair.price}",
            pair.place,
            f"{pair.value:.1f}",
            f"{pair.gain}",
            f"{100 * pair.stays.mean:.0f} %",
            _estimate_text(pair.waiting),
        )
    stdout_console().print(table)
    stdout_console().print(
        f"Estimates from {samples} sampled turns; nothing is proven.", style="dim"
    )


def _pair_data(pair: PairAdvice) -> dict[str, Any]:
    return {
        "at": pair.at,
        "pair": pair_text(pair.pair),
        "price": pair.price,
        "place": pair.place,
        "value": round(pair.value, 3),
        "gain": pair.gain,
        "stays": _estimate_data(pair.stays),
        "later_price": None if pair.later_price is None else round(pair.later_price, 3),
        "waiting": _estimate_data(pair.waiting),
    }


def _estimate_text(value: Estimate) -> str:
    return f"{value.mean:.1f} ± {value.error:.1f}"


def _estimate_data(value: Estimate) -> dict[str, float]:
    return {"mean": round(value.mean, 4), "error": round(value.error, 4)}


@click.command(epilog="Example: odin vikings example wheel | odin vikings simulate - --games 50")
@position_argument
@number_option("--games", least=2, most=100_000, default=50, help="Sampled games.")
@seed_option
@json_option
@click.pass_context
def simulate(ctx: click.Context, path: str, games: int, seed: int, as_json: bool) -> None:
    """Estimate the final score of a position: sampled games of greedy players.

    What the others have, the stacks and the bag are sampled. ± is one standard error.
    """
    position = legal_position(ctx, path)
    with naming(path):
        scores = expected_score(position, games=games, seed=seed)
    if as_json:
        print_json(_scores_data(scores, games, seed))
        return
    console = stdout_console()
    console.print(f"{_estimate_text(scores.score)} VP at the end", style="bold")
    console.print(f"from {scores.low} to {scores.high} in four of five games")
    wins = Estimate(100 * scores.wins.mean, 100 * scores.wins.error)
    console.print(f"{_estimate_text(wins)} % of games won against greedy players")
    console.print(f"Estimates from {games} sampled games; nothing is proven.", style="dim")


def _scores_data(scores: FinalScores, games: int, seed: int) -> dict[str, Any]:
    return {
        "schema": 1,
        "proven": False,
        "games": games,
        "seed": seed,
        "score": _estimate_data(scores.score),
        "wins": _estimate_data(scores.wins),
        "p10": scores.low,
        "p90": scores.high,
    }


@click.command(
    epilog='Example: odin vikings play --value "red 3 gold" --value "yellow 2 vp" -o game.log'
)
@click.option(
    "--players",
    metavar="NAMES",
    default="greedy,greedy,greedy",
    show_default=True,
    help=f"Two to four of {', '.join(POLICIES)}, with commas between them.",
)
@click.option(
    "--value",
    "values",
    metavar='"SAIL VALUE"',
    multiple=True,
    help="Value of a ship that no source gives, red and yellow: compare with your box.",
)
@number_option("--games", least=1, most=10_000, default=1, help="Games, from successive seeds.")
@seed_option
@click.option("-o", "--output", metavar="FILE", help="Write the log of the game.")
@click.option("--replay", "log", metavar="LOG", help="Play a log again and check it instead.")
@json_option
def play(
    players: str,
    values: tuple[str, ...],
    games: int,
    seed: int,
    output: str | None,
    log: str | None,
    as_json: bool,
) -> None:
    """Play whole games of simple players from a seed; the same seed gives the same game.

    A log has a line for each move. --replay plays it again by the rules and checks the score.
    """
    if log is not None:
        played = [replay(read_text(log), source_name(log))]
    else:
        if output and games > 1:
            raise click.UsageError("--output needs a single game")
        check_writable(output)
        policies = tuple(name.strip() for name in players.split(","))
        ship_values = _values(values)
        played = [play_game(policies, seed + n, ship_values) for n in range(games)]
        if output:
            write_file(output, played[0].text)
    if as_json:
        print_json({"schema": 1, "games": [_game_data(game) for game in played]})
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("seed", justify="right")
    for number, policy in enumerate(played[0].policies, 1):
        table.add_column(f"{number} {policy}", justify="right")
    table.add_column("won by")
    for game in played:
        winners = ", ".join(str(number + 1) for number in game.table.winners())
        table.add_row(f"{game.seed}", *(f"{p.vp}" for p in game.table.players), winners)
    stdout_console().print(table)


def _values(given: tuple[str, ...]) -> dict[Sail, ShipValue]:
    values = dict(PRINTED_VALUES)
    for text in given:
        sail, _, value = text.strip().partition(" ")
        try:
            values[sail_of(sail)] = ship_value_of(value)
        except InputError as error:
            raise InputError(f"--value: {error}") from None
    for sail in ("red", "yellow"):
        if sail not in values:
            raise InputError(
                f'--value: expected the value of {sail} ships, for example --value "{sail} 3 gold"'
            )
    return values


def _game_data(game: PlayedGame) -> dict[str, Any]:
    return {
        "seed": game.seed,
        "players": list(game.policies),
        "scores": [player.vp for player in game.table.players],
        "gold": [player.gold for player in game.table.players],
        "winners": [number + 1 for number in game.table.winners()],
    }
