"""Luck of outcomes, which the tree search subtracts: in the mean it is nothing."""

from collections import defaultdict
from random import Random

import pytest

from benchmarks.checking import encoded
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import Options, new_game
from odin_solver.rollouts.encoding import moves_in
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rollouts.structs import FlatMove, FlatPolicy, FlatState
from odin_solver.rollouts.tables import ITEMS, NODE_KINDS
from odin_solver.rollouts.weights import flat_policy

FIRST_WEAPON = ITEMS.index(min(WEAPONS))


def chance_nodes(
    engine: Library, policy: FlatPolicy, options: Options
) -> dict[str, list[FlatState]]:
    """Return states at chance nodes of greedy games, by the kind of the node."""
    found = defaultdict(list)
    start = encoded(engine, new_game(options))
    for seed in range(3):
        state = FlatState.from_buffer_copy(start)
        for move in moves_in(engine.play(start, policy, seed).log):
            if engine.outcomes(state):
                kind = NODE_KINDS[state.stack[state.n_nodes - 1].kind]
                found[kind].append(FlatState.from_buffer_copy(state))
            engine.apply(state, move)
    return found


def weight(state: FlatState, kind: str, outcome: FlatMove) -> int:
    """Return how often an outcome comes, compared with the others."""
    if kind != "draw_weapon":
        return 1
    pile = state.weapons if any(state.weapons) else state.discards
    return int(pile[outcome.a - FIRST_WEAPON])


@pytest.mark.parametrize(
    "cards", [frozenset[int](), frozenset(OCCUPATIONS)], ids=["plain", "cards"]
)
def test_luck_is_nothing_in_the_mean(engine: Library, cards: frozenset[int]) -> None:
    policy = flat_policy(rollout_policy("long"), "long", occupations=bool(cards))
    nodes = chance_nodes(engine, policy, Options("long", cards=cards))
    assert {"roll", "draw_weapon", "reveal_strip"} <= set(nodes)
    for kind, states in nodes.items():
        largest = 0.0
        for state in Random(1).sample(states, min(12, len(states))):
            outcomes = engine.outcomes(state)
            luck = [engine.luck(state, policy, each) for each in outcomes]
            weights = [weight(state, kind, each) for each in outcomes]
            products = [by * each for by, each in zip(weights, luck, strict=True)]
            assert sum(products) / sum(weights) == pytest.approx(0, abs=1e-6)
            largest = max(largest, *luck)
        assert largest > 0.1 or "occupation" in kind or kind == "draw_starting"
