"""Help by the planner: hints during a game, and a review of its moves."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.text import Text

from odin_cli.interrupts import INTERRUPTED
from odin_cli.options import number_option
from odin_cli.output import print_json, stderr_console, stdout_console
from odin_cli.planner.plan import limits_of
from odin_cli.planner.thinking import tell_if_stopped, think
from odin_solver.errors import InputError
from odin_solver.game.files import load
from odin_solver.support.reading import source_name

if TYPE_CHECKING:
    from odin_solver.game import Game, State
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.review import ReviewedMove

HINT_SECONDS = 5.0
"""Time limit of a hint."""

REPORT_SECONDS = 2.0
"""Time limit of the review of each move."""

ALTERNATIVES = 2
"""Moves of a hint besides the best one."""


def show_hint(state: "State", typed: str, console: Console) -> None:
    """Show the best move and two others; Ctrl-C ends the search.

    Parameters
    ----------
    state
        A state at a decision. The seed of the game has no influence.
    typed
        Time limit; empty for the default.
    console
        Output.
    """
    from odin_solver.planner.advice import advise, forced_move
    from odin_solver.render.terminal.plan import forced_text, hint_text

    limits = limits_of("hint", seconds_in(typed, HINT_SECONDS), None, 1)
    if (forced := forced_move(state)) is not None:
        console.print(forced_text(state, forced))
        return
    found, _ = think(advise(state, limits, finalists=ALTERNATIVES + 1), limits)
    if found is None:
        console.print(Text("No result yet.", style="dim"))
        return
    console.print(hint_text(state, found, ALTERNATIVES))


def show_report(game: "Game", typed: str, console: Console) -> None:
    """Show the losses of the placements of a game; Ctrl-C ends with those reviewed so far.

    Parameters
    ----------
    game
        The game.
    typed
        Time limit of each move; empty for the default.
    console
        Output.
    """
    from odin_solver.planner.review import viking_placements
    from odin_solver.render.terminal.review import review_text

    limits = limits_of("review", seconds_in(typed, REPORT_SECONDS), None, 1)
    number = len(viking_placements(game))
    if not number:
        console.print("There is no placement of Vikings to review yet.")
        return
    reviewed, _ = look_back(game, limits)
    console.print(review_text(reviewed, number - len(reviewed)))


def seconds_in(typed: str, usual: float) -> float:
    """Read a number of seconds.

    Raises
    ------
    InputError
        If it is not a number.
    """
    try:
        return float(typed) if typed else usual
    except ValueError:
        raise InputError(f"expected a number of seconds, got {typed!r}") from None


def look_back(
    game: "Game", limits: "SearchLimits", *, seed: int = 0, quiet: bool = False
) -> "tuple[list[ReviewedMove], bool]":
    """Review the placements of a game with a progress bar; also return whether Ctrl-C ended it."""
    from odin_solver.planner.review import review, viking_placements

    found: list[ReviewedMove] = []
    try:
        for each in _shown(review(game, limits, seed=seed), len(viking_placements(game)), quiet):
            found.append(each)
    except KeyboardInterrupt:
        return found, True
    return found, False


def _shown(moves: "Iterable[ReviewedMove]", count: int, quiet: bool) -> "Iterator[ReviewedMove]":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = stderr_console()
    if quiet or not sys.stderr.isatty() or not console.is_terminal or console.is_dumb_terminal:
        yield from moves
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("(Ctrl-C to stop)"),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        yield from bar.track(moves, total=count, description="Reviewing")


@click.command(epilog="Example: odin game review game.log --time-per-move 5")
@click.argument("file", metavar="LOG")
@click.option(
    "--time-per-move",
    "seconds",
    type=float,
    metavar="S",
    help=f"Time limit of each placement in seconds. [default: {REPORT_SECONDS:g}]",
)
@number_option(
    "--playouts",
    least=4,
    help="Playouts per placement instead of a time limit; the report then depends on --seed and "
    "--workers alone.",
)
@number_option("--seed", least=0, most=2**31 - 1, default=0, help="Seed of the scenarios.")
@number_option("--workers", least=1, most=256, default=1, help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def review(
    ctx: click.Context,
    file: str,
    seconds: float | None,
    playouts: int | None,
    seed: int,
    workers: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Review a game: the expected loss of every placement, and the costliest mistakes.

    LOG is a game, finished or not, or - for standard input. For every placement of Vikings the
    planner searches for the best move, and compares it with the move made in further scenarios. A
    mistake is a loss beyond twice its standard error in at least five scenarios. The real dice and
    cards play no part: a good move with bad luck stays a good move. Ctrl-C prints the review so
    far, with exit code 130.
    """
    if seconds is not None and playouts is not None:
        raise InputError("expected either --time-per-move or --playouts, not both")
    usual = REPORT_SECONDS if seconds is None and playouts is None else seconds
    limits = limits_of("--time-per-move", usual, playouts, workers)
    from odin_solver.planner.review import viking_placements

    game = load(file)
    number = len(viking_placements(game))
    if not number:
        raise InputError(f"{source_name(file)}: expected a game with a placement of Vikings")
    reviewed, stopped = look_back(game, limits, seed=seed, quiet=quiet)
    tell_if_stopped(stopped, reviewed)
    if as_json:
        from odin_solver.words.reports import review_data

        print_json(review_data(reviewed))
    else:
        from odin_solver.render.terminal.review import review_text

        stdout_console().print(review_text(reviewed, number - len(reviewed)))
    if stopped:
        ctx.exit(INTERRUPTED)
