"""Placements of recorded games, solved anew: ``python -m benchmarks.placings LOG...``.

Each state in which the first tile of a round was placed, and that before the last placements, is
given to the optimiser as `odin game place` does it. These are the positions that players meet.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import click

from benchmarks.harness import Clock, carry_out, errors_in_a_line, out_option, percentile, table
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
    """A state: name of its round, boards, tiles of the answer, whether it is proven, and seconds."""

    round: str
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


def solved(log: str, limit: float) -> list[Solved]:
    """Let the optimiser place the supply of each state of a log."""
    found = []
    for name, state in states(load(log)):
        with Clock() as clock:
            filling = fill(state, limits=Limits(seconds=limit))
        proven = filling.solution.status == "OPTIMAL"
        boards, tiles = len(state.boards), len(filling.moves)
        found.append(Solved(name, boards, tiles, proven, round(clock.wall, 3)))
    return found


def row(name: str, found: list[Solved]) -> list[str]:
    """Return the row of a round."""
    seconds = [each.seconds for each in found]
    return [
        name,
        f"{sum(each.proven for each in found)} of {len(found)}",
        f"{median(each.boards for each in found):.0f}",
        f"{median(each.tiles for each in found):.0f}",
        *(f"{each:.1f}" for each in (median(seconds), percentile(seconds, 90), max(seconds))),
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
@out_option
@errors_in_a_line()
def main(logs: tuple[str, ...], limit: float, out: Path | None) -> None:
    """Solve the placements of recorded games; Ctrl-C shows those solved so far.

    Example: python -m benchmarks.placings games/*.log
    """
    found = carry_out(solved, [(log, limit) for log in logs], list[Solved], out=out)
    by_round = defaultdict[str, list[Solved]](list)
    for each in (one for many in found.rows.values() for one in many):
        by_round[each.round].append(each)
        by_round["all"].append(each)
    head = ["round", "proven", "boards", "tiles", "median s", "p90", "longest"]
    click.echo(table(head, [row(*each) for each in sorted(by_round.items(), key=_order)]))
    sys.exit(found.exit_code)


def _order(named: tuple[str, list[Solved]]) -> tuple[bool, bool, str]:
    return named[0] == "all", named[0] == LAST, named[0]


if __name__ == "__main__":
    from benchmarks.placings import main as command  # so that processes can import what it uses

    command()
