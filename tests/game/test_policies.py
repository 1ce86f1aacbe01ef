"""The random policy: it plays by the rules and sees only the state."""

from collections import Counter
from random import Random

import pytest

from odin_solver.game import apply, decision, new_game, score_sheet
from odin_solver.game.kernel.moves import PASS
from odin_solver.game.playing import play
from odin_solver.game.policies import first_fit, random_policy
from odin_solver.game.turn import Turn
from tests.game.building import turn
from tests.game.texts import texts


@pytest.mark.parametrize("seed", range(4))
def test_random_passes_only_when_nothing_else_is_left(seed: int) -> None:
    passes = 0
    state = new_game()
    for move, after in play(state, random_policy, seed):
        if move == PASS:
            here = decision(state)
            assert here is not None
            assert texts(here.moves(state)) == ["pass"]
            assert first_fit(state) is None
            passes += 1
        state = after
    assert passes == 7


@pytest.mark.slow
def test_random_makes_every_move_about_as_often() -> None:
    state = turn(3, {"wood": 2, "stone": 1, "silver": 3})
    here = decision(state)
    assert isinstance(here, Turn)
    moves = here.moves(state)
    rng = Random(0)
    made = Counter(random_policy(state, rng) for _ in range(100 * (len(moves) - 1)))
    assert made.keys() == set(moves) - {PASS}
    assert 60 < min(made.values()) <= max(made.values()) < 150


def test_places_are_legal() -> None:
    state = turn(4, {"oil": 2, "chest": 1, "peas": 1, "silver": 3})
    now, placed = state, 0
    while move := first_fit(now):
        now = apply(now, move)  # refuses what is not legal
        placed += 1
    assert 0 < placed <= 4
    assert score_sheet(now).penalties == score_sheet(state).penalties
