"""The menu of a turn is found quickly; it is what the reasons say."""

from random import Random

import pytest

from odin_solver.components.spaces import SPACES
from odin_solver.game import Options, decision, new_game
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.game.turn import Turn, free_spaces, why_not_taken


@pytest.mark.parametrize("cards", [frozenset[int](), frozenset(CARDS)], ids=["none", "cards"])
def test_free_spaces_are_those_without_a_reason(cards: frozenset[int]) -> None:
    seen: set[str] = set()
    for seed in range(6):
        for state in _turns(Options("short", cards=cards), seed):
            free = free_spaces(state)
            assert free == [name for name in SPACES if why_not_taken(state, name) is None]
            seen.update(free)
    assert len(seen) > 50


def _turns(options: Options, seed: int) -> list[State]:
    found = [state for _, state in play(new_game(options), random_policy, seed)]
    turns = [state for state in found if isinstance(decision(state), Turn)]
    return Random(seed).sample(turns, min(12, len(turns)))
