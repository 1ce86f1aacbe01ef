"""Best games with all chance known: ``python -m benchmarks.ceiling``; it writes a table of a page.

For each seed it searches for the best game with all outcomes of chance known, without occupations,
and replays it by the rules.
"""

import math
import sys
from pathlib import Path

import click

from benchmarks.harness import (
    RESULTS,
    ROOT,
    carry_out,
    current_commit,
    errors_in_a_line,
    jobs_option,
    mean,
    table,
    this_machine,
    today,
)
from odin_cli.output import check_writable
from odin_solver.errors import OdinError
from odin_solver.game import Game, Options, score_sheet
from odin_solver.planner.clairvoyant import search
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

Task = tuple[GameLength, int, float]


def best_score(length: GameLength, seed: int, seconds: float) -> int:
    """Search for the best game of a seed, and return its score.

    Raises
    ------
    OdinError
        If the replay ends differently.
    """
    options = Options(length=length)
    *_, best = search(options, seed, seconds=seconds)
    game = Game(options, seed)
    game.let_chance_decide()
    for _, move in best.playout.moves:
        game.do(move)
        game.let_chance_decide()
    score = score_sheet(game.state).total
    if not game.state.is_over or score != best.score:
        raise OdinError(f"{length} game of seed {seed}: the replay ends differently")
    return score


def page(scores: dict[Task, int], rest: str = "") -> str:
    """Return the page of the documentation, with its further sections."""
    known = {(length, seed): score for (length, seed, _), score in scores.items()}
    seconds = max(each for *_, each in scores)
    rows = [
        [str(seed), *(str(known.get((length, seed), "")) for length in ROUNDS)]
        for seed in sorted({seed for _, seed in known})
    ]
    means = []
    for length in ROUNDS:
        mine = [score for (each, _), score in known.items() if each == length]
        means.append(f"{mean(mine).mean:.1f}" if mine else "")
    text = PAGE.format(
        command=f"python -m benchmarks.ceiling --time {seconds:g}",
        made=f"{today()}, commit {current_commit()}, {this_machine()}",
        table=table(["seed", *ROUNDS], [*rows, ["**mean**", *means]], 0),
    )
    return text + rest


PAGE = """\
# Scores with all chance known

Scores with all dice, weapon cards and mountain strips known in advance, without
occupations: the best game of a search, replayed by the rules.

`{command}`, {made}. For a single game use
`odin plan --clairvoyant --seed 7 --length short`.

{table}
"""


@click.command()
@click.option("--seeds", type=click.IntRange(1), default=20, show_default=True, help="From 1 to N.")
@click.option("--time", "seconds", type=float, default=60.0, show_default=True)
@jobs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS / "ceiling.jsonl",
    help="File for the games: the same command goes on there.",
)
@click.option(
    "--docs",
    type=click.Path(path_type=Path, dir_okay=False),
    default=ROOT / "docs" / "ceiling.md",
    help="Page whose table is written.",
)
@errors_in_a_line()
def main(seeds: int, seconds: float, jobs: int, out: Path, docs: Path) -> None:
    """Search for the best games of both lengths."""
    if not 0 < seconds < math.inf:
        raise click.UsageError(f"--time: expected seconds above 0, got {seconds:g}")
    check_writable(docs)
    tasks: list[Task] = [
        (length, seed, seconds) for seed in range(1, seeds + 1) for length in ROUNDS
    ]
    found = carry_out(best_score, tasks, int, out=out, jobs=jobs)
    if found.rows:
        old = docs.read_text(encoding="utf-8") if docs.exists() else ""
        _, heading, sections = old.partition("\n## ")
        write_file(docs, page(found.rows, heading + sections))
    sys.exit(found.exit_code)


if __name__ == "__main__":
    from benchmarks.ceiling import main as command  # so that processes can import what it uses

    command()
