"""Several players at a table, as PettingZoo and OpenSpiel have them."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra gym is not installed")

from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Options
from odin_solver.game.playing import SeededChance
from odin_solver.game.seats import alone
from odin_solver.game.setup import new_game
from odin_solver.gym.solo import OdinSolo
from odin_solver.gym.table import Table
from odin_solver.planner.series import play_one


@pytest.mark.parametrize("players", [1, 3])
def test_the_first_move_of_each_is_the_greedy_policys(players: int) -> None:
    table, luck = Table(players, "short"), SeededChance(7)
    table.draw(luck)
    while current(table.state) is not None:
        table.apply(table.moves[0])
        table.draw(luck)
    expected = play_one("greedy", table.options, 7)
    assert table.scores == [sheet.total for sheet in expected.sheets]


def test_one_player_sees_what_the_environment_shows() -> None:
    env = OdinSolo("short", cards=True)
    seen, _ = env.reset(seed=4)
    table = Table(1, "short", cards=True)
    for _ in range(40):
        table.enter(env.state)
        assert table.moves == env.legal_moves()
        assert all(np.array_equal(seen[name], table.seen[0][name]) for name in seen)
        seen, *_ = env.step(np.int64(min(1, len(table.moves) - 1)))


def test_what_others_hold_is_not_seen() -> None:
    """Only the own hand is among the inputs of cards in hand."""
    table, luck = Table(2, "short", cards=True), SeededChance(3)
    table.draw(luck)
    assert len(table.state.away[0].hand) == 1
    assert table.seen[table.state.seat]["hand"].sum() == len(alone(table.state).hand) == 1


def random_game(env: Any, seed: int) -> list[Any]:
    env.reset(seed=seed)
    choose, found = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        legal = np.flatnonzero(seen["action_mask"])
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        if ended or cut:
            found.append((agent, reward))
            env.step(None)
            continue
        assert reward == 0
        assert env.observation_space(agent).contains(seen)
        env.step(int(choose.choice(legal)) if choose.random() < 0.2 else 0)
    return found


def test_pettingzoo_accepts_the_table() -> None:
    pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
    from pettingzoo.test import api_test, seed_test

    from odin_solver.gym.aec import OdinTable

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(OdinTable(3, "short", True, "ansi"), num_cycles=50)
        seed_test(lambda: OdinTable(2, "short"), num_cycles=50)
    env = OdinTable(3, "short")
    first = random_game(env, 1)
    assert random_game(env, 1) == first != random_game(env, 2)
    assert {agent for agent, _ in first} == {"A", "B", "C"}
    env.reset(seed=1)
    mover = env.agent_selection
    env.step(int(env.observe(mover)["action_mask"].sum()))  # beyond the mask
    assert (env.agent_selection, env.rewards[mover]) == (mover, -1)
    assert not env.observe(next(each for each in env.agents if each != mover))["action_mask"].any()


def test_openspiel_accepts_the_table() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    from odin_solver.gym import openspiel

    game = pyspiel.load_game("odin(players=2,length=short,cards=True)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state, observer = game.new_initial_state(), openspiel.OdinObserver(game)
    choose = np.random.default_rng(5)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(int(choose.choice(outcomes, p=chances)))
            continue
        observer.set_from(state, 1 - state.current_player())
        assert not observer.tensor.any()
        observer.set_from(state, state.current_player())
        assert observer.dict["action_mask"].sum() == len(state.legal_actions())
        before = str(state)
        other = state.clone()
        other.apply_action(other.legal_actions()[-1])
        assert str(state) == before
        state.apply_action(0)
    assert state.returns() == [float(score) for score in state.table.scores]
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert (
        new_game(Options("short"))
        == pyspiel.load_game("odin(length=short)").new_initial_state().table.state
    )
