"""``odin vikings ferry`` and ``build``: proven answers."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.table import Table

from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import limit_options, number_option
from odin_cli.output import check_writable, print_json, stdout_console
from odin_cli.progress import shown_if_slow
from odin_cli.solving import UNPROVEN, stopped_by_interrupt
from odin_cli.vikings.inputs import json_option, legal_position, naming, position_argument
from odin_cli.vikings.words import cells_text, plan_text, value_text
from odin_solver.errors import InputError
from odin_solver.linear.levels import LevelState
from odin_solver.support.files import write_file
from odin_solver.vikings.files import vikings_text
from odin_solver.vikings.model.objective import AIMS, Aim
from odin_solver.vikings.solution import VikingsLimits, Watcher

if TYPE_CHECKING:
    from odin_solver.vikings.build import BuiltArchipelago
    from odin_solver.vikings.ferry import FerryAdvice

aim_option = click.option(
    "--objective",
    "aim",
    type=click.Choice(AIMS),
    default="final",
    show_default=True,
    help="The final score if nothing more changes, or the gain of the next large scoring, "
    "gold weighted.",
)


def _limits(seconds: float, workers: int, seed: int) -> VikingsLimits:
    if not seconds > 0:
        raise InputError(f"--time-limit: expected more than 0 seconds, got {seconds:g}")
    return VikingsLimits(seconds, workers, seed)


@contextmanager
def _watched() -> Iterator[Watcher]:
    """Show progress from the second second on, and let Ctrl-C end the search."""
    cancel = threading.Event()
    with stopped_by_interrupt(cancel, lambda: None), shown_if_slow("Ctrl-C keeps the best") as note:
        yield Watcher(lambda state: note(_progress_text(state)), cancel.is_set)


def _progress_text(state: LevelState) -> str:
    """Return the progress of a level; later levels break ties."""
    if state.level:
        return "proven best; breaking ties"
    value = "?" if state.value is None else f"{float(state.value):g}"
    return f"best so far {value}" + (
        "" if state.bound is None else f"  at most {float(state.bound):g}"
    )


@click.command(epilog="Example: odin vikings example ferry | odin vikings ferry -")
@position_argument
@aim_option
@number_option("--ways", least=1, most=50, default=3, help="Most ways to show.")
@limit_options
@json_option
@click.pass_context
def ferry(
    ctx: click.Context,
    path: str,
    aim: Aim,
    ways: int,
    time_limit: float,
    workers: int,
    seed: int,
    as_json: bool,
) -> None:
    """Find the best use of the boatsmen before a large scoring, and the next best ways.

    The final score counts majorities, food and threats, with the islands as they are then. The
    exit code is 0 if the best way is proven, 3 if not, 2 for bad input.
    """
    from odin_solver.vikings.answers import ferry_data
    from odin_solver.vikings.ferry import best_ferries

    limits = _limits(time_limit, workers, seed)
    position = legal_position(ctx, path)
    with _watched() as watcher, naming(path):
        advice = best_ferries(position, aim, count=ways, limits=limits, watcher=watcher)
    if as_json:
        print_json(ferry_data(advice))
    else:
        _print_ferry(advice)
    if watcher.cancelled():
        click.echo("odin: stopped; this is the best so far", err=True)
        ctx.exit(INTERRUPTED)
    ctx.exit(0 if advice.lines[0].proven else UNPROVEN)


def _print_ferry(advice: "FerryAdvice") -> None:
    from odin_solver.vikings.pictures.terminal import position_drawing

    console = stdout_console()
    best = advice.lines[0]
    status = "proven best" if best.proven else "best so far, not proven"
    console.print(f"{value_text(advice.aim, best.values)} ({status})", style="bold")
    console.print(position_drawing(best.after, best.cells))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for title in ("", "value", "loss"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("boatsmen", overflow="fold")
    table.add_column("to", overflow="fold")
    for number, line in enumerate(advice.lines, 1):
        loss = best.values[0] - line.values[0]
        table.add_row(
            f"{number}.",
            f"{float(line.values[0]):g}",
            f"{float(loss):g}",
            plan_text(line.plan),
            cells_text(line.cells),
        )
    console.print(table)


@click.command(epilog="Example: odin vikings example late-build | odin vikings build -")
@position_argument
@aim_option
@click.option("--hindsight", is_flag=True, help="Also place anew what lies and waits.")
@limit_options
@json_option
@click.option("--svg", metavar="FILE", help="Also draw into an SVG file.")
@click.option("--png", metavar="FILE", help="Also draw into a PNG file.")
@click.option("-o", "--output", metavar="FILE", help="Write the position with the parts (TOML).")
@click.pass_context
def build(
    ctx: click.Context,
    path: str,
    aim: Aim,
    hindsight: bool,
    time_limit: float,
    workers: int,
    seed: int,
    as_json: bool,
    svg: str | None,
    png: str | None,
    output: str | None,
) -> None:
    """Find the best archipelago from the free tiles, ships and figures of a position.

    Tiles may be left over and figures stay on the mainland; all ships are laid. The exit code is 0
    if the result is proven optimal, 3 if it is only the best found, 2 for bad input.
    """
    from odin_solver.vikings.answers import build_data
    from odin_solver.vikings.build import build as best_layout
    from odin_solver.vikings.build import hindsight as set_free

    limits = _limits(time_limit, workers, seed)
    check_writable(svg, png, output, inputs=[path])
    position = legal_position(ctx, path)
    if hindsight:
        position = set_free(position)
    with _watched() as watcher, naming(path):
        result = best_layout(position, aim, limits=limits, watcher=watcher)
    if as_json:
        print_json(build_data(result))
    else:
        _print_build(result)
    if svg or png:
        from odin_solver.vikings.pictures.svg import position_svg

        picture = position_svg(result.after)
        if svg:
            write_file(svg, picture)
        if png:
            from odin_solver.render.png import png_from

            write_file(png, png_from(picture))
    if output:
        write_file(output, vikings_text(result.after))
    if watcher.cancelled():
        click.echo("odin: stopped; this is the best so far", err=True)
        ctx.exit(INTERRUPTED)
    ctx.exit(0 if result.status == "OPTIMAL" else UNPROVEN)


def _print_build(result: "BuiltArchipelago") -> None:
    from odin_solver.vikings.pictures.terminal import position_drawing

    bound = result.bounds[0]
    status = "proven best"
    if result.status != "OPTIMAL":
        limit = "" if bound is None else f", at most {float(bound):g}"
        status = f"best so far, not proven{limit}"
    console = stdout_console()
    console.print(f"{value_text(result.aim, result.values)} ({status})", style="bold")
    console.print(position_drawing(result.after))
