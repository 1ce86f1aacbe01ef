"""What placements are worth in whole games: ``python -m benchmarks.layouts --games 60``.

The rollout policy plays. Only the placements before the income of all rounds but the last differ:
its own, the provably best or the quickly found one by the price list, and those that playouts
choose (`odin_solver.planner.laying`). Seeds are the same for all.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from benchmarks.harness import (
    carry_out,
    errors_in_a_line,
    jobs_option,
    mean,
    out_option,
    paired,
    start,
    table,
)
from odin_solver.game import apply_legal, new_game, score_sheet
from odin_solver.game.filling import layout_moves, position_to_fill, score_objective
from odin_solver.game.kernel.moves import PASS, Move, Place
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current, why_not
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.playing import SeededChance
from odin_solver.placement.problem import compile_problem
from odin_solver.placement.quick import quick_layouts
from odin_solver.planner.advice import compared_layouts
from odin_solver.planner.layouts import is_time_to_lay, laid_by, own_layout
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rules.position import ROUNDS, GameLength


def by_list(state: State) -> tuple[Move, ...]:
    """Return the best layout by the price list that is found quickly."""
    problem = compile_problem(position_to_fill(state))
    own = own_layout(state, rollout_policy(state.options.length))
    (weights,) = score_objective(state).levels
    _, laid = quick_layouts(problem, weights, laid_by(state, problem, own))[0]
    return layout_moves(state, problem, laid)


def by_playouts(state: State) -> tuple[Move, ...]:
    """Return the layout that playouts choose."""
    advice = compared_layouts(state, seed=state.round)
    return tuple(move for move in advice.best.moves if isinstance(move, Place))


CHOICES: Mapping[str, Callable[[State], tuple[Move, ...]] | None] = {
    "policy": None,
    "list": by_list,
    "playouts": by_playouts,
}
"""Who lays the tiles."""


def play(length: GameLength, seed: int, choice: str) -> int:
    """Play a game and return its score."""
    policy, chance = rollout_policy(length), SeededChance(seed)
    choose, laying, done = CHOICES[choice], list[Move](), set[int]()
    state = new_game(Options(length=length))
    while (node := current(state)) is not None:
        if isinstance(node, Chance):
            state = apply_legal(state, chance(state, node))
            continue
        if laying and why_not(state, laying[0]) is not None:
            laying = []
        move = laying.pop(0) if laying else greedy_move(state, policy)
        if choose and not laying and state.round not in done and is_time_to_lay(state, move):
            done.add(state.round)
            move, *laying = (*choose(state), PASS)
        state = apply_legal(state, move)
    return score_sheet(state).total


@click.command()
@click.option("--games", type=click.IntRange(2), default=60, show_default=True)
@click.option("--first-seed", type=click.IntRange(0), default=3000, show_default=True)
@click.option("--length", type=click.Choice(list(ROUNDS)), multiple=True, default=list(ROUNDS))
@jobs_option
@out_option
@errors_in_a_line()
def main(
    games: int, first_seed: int, length: tuple[GameLength, ...], jobs: int, out: Path | None
) -> None:
    """Compare placements by whole games."""
    seeds = range(first_seed, first_seed + games)
    tasks = [(each, seed, choice) for seed in seeds for each in length for choice in CHOICES]
    found = carry_out(play, tasks, int, out=out, jobs=jobs)
    rows = []
    for each in length:
        scores = {
            choice: {
                seed: found.rows[each, seed, choice]
                for seed in seeds
                if (each, seed, choice) in found.rows
            }
            for choice in CHOICES
        }
        for choice, mine in scores.items():
            gap = paired(mine, scores["policy"])
            if gap is not None:
                rows.append([each, choice, mean(mine.values()).text(), gap.text(sign=True)])
    click.echo(table(["game", "placements by", "mean", "minus policy"], rows, 2))
    sys.exit(found.exit_code)


if __name__ == "__main__":
    start("layouts")
