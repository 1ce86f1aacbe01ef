"""Positions solved: ``python -m benchmarks.placement``; see `benchmarks/README.md`.

It tells what was proven and when layouts were nearly the best known. With ``--against`` it compares
with the runs of another version, position by position and seed by seed.
"""

import math
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import fmean, geometric_mean, median, median_high

import click

from benchmarks.harness import (
    carry_out,
    errors_in_a_line,
    mean,
    out_option,
    percentile,
    rows_in,
    start,
    table,
)
from benchmarks.solving import PlacementRun, run
from benchmarks.suite import SETS, all_instances, chosen, instance, matches, set_names
from odin_solver.errors import InputError

Task = tuple[str, float, int, int, bool]
"""Name of the position, limit, threads, seed, whether times are processor time."""

Runs = Mapping[str, list[PlacementRun]]
"""Runs by position."""

NEAR = {"5 %": Fraction(1, 20), "1 %": Fraction(1, 100), "nothing": Fraction(0)}
"""Shares of the best known value that a layout may lack."""


def solved(name: str, limit: float, threads: int, seed: int, by_processor: bool) -> PlacementRun:
    """Solve a position."""
    return run(instance(name), limit, threads, seed, by_processor=by_processor)


def best_known(runs: Sequence[PlacementRun]) -> list[Fraction]:
    """Return the best values of all levels that a run found; empty if none did."""
    return max((each.found for each in runs if not each.faults), default=[])


def loss_at(one: PlacementRun, seconds: float, best: Sequence[Fraction]) -> float:
    """Return what the layout of a time loses, as a share of the best known value.

    It is the loss of the first level that is below the best known, else of the level being
    searched. Without a layout all is lost.
    """
    known = [(level, Fraction(text)) for at, level, text in one.trace if at <= seconds]
    if not known or not one.values:
        return 1.0
    level, reached = max(known)
    for earlier in range(level):
        if one.found[earlier] < best[earlier]:
            level, reached = earlier, one.found[earlier]
            break
    return float((best[level] - reached) / max(Fraction(1), abs(best[level])))


def time_within(one: PlacementRun, share: Fraction, best: Fraction) -> float:
    """Return when the first level lacked at most a share of the best value; infinite if never."""
    enough = best - share * abs(best)
    times = [at for at, level, text in one.trace if level == 0 and Fraction(text) >= enough]
    return min(times, default=math.inf)


def conflicts(name: str, runs: Sequence[PlacementRun]) -> list[str]:
    """Return wrong answers, and bounds that a layout exceeds.

    The bound of a level holds for all layouts that reach the same values of the levels before.
    """
    found = [f"WRONG ANSWER: {name}: {fault}" for each in runs for fault in each.faults]
    layouts = [each.found for each in runs if each.values and not each.faults]
    for claim in runs:
        for level, bound in enumerate(claim.bounds):
            for layout in layouts:
                alike = level < len(layout) and layout[:level] == claim.found[:level]
                if bound is not None and alike and layout[level] > Fraction(bound):
                    found.append(
                        f"DISAGREEMENT: {name}: {claim.solver or 'a run'} claims the bound {bound} "
                        f"in level {level}, but a legal layout has {layout[level]}"
                    )
    return list(dict.fromkeys(found))


def proof_time(runs: Sequence[PlacementRun], limit: float) -> float:
    """Return the median time to proof, the worse of two; without proof the limit counts."""
    return median_high(limit if each.proof is None else each.proof for each in runs)


def times_table(runs: Runs, known: Mapping[str, list[Fraction]], limit: float) -> str:
    """Return a table of the times to layouts that are nearly the best known, and to proof."""
    rows = []
    for words, share in NEAR.items():
        times = [
            median_high(min(limit, time_within(each, share, known[name][0])) for each in many)
            for name, many in runs.items()
            if known[name]
        ]
        rows.append([f"first level lacks {words}", *_percentiles(times, limit)])
    rows.append(
        ["proof", *_percentiles([proof_time(many, limit) for many in runs.values()], limit)]
    )
    return table(["medians, seconds", "p50", "p80", "p90"], rows)


def _percentiles(times: Sequence[float], limit: float) -> list[str]:
    return [_capped(percentile(times, rank), limit) for rank in (50, 80, 90)] if times else []


def positions_table(runs: Runs, known: Mapping[str, list[Fraction]], limit: float) -> str:
    """Return a table of the answers, position by position."""
    rows = []
    for name, many in sorted(runs.items()):
        gaps = [math.inf if each.gap is None else each.gap for each in many]
        losses = [loss_at(each, limit, known[name]) for each in many]
        rows.append(
            [
                *(name, f"{sum(each.proof is not None for each in many)} of {len(many)}"),
                *(_capped(proof_time(many, limit), limit), ", ".join(map(str, known[name]))),
                *(f"{max(gaps):.1%}", f"{median(losses):.2%}", f"{max(losses):.2%}"),
            ]
        )
    head = ["position", "proven", "s", "best known", "worst gap", "median loss", "worst"]
    return table(head, rows)


def against_table(
    mine: Mapping[Task, PlacementRun],
    other: Mapping[Task, PlacementRun],
    known: Mapping[str, list[Fraction]],
    times: Sequence[float],
) -> str:
    """Return a table that compares two versions on the runs that both have."""
    both = [task for task in mine if task in other and known[task[0]]]
    rows = []
    for words, share in NEAR.items():
        ratios = []
        for task in both:
            pair = [time_within(of[task], share, known[task[0]][0]) for of in (mine, other)]
            if max(pair) < math.inf:
                ratios.append(pair[0] / pair[1])
        if ratios:
            rows.append([f"time until the first level lacks {words}", _ratio(ratios)])
    proofs = [(mine[task].proof, other[task].proof) for task in both]
    ratios = [one / two for one, two in proofs if one is not None and two is not None]
    if ratios:
        rows.append(["time to proof", _ratio(ratios)])
    for seconds in times:
        best = [(task, known[task[0]]) for task in both]
        gaps = [
            100 * (loss_at(mine[task], seconds, of) - loss_at(other[task], seconds, of))
            for task, of in best
        ]
        if gaps:
            rows.append([f"loss after {seconds:g} s, in %", mean(gaps).text(sign=True)])
    return table([f"against the other version, {len(both)} runs", ""], rows)


def _ratio(ratios: Sequence[float]) -> str:
    middle = geometric_mean(ratios)
    error = mean(map(math.log, ratios)).error
    return f"x {middle:.2f}" + ("" if error is None else f" ± {middle * error:.2f}")


def _capped(seconds: float, limit: float) -> str:
    return f"> {limit:g}" if seconds >= limit else f"{seconds:.2f}"


@click.command()
@click.option("--instances", "pattern", default="*", help="Shell patterns of names, with commas.")
@click.option(
    "--set", "of_set", type=click.Choice(list(SETS)), help="A set, half of it of --set-seed."
)
@click.option("--set-seed", type=click.IntRange(1), default=1, show_default=True)
@click.option("--by-processor", is_flag=True, help="All times are processor time.")
@click.option(
    "--limit", type=click.FloatRange(0.1), default=10.0, show_default=True, help="Seconds."
)
@click.option("--repetitions", type=click.IntRange(1), default=3, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The first.")
@click.option("--at", "times", type=click.FloatRange(0.1), multiple=True, help="Tell losses then.")
@click.option(
    "--against",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Runs of another version, written by --out, to compare with.",
)
@click.option("--any-code", is_flag=True, help="Count runs of other versions of the code, too.")
@out_option
@errors_in_a_line()
def main(
    pattern: str,
    of_set: str | None,
    set_seed: int,
    by_processor: bool,
    limit: float,
    repetitions: int,
    threads: int,
    seed: int,
    times: Sequence[float],
    against: Path | None,
    any_code: bool,
    out: Path | None,
) -> None:
    """Measure how fast positions are solved; one run at a time.

    The exit code is 1 if a run died, an answer breaks the rules, or answers contradict each other.

    Example: python -m benchmarks.placement --instances 'fresh-*,exact-*' --out ten-seconds.jsonl
    """
    if of_set:
        positions = [each for each in set_names(of_set, set_seed) if matches(each, pattern)]
    else:
        positions = [each.name for each in chosen(all_instances(), pattern)]
    if not positions:
        raise InputError(f"--instances: no position is called {pattern!r}")
    seeds = range(seed, seed + repetitions)
    tasks: list[Task] = [
        (name, limit, threads, of, by_processor) for of in seeds for name in positions
    ]
    other = rows_in(against, Task, PlacementRun) if against else {}
    found = carry_out(solved, tasks, PlacementRun, out=out, any_code=any_code)
    runs: dict[str, list[PlacementRun]] = defaultdict(list)
    everybody: dict[str, list[PlacementRun]] = defaultdict(list)
    for (name, *_), row in found.rows.items():
        runs[name].append(row)
    for (name, *_), row in [*found.rows.items(), *other.items()]:
        everybody[name].append(row)
    known = {name: best_known(many) for name, many in everybody.items()}
    runs = {name: many for name, many in runs.items() if known[name]}
    tables = [positions_table(runs, known, limit), times_table(runs, known, limit)]
    if other:
        tables.append(against_table(found.rows, other, known, times or [limit]))
    click.echo("\n\n".join(tables))
    for seconds in times:
        losses = [loss_at(of, seconds, known[name]) for name, many in runs.items() for of in many]
        if losses:
            click.echo(f"{seconds:g} s: loss {median(losses):.2%} (median), {fmean(losses):.2%}")
    wrong = [each for name, many in everybody.items() for each in conflicts(name, many)]
    for each in wrong:
        click.secho(each, fg="red", err=True)
    sys.exit(found.exit_code or int(bool(wrong)))


if __name__ == "__main__":
    start("placement")
