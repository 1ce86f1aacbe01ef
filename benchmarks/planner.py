"""The benchmark of the planner: ``python -m benchmarks.planner``; see `benchmarks/README.md`.

It plays whole games by seed, replays and scores every log again, and writes a file of results. With
``--report`` it only writes the page of the documentation from that file.
"""

import math
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.commands import errors_in_a_line
from benchmarks.measure import current_commit
from benchmarks.planner_games import (
    ALL,
    DRAWN,
    NONE,
    Failure,
    Setting,
    Starting,
    Thinking,
    code_version,
    occupations_named,
    play,
    seeds_of,
)
from benchmarks.planner_report import write_report
from benchmarks.planner_results import PlannerResults, load, results_of, save
from benchmarks.planner_store import Broken, Kept, PlannerSession, Store
from benchmarks.results import this_machine
from odin_solver.errors import InputError
from odin_solver.planner.players import PLANNER, PLAYERS
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.parallel import spread

ROOT = Path(__file__).parent.parent
DEFAULT_FOLDER = Path(__file__).parent / "results"
RESULTS = "planner.json"
WORKING = "planner-games"
"""Working folder beside the file of results; it is not committed."""

NUMBERS = ("games", "mean", "worst", "10%", "median", "90%", "best", "s/move")

DEFAULT = Thinking(seconds=5.0)

Job = tuple[Setting, int]


def settings_of(
    lengths: Sequence[GameLength],
    occupations: Sequence[str],
    players: Sequence[str],
    thinking: Sequence[Thinking],
    starting: Sequence[Starting] = (DRAWN,),
) -> Iterator[Setting]:
    """Yield the settings to be compared."""
    for length in lengths:
        for decks in occupations:
            for player in players:
                for each in thinking if player == PLANNER else [None]:
                    for way in starting if decks != NONE else [DRAWN]:
                        yield Setting(player, length, decks, each, way)


def carry_out(
    store: Store,
    settings: Sequence[Setting],
    seeds: Sequence[int],
    *,
    jobs: int,
    cluster: str | None,
    any_code: bool,
    console: Console,
) -> None:
    """Play all missing games, seed by seed, and keep each as it ends."""
    code = code_version()
    known = {
        (entry.setting, entry.game.seed)
        for entry in store.entries
        if isinstance(entry, Kept) and (any_code or entry.game.code == code)
    }
    # All settings of a seed before the next seed, so that a stopped run can be compared.
    missing = [job for seed in seeds for each in settings if (job := (each, seed)) not in known]
    if not missing:
        return
    store.add(
        PlannerSession(
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            command=shlex.join(["benchmarks.planner", *sys.argv[1:]]),
            commit=current_commit(),
            code=code,
            machine=this_machine(),
            jobs=jobs,
            cluster=cluster,
            load=round(os.getloadavg()[0], 1),
        )
    )
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    games = spread(play, missing, jobs=jobs, cluster=cluster)
    with Progress(*columns, TimeElapsedColumn(), console=console) as bar, closing(games):
        task = bar.add_task("games", total=len(missing))
        for setting, game, log in games:
            if isinstance(game, Failure):
                store.add(Broken(setting, game))
                what = f"FAILED: {setting.words}, seed {game.seed}: {game.message}"
                console.print(what, style="bold red", markup=False, soft_wrap=True)
            else:
                store.add(Kept(setting, game), log)
            bar.advance(task)


def show(results: PlannerResults, console: Console) -> None:
    """Print the scores of all runs, and the paired differences."""
    table = _table("player", "game", "cards", numbers=NUMBERS)
    for run in results.runs:
        scores = run.summary
        table.add_row(
            *(run.setting.who, run.setting.length, run.setting.cards),
            *(str(len(run.games)), _with_error(f"{scores.mean:.1f}", scores.stderr)),
            *(str(scores.worst), f"{scores.p10:.0f}", f"{scores.median:.0f}"),
            *(f"{scores.p90:.0f}", str(scores.best), f"{run.seconds_per_placement:.2f}"),
        )
    console.print(table)
    if not results.pairs:
        return
    console.print()
    pairs = _table("game", "on the same seeds", "minus", numbers=("seeds", "difference"))
    for pair in results.pairs:
        names = (f"{each.who}, cards {each.cards}" for each in (pair.setting, pair.than))
        difference = _with_error(f"{pair.mean:+.1f}", pair.stderr)
        pairs.add_row(pair.setting.length, *names, str(pair.seeds), difference)
    console.print(pairs)


def _table(*titles: str, numbers: Sequence[str]) -> Table:
    table = Table(*titles, box=None, header_style="dim", pad_edge=False, padding=(0, 1, 0, 0))
    for title in numbers:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def _with_error(mean: str, stderr: float | None) -> str:
    return mean if stderr is None else f"{mean} ± {stderr:.1f}"


@click.command()
@click.option("--length", type=click.Choice([*ROUNDS, "both"]), default="both", show_default=True)
@click.option(
    "--seeds",
    default="1-200",
    metavar="A-B",
    show_default=True,
    help="Seeds of the games; 1-200 are those of the report.",
)
@click.option(
    "--players", default=",".join(PLAYERS), show_default=True, help="Names, separated by commas."
)
@click.option(
    "--occupations",
    multiple=True,
    metavar="none|all|A,B,C",
    help=f"Decks of occupations, {NONE} by default; repeat to compare: --occupations none "
    f"--occupations A --occupations {ALL}.",
)
@click.option(
    "--starting-occupation",
    "starting",
    type=click.Choice(["random", "choose"]),
    multiple=True,
    default=[DRAWN],
    show_default=True,
    help="Drawn, or chosen by the player; repeat to compare.",
)
@click.option(
    "--time-per-move",
    "seconds",
    type=float,
    multiple=True,
    help="Time limit of the planner per placement, 5 s by default; repeat to compare.",
)
@click.option(
    "--playouts",
    type=click.IntRange(1),
    multiple=True,
    help="Playouts of the planner per placement; repeat to compare. Without --time-per-move the "
    "games are reproducible.",
)
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler whose workers play.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT_FOLDER,
    help=f"Folder of {RESULTS} and {WORKING}.",
)
@click.option(
    "--any-code",
    is_flag=True,
    help="Count games of other versions of the code instead of playing them again; the report says "
    "so.",
)
@click.option("--report", is_flag=True, help="Play no games; write the page from the results.")
@click.option(
    "--docs",
    type=click.Path(path_type=Path, file_okay=False),
    default=ROOT / "docs",
    help="Folder of the page and its pictures.",
)
@errors_in_a_line()
def main(
    length: str,
    seeds: str,
    players: str,
    occupations: Sequence[str],
    starting: Sequence[Starting],
    seconds: Sequence[float],
    playouts: Sequence[int],
    jobs: int,
    cluster: str | None,
    out: Path,
    any_code: bool,
    report: bool,
    docs: Path,
) -> None:
    """Measure the planner against the policies random and greedy.

    Finished games are kept at once; the same command continues a stopped run. The exit code is 1 if
    a game failed, and 130 after Ctrl-C.

    Example: python -m benchmarks.planner --length short --seeds 1-20 --time-per-move 1 --jobs 2
    """
    console = Console(stderr=True)
    if report:
        for path in write_report(load(out / RESULTS), docs):
            click.echo(path)
        return
    names = [each.strip() for each in players.split(",")]
    for name in names:
        if name not in PLAYERS:
            raise InputError(f"--players: expected {', '.join(PLAYERS)}; got {name!r}")
    lengths: list[GameLength] = [each for each in ROUNDS if length in (each, "both")]
    decks = list(dict.fromkeys(map(occupations_named, occupations or [NONE])))
    ways = list(dict.fromkeys(starting))
    settings = list(settings_of(lengths, decks, names, _thinking(seconds, playouts), ways))
    wanted = seeds_of(seeds)
    stopped = False
    with Store(out / WORKING) as store:
        try:
            carry_out(
                store,
                settings,
                wanted,
                jobs=jobs,
                cluster=cluster,
                any_code=any_code,
                console=console,
            )
        except KeyboardInterrupt:
            stopped = True
        results = results_of(store.entries, None if any_code else code_version())
        save(results, out / RESULTS)
    show(results, Console())
    if stopped:
        kept = sum(len(run.games) for run in results.runs)
        console.print(f"stopped; {kept} games kept, the same command continues")
        sys.exit(130)
    sys.exit(1 if results.failures else 0)


def _thinking(seconds: Sequence[float], playouts: Sequence[int]) -> list[Thinking]:
    """Combine time limits and numbers of playouts."""
    for each in seconds:
        if not 0 < each < math.inf:  # click lets nan pass
            raise InputError(f"--time-per-move: expected seconds above 0, got {each:g}")
    if not seconds and not playouts:
        return [DEFAULT]
    times: list[float | None] = [*seconds] or [None]
    games: list[int | None] = [*playouts] or [None]
    return list(dict.fromkeys(Thinking(time, number) for time in times for number in games))


if __name__ == "__main__":
    main()
