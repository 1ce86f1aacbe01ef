"""Bots, and games in which they play."""

from random import Random

import pytest

from benchmarks.tournament import game, places, wins
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, decision
from odin_solver.game.kernel.moves import Use
from odin_solver.game.log import parse, text
from odin_solver.game.seats import alone
from odin_solver.game.setup import Seating, seating
from odin_solver.planner.bots import AMONG, Bots, beginner, bot
from odin_solver.rollouts.playing import greedy, ranked_moves
from odin_solver.rollouts.policies.evaluation import GREEDY
from tests.game.building import turn


def test_who_sits_at_a_table() -> None:
    assert seating("Ann, bot ,BOT:1,human") == Seating(
        ("Ann", "Bot 2", "Bot 3", "Player 4"), (0, 3, 1, 0)
    )
    assert seating("Ann,Ben") == Seating(("Ann", "Ben"), ())
    with pytest.raises(InputError, match="1 to 4, got 'x'"):
        seating("Ann,bot:x")


def test_a_beginner_often_uses_another_good_space() -> None:
    state = turn(4, {"wood": 3, "silver": 4, "oil": 1, "hide": 1, "knarr": 1})
    moves = [beginner(state, Random(seed)) for seed in range(60)]
    best, *others = ranked_moves(state, GREEDY, 1)
    assert 15 < moves.count(best) < 45
    assert set(moves) - {best} <= set(others[:AMONG]) & {
        move for move in others if isinstance(move, Use)
    }


def test_bots_move_until_a_person_has_to_and_are_kept_in_the_log() -> None:
    played = Game(Options("short", players=3, seats=("A", "B", "C"), bots=(2, 0, 1)), 4)
    played.let_chance_decide()
    while not played.state.is_over:
        Bots(played).move()
        if decision(played.state) is None:
            break
        assert played.state.seat == 1
        played.do(greedy(alone(played.state), Random(1)))
        played.let_chance_decide()
    assert played.state.is_over
    again = parse(text(played), "x")
    assert again.options.bots == (2, 0, 1)
    assert again.state == played.state


@pytest.mark.parametrize("bots", [(2, 2), (0, 2, 2), (2,)])
def test_bots_that_do_not_sit_at_the_table_are_refused(bots: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="bots: expected a number for each player"):
        Game(Options(players=2, seats=("A", "B"), bots=bots), 1)


def test_places_and_victories_are_shared() -> None:
    assert places([80, 95, 80, 60]) == [2.5, 1, 2.5, 4]
    assert wins([95, 80, 95]) == [0.5, 0, 0.5]


@pytest.mark.slow
def test_stronger_bots_win() -> None:
    assert repr(bot(3)) != repr(bot(4))
    results = [game((2, 1), "short", False, seed) for seed in range(8)]
    assert sum(wins(result.scores)[0] for result in results) >= 6
    assert game((2, 1), "short", False, 1).scores == results[1].scores
