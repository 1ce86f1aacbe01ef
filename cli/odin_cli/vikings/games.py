"""``odin vikings buy``, ``simulate`` and ``play``: estimates and whole games."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import click

from odin_cli.commands import command, number, option
from odin_cli.interrupts import INTERRUPTED, stopped_by_interrupt
from odin_cli.options import JSON, POSITION, output_option, seed_option
from odin_cli.output import check_writable, naming, print_json, stdout_console, tell_stopped
from odin_cli.progress import shown_if_slow
from odin_cli.vikings.inputs import legal_position
from odin_solver.errors import InputError
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.files import write_file
from odin_solver.support.language import say
from odin_solver.support.reading import read_text, source_name
from odin_solver.vikings.answers import advice_data, game_data, scores_data
from odin_solver.vikings.files import pair_text, sail_of, ship_value_of
from odin_solver.vikings.game.log import play_game, replay
from odin_solver.vikings.game.players import POLICIES
from odin_solver.vikings.game.samples import BuyingAdvice, Estimate, buying_advices, expected_scores
from odin_solver.vikings.parts import MAX_AMOUNT, Sail, ShipValue
from odin_solver.vikings.position import PRINTED_VALUES
from odin_solver.vikings.rules.wheel import paid

Result = TypeVar("Result")


@command("odin vikings example wheel | odin vikings buy -")
def buy(
    path: str = POSITION,
    samples: int = number("Sampled turns of the rivals.", 2, 10_000, default=60),
    bid: int = number("Pay a bid of the auction first.", 0, MAX_AMOUNT, default=0),
    seed: int = seed_option(),
    as_json: bool = JSON,
) -> int:
    """Appraise the pairs on the wheel: price, best place, score gained, what waiting costs.

    All of this is estimated, nothing is proven. The value is that of the greedy player, in victory
    points, less the price. "Gain" is the final score gained if nothing more changes. "Stays" and
    "waiting" come from sampled turns of greedy rivals; ± is one standard error. In the expert game
    the dearest pair brings the best of the special tiles that lie face up.
    """
    position = legal_position(path)
    with naming("--bid"):
        position = paid(position, bid)
    with naming(path):
        advice, stopped = _sampled(
            buying_advices(position, samples=samples, seed=seed),
            lambda now: say("{n} of {all} turns", n=now.samples, all=samples),
        )
    if as_json:
        print_json(advice_data(advice, seed))
    else:
        _print_advice(advice)
    return INTERRUPTED if stopped else 0


def _print_advice(advice: BuyingAdvice) -> None:
    console = stdout_console()
    table = titled_table(
        ("whole", say("pair")),
        ("right", say("price")),
        ("left", say("place")),
        *(
            ("right", title)
            for title in (say("value"), say("gain"), say("stays"), say("waiting costs"))
        ),
    )
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
    console.print(table)
    for pair in advice.pairs:
        if pair.special:
            brings = say(
                "{pair} brings a special tile: {special}, {vp} VP at the end if nothing more "
                "changes",
                pair=pair_text(pair.pair),
                special=pair.special,
                vp=pair.special_gain,
            )
            console.print(brings)
    note = say("Estimates from {n} sampled turns; nothing is proven.", n=advice.samples)
    console.print(note, style="dim")


def _sampled(results: Iterator[Result], describe: Callable[[Result], str]) -> tuple[Result, bool]:
    """Return the last result, and whether Ctrl-C ended the sampling; show the progress."""
    with (
        stopped_by_interrupt() as cancel,
        shown_if_slow(say("Ctrl-C keeps the samples so far")) as note,
    ):
        for result in results:
            note(describe(result))
            if cancel.is_set():
                break
    if cancel.is_set():
        tell_stopped(say("these are the samples so far"))
    return result, cancel.is_set()


def _estimate_text(value: Estimate) -> str:
    return f"{value.mean:.1f} ± {value.error:.1f}"


@command("odin vikings example wheel | odin vikings simulate - --games 50")
def simulate(
    path: str = POSITION,
    games: int = number("Sampled games.", 2, 100_000, default=50),
    seed: int = seed_option(),
    as_json: bool = JSON,
) -> int:
    """Estimate the final score of a position: sampled games of greedy players.

    What the others have, the stacks and the bag are sampled. ± is one standard error.
    """
    position = legal_position(path)
    with naming(path):
        scores, stopped = _sampled(
            expected_scores(position, games=games, seed=seed),
            lambda now: say(
                "{n} of {all} games, {vp} VP", n=now.games, all=games, vp=_estimate_text(now.score)
            ),
        )
    if as_json:
        print_json(scores_data(scores, seed))
    else:
        console = stdout_console()
        console.print(say("{vp} VP at the end", vp=_estimate_text(scores.score)), style="bold")
        console.print(
            say("from {low} to {high} in four of five games", low=scores.low, high=scores.high)
        )
        wins = Estimate(100 * scores.wins.mean, 100 * scores.wins.error)
        won = _estimate_text(wins)
        console.print(say("{won} % of games won against greedy players", won=won))
        note = say("Estimates from {n} sampled games; nothing is proven.", n=scores.games)
        console.print(note, style="dim")
    return INTERRUPTED if stopped else 0


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
