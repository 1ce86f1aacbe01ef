"""Programs that play *Vikings* against each other: ``python -m benchmarks.vikings --games 200``.

In every game each program has the next seat; two games follow each other with the same seed.
"""

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import click

from benchmarks.harness import errors_in_a_line, mean, table
from benchmarks.tournament import wins
from odin_solver.support.parallel import parallel_map
from odin_solver.vikings.game.log import BOTS, expert_parts, new_game
from odin_solver.vikings.parts import ShipValue
from odin_solver.vikings.position import PRINTED_VALUES

VALUES = {**PRINTED_VALUES, "red": ShipValue("gold", 3), "yellow": ShipValue("vp", 2)}
"""Values of ships; those of red and yellow are an example."""


class VikingsResult(NamedTuple):
    """What programs reached in a game, in the order in which they were named.

    Attributes
    ----------
    scores
        A thousand for each point, and the gold left, which breaks ties.
    seconds
        Processor time of each one's longest move.
    """

    scores: tuple[int, ...]
    seconds: tuple[float, ...]


def game(names: Sequence[str], expert: Sequence[str], number: int) -> VikingsResult:
    """Play a game; the program that is named first has seat ``number % len(names)``."""
    count = len(names)
    of_seat = [(seat - number) % count for seat in range(count)]
    played = new_game(
        [names[which] for which in of_seat], number // count, VALUES, expert_parts(expert)
    )
    rng, seconds = Random(number), [0.0] * count
    while not played.table.over:
        which = of_seat[played.table.player]
        began = time.process_time()
        move = BOTS[names[which]](played.table, rng)
        seconds[which] = max(seconds[which], time.process_time() - began)
        played = played.after(move)
    ends = played.table.players
    scores = [ends[of_seat.index(which)] for which in range(count)]
    return VikingsResult(tuple(1000 * end.vp + end.gold for end in scores), tuple(seconds))


@click.command()
@click.option("--players", default="sampling,greedy", show_default=True, help="Programs.")
@click.option("--games", default=200, show_default=True, type=click.IntRange(2))
@click.option("--first", default=0, show_default=True, help="First number of a game.")
@click.option("--expert", default="", help="Parts of the expert game, with commas between them.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1))
@errors_in_a_line()
def main(players: str, games: int, first: int, expert: str, jobs: int) -> None:
    """Let programs play against each other, and print what each one reached."""
    names, parts = players.split(","), [part for part in expert.split(",") if part]
    tasks = ((names, parts, number) for number in range(first, first + games))
    results = list(parallel_map(game, tasks, jobs=jobs, in_order=True))
    rows = []
    for which, name in enumerate(names):
        scores = mean(result.scores[which] // 1000 for result in results)
        won = mean(100 * wins(result.scores)[which] for result in results)
        longest = max(result.seconds[which] for result in results)
        rows.append((name, scores.text(), won.text(), f"{longest:.2f} s"))
    click.echo(table(("", "score", "victories, %", "longest move"), rows))


if __name__ == "__main__":
    main()
