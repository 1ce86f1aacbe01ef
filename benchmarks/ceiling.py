"""Best games with known chance: ``python -m benchmarks.ceiling``; see `benchmarks/README.md`.

For each seed it searches for the best game with all outcomes of chance known. The scores go into a
table of the documentation.
"""

import math
import sys
from pathlib import Path

import click
import msgspec

from benchmarks.ceiling_games import Ceiling, ceiling
from benchmarks.commands import errors_in_a_line
from benchmarks.measure import current_commit
from benchmarks.results import Machine, this_machine
from odin_cli.output import check_writable
from odin_solver.rules.position import ROUNDS
from odin_solver.support.files import write_file
from odin_solver.support.parallel import spread

ROOT = Path(__file__).parent.parent


class CeilingResults(msgspec.Struct):
    """The file of results."""

    commit: str
    machine: Machine
    seconds: float
    ceilings: list[Ceiling]


def page(results: CeilingResults, rest: str = "") -> str:
    """Return the page of the documentation, with its further sections."""
    lines = [
        "# Scores with all chance known",
        "",
        "Scores with all dice, weapon cards and mountain strips known in advance, without",
        "occupations: the best game of a search, replayed by the rules.",
        "",
        f"`python -m benchmarks.ceiling --time {results.seconds:g}`, commit {results.commit}, "
        f"{results.machine.cores} cores of {results.machine.processor}. For a single game use",
        "`odin game best --seed 7 --length short`.",
        "",
        "| seed | " + " | ".join(ROUNDS) + " |",
        "|---:|" + "---:|" * len(ROUNDS),
    ]
    known = {(each.length, each.seed): each for each in results.ceilings}
    for seed in sorted({each.seed for each in results.ceilings}):
        cells = []
        for length in ROUNDS:
            each = known.get((length, seed))
            cells.append("" if each is None else str(each.score))
        lines.append(f"| {seed} | {' | '.join(cells)} |")
    means = []
    for length in ROUNDS:
        scores = [each.score for each in results.ceilings if each.length == length]
        means.append(f"{sum(scores) / len(scores):.1f}" if scores else "")
    lines += [f"| **mean** | {' | '.join(means)} |", ""]
    return "\n".join(lines) + rest


@click.command()
@click.option("--seeds", type=click.IntRange(1), default=20, show_default=True, help="From 1 to N.")
@click.option("--time", "seconds", type=float, default=60.0, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path(__file__).parent / "results" / "ceiling.json",
    help="File of results; its seeds with the same time limit and commit are not searched again.",
)
@click.option(
    "--docs",
    type=click.Path(path_type=Path, dir_okay=False),
    default=ROOT / "docs" / "ceiling.md",
    help="Page to be written.",
)
@errors_in_a_line()
def main(seeds: int, seconds: float, jobs: int, out: Path, docs: Path) -> None:
    """Search for the best games of both lengths."""
    if not 0 < seconds < math.inf:
        raise click.UsageError(f"--time: expected seconds above 0, got {seconds:g}")
    check_writable(out, docs)
    results = CeilingResults(current_commit(), this_machine(), seconds, [])
    if out.exists():
        try:
            before = msgspec.json.decode(out.read_bytes(), type=CeilingResults)
        except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
            raise click.UsageError(f"{out}: {error}") from None
        if (before.commit, before.seconds) == (results.commit, seconds):
            results = before
    _, heading, sections = (docs.read_text() if docs.exists() else "").partition("\n## ")
    known = {(each.length, each.seed) for each in results.ceilings}
    tasks = [
        (length, seed, seconds)
        for seed in range(1, seeds + 1)
        for length in ROUNDS
        if (length, seed) not in known
    ]
    for each in spread(ceiling, tasks, jobs=jobs):
        results.ceilings.append(each)
        results.ceilings.sort(key=lambda each: (each.length, each.seed))
        write_file(out, msgspec.json.format(msgspec.json.encode(results)).decode() + "\n")
        write_file(docs, page(results, heading + sections))
        print(f"{each.length} {each.seed}: {each.score}", file=sys.stderr)


if __name__ == "__main__":
    main()
