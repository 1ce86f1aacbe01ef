"""The commands of the packing set: ``python -m benchmarks.set``."""

import math
from itertools import islice
from pathlib import Path

import click

from benchmarks.harness import errors_in_a_line, table
from benchmarks.set.files import FOLDER, read_best, read_positions, write_best, write_positions
from benchmarks.set.make import RANDOM_COVERS, positions
from benchmarks.set.solve import merged, searched
from benchmarks.set.solvers import ONLY_COVERS, SOLVERS, our_covers, run
from benchmarks.suite import matches
from odin_solver.placement.engines import Engines
from odin_solver.placement.solution import Limits

SEED = "1"
"""The seed of the published positions."""

folder_option = click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=FOLDER,
    help="Where the files are; by default those that are published.",
)
names_option = click.option("--names", default="*", help="Shell patterns of names, with commas.")


@click.group()
def main() -> None:
    """The packing set: make it, solve it, compare solvers on it."""


@main.command()
@click.option("--seed", default=SEED, show_default=True)
@click.option(
    "--every",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Keep each so many-th position only.",
)
@folder_option
@errors_in_a_line()
def make(seed: str, every: int, folder: Path) -> None:
    """Make the positions of a seed.

    Example: python -m benchmarks.set make --seed 'a secret' --every 10 --folder /tmp/unpublished
    """
    made = write_positions(folder, islice(positions(seed), 0, None, every))
    click.echo(f"{made} positions")


@main.command()
@names_option
@click.option("--limit", type=click.FloatRange(0.1), default=15.0, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--open", "only_open", is_flag=True, help="Only positions without a proof.")
@folder_option
@errors_in_a_line()
def solve(names: str, limit: float, threads: int, seed: int, only_open: bool, folder: Path) -> None:
    """Search all positions, and keep what is better than the best known."""
    known = read_best(folder)
    with Engines():
        for name, position in read_positions(folder).items():
            done = name in known and known[name].value == known[name].bound
            if not matches(name, names) or (only_open and done):
                continue
            found = searched(position, Limits(limit, threads, seed))
            known[name] = merged(name, position, found, known)
            write_best(folder, known)
            row = known[name]
            proven = "proven" if row.value == row.bound else f"at most {row.bound}"
            click.echo(f"{name}: {row.value}, {proven}, {found.seconds:.1f} s")


@main.command()
@names_option
@click.option("--limit", type=click.FloatRange(0.1), default=5.0, show_default=True)
@folder_option
@errors_in_a_line()
def compare(names: str, limit: float, folder: Path) -> None:
    """Let five solvers work on positions, each with one thread and the same time by the clock.

    The table has how many they proved, and how many of the best known values they reached.
    """
    known = read_best(folder)
    chosen = {name: at for name, at in read_positions(folder).items() if matches(name, names)}
    rows = []
    for solver, function in SOLVERS.items():
        tried = proven = reached = 0
        for name, position in chosen.items():
            if solver in ONLY_COVERS and not name.startswith(("exact", "own")):
                continue
            found = run(function, position, limit)
            best = known[name]
            tried += 1
            proven += found.proven
            reached += found.value is not None and found.value >= best.value - 1e-6
            if found.value is not None and found.value > best.bound + 1e-6:
                click.echo(f"{name}: {solver} claims {found.value}, at most {best.bound}", err=True)
        rows.append([solver, str(tried), str(proven), str(reached)])
    click.echo(table(["solver", "positions", "proven", "best known reached"], rows))


@main.command()
@click.option(
    "--limit",
    type=click.FloatRange(0.1),
    default=1.0,
    show_default=True,
    help="Seconds of the processor for each; as long as our search takes, if that is longer.",
)
@folder_option
@errors_in_a_line()
def covers(limit: float, folder: Path) -> None:
    """Race our search for covers against four others on random covers, by processor time.

    The others are stopped once they have lost and the limit is over. Our search is the one that
    runs beside the others in `odin solve`.
    """
    first = worst = 0.0
    rows = []
    for name, position in read_positions(folder).items():
        family, _, number = name.partition("-")
        if family != "exact" or int(number) > RANDOM_COVERS:
            continue
        mine = run(our_covers, position, 60.0, processor=True)
        seconds = mine.seconds if mine.proven and mine.seconds is not None else 60.0
        times = {
            other: run(SOLVERS[other], position, max(limit, seconds), processor=True)
            for other in SOLVERS
            if other != "ours"
        }
        ended = [
            each.seconds for each in times.values() if each.proven and each.seconds is not None
        ]
        best = min(ended, default=math.inf)
        first += seconds <= best
        worst = max(worst, seconds / best)
        (state,) = position.boards
        cells, pieces = state.grid.coverable.bit_count(), sum(position.supply.values())
        others = [f"{each.seconds:.2f}" if each.proven else "-" for each in times.values()]
        rows.append([name, str(cells), str(pieces), f"{seconds:.2f}", *others])
    click.echo(table(["position", "cells", "tiles", *SOLVERS], rows))
    click.echo(f"\nfirst in {first:.0f} of {len(rows)}, at worst {worst:.2f} times the best other")
