"""Whether what is said of the next players comes true: ``python -m benchmarks.taken --games 40``.

At each turn of each bot the search says what will be gone before its next one. The table says how
often that came true, by how likely it was called. ``taken`` of ``planner/calibration.json`` holds
the corners of the line from the share of the simulations to what comes true.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

import click

from benchmarks.harness import errors_in_a_line, mean, table
from odin_solver.components import BOARDS
from odin_solver.components.spaces import SPACES
from odin_solver.game import new_game
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.others import has_copy_tile
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.playing import play
from odin_solver.game.seats import alone, seated
from odin_solver.game.turn import Turn
from odin_solver.planner.bots import bot
from odin_solver.planner.calibration import likely
from odin_solver.planner.tree import TreeLimits, search_tree
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rules.position import GameLength
from odin_solver.support.parallel import parallel_map

BOTS = ((3, 2, 1), (3, 3), (2, 1, 3, 3), (3, 3, 3))
"""Strengths of the bots, one game after the other."""

LEAST = 0.05
"""Shares of simulations below it are not judged: there are dozens in each turn."""


class Forecast(NamedTuple):
    """The share of the simulations in which something was gone, and whether it was."""

    name: str
    share: float
    came: bool

    @property
    def likely(self) -> float:
        """How likely it was called."""
        return likely(self.share)


def left(state: State) -> set[str]:
    """Return the spaces, special tiles and boards that a seat might still take."""
    spaces = {
        name
        for name, space in SPACES.items()
        if not dict(state.placed).get(name)
        and (name not in state.blocked or has_copy_tile(state, space.column))
    }
    buildings = {name for name, each in BOARDS.items() if each.is_building}
    return (
        spaces
        | {*state.specials}
        | {each.board for each in state.exploration}
        | {name for name in buildings if state.buildings_left(name)}
    )


def forecasts(
    bots: Sequence[int], length: GameLength, seed: int, simulations: int, *, seats: bool = True
) -> list[Forecast]:
    """Play a game, and judge what is forecast before each turn.

    Parameters
    ----------
    seats
        Whether the search sees the seats; otherwise each player looks at the own board alone.
    """
    number = len(bots)
    policies = [bot(bots[(seat - seed) % number]) for seat in range(number)]
    known: dict[int, tuple[int, dict[str, float]]] = {}
    before: dict[int, set[str]] = {}
    found: list[Forecast] = []

    def decide(state: State, rng: Random) -> Move:
        move = policies[state.seat](state, rng)
        if isinstance(decision(state), Turn) and isinstance(move, Use):
            before.pop(state.seat, None)
            known[state.seat] = state.round, _shares(state, move, simulations, seed, seats)
        return move

    options = Options(length, players=number, seats=tuple(map(str, range(number))))
    for _, state in play(new_game(options), decide, seed):
        for seat in known:
            if seat != state.seat and seat not in before:
                before[seat] = left(seated(state, seat))
        if isinstance(decision(state), Turn) and state.vikings and state.seat in before:
            at, shares = known.pop(state.seat)
            gone = before.pop(state.seat) - left(state)
            if at == state.round:
                found += [Forecast(name, share, name in gone) for name, share in shares.items()]
    return found


def _shares(state: State, move: Move, simulations: int, seed: int, seats: bool) -> dict[str, float]:
    engine = compiled(rollout_policy(state.options.length))
    limits = TreeLimits(None, simulations, 1)
    table = state if seats else alone(state)
    *_, estimates = search_tree(table, engine, [move], limits, seed=seed)
    taken = estimates[move].taken.items()
    return {name: share for name, share in taken if share >= LEAST}


def reliability(found: Sequence[Forecast]) -> list[tuple[str, ...]]:
    """Return by tenths of what was called: what that is in the mean, and what came true."""
    rows = []
    for tenth in range(10):
        judged = [each for each in found if tenth <= 10 * each.likely < tenth + 1]
        if judged:
            parts = (
                fmean(100 * each.likely for each in judged),
                fmean(100 * each.share for each in judged),
            )
            came = mean(100.0 * each.came for each in judged)
            rows.append((*(f"{each:.0f}" for each in parts), came.text(), str(len(judged))))
    return rows


def _game(seed: int, simulations: int, seats: bool) -> list[Forecast]:
    length: GameLength = "short" if seed % 2 else "long"
    return forecasts(BOTS[seed // 2 % len(BOTS)], length, seed, simulations, seats=seats)


@click.command()
@click.option("--games", default=16, show_default=True, type=click.IntRange(1))
@click.option("--first", default=0, show_default=True, help="First seed.")
@click.option("--simulations", default=100, show_default=True, type=click.IntRange(1))
@click.option("--alone", "one", is_flag=True, help="The players know their own boards alone.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1))
@errors_in_a_line()
def main(games: int, first: int, simulations: int, one: bool, jobs: int) -> None:
    """Judge what is said of the next players in games of bots."""
    tasks = ((seed, simulations, not one) for seed in range(first, first + games))
    results = parallel_map(_game, tasks, jobs=jobs, in_order=True)
    found = [each for result in results for each in result]
    head = ("called, %", "of the simulations, %", "came true, %", "forecasts")
    click.echo(table(head, reliability(found)))


if __name__ == "__main__":
    main()
