"""The search for the best game of a seed, all of whose luck is known."""

import pytest

from odin_solver.game import Game, Options, decision, new_game, score_sheet
from odin_solver.game.policies.greedy import greedy
from odin_solver.game.turn import Turn
from odin_solver.planner.clairvoyant import ClairvoyantGame, first_turn, search
from odin_solver.planner.playout import play_out

SHORT = Options("short")
SEED = 2
"""A game that the greedy policy plays badly."""


@pytest.fixture(scope="module")
def told() -> list[ClairvoyantGame]:
    return list(search(SHORT, SEED, seconds=4))


@pytest.mark.slow
def test_it_begins_with_the_greedy_game_and_gets_better(told: list[ClairvoyantGame]) -> None:
    scores = [each.score for each in told]
    assert scores == sorted(scores)
    assert scores[0] == play_out(new_game(SHORT), greedy, SEED).sheet.total
    assert scores[-1] > scores[0]
    assert [each.games for each in told] == sorted({each.games for each in told})


@pytest.mark.slow
def test_the_game_is_one_of_the_seed(told: list[ClairvoyantGame]) -> None:
    game = Game(SHORT, SEED)
    game.let_chance_decide()
    assert game.state == first_turn(SHORT, SEED)
    assert isinstance(decision(game.state), Turn)
    for number, move in told[-1].playout.moves:
        assert number == game.state.round
        game.do(move)  # refuses what is not legal
        game.let_chance_decide()
    assert game.state.is_over
    assert score_sheet(game.state) == told[-1].playout.sheet
    assert told[-1].playout.scenario == SEED


@pytest.mark.slow
def test_plans_find_better_games_than_the_policies(told: list[ClairvoyantGame]) -> None:
    assert told[-1].score >= told[0].score + 8
