"""The compiled engine against the Python engine: ``python -m benchmarks.rollouts``.

It replays games of the compiled engine, random, greedy and between, with any rulings and one to
four players, with the Python engine (see `benchmarks.checking`), and measures how many greedy games
it plays per second. With ``--cards`` they are games with occupations: every other game draws them
from all decks, the others begin with some in the hand and many in play. Where the player may choose
the order of cards that react to the same event, the comparison ends.
"""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
import msgspec

from benchmarks.checking import check_game, encoded, with_cards
from benchmarks.harness import Clock, carry_out, errors_in_a_line, jobs_option, out_option, start
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, State, apply, chance_outcomes, legal_moves, new_game
from odin_solver.game.kernel.chance import TurnCopyTile
from odin_solver.game.kernel.rulings import RULINGS, Ruling
from odin_solver.rollouts.library import library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import ROUNDS, GameLength

PROFILES = (
    Options("long"),
    Options("short"),
    Options("long", islands=True),
    Options("short", islands=True, harvest=True),
)
NOISES = (0.0, 0.1, 0.3, 1.0)
"""Shares of random moves."""

CHUNK = 50
"""Games of a task."""

IN_HAND = 6
MOST_IN_PLAY = 24
"""Occupations at the beginning of a game that does not draw its starting occupation."""

Task = tuple[GameLength, bool, bool, bool, float, int, int]
"""Length, islands, harvest, cards, noise, first seed, games."""


class Alike(NamedTuple):
    """Games that were alike: moves and outcomes of chance, games compared to their end."""

    moves: int
    complete: int


def check(
    length: GameLength,
    islands: bool,
    harvest: bool,
    cards: bool,
    noise: float,
    first: int,
    games: int,
) -> Alike:
    """Replay games of successive seeds."""
    options = Options(length, islands=islands, harvest=harvest)
    options = with_decks(options) if cards else options
    policy = flat_policy(GREEDY, length, cards) if noise < 1 else None
    found = [
        check_game(library(), beginning(options, seed), policy, seed, noise=noise, placing=25)
        for seed in range(first, first + games)
    ]
    return Alike(sum(game.moves for game in found), sum(game.complete for game in found))


def beginning(options: Options, seed: int) -> State:
    """Return how a game begins, with any number of players and any rulings.

    Every other one with occupations already has many of them.
    """
    luck = Random(seed)
    options = msgspec.structs.replace(
        options, players=luck.choice((1, 1, 2, 3, 4)), rulings=frozenset(_rulings(options, luck))
    )
    if not options.cards or seed % 2:
        state = new_game(options)
    else:
        cards = luck.sample(sorted(options.cards), len(options.cards))
        in_play = IN_HAND + luck.randrange(MOST_IN_PLAY + 1)
        state = with_cards(options, cards[:IN_HAND], cards[IN_HAND:in_play], cards[in_play:])
    while any(isinstance(node, TurnCopyTile) for node in state.stack):  # not compiled
        outcomes = [outcome for outcome, _ in chance_outcomes(state)]
        move = luck.choice(outcomes) if outcomes else luck.choice(legal_moves(state))
        state = apply(state, move)
    return state


def _rulings(options: Options, luck: Random) -> Iterator[Ruling]:
    """Yield some of the rulings that there can be in a game; fewer cards have no others."""
    fewer = options.harvest and luck.random() < 0.2
    for each in Ruling if options.cards else ():
        if each == Ruling.HARVEST_FEWER_CARDS:
            if fewer:
                yield each
        elif luck.random() < 0.5 and not (fewer and RULINGS[each].cards):
            yield each


def with_decks(options: Options) -> Options:
    """Return options with all occupations."""
    return msgspec.structs.replace(options, cards=frozenset(OCCUPATIONS))


def tasks(games: int, seed: int, *, cards: bool) -> Iterator[Task]:
    """Yield chunks of games, profiles and noises in turn."""
    kinds = itertools.cycle(itertools.product(PROFILES, NOISES))
    for number in range(0, games, CHUNK):
        of, noise = next(kinds)
        many = min(CHUNK, games - number)
        yield of.length, of.islands, of.harvest, cards, noise, seed + number, many


def games_per_second(options: Options, games: int) -> float:
    """Return the greedy games per second of processor time."""
    flat = encoded(library(), new_game(options))
    policy = flat_policy(GREEDY, options.length, bool(options.cards))
    found = 0.0
    for _ in range(3):  # other work on the machine slows it down
        with Clock() as clock:
            library().play_many(flat, policy, 0, games)
        found = max(found, games / clock.cpu)
    return found


@click.command()
@click.option("--games", type=click.IntRange(0), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="First seed.")
@click.option("--cards", is_flag=True, help="Games with all occupations.")
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler whose workers replay.")
@jobs_option
@out_option
@errors_in_a_line()
def main(
    games: int, seed: int, jobs: int, cards: bool, out: Path | None, cluster: str | None
) -> None:
    """Replay games of the compiled engine, and measure its speed.

    Example: python -m benchmarks.rollouts --games 100000 --jobs 2 --out replays.jsonl
    """
    for length in ROUNDS:
        options = with_decks(Options(length)) if cards else Options(length)
        click.echo(f"{length}: {games_per_second(options, 500):.0f} greedy games/s")
    found = carry_out(
        check, tasks(games, seed, cards=cards), Alike, out=out, jobs=jobs, cluster=cluster
    )
    played = sum(task[-1] for task in found.rows)
    moves, complete = (sum(row[at] for row in found.rows.values()) for at in range(2))
    click.echo(f"{played} games, {moves} moves and outcomes: alike in both engines")
    if cards:
        click.echo(
            f"{complete} of them to their end, {played - complete} until cards may be ordered"
        )
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("rollouts")
