"""Progress of the planner, and Ctrl-C."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from odin_cli.commands import seconds
from odin_cli.output import tell_stopped
from odin_cli.progress import shown_if_slow
from odin_solver.questions.question import MAX_SECONDS
from odin_solver.support.language import say, say_number
from odin_solver.words.moves import titled

if TYPE_CHECKING:
    from odin_solver.planner.advice import SearchLimits
    from odin_solver.planner.candidates import Advice


def _words(latest: "Advice", limits: "SearchLimits", moves: bool) -> str:
    done = latest.playouts + latest.searched
    told: str = say_number("{n} playout", "{n} playouts", done)
    if moves:
        told = say(
            "{move}, expected {score:.0f}, {playouts}",
            move=titled(latest.best.move),
            score=latest.ranked(latest.best).expected,
            playouts=told,
        )
    if limits.playouts is not None:
        share = done / limits.playouts
    else:
        share = latest.seconds / (limits.seconds or 1.0)
    return f"{told}, {min(share, 1):.0%}"


def think(
    advices: "Iterable[Advice]", limits: "SearchLimits", *, quiet: bool = False, moves: bool = True
) -> "tuple[Advice | None, bool]":
    """Run the planner to its end or to Ctrl-C.

    Standard error shows the progress, and each better move on a line of its own.

    Parameters
    ----------
    moves
        Whether progress names the best move so far.

    Returns
    -------
    tuple
        Latest advice, None if there is none; and whether Ctrl-C came.
    """
    latest: Advice | None = None
    move = None
    try:
        with shown_if_slow(say("Ctrl-C keeps the best"), quiet) as note:
            note(say("starting"))
            for latest in advices:
                note(_words(latest, limits, moves), stays=moves and latest.best.move != move)
                move = latest.best.move
    except KeyboardInterrupt:
        return latest, True
    return latest, False


def time_option(usual: float, help: str = "Time limit in seconds", name: str = "--time") -> Any:
    return seconds(f"{help}. [default: {usual:g}]", name, most=MAX_SECONDS)


def tell_if_stopped(stopped: bool, found: object) -> int:
    """Say that Ctrl-C came, and whether it came too early; return the exit code."""
    if not stopped:
        return 0
    return tell_stopped(None if found else say("nothing was known yet"))
