"""The compiled engine against the Python engine: ``python -m benchmarks.rollouts``.

It replays games of the compiled engine, random, greedy and between, with the Python engine (see
`odin_solver.rollouts.checking`), and measures how many greedy games both play per second.
"""

import itertools
import time
from collections.abc import Iterator

import click

from odin_solver.errors import InputError
from odin_solver.game import Options, new_game
from odin_solver.game.policies import play
from odin_solver.game.policies.greedy import greedy
from odin_solver.game.policies.lazy import LazyGreedy
from odin_solver.rollouts.checking import check_game, encoded
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

LENGTHS: tuple[GameLength, ...] = ("long", "short")


def engine() -> Library:
    """Return the compiled engine."""
    found = library()
    if found is None:
        raise InputError("the compiled engine is not built: python hatch_build.py")
    return found


def check(options: Options, noise: float, first: int) -> int:
    """Replay a chunk of games; return the number of moves and outcomes."""
    policy = flat_policy(greedy.evaluator, options.length) if noise < 1 else None
    return sum(
        check_game(engine(), options, policy, seed, noise=noise, placing=25).moves
        for seed in range(first, first + CHUNK)
    )


def tasks(games: int, seed: int) -> Iterator[tuple[Options, float, int]]:
    """Yield chunks of games, profiles and noises in turn."""
    kinds = itertools.cycle(itertools.product(PROFILES, NOISES))
    for number in range(0, games, CHUNK):
        options, noise = next(kinds)
        yield options, noise, seed + number


def speeds(length: GameLength, games: int) -> tuple[float, float]:
    """Return the greedy games per second of processor time, compiled and in Python."""
    flat = encoded(engine(), new_game(Options(length)))
    policy = flat_policy(greedy.evaluator, length)
    compiled, python = 0.0, 0.0
    for _ in range(3):  # in turn, since other work on the machine slows down both
        began = time.process_time()
        engine().play_many(flat, policy, 0, games)
        compiled = max(compiled, games / (time.process_time() - began))
        began = time.process_time()
        for seed in range(4):
            for _ in play(new_game(Options(length)), LazyGreedy(greedy), seed):
                pass
        python = max(python, 4 / (time.process_time() - began))
    return compiled, python


@click.command()
@click.option("--games", type=click.IntRange(0), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="First seed.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def main(games: int, seed: int, jobs: int) -> None:
    """Replay games of the compiled engine, and measure its speed."""
    for length in LENGTHS:
        compiled, python = speeds(length, 500)
        click.echo(f"{length}: {compiled:.0f} greedy games/s compiled, {python:.1f} in Python")
    began, moves, played = time.monotonic(), 0, 0
    for number in spread(check, tasks(games, seed), jobs=jobs):
        moves, played = moves + number, played + CHUNK
        if not played % (20 * CHUNK):
            click.echo(f"{played} games alike, {time.monotonic() - began:.0f} s", err=True)
    click.echo(f"{played} games, {moves} moves and outcomes: alike in both engines")


if __name__ == "__main__":
    main()
