"""Moves that are never worse than others, and advice that respects it."""

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from odin_solver.game import Options, new_game
from odin_solver.game.actions.dice import DiceAction
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import FAIL, NOTE_POINTS, PASS, REROLL, TAKE_SILVER, Move, Use
from odin_solver.game.kernel.play import current, legal_moves
from odin_solver.game.kernel.state import Node, State
from odin_solver.game.log import Game
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.dominance import FREE_SPACES, Dominance, dominated, respecting
from odin_solver.planner.tree import MoveEstimate, TreeLimits, search_tree
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rules.position import GameLength
from tests.planner import games

FEW = SearchLimits(seconds=None, playouts=60)

FROM_A_GAME = 2
"""Decisions of a kind from a game."""


@cache
def states(number: int) -> tuple[State, ...]:
    """Decisions of random games with moves that are never better than others."""
    found: list[State] = []
    for seed in range(1000):
        length: GameLength = "short" if seed % 2 else "long"
        options = Options(length=length, players=1 if seed % 3 else 3)
        kinds: Counter[type[Node]] = Counter()
        for _, state in play(new_game(options), random_policy, seed):
            if state.round and dominated(state, legal_moves(state, placing=False)):
                kind = type(state.stack[-1])
                kinds[kind] += 1
                if kinds[kind] > FROM_A_GAME:
                    continue
                found.append(state)
                if len(found) == number:
                    return tuple(found)
    raise AssertionError


def hunting() -> State:
    """A hunt in which greedy pays where failing is better."""
    game = Game(Options("short", cards=frozenset(CARDS)), 12)
    game.let_chance_decide()
    for move in (
        "use flax_stockfish",
        "use mountain_2",
        "strip 1 take 2",
        "use fruits_oil_salt_meat",
        "use hunting_game_1",
        "reroll",
    ):
        game.do(move)
        game.let_chance_decide()
    return game.state


def test_pairs() -> None:
    kinds = {type(current(state)).__name__ for state in states(60)}
    assert kinds == {"DiceAction", "LastIncome", "Turn"}
    for state in states(60):
        for worse, better in dominated(state, legal_moves(state, placing=False)):
            assert (worse, better) in ((FAIL, REROLL), (NOTE_POINTS, TAKE_SILVER)) or (
                worse == PASS and isinstance(better, Use) and better.space in FREE_SPACES
            )
    assert {"beans", "flax_stockfish", "fruits_oil_salt_meat"} <= FREE_SPACES
    assert not {"build_shed", "spices_milk_wool", "mountain_2"} & FREE_SPACES


def test_alone_a_free_space_is_blocked_in_the_next_round() -> None:
    """Then ending the action phase may be better; with several players it never is."""
    moves: list[Move] = [PASS, Use("beans")]
    for players, round_, pairs in ((1, 3, 0), (1, 6, 1), (3, 3, 1), (3, 6, 1)):
        state = games.turn(round_, 4).state.copy()
        state.options = replace(state.options, players=players)
        assert len(dominated(state, moves)) == pairs


def test_whaling_with_ore_may_have_to_succeed() -> None:
    state = hunting()
    node = current(state)
    assert isinstance(node, DiceAction)
    assert dominated(state, [FAIL, REROLL]) == [(FAIL, REROLL)]
    state.stack = (*state.stack[:-1], DiceAction("whaling", 1, 1, 1, 5))
    assert dominated(state, [FAIL, REROLL]) == []


def test_estimates_are_put_right() -> None:
    pass_, beans, mead = PASS, Use("beans"), Use("mountain_2")
    noisy = {
        pass_: MoveEstimate(50, 10.0, 0.5),
        mead: MoveEstimate(30, 9.0, 0.5),
        beans: MoveEstimate(20, 8.0, 0.1),
    }
    right = respecting(noisy, [Dominance(pass_, beans)])
    assert right[beans] == MoveEstimate(50, 10.0, 0.5)
    assert right[pass_] == MoveEstimate(20, 10.0, 0.5)
    assert right[mead] == noisy[mead]
    assert respecting(noisy, []) == noisy
    equal = {pass_: noisy[pass_], beans: noisy[pass_]}
    assert list(respecting(equal, [Dominance(pass_, beans)])) == [beans, pass_]


@pytest.mark.parametrize(
    "number",
    [pytest.param(12, marks=pytest.mark.slow), pytest.param(300, marks=pytest.mark.nightly)],
)
def test_the_order_of_advice_respects_the_rules(number: int) -> None:
    checked = 0
    for at, state in enumerate(states(number)):
        *_, advice = advise(state, FEW, seed=at, moves=_worse_and_better(state))
        order = [each.move for each in advice.candidates]
        expected = {each.move: each.raw_expected for each in advice.candidates}
        for worse, better in dominated(state, order):
            checked += 1
            assert order.index(better) < order.index(worse)
            assert expected[better] >= expected[worse]
    assert checked >= number


def _worse_and_better(state: State) -> tuple[Move, ...]:
    """Return the moves of the first pair, so that both are searched."""
    return tuple(dominated(state, legal_moves(state, placing=False))[0])


def gap(state: State, seed: int, simulations: int) -> float:
    """How much better the search itself finds another roll than failing at once."""
    engine = compiled(rollout_policy(state.options.length))
    limits = TreeLimits(None, simulations, 1)
    moves = [REROLL, FAIL]
    *_, found = search_tree(state, engine, moves, limits, required=2, seed=seed)
    return found[REROLL].value - found[FAIL].value


@pytest.mark.slow
def test_the_search_knows_that_a_further_roll_can_be_failed() -> None:
    """Greedy pays 4 wood and bows for hide and meat, which is worse than failing here."""
    assert sum(gap(hunting(), seed, 2000) for seed in range(4)) / 4 > -0.1
