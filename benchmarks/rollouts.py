"""The compiled engine against the Python engine: ``python -m benchmarks.rollouts``.

It replays games of the compiled engine, random, greedy and between, with the Python engine (see
`odin_solver.rollouts.checking`), and measures how many greedy games both play per second. With
``--cards`` they are games with occupations: every other game draws them from all decks, the others
begin with some in the hand and many in play. Where the player may choose the order of cards that
react to the same event, the comparison ends.
"""

import itertools
import time
from collections.abc import Iterator
from random import Random

import click
import msgspec

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Options, State, new_game
from odin_solver.game.policies import play
from odin_solver.game.policies.greedy import greedy
from odin_solver.game.policies.lazy import LazyGreedy
from odin_solver.rollouts.checking import check_game, encoded, with_cards
from odin_solver.rollouts.library import Library, library
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import GameLength
from odin_solver.support.parallel import spread

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

LENGTHS: tuple[GameLength, ...] = ("long", "short")


def engine() -> Library:
    """Return the compiled engine."""
    found = library()
    if found is None:
        raise InputError("the compiled engine is not built: python hatch_build.py")
    return found


def check(options: Options, noise: float, first: int) -> tuple[int, int]:
    """Replay a chunk of games; return the number of moves and of games compared to their end."""
    policy = flat_policy(greedy.evaluator, options.length, bool(options.cards))
    games = [
        check_game(
            engine(),
            beginning(options, seed),
            policy if noise < 1 else None,
            seed,
            noise=noise,
            placing=25,
        )
        for seed in range(first, first + CHUNK)
    ]
    return sum(game.moves for game in games), sum(game.complete for game in games)


def beginning(options: Options, seed: int) -> Options | State:
    """Return how a game begins; every other one with occupations already has many of them."""
    if not options.cards or seed % 2:
        return options
    random = Random(seed)
    cards = random.sample(sorted(options.cards), len(options.cards))
    in_play = IN_HAND + random.randrange(MOST_IN_PLAY + 1)
    return with_cards(options, cards[:IN_HAND], cards[IN_HAND:in_play], cards[in_play:])


def tasks(games: int, seed: int, *, cards: bool) -> Iterator[tuple[Options, float, int]]:
    """Yield chunks of games, profiles and noises in turn."""
    kinds = itertools.cycle(itertools.product(PROFILES, NOISES))
    for number in range(0, games, CHUNK):
        options, noise = next(kinds)
        yield with_decks(options) if cards else options, noise, seed + number


def with_decks(options: Options) -> Options:
    """Return options with all occupations."""
    return msgspec.structs.replace(options, cards=frozenset(OCCUPATIONS))


def speeds(options: Options, games: int) -> tuple[float, float]:
    """Return the greedy games per second of processor time, compiled and in Python."""
    flat = encoded(engine(), new_game(options))
    policy = flat_policy(greedy.evaluator, options.length, bool(options.cards))
    compiled, python = 0.0, 0.0
    for _ in range(3):  # in turn, since other work on the machine slows down both
        began = time.process_time()
        engine().play_many(flat, policy, 0, games)
        compiled = max(compiled, games / (time.process_time() - began))
        began = time.process_time()
        for seed in range(4):
            for _ in play(new_game(options), LazyGreedy(greedy), seed):
                pass
        python = max(python, 4 / (time.process_time() - began))
    return compiled, python


@click.command()
@click.option("--games", type=click.IntRange(0), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="First seed.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option("--cards", is_flag=True, help="Games with all occupations.")
def main(games: int, seed: int, jobs: int, cards: bool) -> None:
    """Replay games of the compiled engine, and measure its speed."""
    for length in LENGTHS:
        options = with_decks(Options(length)) if cards else Options(length)
        compiled, python = speeds(options, 500)
        click.echo(f"{length}: {compiled:.0f} greedy games/s compiled, {python:.1f} in Python")
    began, moves, played, complete = time.monotonic(), 0, 0, 0
    for number, to_end in spread(check, tasks(games, seed, cards=cards), jobs=jobs):
        moves, played, complete = moves + number, played + CHUNK, complete + to_end
        if not played % (20 * CHUNK):
            click.echo(f"{played} games alike, {time.monotonic() - began:.0f} s", err=True)
    click.echo(f"{played} games, {moves} moves and outcomes: alike in both engines")
    if cards:
        click.echo(
            f"{complete} of them to their end, {played - complete} until cards may be ordered"
        )


if __name__ == "__main__":
    main()
