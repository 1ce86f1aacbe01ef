"""What it costs to take cards that react to the same event by their numbers.

The player chooses their order, and the compiled engine does not: ``python -m
benchmarks.card_order`` plays games with all occupations by the rollout policy; half of them begin
with many cards in play.
Wherever the order of cards is open, the compiled engine plays on in its own order, in the one that
the Python engine takes by itself because no other is better, and after each answer if it asks. Half
of the playouts find the best order, the others say what it is worth.
"""

import sys
from collections.abc import Iterator
from statistics import fmean, stdev

import click

from benchmarks.commands import errors_in_a_line
from benchmarks.replays import beginning, with_decks
from odin_solver.game import Options, State, new_game
from odin_solver.game.kernel.moves import First
from odin_solver.game.kernel.order import InTurn, WhichFirst
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.rollouts.checking import encoded
from odin_solver.rollouts.encoding import decode, moves_in
from odin_solver.rollouts.library import Library, library
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rollouts.structs import FlatPolicy, FlatState
from odin_solver.rules.position import GameLength

LENGTHS: tuple[GameLength, ...] = ("long", "short")


def next_choice(
    engine: Library, state: State, policy: FlatPolicy, seed: int
) -> tuple[State, FlatState] | None:
    """Play on until the order of cards is open; return the state in both engines.

    In the compiled engine the order is that of the numbers from then on.
    """
    flat = encoded(engine, state)
    if isinstance(current(state), WhichFirst):
        return state, flat
    for move in moves_in(engine.play(flat, policy, seed).log):
        state = apply_legal(state, decode(move))
        engine.apply(flat, move)
        # What is drawn comes before the questions of the cards.
        if flat.cards.contested and not any(isinstance(node, InTurn) for node in state.stack):
            return state, flat
    return None


def best_order(
    engine: Library, state: State, flat: FlatState, policy: FlatPolicy, seed: int, playouts: int
) -> tuple[State, float]:
    """Return the state after the best order, and what it is worth over that of the numbers."""
    node = current(state)
    after = [state]
    if isinstance(node, WhichFirst):
        after = [apply_legal(state, First(card)) for card in node.cards]
    by_number, *by_order = (
        engine.play_many(each, policy, seed, 2 * playouts)
        for each in (flat, *(encoded(engine, each) for each in after))
    )
    best = max(range(len(after)), key=lambda at: sum(by_order[at][:playouts]))
    return after[best], fmean(by_order[best][playouts:]) - fmean(by_number[playouts:])


def gains(start: State, seed: int, playouts: int) -> Iterator[float]:
    """Yield what the best order is worth over that of the numbers, for each choice of a game."""
    engine = library()
    policy = compiled(rollout_policy(start.options.length)).weights(start)
    found = next_choice(engine, start, policy, seed)
    while found is not None:
        state, gain = best_order(engine, *found, policy, seed, playouts)
        yield gain
        seed += 1
        found = next_choice(engine, state, policy, seed)


@click.command()
@click.option("--games", type=click.IntRange(2), default=500, show_default=True)
@click.option("--playouts", type=click.IntRange(1), default=400, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="First seed.")
def main(games: int, playouts: int, seed: int) -> None:
    """Measure what the order of cards is worth.

    Example: python -m benchmarks.card_order --games 1000
    """
    for length in LENGTHS:
        options = with_decks(Options(length))
        for kind in ("new games", "games with many cards in play"):
            many = kind != "new games"
            with errors_in_a_line():
                found = []
                for number in range(seed, seed + games):
                    start = beginning(options, 2 * number) if many else new_game(options)
                    assert isinstance(start, State)
                    found.append(list(gains(start, 1000 * number, playouts)))
                    print(f"{length}: {len(found)} of {games}", end="\r", file=sys.stderr)
            of_games = [sum(each) for each in found]
            click.echo(
                f"{games} {length} {kind}: {sum(map(len, found))} choices, "
                f"{sum(gain != 0 for each in found for gain in each)} that matter; the best order "
                f"gains {fmean(of_games):.3f} ± {stdev(of_games) / games**0.5:.3f} points a game"
            )


if __name__ == "__main__":
    main()
