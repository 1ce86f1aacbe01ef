"""The puzzle benchmark: ``python -m benchmarks.puzzles``.

It measures the puzzles made per hour, and verifies that every shipped puzzle is unique by both
engines and has the same grade.
"""

import json
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from joblib import Parallel, delayed
from rich.console import Console
from rich.table import Table

from benchmarks.commands import errors_in_a_line
from benchmarks.measure import current_commit
from odin_cli.output import check_writable
from odin_puzzles.batch.run import BatchProgress, BatchSpec, make
from odin_puzzles.files import read_puzzle
from odin_puzzles.generate.pipeline import fits, proven
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.puzzle import Spec
from odin_puzzles.shipped import packs
from odin_puzzles.uniqueness.check import find_solutions
from odin_solver.support.files import write_file

DEFAULT_OUTPUT = Path(__file__).parent / "results" / "puzzles.json"

MANY = 1_000_000


@dataclass(frozen=True)
class Aim:
    """A specification, and the least number of puzzles per hour."""

    name: str
    spec: Spec
    an_hour: int


AIMS = (
    Aim("difficulty 3, home board's lower left 7 x 7", spec_of("fill", "home-7", 3), 300),
    Aim("fill on small boards", spec_of("fill", "small"), 3000),
)


@dataclass(frozen=True)
class Rate:
    """The measured rate of a specification."""

    name: str
    aim: int
    jobs: int
    seconds: float
    accepted: int
    tried: int

    @property
    def an_hour(self) -> float:
        return 3600 * self.accepted / self.seconds


def measure(aim: Aim, jobs: int, seconds: float, seed: int) -> Rate:
    """Make puzzles for some seconds, including the start of the processes."""
    progress, stop = BatchProgress(), threading.Event()
    timer = threading.Timer(seconds, stop.set)
    began = time.monotonic()
    timer.start()
    for _ in make(BatchSpec(aim.spec, seed, MANY), progress, jobs=jobs, stop=stop):
        pass
    spent = time.monotonic() - began
    timer.cancel()
    return Rate(
        aim.name, aim.an_hour, jobs, round(spent, 2), len(progress.accepted), progress.tried
    )


def verify(path: str) -> list[str]:
    """Return what is wrong with a puzzle of a pack."""
    puzzle = read_puzzle(path)
    faults = []
    if not find_solutions(puzzle).unique:
        faults.append("not unique by the first engine")
    if not proven(puzzle):
        faults.append("not proven by the second engine")
    if not fits(puzzle):
        faults.append("does not suit its kind")
    now = grade(puzzle).difficulty
    if now != puzzle.difficulty:
        faults.append(f"graded {now}, not {puzzle.difficulty}")
    return [f"{path}: {fault}" for fault in faults]


def verify_packs(jobs: int) -> dict[str, Any]:
    """Verify all packs."""
    files = [str(path) for paths in packs().values() for path in paths]
    began = time.monotonic()
    results = Parallel(jobs)(map(delayed(verify), files))
    faults = [fault for result in results for fault in result]
    return {"puzzles": len(files), "seconds": round(time.monotonic() - began, 2), "faults": faults}


@click.command()
@click.option("--seconds", type=click.FloatRange(min=1), default=60.0, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), default=DEFAULT_OUTPUT)
@errors_in_a_line()
def main(seconds: float, jobs: int, seed: int, output: Path) -> None:
    """Measure how fast puzzles are made, and verify the packs."""
    check_writable(output)
    console = Console()
    rates = [measure(aim, jobs, seconds, seed) for aim in AIMS]
    verified = verify_packs(jobs)
    table = Table("puzzles", "aim", "an hour", "accepted", "tried", "share", box=None)
    for rate in rates:
        share = f"{rate.accepted / max(1, rate.tried):.0%}"
        numbers = (rate.aim, round(rate.an_hour), rate.accepted, rate.tried)
        table.add_row(rate.name, *map(str, numbers), share)
    console.print(table)
    console.print(f"packs: {verified['puzzles']} puzzles verified in {verified['seconds']} s")
    for fault in verified["faults"]:
        console.print(fault, style="bold red", markup=False)
    data = {
        "commit": current_commit(),
        "rates": [asdict(rate) | {"an_hour": round(rate.an_hour)} for rate in rates],
        "packs": verified,
    }
    write_file(output, json.dumps(data, indent=2) + "\n")
    sys.exit(1 if verified["faults"] else 0)


if __name__ == "__main__":
    main()
