"""``odin solve``: the optimal placement of a position's supply."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

from odin_cli.batch import BatchQuestion, solve_batch
from odin_cli.inputs import load_position
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option, parse_setting, search_options, verbose_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.notation.labels import violation_line
from odin_solver.notation.results import solution_data
from odin_solver.placement.engines import Engines
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import Limits, Request, Solution, Status
from odin_solver.placement.solve import answer
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.files import write_file
from odin_solver.support.reading import source_name
from odin_solver.support.text import LONGEST, shortened

BAD, UNPROVEN = 2, 3


@click.command(epilog="Example: odin solve position.json --set bonus.oil=5 --png best.png")
@click.argument("position_path", metavar="POSITION", required=False)
@click.option(
    "--batch",
    metavar="DIR",
    help="Solve all .json, .toml and .log files of a directory instead: a line of JSON for each.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="With --batch: append the lines to a file; what is in it already is not solved again.",
)
@number_option(
    "--jobs",
    least=1,
    most=1024,
    help="With --batch: processes on this machine, each with --workers.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="With --batch: use the workers of a Dask scheduler instead.",
)
@search_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@click.option("--svg", metavar="FILE", help="Also draw the boards into an SVG file.")
@click.option("--png", metavar="FILE", help="Also draw the boards into a PNG file.")
@verbose_option
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def solve(
    ctx: click.Context,
    position_path: str | None,
    batch: str | None,
    out: str | None,
    jobs: int | None,
    cluster: str | None,
    objective: str | None,
    settings: tuple[str, ...],
    rounds_left: int | None,
    time_limit: float,
    workers: int,
    seed: int,
    as_json: bool,
    svg: str | None,
    png: str | None,
    verbose: bool,
    quiet: bool,
) -> None:
    """Find the provably optimal placement of a position's supply on its boards.

    POSITION is a position, puzzle or game, or - for standard input. The exit code is 0 if the
    result is proven optimal, 3 if it is only the best found, 2 for bad input, and 130 after
    Ctrl-C, which prints the best so far; a second Ctrl-C ends at once. With --batch it is 2 if a
    file has errors, and otherwise 3 if a result is not proven; Ctrl-C keeps all finished lines.
    """
    from odin_cli.progress import Watch, shown

    if batch is not None:
        alone = {"POSITION": position_path, "--svg": svg, "--png": png, "--verbose": verbose}
        for name in (name for name, given in alone.items() if given):
            raise InputError(f"--batch: expected no {name} with it")
        question = BatchQuestion(objective, settings, rounds_left, time_limit, workers, seed)
        ctx.exit(_solve_batch(batch, question, out, jobs or 1, cluster, quiet))
    for name, given in (("--out", out), ("--jobs", jobs), ("--cluster", cluster)):
        if given is not None:
            raise InputError(f"{name}: expected --batch DIR with it")
    if position_path is None:
        raise click.UsageError("Missing argument 'POSITION'.", ctx)
    position = load_position(position_path)
    weights = dict(parse_setting(each) for each in settings)
    chosen = choose_objective(position, objective, weights, rounds_left)
    check_time_limit(time_limit)
    check_writable(svg, png, inputs=[position_path])
    refuse_illegal(ctx, position, position_path)
    cancel = threading.Event()
    watch = Watch(len(chosen.levels), time_limit)

    def stopping() -> None:
        watch.stopping = True

    with stopped_by_interrupt(cancel, stopping), shown(watch, quiet) as on_progress:
        solution = answer(
            Request(position, chosen, Limits(time_limit, workers, seed)),
            on_progress=on_progress,
            cancel=cancel,
            engines=ctx.find_object(Engines),
        )
    try:
        _print(solution, as_json, verbose)
    finally:
        _write_pictures(solution, svg, png)
    if cancel.is_set():
        click.echo("odin: stopped; this is the best so far", err=True)
        ctx.exit(INTERRUPTED)
    ctx.exit(0 if solution.status is Status.OPTIMAL else UNPROVEN)


def _solve_batch(
    folder: str,
    question: BatchQuestion,
    out: str | None,
    jobs: int,
    cluster: str | None,
    quiet: bool,
) -> int:
    """Solve all positions of a folder; return the exit code."""
    check_time_limit(question.time_limit)
    outcome = solve_batch(Path(folder), question, out=out, jobs=jobs, cluster=cluster, quiet=quiet)
    if outcome.stopped:
        done = f"{outcome.done} of {outcome.files} positions"
        again = "; the same command resumes the run" if out else ""
        click.echo(f"odin: stopped with {done}{again}", err=True)
        return INTERRUPTED
    if outcome.errors:
        click.echo(f"odin: {outcome.errors} of {outcome.files} files have errors", err=True)
        return BAD
    return 0 if outcome.proven == outcome.files else UNPROVEN


def check_time_limit(seconds: float) -> None:
    """Refuse a time limit that is not positive."""
    if not seconds > 0:
        raise InputError(f"--time-limit: expected more than 0 seconds, got {seconds:g}")


@contextmanager
def stopped_by_interrupt(cancel: threading.Event, told: Callable[[], None]) -> Iterator[None]:
    """Let the first Ctrl-C set `cancel`, and a second one interrupt at once."""

    def stop(number: int, frame: FrameType | None) -> None:
        if cancel.is_set():
            raise KeyboardInterrupt
        cancel.set()
        told()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


def refuse_illegal(ctx: click.Context, position: Position, path: str) -> None:
    """End with a list of violations if the layout is illegal."""
    violations = position_violations(position)
    if violations:
        count = f"{len(violations)} violation{'s' if len(violations) != 1 else ''}"
        heading = f"odin: {source_name(path)}: the position is not legal, {count}:"
        click.echo(shortened(heading), err=True)
        for each in violations:
            click.echo(f"  {shortened(violation_line(each, position), LONGEST - 2)}", err=True)
        ctx.exit(2)


def _print(solution: Solution, as_json: bool, verbose: bool) -> None:
    if as_json:
        print_json(solution_data(solution))
    else:
        from odin_solver.render.terminal.summary import solution_text

        stdout_console().print(solution_text(solution, verbose=verbose))


def _write_pictures(solution: Solution, svg: str | None, png: str | None) -> None:
    if svg or png:
        new_from = [len(state.pieces) for state in solution.before.boards]
        if svg:
            from odin_solver.render.svg.position import position_svg

            write_file(svg, position_svg(solution.after, new_from))
        if png:
            from odin_solver.render.png import position_png

            write_file(png, position_png(solution.after, new_from))
