"""Games with occupations of the compiled engine, replayed by the Python engine."""

from random import Random

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, new_game
from odin_solver.game.kernel.chance import DrawStarting
from odin_solver.game.kernel.play import advance
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.greedy import greedy
from odin_solver.rollouts.cards import LEFT_OUT
from odin_solver.rollouts.checking import Checked, DisagreementError, check_game, encoded
from odin_solver.rollouts.deals import deal_lists
from odin_solver.rollouts.encoding import NotCompiledError
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import GameLength

EXACT = sorted(OCCUPATIONS.keys() - LEFT_OUT.keys())


def with_cards(length: GameLength, hand: list[int], played: list[int], deck: list[int]) -> State:
    """The beginning of a game with these cards."""
    state = new_game(Options(length, cards=frozenset(OCCUPATIONS))).copy()
    state.stack = tuple(node for node in state.stack if not isinstance(node, DrawStarting))
    state.hand, state.played = tuple(sorted(hand)), tuple(sorted(played))
    state.deck, state.starting_deck = tuple(sorted(deck)), ()
    advance(state)
    return state


def replayed(engine: Library, seed: int, noise: float, in_play: int) -> Checked:
    """A game with some exact cards in play, others in the hand and in the deck."""
    length: GameLength = "short" if seed % 2 else "long"
    cards = Random(seed).sample(EXACT, 60)
    state = with_cards(length, cards[:5], cards[5 : 5 + in_play], cards[20:])
    policy = flat_policy(greedy.evaluator, length, True) if noise < 1 else None
    return check_game(engine, state, policy, seed, noise=noise, placing=40)


def test_replay(engine: Library) -> None:
    assert replayed(engine, 1, 0.3, 0).moves > 20


@pytest.mark.slow
def test_replay_of_many(engine: Library) -> None:
    """Legal moves, states and scores agree until the player may choose the order of cards.

    Each card is exact alone; where several meet, one game in ten may differ.
    """
    games, different = [], 0
    for noise in (0.0, 0.3, 1.0):
        for seed in range(8):
            try:
                games.append(replayed(engine, seed, noise, seed % 4))
            except (DisagreementError, NotCompiledError):
                different += 1
    assert sum(each.moves for each in games) > 1200
    assert any(each.complete for each in games)
    assert different <= 2


def test_every_card_can_be_encoded(engine: Library) -> None:
    flat = encoded(engine, with_cards("long", [], sorted(OCCUPATIONS), []))
    assert flat.cards.n_played == len(OCCUPATIONS)
    assert flat.cards.points == sum(card.points for card in OCCUPATIONS.values())
    assert engine.outcomes(flat)


def test_cards_gain_points(engine: Library) -> None:
    """Games with occupations score more, by the greedy policy in the same engine."""
    plain = encoded(engine, new_game())
    cards = encoded(engine, new_game(Options(cards=frozenset(OCCUPATIONS))))
    without = engine.play_many(plain, flat_policy(greedy.evaluator, "long"), 0, 60)
    with_all = engine.play_many(cards, flat_policy(greedy.evaluator, "long", True), 0, 60)
    assert sum(with_all) > sum(without) + 60 * 4


def test_deals_are_different() -> None:
    assert sum(map(len, deal_lists())) > 200
