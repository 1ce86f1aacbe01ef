"""Environments of Gymnasium."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="the extra gym is not installed")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from odin_solver.game import new_game
from odin_solver.game.scoring import score_sheet
from odin_solver.gym import OdinPlacing, OdinSolo, OdinSoloVector
from odin_solver.notation.examples import example
from odin_solver.placement.problem import as_laid, compile_problem
from odin_solver.placement.solve import solve
from odin_solver.rollouts.encoding import encode
from odin_solver.rollouts.library import library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.tables import INPUT_GROUPS
from odin_solver.rollouts.weights import flat_policy

DOCS = Path(__file__).parent.parent.parent / "docs" / "gym.md"


def played(env: OdinSolo, seed: int, *, random: bool = False) -> tuple[float, list[list[int]]]:
    """The score of a game, and the bytes of the first move at each decision."""
    env.action_space.seed(seed)
    seen, info = env.reset(seed=seed)
    firsts: list[list[int]] = []
    ended = False
    reward = 0.0
    while not ended:
        assert reward == 0
        firsts.append(seen["moves"][0].tolist())
        action = env.action_space.sample(info["action_mask"]) if random else np.int64(0)
        seen, reward, ended, _, info = env.step(action)
    assert not info["action_mask"].any()
    return reward, firsts


@pytest.mark.slow
@pytest.mark.filterwarnings("error::UserWarning")
@pytest.mark.parametrize("options", [{}, {"length": "short", "cards": True}])
def test_gymnasium_accepts_the_solo_game(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("OdinSolo-v0", **options).unwrapped)


@pytest.mark.slow
@pytest.mark.filterwarnings("error::UserWarning")
def test_gymnasium_accepts_placing() -> None:
    check_env(gymnasium.make("OdinPlacing-v0").unwrapped)


def test_the_seed_decides_a_game() -> None:
    env = OdinSolo("short")
    first, other = played(env, 1, random=True), played(env, 2, random=True)
    assert played(env, 1, random=True) == first
    assert other != first


@pytest.mark.slow
@pytest.mark.parametrize("cards", [False, True])
def test_action_zero_is_the_greedy_policy(cards: bool) -> None:
    env, many = OdinSolo("short", cards), 100
    ours = [played(env, seed)[0] for seed in range(many)]
    state = encode(new_game(env.options))
    library().refresh(state)
    weights = flat_policy(GREEDY, "short", cards)
    theirs = library().play_many(state, weights, 1, many)
    error = (np.var(ours) / many + np.var(theirs) / many) ** 0.5
    assert abs(np.mean(ours) - np.mean(theirs)) < 4 * error


def test_observations_have_names() -> None:
    env = OdinSolo("short", cards=True)
    seen, info = env.reset(seed=3)
    groups = {name: list(names) for name, names in INPUT_GROUPS.items()}
    assert set(groups) < set(seen)
    assert not {"hand", "played"} & set(OdinSolo().reset(seed=3)[0])
    assert seen["items"][groups["items"].index("items: mead")] == 0.25
    assert seen["boards"][groups["boards"].index("boards: home number")] == 1
    assert seen["hand"].sum() == 1
    assert seen["round"].tolist() == [1]
    assert len(env.legal_moves()) == info["action_mask"].sum() == seen["action_mask"].sum() > 10


@pytest.mark.parametrize("env", [OdinSolo(), OdinPlacing()])
def test_an_action_beyond_the_mask_changes_nothing(env: OdinSolo | OdinPlacing) -> None:
    before, _ = env.reset(seed=3)
    beyond = np.flatnonzero(before["action_mask"])[-1] + 1
    for action in (beyond, np.int64(-1), np.int64(-2)):
        after, reward, ended, _, _ = env.step(action)
        assert (reward, ended) == (-1, False)
        assert all(np.array_equal(before[name], after[name]) for name in before)
    assert env.step(beyond - 1)[1] == 0


@pytest.mark.parametrize("env", [OdinSolo("short"), OdinPlacing()])
def test_masks_are_those_of_the_observation(env: OdinSolo | OdinPlacing) -> None:
    seen, _ = env.reset(seed=3)
    seen, *_ = env.step(np.flatnonzero(seen["action_mask"])[0])
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, seen["action_mask"] == 1)


def test_several_games_at_once() -> None:
    games = gymnasium.make_vec("OdinSolo-v0", num_envs=3, length="short")
    seen, _ = games.reset(seed=1)
    assert seen["items"].shape == (3, len(INPUT_GROUPS["items"]))
    alone = OdinSolo("short").reset(seed=2)[0]  # the second game has the next seed
    assert all(np.array_equal(seen[name][1], alone[name]) for name in alone)
    assert not all(np.array_equal(seen[name][0], alone[name]) for name in alone)
    after = games.step(np.zeros(3, np.int64))[0]
    assert not np.array_equal(seen["moves"], after["moves"])


@pytest.mark.parametrize("mode", AutoresetMode)
def test_games_side_by_side_are_those_alone(mode: AutoresetMode) -> None:
    """Random actions, illegal ones as well, over ends and new beginnings, as Gymnasium has them."""
    options: dict[str, Any] = {"num_envs": 3, "length": "short", "max_episode_steps": 60}
    fast = gymnasium.make_vec("OdinSolo-v0", **options, autoreset_mode=mode)
    slow = gymnasium.make_vec(
        "OdinSolo-v0", vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options
    )
    assert type(fast.unwrapped) is OdinSoloVector
    assert fast.metadata["autoreset_mode"] == mode
    assert fast.observation_space == slow.observation_space
    choose, over = np.random.default_rng(1), 0
    seen, info = fast.reset(seed=1)
    expected, _ = slow.reset(seed=1)
    for _ in range(150):
        assert all(np.array_equal(seen[name], expected[name]) for name in seen)
        legal = info["action_mask"].sum(axis=1)
        actions = choose.integers(0, legal + 1)
        seen, *ours, info = fast.step(actions)
        expected, *theirs, others = slow.step(actions)
        assert all(np.array_equal(one, other) for one, other in zip(ours, theirs, strict=True))
        ended = ours[1] | ours[2]
        assert ("final_obs" in info) == ("final_obs" in others)
        if "final_obs" in info:
            masks = info["final_info"]["action_mask"], others["final_info"]["action_mask"]
            assert np.array_equal(*masks)
            for one, other in zip(info["final_obs"], others["final_obs"], strict=True):
                assert (one is None) == (other is None)
                assert one is None or all(np.array_equal(one[name], other[name]) for name in one)
        if mode == AutoresetMode.DISABLED and ended.any():
            seeds: Any = [int(each) for each in choose.integers(1000, size=3)]
            seen, info = fast.reset(seed=seeds, options={"reset_mask": ended})
            expected, _ = slow.reset(seed=seeds, options={"reset_mask": ended.copy()})
        over += int(ended.sum())
    assert over >= 6
    assert fast.observation_space.contains(seen)


@pytest.mark.parametrize("cards", [False, True])
def test_the_table_is_shown_as_the_python_engine_has_it(cards: bool) -> None:
    env = OdinSolo("short", cards, "ansi")
    choose = np.random.default_rng(2)
    for seed in (1, 2):
        seen, info = env.reset(seed=seed)
        ended = False
        while not ended:
            legal = info["action_mask"].sum()
            action = choose.integers(legal) if choose.random() < 0.1 else np.int64(0)
            seen, reward, ended, _, info = env.step(action)
            assert seen["round"].tolist() == [env.state.round]
        assert score_sheet(env.state).total == reward
        shown = env.render()
        assert isinstance(shown, str)
        assert f"The game is over: {reward:.0f} points." in shown


@pytest.mark.parametrize("name", ["OdinSolo-v0", "OdinPlacing-v0"])
def test_pictures_are_frames_of_a_video(name: str) -> None:
    env = gymnasium.make(name, render_mode="rgb_array")
    env.reset(seed=1)
    before: Any = env.render()
    env.step(0)
    after: Any = env.render()
    assert before.shape == after.shape == (960, 1280, 3)
    assert before.dtype == np.uint8
    assert (before != after).any()
    env.unwrapped.render_mode = None
    assert env.unwrapped.render() is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["buildings", "knot"])
def test_rewards_of_placing_add_up_to_the_gain(name: str) -> None:
    position = example(name)
    solution = solve(position, "final")
    env = OdinPlacing(position, "final")
    env.reset()
    total, ended = 0.0, False
    for laid in as_laid(compile_problem(position), solution.after):
        assert not ended
        _, reward, ended, _, _ = env.step(np.int64(env.placements.index(laid)))
        total += reward
    assert total == solution.score_after - solution.score_before
    assert env.position == solution.after
    assert ended or env.step(np.int64(len(env.placements)))[2]


def test_placing_refuses_what_the_rules_forbid() -> None:
    env = OdinPlacing(example("opening"), "final")
    seen, _ = env.reset()
    legal = np.flatnonzero(seen["action_mask"])
    taken = legal[0]
    seen, _, _, _, _ = env.step(taken)
    assert seen["covered"].sum() == env.placements[taken].cells.bit_count()
    again, reward, _, _, _ = env.step(taken)  # its cells are covered
    assert reward == -1
    assert all(np.array_equal(seen[name], again[name]) for name in seen)
    for action in legal[:-1]:  # the last one stops
        overlaps = env.placements[action].cells & env.placements[taken].cells
        assert not (overlaps and seen["action_mask"][action])


@pytest.mark.slow
def test_the_agents_of_the_documentation_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```py\n(.*?)^```$", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    for block in blocks:
        assert block.count("\n") <= 20
        exec(block, {})
    words = re.findall(r"(\w+): (-?[\d.]+) points", capsys.readouterr().out)
    assert [word for word, _ in words] == ["random", "greedy", "random"]
    assert float(words[1][1]) > 60 > 0 > float(words[0][1])


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith("odin_solver.gym")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ImportError, match=r"^odin_solver.gym needs Gymnasium: pip install .*\]'$"):
        import odin_solver.gym  # noqa: F401
