"""Positions solved: ``python -m benchmarks.placement``; see `benchmarks/README.md`.

Every contender solves every position, some repetitions with a seed each. Then it is told who proved
what, when layouts were nearly the best known, and whether contenders contradict each other.
"""

import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import fmean, geometric_mean, median, median_high

import click

from benchmarks.contenders import CONTENDERS, OURS, PlacementRun, run
from benchmarks.harness import (
    BenchmarkRuns,
    carry_out,
    errors_in_a_line,
    out_option,
    percentile,
    table,
)
from benchmarks.suite import NEW, all_instances, chosen, new_instances
from odin_solver.errors import InputError

Task = tuple[str, str, float, int, int, int]
"""Contender, name of the position, limit, threads, seed of new positions, repetition."""

Runs = Mapping[str, Mapping[str, list[PlacementRun]]]
"""Runs by position and contender."""

NEAR = {"5 %": Fraction(1, 20), "1 %": Fraction(1, 100)}
"""Shares of the best known value that a layout may lack to count as near."""


def solved(
    contender: str, name: str, limit: float, threads: int, new_seed: int, repetition: int
) -> PlacementRun:
    """Run a contender on a position."""
    with tempfile.TemporaryDirectory() as folder:
        made = new_instances(new_seed, Path(folder)) if name.startswith(NEW) else all_instances()
        (instance,) = (each for each in made if each.name == name)
        return run(contender, instance, limit, threads, repetition)


def best_known(runs: Sequence[PlacementRun]) -> list[Fraction]:
    """Return the best values of all levels that a run found; empty if none did."""
    return max((each.found for each in runs if not each.faults), default=[])


def loss_at(one: PlacementRun, seconds: float, best: Sequence[Fraction]) -> float:
    """Return what the layout of a time loses, as a share of the best known value.

    It is the loss of the first level that is below the best known, else of the level being
    searched. Without a layout all is lost.
    """
    known = [(level, Fraction(text)) for at, level, text in one.trace if at <= seconds]
    if not known:
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


def conflicts(name: str, runs: Mapping[str, list[PlacementRun]]) -> list[str]:
    """Return wrong answers, and bounds that a layout exceeds.

    The bound of a level holds for all layouts that reach the same values of the levels before.
    """
    everybody = [(contender, each) for contender, many in runs.items() for each in many]
    found = [
        f"WRONG ANSWER: {name}: {contender}: {fault}"
        for contender, each in everybody
        for fault in each.faults
    ]
    for claimer, claim in everybody:
        for finder, layout in everybody:
            for level, bound in enumerate(claim.bounds):
                mine, other = claim.found[:level], layout.found
                comparable = level < len(other) and other[:level] == mine and not layout.faults
                if bound is not None and comparable and other[level] > Fraction(bound):
                    found.append(
                        f"DISAGREEMENT: {name}: {claimer} claims the bound {bound} in level "
                        f"{level}, but {finder} has a legal layout with {other[level]}"
                    )
    return list(dict.fromkeys(found))


def by_position(found: BenchmarkRuns[Task, PlacementRun]) -> Runs:
    """Sort runs."""
    runs: dict[str, dict[str, list[PlacementRun]]] = defaultdict(lambda: defaultdict(list))
    for (contender, name, *_), row in found.rows.items():
        runs[name][contender].append(row)
    return runs


def _proof(runs: Sequence[PlacementRun], limit: float) -> float:
    """Return the median time to proof, the worse of two; without proof the limit counts."""
    return median_high(limit if each.proof is None else each.proof for each in runs)


def contenders_table(runs: Runs, limit: float) -> str:
    """Return a table of what each contender proved and found."""
    rows = []
    for name in CONTENDERS:
        mine = {at: many[name] for at, many in runs.items() if name in many}
        if not mine:
            continue
        proven = sum(
            2 * sum(e.proof is not None for e in each) > len(each) for each in mine.values()
        )
        ratios, every, once = [], 0, 0
        for at, each in mine.items():
            best = best_known([of for many in runs[at].values() for of in many])
            reached = [bool(best) and of.found == best for of in each]
            every, once = every + all(reached), once + any(reached)
            if OURS in runs[at]:
                ours, its = _proof(runs[at][OURS], limit), _proof(each, limit)
                if min(ours, its) < limit:
                    ratios.append(ours / its)
        ratio = f"{geometric_mean(ratios):.2f}" if ratios and name != OURS else ""
        times = median(_proof(each, limit) for each in mine.values())
        of = f"of {len(mine)}"
        rows.append(
            [name, f"{proven} {of}", _capped(times, limit), ratio, f"{every} {of}", f"{once} {of}"]
        )
    head = ["contender", "proven (median)", "median s", "ours / it", "best value always", "once"]
    return table(head, rows)


def near_table(runs: Runs, limit: float) -> str:
    """Return a table of the times at which our layouts were near the best known value."""
    rows = []
    for words, share in NEAR.items():
        times = []
        for many in runs.values():
            best = best_known([of for each in many.values() for of in each])
            if OURS in many and best:
                within = [min(limit, time_within(of, share, best[0])) for of in many[OURS]]
                times.append(median_high(within))
        if times:
            rows.append([words, *(_capped(percentile(times, at), limit) for at in (50, 80, 90))])
    return table(["ours within", "p50, s", "p80", "p90"], rows)


def positions_table(runs: Runs, limit: float) -> str:
    """Return a table of our answers, position by position."""
    rows = []
    for name, many in sorted(runs.items()):
        if OURS not in many:
            continue
        best = best_known([of for each in many.values() for of in each])
        ours = many[OURS]
        gaps = [math.inf if of.gap is None else of.gap for of in ours]
        losses = [loss_at(of, limit, best) for of in ours] if best else [1.0]
        rows.append(
            [
                *(name, f"{sum(of.proof is not None for of in ours)} of {len(ours)}"),
                *(_capped(_proof(ours, limit), limit), ", ".join(map(str, best))),
                *(f"{max(gaps):.1%}", f"{median(losses):.2%}", f"{max(losses):.2%}"),
            ]
        )
    head = ["position", "proven", "s", "best known", "worst gap", "median loss", "worst"]
    return table(head, rows)


def losses_line(runs: Runs, seconds: float) -> str:
    """Return what our layouts lose at a time, over all runs."""
    losses = []
    for many in runs.values():
        best = best_known([of for each in many.values() for of in each])
        losses += [loss_at(of, seconds, best) for of in many.get(OURS, []) if best]
    if not losses:
        return ""
    return f"{seconds:g} s: loss {median(losses):.2%} (median), {fmean(losses):.2%} (mean)"


def _capped(seconds: float, limit: float) -> str:
    return f"> {limit:g}" if seconds >= limit else f"{seconds:.2f}"


@click.command()
@click.option("--instances", "pattern", default="*", help="Shell patterns of names, with commas.")
@click.option("--new", "new_seed", type=int, help="Add 20 positions made from this seed.")
@click.option("--contenders", default=OURS, show_default=True, help=f"Of {', '.join(CONTENDERS)}.")
@click.option(
    "--limit", type=click.FloatRange(0.1), default=10.0, show_default=True, help="Seconds."
)
@click.option("--repetitions", type=click.IntRange(1), default=3, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
@click.option("--at", "times", type=click.FloatRange(0.1), multiple=True, help="Tell losses then.")
@click.option("--any-code", is_flag=True, help="Count runs of other versions of the code, too.")
@out_option
@errors_in_a_line()
def main(
    pattern: str,
    new_seed: int | None,
    contenders: str,
    limit: float,
    repetitions: int,
    threads: int,
    times: Sequence[float],
    any_code: bool,
    out: Path | None,
) -> None:
    """Measure how fast positions are solved; one run at a time.

    The exit code is 1 if a contender died, an answer breaks the rules, or answers contradict each
    other.

    Example: python -m benchmarks.placement --instances 'fresh-*,exact-*' --out ten-seconds.jsonl
    """
    names = contenders.split(",")
    for name in names:
        if name not in CONTENDERS:
            raise InputError(f"--contenders: expected {', '.join(CONTENDERS)}; got {name!r}")
    instances = all_instances()
    if new_seed is not None:
        with tempfile.TemporaryDirectory() as folder:
            instances += new_instances(new_seed, Path(folder))
    positions = [each.name for each in chosen(instances, pattern)]
    if not positions:
        raise InputError(f"--instances: no position is called {pattern!r}")
    tasks: list[Task] = [
        (contender, name, limit, threads, new_seed or 0, repetition)
        for repetition in range(repetitions)
        for name in positions
        for contender in names
    ]
    found = carry_out(solved, tasks, PlacementRun, out=out, any_code=any_code)
    runs = by_position(found)
    tables = (contenders_table(runs, limit), near_table(runs, limit), positions_table(runs, limit))
    click.echo("\n\n".join(tables))
    for seconds in times:
        click.echo(losses_line(runs, seconds))
    wrong = [each for name, many in runs.items() for each in conflicts(name, many)]
    for each in wrong:
        click.secho(each, fg="red", err=True)
    sys.exit(found.exit_code or int(bool(wrong)))


if __name__ == "__main__":
    from benchmarks.placement import main as command  # so that processes can import what it uses

    command()
