"""What it costs to take cards that react to the same event by their numbers.

The player chooses their order, and the compiled engine does not. ``python -m benchmarks.card_order``
plays games with all occupations by the rollout policy and stops wherever the Python engine asks
which card comes first. The compiled engine plays on from there: after each answer, and by the
numbers. Half of the playouts find the best answer, the others say what it is worth.
"""

import sys
from collections.abc import Iterator
from statistics import fmean, stdev

import click

from benchmarks.commands import errors_in_a_line
from benchmarks.replays import with_decks
from odin_solver.game import Options, State, new_game
from odin_solver.game.kernel.moves import First
from odin_solver.game.kernel.order import WhichFirst
from odin_solver.game.kernel.play import apply_legal, current, why_not
from odin_solver.planner.policies import rollout_policies
from odin_solver.rollouts.checking import encoded
from odin_solver.rollouts.encoding import decode, moves_in
from odin_solver.rollouts.library import Library, library
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.structs import FlatPolicy
from odin_solver.rules.position import GameLength

LENGTHS: tuple[GameLength, ...] = ("long", "short")


def played_on(engine: Library, state: State, policy: FlatPolicy, seed: int) -> State:
    """Play on until cards may be ordered or the game is over.

    Where the compiled engine takes cards in another order than the Python engine, which does not
    ask if one order is better, it begins anew from there.
    """
    while current(state) is not None and not isinstance(current(state), WhichFirst):
        flat = encoded(engine, state)
        for move in map(decode, moves_in(engine.play(flat, policy, seed).log)):
            if isinstance(current(state), WhichFirst) or why_not(state, move) is not None:
                break
            state = apply_legal(state, move)
        seed += 1_000_000
    return state


def gains(length: GameLength, seed: int, playouts: int) -> Iterator[float]:
    """Yield what the best order is worth over that of the numbers, for each choice of a game."""
    engine, player = library(), compiled(rollout_policies(length)[0])
    assert engine is not None
    assert player is not None
    start = new_game(with_decks(Options(length)))
    policy = player.weights(start)

    def scores(at: State) -> list[int]:
        return engine.play_many(encoded(engine, at), policy, seed, 2 * playouts)

    state = played_on(engine, start, policy, seed)
    while (node := current(state)) is not None:
        assert isinstance(node, WhichFirst)
        by_number = scores(state)
        after = [apply_legal(state, First(card)) for card in node.cards]
        found = [scores(each) for each in after]
        best = max(range(len(after)), key=lambda at: sum(found[at][:playouts]))
        yield fmean(found[best][playouts:]) - fmean(by_number[playouts:])
        state = played_on(engine, after[best], policy, seed)


@click.command()
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="Per length.")
@click.option(
    "--playouts", type=click.IntRange(1), default=400, show_default=True, help="Per half."
)
@click.option("--seed", type=int, default=0, show_default=True, help="First seed.")
def main(games: int, playouts: int, seed: int) -> None:
    """Measure what the order of cards is worth.

    Example: python -m benchmarks.card_order --games 400
    """
    with errors_in_a_line():
        for length in LENGTHS:
            found = []
            for number in range(games):
                found.append(list(gains(length, seed + number, playouts)))
                print(f"{length}: game {number + 1} of {games}", end="\r", file=sys.stderr)
            choices = sum(map(len, found))
            of_games = [sum(each) for each in found]
            doubt = stdev(of_games) / games**0.5
            click.echo(
                f"{length}: {choices} choices in {sum(map(bool, found))} of {games} games; "
                f"{fmean(of_games):+.2f} ± {doubt:.2f} points a game by the best order"
            )


if __name__ == "__main__":
    main()
