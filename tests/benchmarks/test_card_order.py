"""What the order of cards is worth."""

from benchmarks.card_order import best_order, gains
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, State
from odin_solver.game.kernel.play import apply, chance_outcomes, decides
from odin_solver.rollouts.checking import encoded, with_cards
from odin_solver.rollouts.encoding import decode
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.strategies import rollout_policy
from tests.rollouts.conftest import engine

__all__ = ["engine"]

TRADE = "use overseas_trading_1"


def trader(**supply: int) -> State:
    """Cards 36 (upgrade some meat) and 37 (upgrade anything)."""
    state = with_cards(Options("short", cards=frozenset(OCCUPATIONS)), [], [36, 37], [])
    while decides(state) == "chance":
        state = apply(state, chance_outcomes(state)[0][0])
    state.supply, state.knarrs = supply, 1
    return state


def test_the_best_order(engine: Library) -> None:
    """It is one of those that the player may choose, and is compared with the other state."""
    before = trader(grain=1, silver=3, game_meat=1)
    flat = encoded(engine, before)
    engine.apply(flat, next(each for each in engine.moves(flat) if str(decode(each)) == TRADE))
    assert flat.cards.contested
    state = apply(before, TRADE)
    policy = compiled(rollout_policy("short")).weights(before)
    after, gain = best_order(engine, state, flat, policy, 1, 100)
    assert after in (apply(state, "first 36"), apply(state, "first 37"))
    flat.penalties += 2
    same, more = best_order(engine, state, flat, policy, 1, 100)
    assert same == after
    assert 3 < more - gain < 9  # two penalties of 3 points


def test_without_choices() -> None:
    state = with_cards(Options("short", cards=frozenset(OCCUPATIONS)), [], [], [])
    assert list(gains(state, 1, 2)) == []
