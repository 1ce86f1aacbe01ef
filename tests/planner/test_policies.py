"""The choice among rollout policies."""

import pytest

from odin_solver.game import Options, new_game
from odin_solver.game.policies.evaluation import EvaluationWeights, Evaluator
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.policies.strategies import learned_strategies
from odin_solver.planner import policies as policies_module
from odin_solver.planner.policies import policy_for, rollout_policies
from odin_solver.rollouts.library import Library
from tests.rollouts.conftest import engine

__all__ = ["engine"]

WASTEFUL = Greedy(Evaluator(EvaluationWeights(silver=-3.0, emigration=5.0, blue=0.0)))


@pytest.mark.parametrize("order", [(WASTEFUL, greedy), (greedy, WASTEFUL)])
def test_the_better_policy_is_chosen(
    engine: Library, order: tuple[Greedy, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies_module, "rollout_policies", lambda length: order)
    assert policy_for(new_game(), seed=1) is greedy


def test_without_the_engine_it_is_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies_module, "rollout_policies", lambda length: (WASTEFUL, greedy))
    monkeypatch.setattr(policies_module, "is_compiled", lambda state, policy: False)
    assert policy_for(new_game()) is WASTEFUL


def test_games_with_occupations_without_the_engine_have_the_greedy_policy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policies_module, "is_compiled", lambda state, policy: False)
    assert policy_for(new_game(Options(cards=frozenset({4, 8})))) is greedy


def test_no_trials_before_the_starting_occupation_is_chosen(
    engine: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be played in Python."""
    monkeypatch.setattr(policies_module, "play_out", None)
    state = new_game(Options(cards=frozenset({4, 8}), starting="choose"))
    assert policy_for(state) is rollout_policies("long")[0]
    monkeypatch.setattr(policies_module, "compiled", lambda policy: None)
    assert policy_for(state) is greedy


def test_strategies_are_of_the_length() -> None:
    for length in ("long", "short"):
        names = [each.name for each in learned_strategies() if each.length == length]
        assert len(set(names)) == len(names)
        found = rollout_policies(length)
        assert found[-1] is greedy
        assert len(found) == 1 + len(names)
