"""``odin game auto``: let a policy play many games."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from odin_cli.game.new import chosen_cards, chosen_start, starting_option
from odin_cli.game.rulings import chosen_rulings, ruling_option
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option
from odin_cli.output import check_writable, print_json, stderr_console, stdout_console
from odin_cli.planner.plan import SECONDS, limits_of
from odin_solver.errors import InputError
from odin_solver.game.kernel.state import Options
from odin_solver.planner.players import PLANNER, PLAYERS
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file
from odin_solver.support.text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.series import GameResult, Summary

SCHEMA = 1
"""Version of what --json prints."""

MOST_GAMES = 1_000_000

_SEEDS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)


@click.command(epilog="Example: odin game auto --policy greedy --seeds 1-50 --jobs 2")
@click.option(
    "--policy",
    type=click.Choice(list(PLAYERS)),
    default="greedy",
    show_default=True,
    help="Random moves; the best move by a simple evaluation, one move ahead; or the planner, "
    "which tries moves in many scenarios.",
)
@click.option(
    "--seeds",
    default="1-50",
    metavar="A-B",
    show_default=True,
    help="One game per seed from A to B, or one seed.",
)
@click.option(
    "--length",
    type=click.Choice(list(ROUNDS)),
    default="long",
    show_default=True,
    help="Seven rounds or six.",
)
@click.option(
    "--occupations",
    default="none",
    metavar="none|implemented|A,B,C",
    show_default=True,
    help="Occupations in the game: none, those with an effect, or whole decks.",
)
@starting_option
@click.option("--islands", is_flag=True, help="With the boards Lofoten and Orkney.")
@ruling_option
@number_option("--jobs", least=1, most=1024, default=1, help="Processes.")
@click.option(
    "--time-per-move",
    "seconds",
    type=float,
    metavar="S",
    help="Time limit of the planner per placement of Vikings in seconds; its games then depend on "
    f"the machine and cannot be repeated. [default: {SECONDS:g}]",
)
@number_option(
    "--playouts",
    least=1,
    help="Playouts of the planner per placement instead of a time limit; its games can then be "
    "repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead.")
@click.option(
    "--logs",
    metavar="DIR",
    help="Write the log of every game to this directory; each is replayed first.",
)
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def auto(
    ctx: click.Context,
    policy: str,
    seeds: str,
    length: GameLength,
    occupations: str,
    starting: str,
    islands: bool,
    rulings: tuple[str, ...],
    jobs: int,
    seconds: float | None,
    playouts: int | None,
    as_json: bool,
    logs: str | None,
    quiet: bool,
) -> None:
    """Let a policy play many games, and summarise their scores.

    A seed decides all chance of a game, so policies can be compared on the same luck. Ctrl-C
    summarises the finished games.
    """
    from odin_solver.planner.series import play_many, summary

    limits = _limits(policy, seconds, playouts)
    numbers = _seeds(seeds)
    options = Options(
        length=length,
        islands=islands,
        cards=chosen_cards(occupations),
        starting=chosen_start(starting),
        rulings=chosen_rulings(rulings),
    )
    folder = _folder(logs)
    games: list[GameResult] = []
    playing = play_many(
        policy, options, numbers, jobs=jobs, with_logs=folder is not None, limits=limits
    )
    stopped = False
    try:
        for game in _shown(playing, len(numbers), f"{policy}, {length} game", quiet):
            games.append(game)
            if folder is not None and game.log is not None:
                write_file(folder / f"{policy}-{length}-{game.seed}.log", game.log)
    except KeyboardInterrupt:
        stopped = True
        click.echo(f"odin: stopped; {len(games)} of {len(numbers)} games are over", err=True)
        if not games:
            ctx.exit(INTERRUPTED)
    found = summary([game.score for game in games])
    if as_json:
        print_json(_data(policy, options, occupations, limits, games, found))
    else:
        console = stdout_console()
        console.print(_lines(policy, length, len(games), found))
        console.print(_table(games))
    if folder is not None:
        written = f"{len(games)} {'log' if len(games) == 1 else 'logs'}, each replayed"
        click.echo(f"{printable(str(folder))}: {written}", err=True)
    if stopped:
        ctx.exit(INTERRUPTED)


def _limits(policy: str, seconds: float | None, playouts: int | None) -> "SearchLimits | None":
    """Return the limits of the planner; None for the other policies."""
    given = [("--time-per-move", seconds), ("--playouts", playouts)]
    named = [name for name, value in given if value is not None]
    if policy != PLANNER:
        if named:
            raise InputError(f"{named[0]}: only --policy {PLANNER} thinks, not {policy}")
        return None
    if len(named) > 1:
        raise InputError("expected either --time-per-move or --playouts, not both")
    return limits_of("--time-per-move", seconds if named else SECONDS, playouts, workers=1)


def _seeds(text: str) -> range:
    """Read seeds as ``A-B``, or one seed."""
    match = _SEEDS.fullmatch(text.strip())
    if not match:
        raise InputError(f"--seeds: expected two numbers such as 1-50, or one, got {text!r}")
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise InputError(f"--seeds: expected the lower number first, got {text!r}")
    if last - first >= MOST_GAMES:
        raise InputError(f"--seeds: expected at most {MOST_GAMES} games, got {last - first + 1}")
    return range(first, last + 1)


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--logs: cannot write {name}: {error.strerror or error}") from None
    check_writable(folder / "1.log")
    return folder


def _shown(
    games: Iterable["GameResult"], count: int, what: str, quiet: bool
) -> Iterator["GameResult"]:
    """Yield the games, with a progress bar in a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = stderr_console()
    if quiet or not sys.stderr.isatty() or not console.is_terminal or console.is_dumb_terminal:
        yield from games
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        yield from bar.track(games, total=count, description=what)


def _data(
    policy: str,
    options: Options,
    occupations: str,
    limits: "SearchLimits | None",
    games: Sequence["GameResult"],
    found: "Summary",
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "policy": policy,
        "length": options.length,
        "occupations": occupations,
        "starting_occupation": options.starting,
        "rulings": sorted(options.rulings),
        "time_per_move": limits and limits.seconds,
        "playouts": limits and limits.playouts,
        "games": [
            {"seed": game.seed, "score": game.score, "sheet": msgspec.structs.asdict(game.sheet)}
            for game in games
        ],
        **asdict(found),
    }


def _lines(policy: str, length: str, count: int, found: "Summary") -> str:
    """Return the scores in one or two lines of at most 80 characters."""
    if found.stderr is None:
        return f"{policy}, 1 {length} game: score {found.best}"
    return (
        f"{policy}, {count} {length} games: "
        f"mean {found.mean:.1f}, standard error {found.stderr:.1f}\n"
        f"worst {found.worst}, 10 % {found.p10:.1f}, median {found.median:.1f}, "
        f"90 % {found.p90:.1f}, best {found.best}"
    )


def _table(games: Sequence["GameResult"]) -> "Table":
    """Return the mean score sheet beside the best and the worst one."""
    from rich.table import Table

    from odin_solver.planner.series import mean_sheet

    best = max(games, key=lambda game: game.score)
    worst = min(games, key=lambda game: game.score)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("")
    for title in ("mean", f"best (seed {best.seed})", f"worst (seed {worst.seed})"):
        table.add_column(title, justify="right")
    means = mean_sheet(game.sheet for game in games)
    for name, mean in means.items():
        points = (getattr(best.sheet, name), getattr(worst.sheet, name))
        rounded = f"{round(mean, 1) + 0.0:.1f}"  # never -0.0
        table.add_row(name.replace("_", " "), rounded, *map(str, points))
    total = (f"{sum(means.values()):.1f}", str(best.score), str(worst.score))
    table.add_row("score", *total, style="bold")
    return table
