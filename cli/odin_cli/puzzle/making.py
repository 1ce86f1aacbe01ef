"""``odin puzzle new`` and ``odin puzzle daily``: puzzles made at random."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from odin_cli.commands import argument, command, number, option
from odin_cli.inputs import load_drawn
from odin_cli.interrupts import INTERRUPTED, stopped_by_interrupt
from odin_cli.options import CLUSTER, QUIET, output_option
from odin_cli.output import check_writable, print_json, stdout_console, tell_stopped
from odin_cli.progress import progress_bar
from odin_cli.questions import asked
from odin_puzzles.kinds import KINDS, kind_named, kind_of
from odin_puzzles.questions import NewPuzzles
from odin_puzzles.sources import DAILY, day_named
from odin_solver.errors import InputError
from odin_solver.support.files import write_file
from odin_solver.support.language import say
from odin_solver.support.reading import source_name
from odin_solver.support.text import printable

if TYPE_CHECKING:
    from odin_puzzles.batch.run import BatchProgress, BatchSpec

TOO_FEW = 3


def _boards(ctx: click.Context) -> Iterable[str]:
    return kind_named(
        next((each for each in KINDS if each == ctx.params.get("kind")), KINDS[0])
    ).boards()


@command("odin puzzle new --kind order --difficulty 3 --count 10 -o puzzles/")
def new(
    file: str | None = argument("[FILE]"),
    wanted: NewPuzzles = asked(NewPuzzles, difficulty={"type": int}, board={"among": _boards}),
    jobs: int = number(
        "Processes on this machine; they do not change the puzzles.", 1, 1024, default=1
    ),
    cluster: str | None = CLUSTER,
    tiles: str | None = option("", "--tiles", metavar="FILE", hidden=True),
    output: str | None = output_option(
        "A directory, or a file ending in .json for one puzzle. Required for more than one; by "
        "default the puzzle goes to standard output.",
        metavar="DIR|FILE",
    ),
    as_json: bool = option("Print a JSON object about the run instead.", "--json"),
    quiet: bool = QUIET,
) -> int:
    """Make puzzles, each with one solution, proven by two engines, and graded.

    FILE is a position or a drawing in text (see odin import), - is standard input. Puzzles are
    made on its board, unless --board names another, and of the tiles of its supply, each at most
    as often as there (fill, order). Tiles that lie on the board stay there (fill, order).

    A run into a directory can be stopped at any moment, even killed: the same command resumes it.
    The paths of the files are printed. The exit code is 3 if all tries are used up before there are
    enough puzzles, and 130 after Ctrl-C, which keeps the finished ones; of a single one the nearest
    to what is wanted.
    """
    from odin_puzzles.batch.folder import BatchFolder
    from odin_puzzles.batch.run import BatchProgress, make, make_into

    file = file or tiles  # as an option until the next release
    own = None if file is None else load_drawn(file)
    try:
        batch = wanted.batch(own)
    except InputError as error:
        raise (error if file is None else error.within(source_name(file))) from None
    count = wanted.count
    if output == "":
        raise InputError.said("--output: expected a directory or a file, got an empty name")
    single = output is None or output == "-" or output.endswith(".json")
    if single and count > 1:
        raise InputError.said("--count {count} needs a directory: expected -o DIR", count=count)
    to_file = output if single and output != "-" else None
    if as_json and single and to_file is None:
        raise InputError.said("--json needs --output: the puzzle would go to standard output too")
    check_writable(to_file)
    progress, began, kind = BatchProgress(), time.monotonic(), say(batch.spec.kind)
    with stopped_by_interrupt() as stop, progress_bar(kind, count, quiet) as show:

        def update() -> None:
            told = say("{kind}, attempts: {n}", kind=kind, n=progress.tried)
            show(len(progress.accepted), told)

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
    if stop.is_set() and single and not progress.accepted:
        _keep_nearest(progress)
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
            click.echo(printable(file))
    if stop.is_set():
        told = say("puzzles made: {n} of {total}", n=len(progress.accepted), total=count)
        tell_stopped(told if single else say("{what}; the same command resumes the run", what=told))
        return INTERRUPTED
    if len(progress.accepted) < count:
        click.echo(
            say(
                "odin: puzzles made: only {n} of {total} (attempts: {tried}; --tries allows more)",
                n=len(progress.accepted),
                total=count,
                tried=progress.tried,
            ),
            err=True,
        )
        return TOO_FEW
    return 0


@command("odin puzzle daily && odin puzzle play daily")
def daily(
    date_text: str | None = option(
        "The day, by default today: easy on Mondays, difficult on Sundays.",
        "--date",
        metavar="YYYY-MM-DD",
    ),
    output: str | None = output_option("Also write the puzzle to a file."),
    as_json: bool = option("Print the puzzle as JSON instead.", "--json"),
) -> None:
    """Show the puzzle of the day, the same for everybody."""
    from odin_puzzles.daily import puzzle_of
    from odin_puzzles.files import file_of

    try:
        day = day_named(DAILY if date_text is None else f"{DAILY}/{date_text}")
    except InputError as error:
        raise error.within("--date") from None
    check_writable(output)
    puzzle = puzzle_of(day)
    text = file_of(puzzle)
    if output:
        write_file(output, text)
    if as_json:
        click.echo(text, nl=False)
    else:
        from odin_puzzles.play.drawing import title_text

        stdout_console().print(title_text(puzzle))
        stdout_console().print(kind_of(puzzle).drawing(puzzle))


def _keep_nearest(progress: "BatchProgress") -> None:
    """Accept the puzzle nearest to what is wanted, and say that it is not the wanted one."""
    from odin_puzzles.batch.run import nearest_of
    from odin_puzzles.files import puzzle_data

    puzzle = nearest_of(progress)
    if puzzle is not None:
        progress.accepted[progress.tried] = puzzle_data(puzzle)
        told = say("the nearest so far has difficulty {n}", n=puzzle.difficulty)
        click.echo(say("{field}: {problem}", field="odin", problem=told), err=True)


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
