"""Placements of recorded games, solved anew: ``python -m benchmarks.placings LOG...``.

Each state in which the first tile of a round was placed, and that before the last placements, is
given to the optimiser as `odin game place` does it. These are the positions that players meet.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from statistics import median, quantiles
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.commands import errors_in_a_line
from odin_solver.game.files import load
from odin_solver.game.filling import fill
from odin_solver.game.kernel.moves import Place
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.log import Game
from odin_solver.game.phases import FinalPlacing
from odin_solver.placement.solution import Limits

LAST = "last"
"""Name of the placements after the last round."""


class Solved(NamedTuple):
    """A state: boards, tiles of the answer, whether it is proven, and seconds."""

    boards: int
    tiles: int
    proven: bool
    seconds: float


def states(game: Game) -> Iterator[tuple[str, State]]:
    """Yield the states in which tiles were placed, each with the name of its round."""
    seen = set()
    for state, move in zip(game.states, game.moves, strict=False):
        if isinstance(move, Place):
            name = LAST if isinstance(current(state), FinalPlacing) else str(state.round)
            if name not in seen:
                yield name, state
            seen.add(name)


def solved(state: State, limit: float) -> Solved:
    """Let the optimiser place the supply of a state."""
    began = time.monotonic()
    filling = fill(state, limits=Limits(seconds=limit))
    seconds = time.monotonic() - began
    proven = filling.solution.status == "OPTIMAL"
    return Solved(len(state.boards), len(filling.moves), proven, seconds)


def row(name: str, found: list[Solved]) -> list[str]:
    seconds = [each.seconds for each in found]
    tenth = quantiles(seconds, n=10, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    return [
        name,
        f"{sum(each.proven for each in found)} of {len(found)}",
        f"{median(each.boards for each in found):.0f}",
        f"{median(each.tiles for each in found):.0f}",
        *(f"{each:.1f}" for each in (median(seconds), tenth, max(seconds))),
    ]


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--limit",
    type=click.FloatRange(0.1),
    default=10.0,
    show_default=True,
    help="Seconds per state.",
)
@errors_in_a_line()
def main(logs: tuple[str, ...], limit: float) -> None:
    """Solve the placements of recorded games; Ctrl-C shows those solved so far.

    Example: python -m benchmarks.placings planner-games/logs/*/*.log
    """
    by_round = defaultdict[str, list[Solved]](list)
    code = 0
    try:
        for log in track(logs, console=Console(stderr=True)):
            for name, state in states(load(log)):
                found = solved(state, limit)
                by_round[name].append(found)
    except KeyboardInterrupt:
        code = 130
    table = Table("round", "proven", "boards", "tiles", "median s", "p90", "longest", box=None)
    for name, each in sorted(by_round.items()):
        table.add_row(*row(name, each))
    if by_round:
        table.add_row(*row("all", [one for each in by_round.values() for one in each]))
    Console().print(table)
    sys.exit(code)


if __name__ == "__main__":
    main()
