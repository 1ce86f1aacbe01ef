"""What layouts lose against the best known: ``python -m benchmarks.losses FILE``.

It reads a file of results of `benchmarks.placement`; see `benchmarks/README.md`.
"""

import statistics
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.commands import errors_in_a_line
from benchmarks.measure import ContenderRun
from benchmarks.results import load
from odin_solver.errors import InputError

OURS = "ours"


def best_known(runs: Iterable[ContenderRun]) -> list[Fraction]:
    """Return the best values of all levels that a run found."""
    return max(run.found for run in runs)


def reached_at(run: ContenderRun, seconds: float) -> tuple[int, Fraction] | None:
    """Return the level that was searched at a time, and its value; None before any layout."""
    known = [(level, Fraction(text)) for at, level, text in run.trace if at <= seconds]
    return max(known) if known else None


def loss_at(run: ContenderRun, seconds: float, best: Sequence[Fraction]) -> float:
    """Return what the layout of a time loses, as a fraction of the best known value.

    It is the loss of the first level that is below the best known, else of the level being
    searched. Without a layout all is lost.
    """
    reached = reached_at(run, seconds)
    if reached is None:
        return 1.0
    level, value = reached
    for earlier in range(level):
        if run.found[earlier] < best[earlier]:
            level, value = earlier, run.found[earlier]
            break
    return float((best[level] - value) / max(Fraction(1), abs(best[level])))


@click.command()
@click.argument("files", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
@click.option("--at", "times", type=float, multiple=True, default=[10.0, 60.0], show_default=True)
@click.option("--group", help="Only instances of this group.")
@errors_in_a_line()
def main(files: Sequence[Path], times: Sequence[float], group: str | None) -> None:
    """Print what layouts lose after some seconds, by instance.

    The runs are those of ours in the first file; the best known values are those of all contenders
    in all files.

    Example: python -m benchmarks.losses full.json --at 10 --at 60
    """
    for seconds in times:
        if not 0 < seconds < inf:  # click lets nan pass
            raise InputError(f"--at: expected seconds above 0, got {seconds:g}")
    results = [load(path) for path in files]
    table = Table(box=None, header_style="dim", pad_edge=False)
    for title in ("instance", "runs", "proven", "best known", "bound"):
        table.add_column(title, no_wrap=True)
    for seconds in times:
        table.add_column(f"{seconds:g} s: median", justify="right")
        table.add_column("worst", justify="right")
    losses: dict[float, list[float]] = {seconds: [] for seconds in times}
    for name, about in sorted(results[0].instances.items()):
        runs = results[0].of(name, OURS)
        answers = [run for each in results for run in each.evidence(name) if run.found]
        if not runs or not answers or (group and about.group != group):
            continue
        best = best_known(answers)
        cells = []
        for seconds in times:
            of_runs = [loss_at(run, seconds, best) for run in runs]
            losses[seconds] += of_runs
            cells += [f"{statistics.median(of_runs):.2%}", f"{max(of_runs):.2%}"]
        proven = sum(run.proven for run in runs)
        bound = min((limits[0] or inf for run in runs if (limits := run.limits)), default=inf)
        values = ", ".join(map(str, best))
        table.add_row(name, str(len(runs)), str(proven), values, str(bound), *cells)
    console = Console(width=160)
    console.print(table)
    for seconds, of_all in losses.items():
        if of_all:
            console.print(
                f"{seconds:g} s: median {statistics.median(of_all):.2%}, "
                f"mean {statistics.fmean(of_all):.2%} of {len(of_all)} runs"
            )


if __name__ == "__main__":
    main()
