"""``odin hint`` and ``odin analyse``: help with a position, as little or as much as wanted."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

import click

from odin_cli.commands import UNPROVEN, command, group, number, option
from odin_cli.inputs import load_task
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import JSON, POSITION, QUIET, VERBOSE
from odin_cli.output import print_json, stdout_console, tell_stopped
from odin_cli.searches import OBJECTIVE, LimitOptions, ObjectiveOptions
from odin_cli.solving import refuse_position
from odin_solver.support.language import say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from odin_cli.progress import Watch
    from odin_solver.analysis import Analyst, Lines, MoveResult, TileValue
    from odin_solver.game.kernel.state import State

DEFAULT_LINES = 3
ANALYSIS_SECONDS = 10.0
HINT_SECONDS = 5.0

NO_CACHE = option("Neither read nor write cached results.")


@contextmanager
def analyst_for(
    path: str, objective: ObjectiveOptions, limits: LimitOptions, quiet: bool, no_cache: bool
) -> "Iterator[tuple[Analyst, Watch, State | None]]":
    """Yield an analyst of the position in a file, the progress display, and the game if it is one.

    Ctrl-C ends the analyst's search.
    """
    from odin_cli.progress import Watch, shown
    from odin_solver.analysis import Analyst, Cache
    from odin_solver.placement.engines import Engines
    from odin_solver.placement.solution import Progress

    position, chosen, state = load_task(path, objective)
    refuse_position(position, path)
    watch = Watch(len(chosen.levels), limits.time_limit)
    with stopped_by_interrupt(watch.stop) as cancel, shown(watch, quiet) as on_progress:

        def note(what: str, now: Progress) -> None:
            watch.what = what
            on_progress(now)

        analyst = Analyst(
            position,
            chosen,
            limits=limits.limits,
            on_progress=note,
            cancel=cancel,
            cache=None if no_cache else Cache(),
            engines=click.get_current_context().find_object(Engines),
        )
        yield analyst, watch, state


@command("odin hint position.json --level 2")
def hint(
    position_path: str = POSITION,
    level: int = number(
        "How much to give away. 1: what is at stake; 2: which tile to place; 3: where; "
        "4: the whole best placement.",
        1,
        4,
        default=1,
    ),
    objective: ObjectiveOptions = OBJECTIVE,
    limits: LimitOptions = group(LimitOptions, time_limit={"default": HINT_SECONDS}),
    no_cache: bool = NO_CACHE,
    as_json: bool = JSON,
    verbose: bool = VERBOSE,
    quiet: bool = QUIET,
) -> int:
    """Give a hint about the best placement, as little or as much as you like.

    POSITION is a position, puzzle or game, or - for standard input. A hint says only what is
    proven; if the time limit did not suffice for a proof, it says so, and the exit code is 3.
    Proven results are cached, so that the next question about the position is answered at once.
    """
    from odin_solver.analysis.hints import hint as give_hint

    with analyst_for(position_path, objective, limits, quiet, no_cache) as (analyst, _, _):
        given = give_hint(analyst, level)
    if as_json:
        from odin_solver.analysis.reporting import hint_data

        print_json(hint_data(given))
    else:
        from odin_solver.render.terminal.analysis import hint_text

        stdout_console().print(hint_text(given, verbose=verbose))
    return _exit_code(analyst, given.proven)


@command(
    'odin analyse position.json --move "robe a1:c3"; '
    'with several boards: --move "iceland: oil b3:b4"'
)
def analyse(
    position_path: str = POSITION,
    lines: int | None = number(
        f"Show the K best lines that differ in tiles, income or bonuses. [default: "
        f"{DEFAULT_LINES}, unless another option asks for something else]",
        1,
        100,
        metavar="K",
    ),
    move: str | None = option(
        "Assess a move such as 'robe a1:c3': its legality, its loss, and the best answer.",
        metavar="MOVE",
    ),
    values: bool = option("Show the value of each tile in the supply."),
    next_: bool = option(
        "Show what one more of each tile would gain, and which action gives it; of a game those "
        "that the next action can give.",
        "--next",
    ),
    objective: ObjectiveOptions = OBJECTIVE,
    limits: LimitOptions = group(LimitOptions, time_limit={"default": ANALYSIS_SECONDS}),
    no_cache: bool = NO_CACHE,
    as_json: bool = JSON,
    verbose: bool = VERBOSE,
    quiet: bool = QUIET,
) -> int:
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
    result: MoveResult | None = None
    found: Lines | None = None
    table: list[TileValue] | None = None
    gains: list[TileValue] | None = None
    ways: Mapping[str, str] = {}
    with analyst_for(position_path, objective, limits, quiet, no_cache) as (analyst, watch, state):
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
            nothing = None if state is None else say("The next action gives no tile to lay.")
            show(draw.gains_text(gains, ways) if gains else nothing)
        if analyst.known_best is not None:
            show(draw.best_text(analyst, verbose=verbose))
    if as_json:
        print_json(
            analysis_data(analyst, lines=found, move=result, values=table, gains=gains, ways=ways)
        )
    return _exit_code(analyst, analysis_proven(analyst, found, result, table, gains))


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


def _exit_code(analyst: "Analyst", proven: bool) -> int:
    if analyst.cancel.is_set():
        return tell_stopped(say("results so far"))
    return 0 if proven else UNPROVEN
