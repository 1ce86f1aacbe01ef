"""``odin solve``: the optimal placement of a position's supply."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from types import FrameType

import click

from odin_cli.inputs import load_position
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import search_options, verbose_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.notation.labels import violation_line
from odin_solver.notation.results import solution_data
from odin_solver.placement.objective import choose_objective, parse_weight, weight_key
from odin_solver.placement.solution import Limits, Solution, Status
from odin_solver.placement.solve import solve as find_best
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.files import write_file
from odin_solver.support.reading import source_name
from odin_solver.support.text import LONGEST, shortened

UNPROVEN = 3


@click.command(
    epilog="Example: odin solve position.json --objective engine --set bonus.oil=5 --png best.png"
)
@click.argument("position_path", metavar="POSITION")
@search_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@click.option("--svg", metavar="FILE", help="Also draw the boards into an SVG file.")
@click.option("--png", metavar="FILE", help="Also draw the boards into a PNG file.")
@verbose_option
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def solve(
    ctx: click.Context,
    position_path: str,
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
    Ctrl-C, which prints the best so far; a second Ctrl-C ends at once.
    """
    from odin_cli.progress import Watch, shown

    position = load_position(position_path)
    weights = dict(parse_setting(each) for each in settings)
    chosen = choose_objective(position, objective, weights, rounds_left)
    if not time_limit > 0:
        raise InputError(f"--time-limit: expected more than 0 seconds, got {time_limit:g}")
    check_writable(svg, png, inputs=[position_path])
    refuse_illegal(ctx, position, position_path)
    cancel = threading.Event()
    watch = Watch(len(chosen.levels), time_limit)

    def stopping() -> None:
        watch.stopping = True

    with stopped_by_interrupt(cancel, stopping), shown(watch, quiet) as on_progress:
        solution = find_best(
            position,
            chosen,
            limits=Limits(time_limit, workers, seed),
            on_progress=on_progress,
            cancel=cancel,
        )
    try:
        _print(solution, as_json, verbose)
    finally:
        _write_pictures(solution, svg, png)
    if cancel.is_set():
        click.echo("odin: stopped; this is the best so far", err=True)
        ctx.exit(INTERRUPTED)
    ctx.exit(0 if solution.status is Status.OPTIMAL else UNPROVEN)


def parse_setting(text: str) -> tuple[str, Fraction]:
    """Read ``KEY=VALUE``.

    Raises
    ------
    InputError
        If the form is wrong, the key is unknown or the value is not a number.
    """
    key, equals, weight = text.partition("=")
    if not equals:
        raise InputError(f"--set: expected KEY=VALUE such as bonus.oil=5, got {text!r}")
    try:
        return weight_key(key), parse_weight(key, weight.strip())
    except InputError as error:
        raise InputError(f"--set: {str(error).removeprefix('objective: ')}") from None


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
