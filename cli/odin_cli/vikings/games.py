"""``odin vikings buy``, ``simulate`` and ``play``: estimates and whole games."""

import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

import click
from rich.table import Table

from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_cli.progress import shown_if_slow
from odin_cli.solving import stopped_by_interrupt
from odin_cli.vikings.inputs import json_option, legal_position, naming, position_argument
from odin_solver.errors import InputError
from odin_solver.support.files import write_file
from odin_solver.support.reading import read_text, source_name
from odin_solver.vikings.answers import advice_data, game_data, scores_data
from odin_solver.vikings.files import pair_text, sail_of, ship_value_of
from odin_solver.vikings.game.log import play_game, replay
from odin_solver.vikings.game.players import POLICIES
from odin_solver.vikings.game.samples import Estimate, buying_advices, expected_scores
from odin_solver.vikings.parts import MAX_AMOUNT, Sail, ShipValue
from odin_solver.vikings.position import PRINTED_VALUES
from odin_solver.vikings.rules.wheel import paid

Result = TypeVar("Result")

seed_option = number_option(
    "--seed", least=0, most=2**31 - 1, default=0, help="Seed of all random choices."
)


@click.command(epilog="Example: odin vikings example wheel | odin vikings buy -")
@position_argument
@number_option("--samples", least=2, most=10_000, default=60, help="Sampled turns of the rivals.")
@number_option("--bid", least=0, most=MAX_AMOUNT, default=0, help="Pay a bid of the auction first.")
@seed_option
@json_option
@click.pass_context
def buy(ctx: click.Context, path: str, samples: int, bid: int, seed: int, as_json: bool) -> None:
    """Appraise the pairs on the wheel: price, best place, score gained, what waiting costs.

    All of this is estimated, nothing is proven. The value is that of the greedy player, in victory
    points, less the price. "Gain" is the final score gained if nothing more changes. "Stays" and
    "waiting" come from sampled turns of greedy rivals; ± is one standard error. In the expert game
    the dearest pair brings the best of the special tiles that lie face up.
    """
    position = legal_position(ctx, path)
    try:
        position = paid(position, bid)
    except InputError as error:
        raise InputError(f"--bid: {error}") from None
    with naming(path):
        advice, stopped = _sampled(
            buying_advices(position, samples=samples, seed=seed),
            lambda now: f"{now.samples} of {samples} turns",
        )
    if as_json:
        print_json(advice_data(advice, seed))
        ctx.exit(INTERRUPTED if stopped else 0)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for title in ("pair", "price"):
        table.add_column(title, no_wrap=True, justify="right" if title == "price" else "left")
    table.add_column("place", overflow="fold")
    for title in ("value", "gain", "stays", "waiting costs"):
        table.add_column(title, no_wrap=True, justify="right")
    for pair in advice.pairs:
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
    for pair in advice.pairs:
        if pair.special:
            gain = f"{pair.special_gain} VP at the end if nothing more changes"
            stdout_console().print(
                f"{pair_text(pair.pair)} brings a special tile: {pair.special}, {gain}"
            )
    stdout_console().print(
        f"Estimates from {advice.samples} sampled turns; nothing is proven.", style="dim"
    )
    ctx.exit(INTERRUPTED if stopped else 0)


def _sampled(results: Iterator[Result], told: Callable[[Result], str]) -> tuple[Result, bool]:
    """Return the last result, and whether Ctrl-C ended the sampling; show the progress."""
    cancel = threading.Event()
    with (
        stopped_by_interrupt(cancel, lambda: None),
        shown_if_slow("Ctrl-C keeps the samples so far") as note,
    ):
        for result in results:
            note(told(result))
            if cancel.is_set():
                break
    if cancel.is_set():
        click.echo("odin: stopped; these are the samples so far", err=True)
    return result, cancel.is_set()


def _estimate_text(value: Estimate) -> str:
    return f"{value.mean:.1f} ± {value.error:.1f}"


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
        scores, stopped = _sampled(
            expected_scores(position, games=games, seed=seed),
            lambda now: f"{now.games} of {games} games, {_estimate_text(now.score)} VP",
        )
    if as_json:
        print_json(scores_data(scores, seed))
        ctx.exit(INTERRUPTED if stopped else 0)
    console = stdout_console()
    console.print(f"{_estimate_text(scores.score)} VP at the end", style="bold")
    console.print(f"from {scores.low} to {scores.high} in four of five games")
    wins = Estimate(100 * scores.wins.mean, 100 * scores.wins.error)
    console.print(f"{_estimate_text(wins)} % of games won against greedy players")
    console.print(f"Estimates from {scores.games} sampled games; nothing is proven.", style="dim")
    ctx.exit(INTERRUPTED if stopped else 0)


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
        print_json({"schema": 1, "games": [game_data(game) for game in played]})
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
