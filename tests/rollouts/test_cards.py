"""Games with occupations of the compiled engine, replayed by the Python engine."""

from random import Random

import pytest

from benchmarks.checking import Checked, check_game, encoded, with_cards
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, new_game
from odin_solver.game.kernel.play import apply, chance_outcomes, decides, legal_moves
from odin_solver.game.kernel.state import State
from odin_solver.rollouts.card_tables import deal_lists
from odin_solver.rollouts.encoding import decode
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import GameLength

CARDS = sorted(OCCUPATIONS)
LENGTHS: tuple[GameLength, ...] = ("long", "short")


def game_with(length: GameLength, hand: list[int], played: list[int], deck: list[int]) -> State:
    return with_cards(Options(length, cards=frozenset(OCCUPATIONS)), hand, played, deck)


def replayed(
    engine: Library,
    seed: int,
    noise: float,
    hand: list[int],
    played: list[int],
    deck: list[int] | None = None,
) -> Checked:
    """A game with these cards, played by the compiled engine and replayed."""
    length: GameLength = "short" if seed % 2 else "long"
    policy = flat_policy(GREEDY, length, True) if noise < 1 else None
    start = game_with(length, hand, played, deck or [])
    return check_game(engine, start, policy, seed, noise=noise, placing=40)


def replayed_sample(engine: Library, seed: int, noise: float) -> Checked:
    """A game with some cards in play, others in the hand and in the deck."""
    cards = Random(seed).sample(CARDS, 110)
    in_play = 6 + seed % 4 * 5
    return replayed(engine, seed, noise, cards[:6], cards[6:in_play], cards[40:])


def test_replay(engine: Library) -> None:
    assert replayed_sample(engine, 1, 0.3).moves > 20


@pytest.mark.parametrize(
    ("hand", "played", "seed", "noise"),
    [
        pytest.param([], [7], 0, 1.0, id="pause after a feast"),
        pytest.param([], [53, 94], 0, 0.3, id="pause in a round without a harvest"),
        pytest.param([], [36, 149], 3, 0.3, id="ship before an action to come"),
        pytest.param([12, 38, 77], [187], 6, 1.0, id="question at the end of an action"),
        pytest.param([81, 82], [], 4, 0.3, id="prices of two cards for the same"),
        pytest.param([70, 71, 31, 83], [9, 40, 152, 172], 3, 0.3, id="tiles laid by cards"),
        pytest.param([61, 64, 85], [39, 42, 91, 159], 2, 0.3, id="ships, slots and spaces"),
        pytest.param([], [88, 102, 103, 107, 150], 4, 0.3, id="changed spaces"),
        pytest.param([], [158, 160, 177, 186], 2, 0.0, id="feasts and bonuses"),
        pytest.param([27, 36, 112, 118, 149], [52], 10, 1.0, id="card played before an action"),
    ],
)
def test_replay_where_engines_differed(
    engine: Library, hand: list[int], played: list[int], seed: int, noise: float
) -> None:
    assert replayed(engine, seed, noise, hand, played).moves > 20


def test_loot_of_two_tiles(engine: Library) -> None:
    """136 Raider with 138 Robber: any two of 31 tiles."""
    state = game_with("long", [], [136, 138], [])
    while decides(state) == "chance":
        state = apply(state, chance_outcomes(state)[0][0])
    state.supply, state.longships = {"long_sword": 40}, (0,)
    state = apply(apply(state, "use raiding"), "8")
    moves = set(map(str, legal_moves(state, placing=False)))
    assert len(moves) > 510
    assert {str(decode(each)) for each in engine.moves(encoded(engine, state))} == moves


@pytest.mark.slow
def test_replay_of_many(engine: Library) -> None:
    """Legal moves, states and scores agree until the player may choose the order of cards."""
    games = [replayed_sample(engine, seed, noise) for noise in (0.0, 0.3, 1.0) for seed in range(4)]
    assert sum(each.moves for each in games) > 1200
    assert sum(each.complete for each in games) > 8


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0.0, 0.3, 1.0])
def test_replay_with_all_decks(engine: Library, noise: float) -> None:
    for seed, length in enumerate(LENGTHS):
        policy = flat_policy(GREEDY, length, True) if noise < 1 else None
        options = Options(length, islands=True, cards=frozenset(OCCUPATIONS))
        assert check_game(engine, options, policy, seed, noise=noise, placing=40).complete


def test_every_card_can_be_encoded(engine: Library) -> None:
    flat = encoded(engine, game_with("long", [], sorted(OCCUPATIONS), []))
    assert flat.cards.n_played == len(OCCUPATIONS)
    assert flat.cards.points == sum(card.points for card in OCCUPATIONS.values())
    assert engine.outcomes(flat)


def test_cards_gain_points(engine: Library) -> None:
    """Games with occupations score more, by the greedy policy in the same engine."""
    plain = encoded(engine, new_game())
    cards = encoded(engine, new_game(Options(cards=frozenset(OCCUPATIONS))))
    without = engine.play_many(plain, flat_policy(GREEDY, "long"), 0, 60)
    with_all = engine.play_many(cards, flat_policy(GREEDY, "long", True), 0, 60)
    assert sum(with_all) > sum(without) + 60 * 4


def test_deals_are_different() -> None:
    assert sum(map(len, deal_lists())) > 200
