"""Games of several bots: ``python -m benchmarks.tournament --bots 4,2,2,2 --games 40``.

Every game gives each bot the next seat, so that after as many games as there are bots each has
begun as often. A place is shared by equal scores: the first two of equal score have place 1.5.
"""

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import click

from benchmarks.harness import errors_in_a_line, mean, table
from odin_solver.errors import InputError
from odin_solver.game import new_game
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.playing import play
from odin_solver.game.scoring import score_sheet
from odin_solver.game.setup import PLAYERS, strengths
from odin_solver.planner.bots import bot
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.parallel import parallel_map


class Result(NamedTuple):
    """What bots reached in a game, in the order in which they were named.

    Attributes
    ----------
    seconds
        Processor time of each bot's longest move.
    """

    scores: tuple[int, ...]
    seconds: tuple[float, ...]


def game(bots: Sequence[int], length: GameLength, cards: bool, seed: int) -> Result:
    """Play a game; the bot that is named first has seat ``seed % len(bots)``."""
    number = len(bots)
    of_seat = [(seat - seed) % number for seat in range(number)]
    policies = [bot(bots[which]) for which in of_seat]
    seconds = [0.0] * number

    def decide(state: State, rng: Random) -> Move:
        began = time.process_time()
        move = policies[state.seat](state, rng)
        which = of_seat[state.seat]
        seconds[which] = max(seconds[which], time.process_time() - began)
        return move

    names = tuple(map(str, range(number)))
    used = frozenset(CARDS) if cards else frozenset()
    options = Options(length=length, cards=used, players=number, seats=names)
    *_, (_, end) = play(new_game(options), decide, seed)
    scores = [score_sheet(seat).total for seat in end.seats]
    return Result(tuple(scores[of_seat.index(which)] for which in range(number)), tuple(seconds))


def places(scores: Sequence[int]) -> list[float]:
    """Return the place of each score, shared by equal ones."""
    return [
        1 + sum(other > score for other in scores) + (scores.count(score) - 1) / 2
        for score in scores
    ]


def wins(scores: Sequence[int]) -> list[float]:
    """Return each one's share of the victory."""
    best = max(scores)
    return [(score == best) / scores.count(best) for score in scores]


@click.command()
@click.option("--bots", default="4,2,2,2", show_default=True, help="Strengths of 2 to 4 bots.")
@click.option("--games", default=40, show_default=True, type=click.IntRange(2))
@click.option("--first", default=1, show_default=True, help="First seed.")
@click.option("--length", default="long", show_default=True, type=click.Choice(ROUNDS))
@click.option("--cards", is_flag=True, help="With all occupations.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1))
@errors_in_a_line()
def main(bots: str, games: int, first: int, length: GameLength, cards: bool, jobs: int) -> None:
    """Let bots play against each other, and print what each one reached."""
    named = strengths(bots.replace(",", " "))
    if len(named) not in PLAYERS[1:] or not all(named):
        raise InputError(f"--bots: expected the strengths of 2 to 4 bots, got {bots!r}")
    tasks = ((named, length, cards, seed) for seed in range(first, first + games))
    results = list(parallel_map(game, tasks, jobs=jobs, in_order=True))
    rows = []
    for which, strength in enumerate(named):
        columns: tuple[list[float], ...] = (
            [result.scores[which] for result in results],
            [places(result.scores)[which] for result in results],
            [100 * wins(result.scores)[which] for result in results],
        )
        longest = max(result.seconds[which] for result in results)
        means = [found.text() for found in map(mean, columns)]
        rows.append((f"bot {strength}", *means, f"{longest:.2f} s"))
    click.echo(table(("", "score", "place", "victories, %", "longest move"), rows))


if __name__ == "__main__":
    main()
