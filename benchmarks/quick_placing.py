"""The quality of the greedy policy's placing heuristic: ``python -m benchmarks.quick_placing``.

In some greedy games, when the first tile of a round is placed, the same tiles are placed by the
heuristic and by the solver, with the heuristic's own objective: points, incomes and bonuses to
come, less the value of keeping the tiles.
"""

import time
from collections.abc import Iterator
from fractions import Fraction

import click
from rich.console import Console
from rich.table import Table

from odin_solver import solve
from odin_solver.game import State, apply_legal, new_game
from odin_solver.game.kernel.anytime import placeable
from odin_solver.game.kernel.moves import Place
from odin_solver.game.policies import greedy, play
from odin_solver.game.policies.evaluation import incomes_ahead
from odin_solver.game.policies.placing import best_on, best_place, kept
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import BONUS_ITEMS, BONUS_VALUES, Objective, Weights
from odin_solver.placement.solution import Limits
from odin_solver.rules.position import Position

ROUNDS = (3, 5)


def states(seed: int) -> Iterator[State]:
    """Yield the states of a greedy game when the first tile of some rounds is placed."""
    state, last = new_game(), 0
    for move, after in play(state, greedy, seed):
        if isinstance(move, Place) and state.round in ROUNDS and state.round != last:
            yield state
            last = state.round
        state = after


def position(state: State) -> Position:
    supply = {name: state.has(name) for name in placeable(state)}
    return Position(state.boards, supply, state.options.length, state.round)


def weights(state: State) -> Weights:
    """Return the objective of the heuristic."""
    bonuses = state.rounds - state.round
    keep = {name: Fraction(str(round(kept(name, False), 3))) for name in placeable(state)}
    return Weights(
        points=Fraction(1),
        income=Fraction(incomes_ahead(state)),
        bonus_of={name: Fraction(bonuses * BONUS_VALUES[name]) for name in BONUS_ITEMS},
        silver=-keep.pop("silver", Fraction(1)),
        ore=-keep.pop("ore", Fraction(1)),
        keep={name: (worth,) for name, worth in keep.items()},
    )


@click.command()
@click.option("--seeds", type=click.IntRange(1), default=4, show_default=True)
@click.option("--limit", type=float, default=10.0, show_default=True, help="Seconds per state.")
def main(seeds: int, limit: float) -> None:
    """Compare the placing heuristic with the solver."""
    table = Table("seed", "round", "tiles", "quick", "ms", "best", "bound", "seconds", box=None)
    quick, best = Fraction(0), Fraction(0)
    for seed in range(1, seeds + 1):
        for state in states(seed):
            start, sum_of = position(state), weights(state)
            nothing = value(sum_of, gains(start, start))
            best_on.cache_clear()
            began = time.perf_counter()
            placed = state
            while move := best_place(placed):
                placed = apply_legal(placed, move)
            took = time.perf_counter() - began
            gained = value(sum_of, gains(start, position(placed))) - nothing
            solution = solve(start, Objective("quick", (sum_of,)), limits=Limits(seconds=limit))
            bound = "?" if solution.bound is None else f"{float(solution.bound - nothing):.1f}"
            numbers = (seed, state.round, sum(start.supply.values()), f"{float(gained):.1f}")
            table.add_row(
                *map(str, numbers),
                f"{1000 * took:.0f}",
                f"{float(solution.value - nothing):.1f}",
                bound,
                f"{solution.seconds:.1f}",
            )
            quick, best = quick + gained, best + solution.value - nothing
    console = Console()
    console.print(table)
    console.print(f"together {float(quick):.1f} of {float(best):.1f}: {float(quick / best):.0%}")


if __name__ == "__main__":
    main()
