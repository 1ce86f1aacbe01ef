"""Speed of `odin vikings build` and `ferry`, with HiGHS on the same statement, and many games.

python -m benchmarks.vikings [--positions N] [--seconds S] [--seed N] [--games N]
"""

import statistics
import time
from collections import Counter
from dataclasses import replace
from random import Random

import click

from odin_solver.errors import InputError
from odin_solver.linear.levels import LevelsEngine
from odin_solver.vikings.archipelago import IslandTile
from odin_solver.vikings.build import build
from odin_solver.vikings.ferry import best_ferries
from odin_solver.vikings.game.log import play_game, replay
from odin_solver.vikings.parts import BUILDINGS, FIGURES, SAILS, Sail, ShipValue
from odin_solver.vikings.position import PRINTED_COUNTS, FreeParts, Rivals, VikingsPosition
from odin_solver.vikings.solution import VikingsLimits

ENGINES: tuple[LevelsEngine, ...] = ("cpsat", "highs")

VALUES: dict[Sail, ShipValue] = {
    "red": ShipValue("gold", 3),
    "green": ShipValue("gold", 5),
    "yellow": ShipValue("vp", 2),
    "blue": ShipValue("vp", 3),
}


def late_position(
    rng: Random, tiles: int = 20, ships: int = 5, figures: int = 20
) -> VikingsPosition:
    """Return free parts as a player has them at the end of a game."""
    deck = [IslandTile("S"), IslandTile("E")] * 21
    deck += [IslandTile("M", building) for building in BUILDINGS for _ in range(5)]
    fleet = [sail for sail in SAILS for _ in range(PRINTED_COUNTS[sail])]
    bag = [code for code in "KRGYB" for _ in range(FIGURES[code].count)]
    return VikingsPosition(
        gold=rng.randint(0, 15),
        vp=rng.randint(25, 45),
        round=6,
        mainland={"N": rng.randint(0, 3)},
        free=FreeParts(
            Counter(rng.sample(deck, tiles)),
            Counter(rng.sample(fleet, ships)),
            Counter(rng.sample(bag, figures)),
        ),
        rivals=Rivals(rng.randint(0, 3), rng.randint(2, 6), rng.randint(3, 6)),
        ship_values=VALUES,
    )


@click.command()
@click.option("--positions", default=20, show_default=True, help="Positions.")
@click.option("--seconds", default=60.0, show_default=True, help="Time limit of a position.")
@click.option("--seed", default=0, show_default=True, help="Seed of the positions.")
@click.option("--games", default=0, show_default=True, help="Games to play and replay.")
def main(positions: int, seconds: float, seed: int, games: int) -> None:
    """Compare the engines; times include the start of their processes."""
    rng = Random(seed)
    limits = VikingsLimits(seconds)
    times: dict[str, list[float]] = {engine: [] for engine in ENGINES}
    ferry_times: dict[str, list[float]] = {engine: [] for engine in ENGINES}
    for number in range(positions):
        position = late_position(rng)
        row = [f"{number:3}"]
        for engine in ENGINES:
            began = time.perf_counter()
            result = build(position, limits=limits, engine=engine)
            times[engine].append(time.perf_counter() - began)
            row.append(f"{engine} {result.status} {result.values[0]} {times[engine][-1]:.1f} s")
        after = result.after
        waiting = dict.fromkeys("KRGYB", 2) | {"N": 3}
        before = replace(
            after, area=replace(after.area, figures=frozenset()), mainland=waiting, free=FreeParts()
        )
        for engine in ENGINES:
            began = time.perf_counter()
            advice = best_ferries(before, count=1, limits=limits, engine=engine)
            ferry_times[engine].append(time.perf_counter() - began)
            row.append(f"{advice.lines[0].status} {ferry_times[engine][-1]:.1f} s")
        click.echo("  ".join(row))
    for name, table in (("build", times), ("ferry", ferry_times)):
        for engine in ENGINES:
            ranked = sorted(table[engine])
            if ranked:
                click.echo(
                    f"{name} {engine}: median {statistics.median(ranked):.2f} s, "
                    f"slowest {ranked[-1]:.2f} s"
                )
    for number in range(games):
        game = play_game(("greedy", "random", "greedy"), seed + number, VALUES)
        if [p.vp for p in replay(game.text).table.players] != [p.vp for p in game.table.players]:
            raise InputError(f"game {seed + number}: the replay has another score")
    if games:
        click.echo(f"{games} games replayed")


if __name__ == "__main__":
    main()
