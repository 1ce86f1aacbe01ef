"""The players and series of their games."""

from random import Random

import pytest

from odin_solver.game import Options
from odin_solver.game.kernel.cards import CARDS
from odin_solver.planner.players import PLAYERS, player
from odin_solver.planner.series import mean_sheet, play_many, play_one, summary
from tests.game.building import turn

ALL_CARDS = frozenset(CARDS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "options", "seed"),
    [
        ("random", Options(), 1),
        ("random", Options("short", islands=True, harvest=True), 2),
        ("random", Options(cards=ALL_CARDS), 3),
        ("greedy", Options("short", islands=True), 4),
        ("greedy", Options("short", cards=ALL_CARDS), 5),
    ],
)
def test_whole_games_are_played_by_the_rules(policy: str, options: Options, seed: int) -> None:
    """The log of each game is replayed with every move checked, or `play_one` would complain."""
    game = play_one(policy, options, seed, with_log=True)
    assert game.log is not None
    assert game.log.endswith("finish\n")
    assert play_one(policy, options, seed).sheet == game.sheet


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_policy_knows_the_state_only_and_leaves_it_alone(name: str) -> None:
    state = turn(4, {"wood": 3, "silver": 4, "oil": 1, "hide": 1, "knarr": 1})
    before = state.copy()
    policy = player(name)
    assert policy(state, Random(1)) == policy(state, Random(1))
    assert state == before


@pytest.mark.slow
def test_greedy_is_much_better_than_random() -> None:
    for seed in (1, 2):
        scores = {name: play_one(name, Options("short"), seed).score for name in PLAYERS[:2]}
        assert scores["greedy"] > scores["random"] + 30


@pytest.mark.slow
def test_games_do_not_depend_on_processes() -> None:
    seeds = range(1, 5)
    alone = list(play_many("random", Options("short"), seeds))
    together = list(play_many("random", Options("short"), seeds, jobs=2))
    assert alone == together
    assert [game.seed for game in alone] == list(seeds)
    assert len({game.score for game in alone}) > 1


def test_summary() -> None:
    found = summary([10, 0, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    assert (found.mean, found.median, found.p10, found.p90) == (50, 50, 10, 90)
    assert (found.worst, found.best) == (0, 100)
    assert found.stderr == pytest.approx(10)
    assert summary([5]).stderr is None
    assert summary([1, 2]).p10 == pytest.approx(1.1)


def test_the_mean_sheet_adds_up_to_the_mean_score() -> None:
    games = list(play_many("random", Options("short"), range(3)))
    means = mean_sheet(game.sheet for game in games)
    assert sum(means.values()) == pytest.approx(summary([game.score for game in games]).mean)
