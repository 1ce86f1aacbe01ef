"""``odin puzzle new`` and ``odin puzzle daily``: puzzles made at random."""

import datetime
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option
from odin_cli.output import check_writable, print_json, stderr_console, stdout_console
from odin_cli.solving import stopped_by_interrupt
from odin_puzzles.generate.spec import boards_for, spec_of
from odin_puzzles.kinds import GAME_OF, KINDS, OTHER_KINDS, kind_named, kind_of
from odin_puzzles.kinds.base import SMALL
from odin_solver.errors import InputError
from odin_solver.support.files import write_file

if TYPE_CHECKING:
    from odin_puzzles.batch.run import BatchProgress, BatchSpec
    from odin_puzzles.puzzle import Puzzle

TOO_FEW = 3
TRIES = 2000
"""Default attempts per puzzle."""

MAX_TRIES = 1_000_000
"""Attempts of one seed."""


def _complete_kinds(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in GAME_OF if name.startswith(incomplete)]


def _complete_boards(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    kind = next((each for each in KINDS if each == ctx.params.get("kind")), KINDS[0])
    return [name for name in boards_for(kind) if name.startswith(incomplete)]


@click.command(epilog="Example: odin puzzle new --kind order --difficulty 3 --count 10 -o puzzles/")
@click.option(
    "--kind",
    default="fill",
    metavar="KIND",
    show_default=True,
    shell_complete=_complete_kinds,
    help=f"Kind of puzzle: {', '.join(KINDS)}; of other games: "
    + ", ".join(f"{kind} ({GAME_OF[kind].capitalize()})" for kind in OTHER_KINDS)
    + ".",
)
@click.option("--difficulty", type=int, metavar="N", help="From 1 to 5; any by default.")
@click.option(
    "--board",
    metavar="ID",
    shell_complete=_complete_boards,
    help="A board or building; home-4 to home-8 for the lower left of the home board (fill, "
    f"order); {SMALL} for a small random board. By default "
    + ", ".join(f"{kind_named(kind).place} for {kind}" for kind in KINDS)
    + ".",
)
@click.option(
    "--minimal",
    is_flag=True,
    help="Drop every clue (tile that lies there from the start) and every unused tile without "
    "which the solution stays unique.",
)
@number_option("--count", least=1, most=100_000, default=1, help="Number of puzzles.")
@number_option(
    "--seed",
    least=0,
    most=2**31 - 1,
    default=0,
    help="Seed of all random choices: the same seed gives the same puzzles.",
)
@number_option(
    "--tries",
    least=1,
    most=MAX_TRIES,
    help=f"Attempts before giving up, by default {TRIES} per puzzle.",
)
@number_option(
    "--jobs",
    least=1,
    most=1024,
    default=1,
    help="Processes on this machine; they do not change the puzzles.",
)
@click.option("--cluster", metavar="ADDRESS", help="Use the workers of a Dask scheduler instead.")
@click.option(
    "-o",
    "--output",
    metavar="DIR|FILE",
    help="A directory, or a file ending in .json for one puzzle. Required for more than one; by "
    "default the puzzle goes to standard output.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object about the run instead.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def new(
    ctx: click.Context,
    kind: str,
    difficulty: int | None,
    board: str | None,
    minimal: bool,
    count: int,
    seed: int,
    tries: int | None,
    jobs: int,
    cluster: str | None,
    output: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Make puzzles, each with one solution, proven by two engines, and graded.

    A run into a directory can be stopped at any moment, even killed: the same command resumes it.
    The paths of the files are printed. The exit code is 3 if all tries are used up before there are
    enough puzzles, and 130 after Ctrl-C, which keeps the finished ones.
    """
    from odin_puzzles.batch.folder import BatchFolder
    from odin_puzzles.batch.run import BatchProgress, BatchSpec, make, make_into

    spec = spec_of(kind, board, difficulty, minimal)
    batch = BatchSpec(spec, seed, count, min(MAX_TRIES, tries or TRIES * count))
    if output == "":
        raise InputError("--output: expected a directory or a file, got an empty name")
    single = output is None or output == "-" or output.endswith(".json")
    if single and count > 1:
        got = "no --output" if output is None else output
        raise InputError(f"--count {count} needs a directory: expected -o DIR, got {got}")
    to_file = output if single and output != "-" else None
    if as_json and single and to_file is None:
        raise InputError("--json needs --output: the puzzle would go to standard output too")
    check_writable(to_file)
    progress, began = BatchProgress(), time.monotonic()
    stop, interrupted = threading.Event(), threading.Event()
    with (
        stopped_by_interrupt(stop, interrupted.set),
        _progress_bar(batch, progress, quiet) as update,
    ):
        if single:
            for _ in make(batch, progress, jobs=jobs, cluster=cluster, stop=stop):
                update()
        else:
            with BatchFolder(Path(str(output)), batch.data()) as folder:
                make_into(
                    folder,
                    batch,
                    progress,
                    jobs=jobs,
                    cluster=cluster,
                    stop=stop,
                    on_progress=update,
                )
    files = _written(batch, progress, output, to_file)
    if as_json:
        print_json(
            {
                "accepted": len(progress.accepted),
                "wanted": count,
                "tried": progress.tried,
                "seconds": round(time.monotonic() - began, 3),
                "files": files,
            }
        )
    else:
        for file in files:
            click.echo(file)
    if interrupted.is_set():
        again = "" if single else "; the same command resumes the run"
        click.echo(
            f"odin: stopped with {len(progress.accepted)} of {count} puzzles{again}", err=True
        )
        ctx.exit(INTERRUPTED)
    if len(progress.accepted) < count:
        made = f"{len(progress.accepted)} of {count} puzzles in {progress.tried} attempts"
        click.echo(f"odin: only {made} (--tries allows more)", err=True)
        ctx.exit(TOO_FEW)


@click.command(epilog="Example: odin puzzle daily && odin puzzle play daily")
@click.option(
    "--date",
    "date_text",
    metavar="YYYY-MM-DD",
    help="The day, by default today: easy on Mondays, difficult on Sundays.",
)
@click.option("-o", "--output", metavar="FILE", help="Also write the puzzle to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle as JSON instead.")
def daily(date_text: str | None, output: str | None, as_json: bool) -> None:
    """Show the puzzle of the day, the same for everybody."""
    from odin_puzzles.daily import puzzle_of
    from odin_puzzles.files import puzzle_data, puzzle_text

    day = _day(date_text)
    check_writable(output)
    puzzle = puzzle_of(day)
    text = puzzle_text(puzzle_data(puzzle))
    if output:
        write_file(output, text)
    if as_json:
        click.echo(text, nl=False)
    else:
        _show(puzzle)


def _day(text: str | None) -> datetime.date:
    if text is None:
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise InputError(f"--date: expected YYYY-MM-DD, got {text!r}") from None


def _show(puzzle: "Puzzle") -> None:
    """Draw a puzzle: title, question, boards and tiles."""
    from odin_puzzles.play.drawing import title_text

    console = stdout_console()
    console.print(title_text(puzzle))
    console.print(kind_of(puzzle).drawing(puzzle))


def _written(
    batch: "BatchSpec", progress: "BatchProgress", output: str | None, to_file: str | None
) -> list[str]:
    """Return the paths of all files of a run; write a single puzzle to its file or print it."""
    from odin_puzzles.batch.folder import file_name
    from odin_puzzles.files import puzzle_text

    if output is not None and to_file is None and output != "-":
        return [
            str(Path(output) / file_name(batch.spec, batch.seed, number))
            for number in progress.accepted
        ]
    for puzzle in progress.accepted.values():
        if to_file is not None:
            write_file(to_file, puzzle_text(puzzle))
            return [to_file]
        click.echo(puzzle_text(puzzle), nl=False)
    return []


@contextmanager
def _progress_bar(
    batch: "BatchSpec", progress: "BatchProgress", quiet: bool
) -> Iterator[Callable[[], None]]:
    """Show a progress bar with accepted puzzles and attempts if standard error is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = stderr_console()
    if quiet or not sys.stderr.isatty() or not console.is_terminal or console.is_dumb_terminal:
        yield lambda: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("in {task.fields[tried]} attempts"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task(f"{batch.spec.kind} puzzles", total=batch.count, tried=0)
        yield lambda: bar.update(task, completed=len(progress.accepted), tried=progress.tried)
