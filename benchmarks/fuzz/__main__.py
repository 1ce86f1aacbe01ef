"""Fuzzing of all commands: ``python -m benchmarks.fuzz``."""

import json
import re
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import HypothesisWarning
from rich.console import Console

from benchmarks.fuzz import kinds as of_feast
from benchmarks.fuzz import runner
from benchmarks.fuzz.cases import CaseOutcome, FuzzCase, failures
from benchmarks.fuzz.kinds import Cases
from benchmarks.fuzz.other_games import OTHER_GAMES
from benchmarks.fuzz.page import PAGE
from benchmarks.harness import table
from odin_solver.support.files import write_whole

KINDS = {**of_feast.KINDS, **OTHER_GAMES, **PAGE}
"""Strategies by name of the kind."""

BATCH = 40
"""Most inputs that one process reads."""

SHRINKING = 10.0
"""Seconds for the search for a small input with the same failure."""

warnings.simplefilter("ignore", HypothesisWarning)  # long inputs are wanted

QUIET = settings(
    database=None, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False
)


@dataclass
class KindReport:
    """What was tried of one kind."""

    inputs: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: dict[str, int] = field(default_factory=dict)


class _OutOfTime(BaseException):
    """Ends the search for a smaller input."""


def generated(cases: Cases, number: int, seed: int) -> list[FuzzCase]:
    """Return different inputs of a seed, at most `number`."""
    made: dict[str, FuzzCase] = {}

    @seeded(seed)
    @settings(QUIET, max_examples=number, phases=[Phase.generate])
    @given(cases)
    def collect(case: FuzzCase) -> None:
        made[case.text()] = case

    collect()
    return list(made.values())


def smallest(
    cases: Cases, number: int, seed: int, case: FuzzCase, failure: str, seconds: float
) -> FuzzCase:
    """Return a small input with a failure: generate those of the seed again, and shrink."""
    best = case
    end = time.monotonic() + seconds

    @seeded(seed)
    @settings(QUIET, max_examples=number, phases=[Phase.generate, Phase.shrink])
    @given(cases)
    def fails(tried: FuzzCase) -> None:
        nonlocal best
        if time.monotonic() > end:
            raise _OutOfTime
        if failure in failures(tried, runner.rerun(tried)):
            best = min(best, tried, key=lambda each: len(each.text()))
            raise AssertionError(failure)

    with suppress(Exception, _OutOfTime):  # Hypothesis also complains of what does not repeat
        fails()
    return best


def fuzz(
    kinds: Sequence[str], seconds: float, seed: int, folder: Path, console: Console
) -> dict[str, KindReport]:
    """Try mutated inputs of some kinds until the time is over; each kind gets as much of it."""
    end = time.monotonic() + seconds
    batch = min(BATCH, max(5, round(seconds / 15)))
    reports = {kind: KindReport() for kind in kinds}
    strategies = {kind: KINDS[kind]() for kind in kinds}
    turn: Counter[str] = Counter()
    while time.monotonic() < end or not all(report.inputs for report in reports.values()):
        kind = min(kinds, key=lambda each: reports[each].seconds)
        report, turn[kind] = reports[kind], turn[kind] + 1
        began = time.monotonic()
        chosen = hash((seed, turn[kind])) % 2**32
        cases = generated(strategies[kind], batch, chosen)
        for case, outcome in zip(cases, runner.run(cases), strict=True):
            report.inputs += 1
            report.outcomes[outcome.summary] += 1
            for failure in failures(case, outcome):
                if failure not in report.failures:
                    shrinking = min(SHRINKING, seconds / 20)
                    small = smallest(strategies[kind], batch, chosen, case, failure, shrinking)
                    path = _keep(folder, kind, failure, small)
                    console.print(f"{kind}: {failure}\n  {path}", markup=False, soft_wrap=True)
                report.failures[failure] = report.failures.get(failure, 0) + 1
        report.seconds += time.monotonic() - began
    return reports


def _keep(folder: Path, kind: str, failure: str, case: FuzzCase) -> Path:
    """Write a failing case to a file."""
    name = re.sub(r"[^a-z0-9]+", "-", f"{kind} {failure}".lower()).strip("-")[:100]
    path = folder / f"{name}.json"
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, case.text())
    return path


def _replay(files: Sequence[str], as_json: bool) -> int:
    """Run cases again; return the number of those that fail."""
    failing = 0
    found = [Path(file) for file in files]
    paths = [each for path in found for each in (path.glob("*.json") if path.is_dir() else [path])]
    cases = [FuzzCase.read(path.read_text(encoding="utf-8")) for path in paths]
    for file, case, outcome in zip(paths, cases, runner.run(cases), strict=True):
        wrong = failures(case, outcome)
        failing += bool(wrong)
        if as_json:
            click.echo(json.dumps({"file": str(file), "failures": wrong, **outcome.data()}))
        else:
            click.echo(f"{file}: {'; '.join(wrong) or 'as it should be'}")
            _print_outcome(case, outcome)
    return failing


def _print_outcome(case: FuzzCase, outcome: CaseOutcome) -> None:
    click.echo(f"  odin {' '.join(map(ascii, case.arguments))}")
    click.echo(f"  exit code {outcome.code}, {outcome.seconds:.2f} s")
    for text in (outcome.traceback, outcome.err.decode("utf-8", "replace")):
        for line in text.splitlines():
            click.echo(f"  | {ascii(line)[1:-1][:300]}")


@click.command()
@click.option("--minutes", type=click.FloatRange(0, min_open=True), default=10.0, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--kind", "kinds", type=click.Choice(list(KINDS)), multiple=True, help="May be repeated."
)
@click.option(
    "--out", default="fuzz-failures", show_default=True, metavar="DIR", help="For failing inputs."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option(
    "--replay", "files", multiple=True, metavar="FILE|DIR", help="Run failing inputs again."
)
@click.pass_context
def main(
    ctx: click.Context,
    minutes: float,
    seed: int,
    kinds: tuple[str, ...],
    out: str,
    as_json: bool,
    files: tuple[str, ...],
) -> None:
    """Run the commands on mutated inputs; the exit code is 1 if one of them fails.

    A failure is an exception, an undocumented exit code, bad input without a message, a line on
    standard error of more than 200 characters, a control character in the output, an altered input
    file, or an answer later than 2 s beyond the time limit.
    """
    runner.warm()
    if files:
        ctx.exit(1 if _replay(files, as_json) else 0)
    console = Console(stderr=True, highlight=False)
    reports = fuzz(kinds or tuple(KINDS), 60 * minutes, seed, Path(out), console)
    if as_json:
        click.echo(json.dumps({kind: _data(report) for kind, report in reports.items()}, indent=1))
    else:
        click.echo(_table(reports))
    ctx.exit(1 if any(report.failures for report in reports.values()) else 0)


def _data(report: KindReport) -> dict[str, Any]:
    return {
        "inputs": report.inputs,
        "seconds": round(report.seconds, 1),
        "outcomes": len(report.outcomes),
        "failures": report.failures,
    }


def _table(reports: dict[str, KindReport]) -> str:
    numbers = {
        kind: (each.inputs, len(each.outcomes), len(each.failures), round(each.seconds))
        for kind, each in reports.items()
    }
    rows = [*numbers.items(), ("all", tuple(map(sum, zip(*numbers.values(), strict=True))))]
    head = ["kind", "inputs", "outcomes", "failures", "seconds"]
    return table(head, [[kind, *map(str, row)] for kind, row in rows])


if __name__ == "__main__":
    main()
