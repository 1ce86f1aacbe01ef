"""How fast puzzles of a kind and difficulty are made: ``python -m benchmarks.making --seeds 1-20``.

Each is made on the default board of its kind from a fixed seed, and proven again: its solution is
legal, and the only one by both engines.
"""

import sys
import time
from pathlib import Path

import click
import msgspec

from benchmarks.harness import (
    carry_out,
    errors_in_a_line,
    jobs_option,
    out_option,
    percentile,
    seeds_of,
    start,
    table,
)
from odin_puzzles.generate.pipeline import generate_attempt, proven
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.kinds import KINDS, kind_named
from odin_puzzles.uniqueness.check import find_solutions

GOAL = (1.5, 6.0)
"""Seconds of processor time within which half of the puzzles and nine of ten should be made."""


class Making(msgspec.Struct, frozen=True):
    """How a puzzle was made: attempts, seconds of processor time, and whether it is sound.

    `sound` is None if none was made within the limit.
    """

    tries: int
    seconds: float
    sound: bool | None


def made(kind: str, difficulty: int, seed: int, limit: float) -> Making:
    """Make a puzzle; give up after an attempt that ends beyond the limit."""
    spec, began, tries = spec_of(kind, None, difficulty), time.process_time(), 0
    while (spent := time.process_time() - began) < limit:
        puzzle = generate_attempt(spec, seed, tries)
        tries += 1
        if puzzle is not None:
            spent = time.process_time() - began
            sound = find_solutions(puzzle).unique and proven(puzzle)
            return Making(tries, spent, sound)
    return Making(tries, spent, None)


@click.command()
@click.option("--kinds", default=",".join(KINDS), show_default=True)
@click.option("--difficulties", default="1-5", show_default=True)
@click.option("--seeds", default="1-20", show_default=True)
@click.option("--limit", type=float, default=30.0, show_default=True, help="Processor seconds.")
@jobs_option
@out_option
@errors_in_a_line()
def main(
    kinds: str, difficulties: str, seeds: str, limit: float, jobs: int, out: Path | None
) -> None:
    """Make puzzles of kinds and difficulties."""
    levels, all_seeds = seeds_of(difficulties), seeds_of(seeds)
    tasks = [
        (kind, level, seed, limit)
        for seed in all_seeds
        for kind in kinds.split(",")
        for level in levels
        if level in kind_named(kind).difficulties
    ]
    found = carry_out(made, tasks, Making, out=out, jobs=jobs)
    rows = []
    for kind in kinds.split(","):
        for level in levels:
            of = [row for task, row in found.rows.items() if task[:2] == (kind, level)]
            if not of:
                rows.append([kind, str(level), *["cannot be had"], *[""] * 5])
                continue
            done = [row for row in of if row.sound is not None]
            times = [row.seconds if row.sound is not None else limit for row in of]
            half, most = percentile(times, 50), percentile(times, 90)
            rows.append(
                [
                    kind,
                    str(level),
                    f"{len(done)} of {len(of)}",
                    str(sum(row.sound is True for row in done)),
                    f"{half:.1f}",
                    f"{most:.1f}",
                    f"{sum(row.tries for row in of) / max(1, len(done)):.1f}",
                    "yes" if half <= GOAL[0] and most <= GOAL[1] else "no",
                ]
            )
    head = ["kind", "difficulty", "made", "sound", "median s", "9 of 10 s", "tries for one", "goal"]
    click.echo(table(head, rows, 1))
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("making")
