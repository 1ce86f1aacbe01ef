"""``odin hint`` and ``odin analyse``: help with a position, as little or as much as wanted."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

import click

from odin_cli.inputs import load_asked
from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option, parse_setting, search_options_within, verbose_option
from odin_cli.output import print_json, stdout_console
from odin_cli.solving import UNPROVEN, refuse_illegal, stopped_by_interrupt
from odin_solver.errors import InputError
from odin_solver.placement.solution import Limits

if TYPE_CHECKING:
    from rich.console import RenderableType

    from odin_cli.progress import Watch
    from odin_solver.analysis import Analyst, Lines, MoveResult, TileValue
    from odin_solver.game.kernel.state import State

DEFAULT_LINES = 3
ANALYSIS_SECONDS = 10.0
HINT_SECONDS = 5.0

no_cache = click.option("--no-cache", is_flag=True, help="Neither read nor write cached results.")


@contextmanager
def analyst_for(
    ctx: click.Context,
    path: str,
    objective: str | None,
    settings: tuple[str, ...],
    rounds_left: int | None,
    limits: Limits,
    *,
    quiet: bool,
    cached: bool,
) -> "Iterator[tuple[Analyst, Watch, State | None]]":
    """Yield an analyst of the position in a file, the progress display, and the game if it is one.

    Ctrl-C ends the analyst's search.
    """
    from odin_cli.progress import Watch, shown
    from odin_solver.analysis import Analyst, Cache
    from odin_solver.placement.engines import Engines
    from odin_solver.placement.solution import Progress

    position, chosen, state = load_asked(
        path, objective, dict(parse_setting(each) for each in settings), rounds_left
    )
    if not limits.seconds > 0:
        raise InputError(f"--time-limit: expected more than 0 seconds, got {limits.seconds:g}")
    refuse_illegal(ctx, position, path)
    cancel = threading.Event()
    watch = Watch(len(chosen.levels), limits.seconds)

    def stopping() -> None:
        watch.stopping = True

    with stopped_by_interrupt(cancel, stopping), shown(watch, quiet) as on_progress:

        def note(what: str, now: Progress) -> None:
            watch.what = what
            on_progress(now)

        analyst = Analyst(
            position,
            chosen,
            limits=limits,
            on_progress=note,
            cancel=cancel,
            cache=Cache() if cached else None,
            engines=ctx.find_object(Engines),
        )
        yield analyst, watch, state


@click.command(epilog="Example: odin hint position.json --level 2")
@click.argument("position_path", metavar="POSITION")
@number_option(
    "--level",
    least=1,
    most=4,
    default=1,
    help="How much to give away. 1: what is at stake; 2: which tile to place; 3: where; "
    "4: the whole best placement.",
)
@search_options_within(HINT_SECONDS)
@no_cache
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@verbose_option
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def hint(
    ctx: click.Context,
    position_path: str,
    level: int,
    objective: str | None,
    settings: tuple[str, ...],
    rounds_left: int | None,
    time_limit: float,
    workers: int,
    seed: int,
    no_cache: bool,
    as_json: bool,
    verbose: bool,
    quiet: bool,
) -> None:
    """Give a hint about the best placement, as little or as much as you like.

    POSITION is a position, puzzle or game, or - for standard input. A hint says only what is
    proven; if the time limit did not suffice for a proof, it says so, and the exit code is 3.
    Proven results are cached, so that the next question about the position is answered at once.
    """
    from odin_solver.analysis.hints import hint as give_hint

    limits = Limits(time_limit, workers, seed)
    with analyst_for(
        ctx,
        position_path,
        objective,
        settings,
        rounds_left,
        limits,
        quiet=quiet,
        cached=not no_cache,
    ) as (analyst, _, _):
        given = give_hint(analyst, level)
    if as_json:
        from odin_solver.analysis.reporting import hint_data

        print_json(hint_data(given))
    else:
        from odin_solver.render.terminal.analysis import hint_text

        stdout_console().print(hint_text(given, verbose=verbose))
    _end(ctx, analyst, given.proven)


@click.command(
    epilog='Example: odin analyse position.json --move "robe a1:c3"; '
    'with several boards: --move "iceland: oil b3:b4"'
)
@click.argument("position_path", metavar="POSITION")
@click.option(
    "--lines",
    type=click.IntRange(1, 100),
    metavar="K",
    help=f"Show the K best lines that differ in tiles, income or bonuses. [default: "
    f"{DEFAULT_LINES}, unless another option asks for something else]",
)
@click.option(
    "--move",
    metavar="MOVE",
    help="Assess a move such as 'robe a1:c3': its legality, its loss, and the best answer.",
)
@click.option("--values", is_flag=True, help="Show the value of each tile in the supply.")
@click.option(
    "--next",
    "next_",
    is_flag=True,
    help="Show what one more of each tile "
    "would gain, and which action gives it; of a game those that the next action can give.",
)
@search_options_within(ANALYSIS_SECONDS)
@no_cache
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@verbose_option
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def analyse(
    ctx: click.Context,
    position_path: str,
    lines: int | None,
    move: str | None,
    values: bool,
    next_: bool,
    objective: str | None,
    settings: tuple[str, ...],
    rounds_left: int | None,
    time_limit: float,
    workers: int,
    seed: int,
    no_cache: bool,
    as_json: bool,
    verbose: bool,
    quiet: bool,
) -> None:
    """Compare the best placement with others: lines, a move, more or fewer tiles.

    POSITION is a position, puzzle or game, or - for standard input. Without --lines, --move,
    --values or --next, the best lines and both tables are printed, each part as soon as it is
    ready. The time limit covers everything; unproven results are marked, and the exit code is 3.
    """
    from odin_solver.analysis import assess_move, best_lines, next_values, parse_move, tile_values
    from odin_solver.analysis.reporting import analysis_data, analysis_proven
    from odin_solver.render.terminal import analysis as draw
    from odin_solver.render.terminal.summary import question_text
    from odin_solver.words.sources import ways_to_get

    everything = lines is None and move is None and not values and not next_
    if everything:
        lines = DEFAULT_LINES
    wanted = {
        "move": move is not None,
        "lines": lines is not None,
        "values": values or everything,
        "gains": next_ or everything,
    }
    parts = [part for part, is_wanted in wanted.items() if is_wanted]
    limits = Limits(time_limit, workers, seed)
    result: MoveResult | None = None
    found: Lines | None = None
    table: list[TileValue] | None = None
    gains: list[TileValue] | None = None
    ways: Mapping[str, str] = {}
    with analyst_for(
        ctx,
        position_path,
        objective,
        settings,
        rounds_left,
        limits,
        quiet=quiet,
        cached=not no_cache,
    ) as (analyst, watch, state):
        show = _ignore if as_json else _printer(watch)
        assessed = None if move is None else parse_move(analyst.position, move)
        show(question_text(analyst.objective))
        if assessed is not None:
            analyst.begin("move", parts)
            result = assess_move(analyst, *assessed)
            show(draw.move_text(analyst, result))
        if lines is not None:
            analyst.begin("lines", parts)
            numbers = count(1)
            found = best_lines(
                analyst, lines, lambda line: show(draw.line_text(next(numbers), line, analyst))
            )
            show(draw.other_lines_text(found))
        if "values" in parts:
            analyst.begin("values", parts)
            table = tile_values(analyst)
            show(draw.values_text(table) if table else None)
        if "gains" in parts:
            analyst.begin("gains", parts)
            ways = ways_to_get(state)
            gains = list(next_values(analyst, ways.keys()))
            nothing = None if state is None else "The next action gives no tile to lay."
            show(draw.gains_text(gains, ways) if gains else nothing)
        if analyst.known_best is not None:
            show(draw.best_text(analyst, verbose=verbose))
    if as_json:
        print_json(
            analysis_data(analyst, lines=found, move=result, values=table, gains=gains, ways=ways)
        )
    _end(ctx, analyst, analysis_proven(analyst, found, result, table, gains))


def _printer(watch: "Watch") -> "Callable[[RenderableType | None], None]":
    """Return a function that prints parts with an empty line between them."""
    console = stdout_console()
    empty = True

    def show(part: "RenderableType | None") -> None:
        nonlocal empty
        if part is None:
            return
        with watch.hidden():
            if not empty:
                console.print()
            console.print(part)
            console.file.flush()
        empty = False

    return show


def _ignore(part: "RenderableType | None") -> None:
    """Print nothing."""


def _end(ctx: click.Context, analyst: "Analyst", proven: bool) -> None:
    if analyst.cancel.is_set():
        click.echo("odin: stopped; results so far", err=True)
        ctx.exit(INTERRUPTED)
    ctx.exit(0 if proven else UNPROVEN)
