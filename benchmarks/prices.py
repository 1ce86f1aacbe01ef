"""The price list: ``python -m benchmarks.prices --games 100``.

At the first turn of every round of games by the rollout policy, one of an item is added, and a
second one; each time some playouts in the same scenarios say what it brings. A line is laid through
the means of the rounds, and a second one is never worth more than the first. What no supply holds,
such as a stone house from a bonus, keeps the price that the file has.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import sub
from pathlib import Path
from random import Random
from statistics import fmean, linear_regression

import click

import odin_solver.placement
from odin_solver.components import TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import State, apply_legal, new_game
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Options
from odin_solver.game.playing import SeededChance
from odin_solver.game.turn import Turn
from odin_solver.planner.playout import play_out
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.parallel import parallel_map

FILE = Path(odin_solver.placement.__file__).parent / "prices.json"
COPIES = 2
"""How many of an item are measured."""

TABLES: dict[str, tuple[GameLength, bool]] = {
    "long": ("long", False),
    "short": ("short", False),
    "long with cards": ("long", True),
    "short with cards": ("short", True),
}
"""The tables of the list: length of the game, and whether it has cards."""

FIRST_TRUSTED = 3
"""Before this round one item more leads the policy to worse plans; a player need not follow."""

STEP = 0.05
"""Prices in the file are multiples of this."""

Sample = tuple[str, int, int, float]
"""What a piece more brings: item, round, number of the piece, points."""


def samples(length: GameLength, cards: bool, seed: int, playouts: int) -> list[Sample]:
    """Measure all items at the first turn of every round of a game."""
    policy = rollout_policy(length)
    items = [name for name, tile in TILES.items() if tile.copies is None]
    state = new_game(Options(length=length, cards=frozenset(OCCUPATIONS if cards else ())))
    chance, done, found = SeededChance(seed), set[int](), list[Sample]()
    while (node := current(state)) is not None:
        if isinstance(node, Chance):
            state = apply_legal(state, chance(state, node))
            continue
        if isinstance(node, Turn) and state.round not in done:
            done.add(state.round)
            scenarios = [
                Random(f"{seed} {state.round} {number}").getrandbits(48)
                for number in range(playouts)
            ]

            def scores(of: State, scenarios: Sequence[int] = scenarios) -> list[int]:
                return [play_out(of, policy, each).sheet.total for each in scenarios]

            without = scores(state)
            for item in items:
                more, before = state, without
                for copy in range(1, COPIES + 1):
                    more = more.copy()
                    more.add(item, 1)
                    after = scores(more)
                    gained = fmean(map(sub, after, before))
                    found.append((item, state.round, copy, gained))
                    before = after
        state = apply_legal(state, greedy_move(state, policy))
    return found


def smooth(by_round: Sequence[float]) -> list[float]:
    """Return the line of least squares; rounds that are not trusted get the first trusted."""
    first = FIRST_TRUSTED - 1
    rounds = range(first, len(by_round))
    slope, start = linear_regression(rounds, by_round[first:])
    return [start + slope * max(at, first) for at in range(len(by_round))]


def prices(found: Iterable[Sample], length: GameLength) -> dict[str, list[list[float]]]:
    """Return the list: for each item and round what the first and the second piece are worth."""
    by_item: dict[tuple[str, int], list[list[float]]] = defaultdict(
        lambda: [[] for _ in range(ROUNDS[length])]
    )
    for item, round_, copy, gained in found:
        by_item[item, copy][round_ - 1].append(gained)
    listed: dict[str, list[list[float]]] = {}
    for (item, copy), rounds in sorted(by_item.items(), key=lambda each: each[0][1]):
        for at, worth in enumerate(smooth([fmean(gained) for gained in rounds])):
            if copy == 1:
                listed.setdefault(item, [[] for _ in rounds])
            worths = listed[item][at]
            least = max(0.0, min([worth, *worths]))
            worths.append(round(round(least / STEP) * STEP, 2))
    return listed


@click.command()
@click.option("--games", type=click.IntRange(1), default=60, show_default=True)
@click.option("--playouts", type=click.IntRange(1), default=12, show_default=True)
@click.option("--first-seed", type=click.IntRange(0), default=81_000, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
@click.option("--only", type=click.Choice(list(TABLES)), multiple=True, help="These tables only.")
def main(games: int, playouts: int, first_seed: int, jobs: int, only: tuple[str, ...]) -> None:
    """Measure the price list and write it."""
    for name in only or TABLES:
        length, cards = TABLES[name]
        seeds = range(first_seed, first_seed + games)
        tasks = [(length, cards, seed, playouts) for seed in seeds]
        found = [each for many in parallel_map(samples, tasks, jobs=jobs) for each in many]
        kept = json.loads(FILE.read_text())
        kept[name] = {**kept[name], **prices(found, length)}
        lines = (f'"{key}": {{\n{_rows(table)}\n}}' for key, table in kept.items())
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        click.echo(f"{name}: {games} games")


def _rows(table: dict[str, list[list[float]]]) -> str:
    return ",\n".join(f"  {json.dumps(item)}: {json.dumps(table[item])}" for item in sorted(table))


if __name__ == "__main__":
    main()
