"""The commands of the packing set: ``python -m benchmarks.set``."""

import math
from functools import partial
from itertools import islice
from pathlib import Path

import click

from benchmarks.harness import current_commit, errors_in_a_line, table, today
from benchmarks.set import covers as side_by_side
from benchmarks.set.files import FOLDER, read_best, read_positions, write_best, write_positions
from benchmarks.set.make import positions
from benchmarks.set.solve import merged, searched
from benchmarks.set.solvers import ONLY_COVERS, SOLVERS, run
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
    default=10.0,
    show_default=True,
    help="Seconds of the processor for our search, and for the others where it finds nothing.",
)
@click.option("--new", type=click.IntRange(0), default=12, show_default=True)
@names_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the tables.")
@errors_in_a_line()
def covers(limit: float, new: int, names: str, out: Path | None) -> None:
    """Search covers and count layouts beside others, by processor time.

    The others are stopped once they have lost and a second is over.
    """
    lines = [f"{today()}, commit {current_commit()}, seconds of the processor / MB", ""]
    rows, ratios, left = [], [], 0
    for name, position in side_by_side.covers(new):
        if not matches(name, names):
            continue
        runs: dict[str, side_by_side.CoverRun | None] = {}
        for solver, made in side_by_side.FIRST.items():
            mine = runs.get("solve")
            given = max(1.0, mine.seconds) if mine and mine.found else limit
            runs[solver] = side_by_side.run(made, position, given)
        times = {who: each.seconds for who, each in runs.items() if each and each.found}
        left += "solve" not in times and bool(times)
        if times:
            best = max(side_by_side.LEAST, min(times.values()))
            ratios.append(max(side_by_side.LEAST, times.get("solve", limit)) / best)
        (state,) = position.boards
        sizes = [str(state.grid.coverable.bit_count()), str(sum(position.supply.values()))]
        rows.append([name, *sizes, *map(_cell, runs.values())])
    if rows:
        lines.append(table(["first cover", "cells", "tiles", *side_by_side.FIRST], rows))
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines += [
            f"{left} left open that another found; of the best of all, times below "
            f"{side_by_side.LEAST} s as such: geometric mean {mean:.2f}, worst {max(ratios):.2f}",
            "",
        ]
    counted = []
    for name, position, by_links in side_by_side.counts():
        if matches(name, names):
            mine = side_by_side.run(side_by_side.our_count, position, 600.0)
            links = None
            if by_links:
                links = side_by_side.run(
                    partial(side_by_side.dancing, most=NO_END), position, 600.0
                )
            ratio = f"{mine.seconds / links.seconds:.2f}" if mine and links else ""
            found = {each.found for each in (mine, links) if each}
            said = " or ".join(f"{n:,}" for n in found)
            counted.append([name, said, _cell(mine), _cell(links), ratio])
    lines += [table(["count", "layouts", "ours", "DLX", "ratio"], counted)] if counted else []
    click.echo("\n".join(lines))
    if out is not None:
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")


NO_END = 1 << 62


def _cell(run: side_by_side.CoverRun | None) -> str:
    if run is None:
        return "-"
    return f"{run.seconds:.3f} / {run.megabytes:.0f}" + ("" if run.found else " none")
