"""Fuzzing of all surfaces: ``python -m benchmarks.fuzz``."""

import json
import os
import re
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from zlib import crc32

import click
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import HypothesisWarning
from rich.console import Console

from benchmarks.fuzz import runner
from benchmarks.fuzz.cases import CaseOutcome, FuzzCase, failures
from benchmarks.fuzz.surfaces import surfaces
from benchmarks.harness import table
from odin_solver.support.files import write_whole

TURN, MORE = 5, 15
"""Inputs of a surface's first turn, and of later ones: one process reads those of a turn, which
costs half as much for so many more.
"""

SHRINKING = 10.0
"""Seconds for the search for a small input with the same failure."""

warnings.simplefilter("ignore", HypothesisWarning)  # long inputs are wanted

QUIET = settings(
    database=None, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False
)


@dataclass
class SurfaceReport:
    """What was tried of one surface."""

    inputs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)


class _OutOfTime(BaseException):
    """Ends the search for a smaller input."""


def generated(surface: str, seed: int, size: int) -> list[FuzzCase]:
    """Return the inputs of one turn, so many."""
    made: list[FuzzCase] = []

    @seeded(seed)
    @settings(QUIET, max_examples=size, phases=[Phase.generate])
    @given(surfaces()[surface])
    def collect(case: FuzzCase) -> None:
        made.append(case)

    collect()
    return made


def smallest(surface: str, seed: int, size: int, case: FuzzCase, failure: str) -> FuzzCase:
    """Return a small input with a failure: generate those of the turn again, and shrink."""
    best = case
    end = time.monotonic() + SHRINKING

    @seeded(seed)
    @settings(QUIET, max_examples=size, phases=[Phase.generate, Phase.shrink])
    @given(surfaces()[surface])
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


def take_turn(surface: str, seed: int, size: int) -> list[tuple[str, dict[str, FuzzCase], str]]:
    """Try the inputs of one turn.

    Return for each the outcome in words, cases by failure, and what the command said.
    """
    cases = generated(surface, seed, size)
    return [
        (
            outcome.summary,
            dict.fromkeys(failures(case, outcome), case),
            outcome.traceback or outcome.err.decode("utf-8", "replace"),
        )
        for case, outcome in zip(cases, runner.run(cases), strict=True)
    ]


def fuzz(
    names: Sequence[str],
    seconds: float,
    turns: int | None,
    seed: int,
    folder: Path,
    console: Console,
) -> dict[str, SurfaceReport]:
    """Try mutated inputs: every surface has a turn, then every surface the next, and so on.

    It ends after so many turns of all or, if the number is None, when the time is over and each has
    had one. What is tried in a turn depends on nothing but the seed.
    """
    end = time.monotonic() + seconds
    reports = {name: SurfaceReport() for name in names}
    order = ((turn, name) for turn in islice(count(), turns) for name in names)

    def next_turn() -> Future[Any] | None:
        turn, name = next(order, (0, ""))
        if not name or (turns is None and turn and time.monotonic() > end):
            return None
        chosen = name, crc32(f"{seed} {turn} {name}".encode()), MORE if turn else TURN
        future = pool.submit(take_turn, *chosen)
        running[future] = chosen
        return future

    running: dict[Future[Any], tuple[str, int, int]] = {}
    workers = (os.cpu_count() or 1) + 1  # one waits for what is slow on purpose
    with ProcessPoolExecutor(workers, get_context("fork")) as pool:
        while len(running) < workers and next_turn():
            pass
        while running:
            done = next(as_completed(running))
            chosen = running.pop(done)
            next_turn()
            report = reports[chosen[0]]
            for summary, failed, said in done.result():
                report.inputs += 1
                report.outcomes[summary] += 1
                for failure, case in failed.items():
                    if failure not in report.failures:
                        small = pool.submit(smallest, *chosen, case, failure).result()
                        path = _keep(folder, failure, small)
                        write_whole(path.with_suffix(".txt"), said)  # it may not come again
                        shown = "\n".join([failure, f"  {path}", *_shown(said)[-6:]])
                        console.print(shown, markup=False, soft_wrap=True)
                    report.failures[failure] += 1
    return reports


def _keep(folder: Path, failure: str, case: FuzzCase) -> Path:
    """Write a failing case to a file."""
    name = re.sub(r"[^a-z0-9]+", "-", failure.lower()).strip("-")[:100]
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
        for line in _shown(text):
            click.echo(line)


def _shown(text: str) -> list[str]:
    return [f"  | {ascii(line)[1:-1][:300]}" for line in text.splitlines()]


@click.command()
@click.option("--minutes", type=click.FloatRange(0, min_open=True), default=10.0, show_default=True)
@click.option(
    "--turns",
    type=click.IntRange(1),
    help=f"End after so many, not by time: of {TURN} inputs, then of {MORE}.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--surface", "names", multiple=True, metavar="NAME", help="Its beginning; may be repeated."
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
    turns: int | None,
    seed: int,
    names: tuple[str, ...],
    out: str,
    as_json: bool,
    files: tuple[str, ...],
) -> None:
    """Try mutated inputs of all surfaces; the exit code is 1 if one of them fails.

    A failure is an exception, an undocumented exit code, bad input without a message, a line on
    standard error of more than 200 characters, a control character in the output, an altered input
    file, something kept that is lost, or an answer later than 2 s beyond the time limit.
    """
    runner.warm()
    if files:
        ctx.exit(1 if _replay(files, as_json) else 0)
    console = Console(stderr=True, highlight=False)
    chosen = [name for name in surfaces() if not names or name.startswith(names)]
    if not chosen:
        raise click.UsageError(f"no surface {names[0]!r}: expected one of {', '.join(surfaces())}")
    reports = fuzz(chosen, 60 * minutes, turns, seed, Path(out), console)
    if as_json:
        click.echo(json.dumps({name: _data(report) for name, report in reports.items()}, indent=1))
    else:
        click.echo(_table(reports))
        click.echo(f"seed {seed}")
    ctx.exit(1 if any(report.failures for report in reports.values()) else 0)


def _data(report: SurfaceReport) -> dict[str, Any]:
    return {"inputs": report.inputs, "outcomes": len(report.outcomes), "failures": report.failures}


def _table(reports: dict[str, SurfaceReport]) -> str:
    numbers = {
        name: (each.inputs, len(each.outcomes), len(each.failures))
        for name, each in reports.items()
    }
    rows = [*numbers.items(), ("all", tuple(map(sum, zip(*numbers.values(), strict=True))))]
    head = ["surface", "inputs", "outcomes", "failures"]
    return table(head, [[name, *map(str, row)] for name, row in rows])


if __name__ == "__main__":
    main()
