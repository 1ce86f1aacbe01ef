"""Games with harvest markers and resource tokens in both engines."""

import pytest

from benchmarks.checking import Checked, check_game
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.weights import flat_policy
from tests.game.test_harvest import PROFILE

NOISES = (0.0, 0.3, 1.0)


def replayed(engine: Library, seed: int) -> Checked:
    """A game of the compiled engine, replayed: long or short, with cards or without."""
    cards, noise = seed % 4 < 2, NOISES[seed % 3]
    options = Options(
        "long" if seed % 2 else "short",
        islands=seed % 5 == 0,
        harvest=True,
        cards=frozenset(OCCUPATIONS if cards else ()),
        profile=PROFILE if seed % 7 else None,
    )
    policy = flat_policy(GREEDY, options.length, cards) if noise < 1 else None
    return check_game(engine, options, policy, seed, noise=noise, placing=40)


def test_replay(engine: Library) -> None:
    """Legal moves, outcomes, states and scores agree."""
    for seed in (1, 2, 4):
        assert replayed(engine, seed).moves > 20


@pytest.mark.nightly
def test_replay_of_200(engine: Library) -> None:
    games = [replayed(engine, seed) for seed in range(200)]
    assert sum(each.complete for each in games) > 150
