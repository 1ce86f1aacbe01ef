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

from odin_cli.output import (
    check_writable,
    print_json,
    stderr_console,
    stdout_console,
    write_file,
)
from odin_cli.solving import stopped_by_interrupt
from odin_puzzles.generate.spec import (
    DEFAULT_BOARDS,
    SMALL,
    boards_for,
    spec_of,
)
from odin_puzzles.kinds import KINDS
from odin_solver.errors import InputError

if TYPE_CHECKING:
    from odin_puzzles.batch.run import BatchProgress, BatchSpec
    from odin_puzzles.puzzle import Puzzle

INTERRUPTED = 130
TOO_FEW = 3
TRIES = 2000
"""Attempts for every puzzle asked for, unless --tries says otherwise."""

MOST_TRIES = 1_000_000
"""As many as there is room for between two seeds."""


def _complete_kinds(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in KINDS if name.startswith(incomplete)]


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
    help=f"What sort of puzzle: {', '.join(KINDS)}.",
)
@click.option("--difficulty", type=int, metavar="N", help="From 1 to 5; any by default.")
@click.option(
    "--board",
    metavar="ID",
    shell_complete=_complete_boards,
    help="A board or building; home-4 to home-8 for the lower left of the home board (fill, "
    f"order); {SMALL} for a board drawn at random. By default "
    + ", ".join(f"{board} for {kind}" for kind, board in DEFAULT_BOARDS.items())
    + ".",
)
@click.option(
    "--minimal",
    is_flag=True,
    help="Leave nothing that could be dropped: no tile that lies there from the start and none in "
    "the supply, unless the solution would not be unique without it.",
)
@click.option(
    "--count",
    type=click.IntRange(1, 100_000),
    default=1,
    metavar="N",
    show_default=True,
    help="How many puzzles.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    metavar="N",
    show_default=True,
    help="Source of all random choices: the same seed gives the same puzzles.",
)
@click.option(
    "--tries",
    type=click.IntRange(1, MOST_TRIES),
    metavar="N",
    help=f"Attempts before it gives up, by default {TRIES} a puzzle.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    default=1,
    metavar="N",
    show_default=True,
    help="Processes on this machine. The puzzles do not depend on it.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Let the workers of a Dask scheduler do it instead."
)
@click.option(
    "-o",
    "--output",
    metavar="DIR|FILE",
    help="A directory for a file each, or one file that ends in .json for one puzzle. Needed for "
    "more than one; by default the puzzle goes to standard output.",
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

    In a directory a run can be stopped at any moment, even killed: the same command goes on where
    it was. The paths of the files are printed. The exit code is 3 if there are fewer puzzles than
    were asked for when all tries are used up, and 130 after Ctrl-C, which keeps what is finished.
    """
    from odin_puzzles.batch.folder import BatchFolder
    from odin_puzzles.batch.run import (
        BatchProgress,
        BatchSpec,
        make,
        make_into,
    )

    spec = spec_of(kind, board, difficulty, minimal)
    order = BatchSpec(spec, seed, count, min(MOST_TRIES, tries or TRIES * count))
    if output == "":
        raise InputError("--output: expected a directory or a file, got an empty name")
    single = output is None or output == "-" or output.endswith(".json")
    if single and count > 1:
        got = "no --output" if output is None else output
        raise InputError(f"--count {count} needs a directory: expected -o DIR, got {got}")
    to_file = output if single and output != "-" else None
    if as_json and single and to_file is None:
        raise InputError("--json needs --output: standard output cannot take the puzzle as well")
    check_writable(to_file)
    state, began = BatchProgress(), time.monotonic()
    stop, interrupted = threading.Event(), threading.Event()
    with stopped_by_interrupt(stop, interrupted.set), _shown(order, state, quiet) as ended:
        if single:
            for _ in make(order, state, jobs=jobs, cluster=cluster, stop=stop):
                ended()
        else:
            with BatchFolder(Path(str(output)), order.data()) as folder:
                make_into(folder, order, state, jobs=jobs, cluster=cluster, stop=stop, ended=ended)
    files = _written(order, state, output, to_file)
    if as_json:
        print_json(
            {
                "accepted": len(state.accepted),
                "wanted": count,
                "tried": state.tried,
                "seconds": round(time.monotonic() - began, 3),
                "files": files,
            }
        )
    else:
        for each in files:
            click.echo(each)
    if interrupted.is_set():
        again = "" if single else "; the same command goes on from here"
        click.echo(f"odin: stopped with {len(state.accepted)} of {count} puzzles{again}", err=True)
        ctx.exit(INTERRUPTED)
    if len(state.accepted) < count:
        found = f"{len(state.accepted)} of {count} puzzles in {state.tried} attempts"
        click.echo(f"odin: only {found} (--tries allows more)", err=True)
        ctx.exit(TOO_FEW)


@click.command(epilog="Example: odin puzzle daily -o today.json && odin puzzle play today.json")
@click.option(
    "--date",
    "date_text",
    metavar="YYYY-MM-DD",
    help="The day, by default today: easy on Mondays, hard on Sundays.",
)
@click.option("-o", "--output", metavar="FILE", help="Also write the puzzle to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle as JSON instead.")
def daily(date_text: str | None, output: str | None, as_json: bool) -> None:
    """Show the puzzle of the day, the same one for everybody."""
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
    """Draw a puzzle: title and question, the boards, and the tiles to be used."""
    from odin_cli.puzzle.pictures import boards_text, tiles_text, title_text

    console = stdout_console()
    console.print(title_text(puzzle))
    console.print(boards_text(puzzle))
    console.print(tiles_text(puzzle.position.supply))


def _written(
    order: "BatchSpec", state: "BatchProgress", output: str | None, to_file: str | None
) -> list[str]:
    """The paths of all files of a run; the one puzzle is written where it belongs."""
    from odin_puzzles.batch.folder import file_name
    from odin_puzzles.files import puzzle_text

    if output is not None and to_file is None and output != "-":
        return [
            str(Path(output) / file_name(order.spec, order.seed, number))
            for number in state.accepted
        ]
    for puzzle in state.accepted.values():
        if to_file is not None:
            write_file(to_file, puzzle_text(puzzle))
            return [to_file]
        click.echo(puzzle_text(puzzle), nl=False)
    return []


@contextmanager
def _shown(order: "BatchSpec", state: "BatchProgress", quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar with puzzles accepted and attempts made, where somebody sees it."""
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
        task = bar.add_task(f"{order.spec.kind} puzzles", total=order.count, tried=0)
        yield lambda: bar.update(task, completed=len(state.accepted), tried=state.tried)
