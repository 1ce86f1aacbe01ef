"""Random games with any options at once, in both engines."""

from random import Random

import pytest

from benchmarks.checking import check_game
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, State, apply, chance_outcomes, decision, legal_moves, new_game
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.turn import Turn
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.weights import flat_policy
from tests.game.test_harvest import PROFILE
from tests.profiles import cases
from tests.rollouts.test_games import WITHOUT


def some_options(seed: int) -> Options:
    """Options of a game, each chosen by itself."""
    luck = Random(seed)
    players = luck.choice((1, 1, 2, 3, 4))
    harvest = luck.random() < 0.5
    cards = frozenset(luck.sample(sorted(OCCUPATIONS), luck.choice((0, 30, len(OCCUPATIONS)))))
    rulings = {
        ruling
        for ruling in Ruling
        if luck.random() < 0.3
        and (ruling == Ruling.LONE_SILVER_REMOVED or len(cards) == len(OCCUPATIONS))
        and (harvest or ruling != Ruling.HARVEST_FEWER_CARDS)
    }
    if Ruling.HARVEST_FEWER_CARDS in rulings:
        rulings.discard(Ruling.PRESSER_NO_GIFTS)  # whose card is not in the decks then
    return Options(
        luck.choice(("long", "short")),
        islands=luck.random() < 0.5,
        harvest=harvest,
        cards=cards,
        rulings=frozenset(rulings),
        players=players,
        without=WITHOUT if players == 1 and luck.random() < 0.2 else frozenset(),
        profile=PROFILE if harvest and luck.random() < 0.7 else None,
    )


def replayed(engine: Library, seed: int) -> tuple[int, bool]:
    """The moves that were compared, and whether the game was compared to its end.

    Where the player chooses which card comes first, the Python engine goes on alone to the next
    turn, and from there on both play again.
    """
    options, luck = some_options(seed), Random(seed)
    noise = luck.choice((0.0, 0.1, 0.3, 1.0))
    policy = flat_policy(GREEDY, options.length, bool(options.cards)) if noise < 1 else None
    begun = new_game(options)
    # The copy tiles are turned before what the compiled engine plays.
    state = to_turn(begun, luck) if options.players == 4 else begun
    moves, ended = 0, True
    while state is not None:
        checked = check_game(engine, state, policy, seed, noise=noise, placing=40)
        moves += checked.moves
        state = None if checked.state is None else to_turn(checked.state, luck)
        ended = checked.complete or state is not None
    return moves, ended


def to_turn(state: State, luck: Random) -> State | None:
    """The next turn, after random moves; None if the game ends before it."""
    while not isinstance(here := decision(state), Turn):
        outcomes = chance_outcomes(state)
        if not outcomes and here is None:
            return None
        if outcomes:
            state = apply(state, luck.choice(outcomes)[0])
        else:
            state = apply(state, luck.choice(legal_moves(state, placing=False)))
    return state


def test_replay(engine: Library) -> None:
    """States at all turns, moves, outcomes and scores agree."""
    for seed in (3, 8):
        assert replayed(engine, seed)[0] > 20


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(cases(1, 20)))
def test_replay_of_1000(engine: Library, block: int) -> None:
    games = [replayed(engine, seed) for seed in range(50 * block, 50 * block + 50)]
    assert sum(ended for _, ended in games) > 40
