"""Looking back at games."""

from dataclasses import replace
from itertools import pairwise

import pytest

from odin_solver.game import Game, Options, decision, score_sheet
from odin_solver.game.kernel.moves import PASS, Place, Use
from odin_solver.game.log import parse
from odin_solver.planner.advice import SearchLimits, forced_move
from odin_solver.planner.ending import endings
from odin_solver.planner.review import ReviewedMove, costliest, past_decisions, review, totals
from tests.planner import games

FEW = SearchLimits(seconds=None, playouts=300)


def ended(*moves: str) -> Game:
    """The last turns of a game with some moves in it, that may be foolish."""
    start = games.turn(6, 4)
    game = Game(start.options, start.seed, list(start.moves), list(start.states))
    for move in moves:
        game.do(move)
        game.let_chance_decide()
    return game


def late(game: Game) -> Game:
    """A game as if it had begun with its last turns: what came before is not looked at."""
    first = len(games.turn(6, 4).moves)
    return Game(game.options, game.seed, game.moves[first:], game.states[first:])


def test_decisions_of_a_game() -> None:
    game = parse(games.log())
    found = past_decisions(game)
    assert [each.moves[0] for each in found if each.kind == "vikings"] == [
        move
        for move, state in zip(game.moves, game.states, strict=False)
        if str(move).startswith("use ") or (move == PASS and state.vikings)
    ]
    laid = [move for each in found if each.kind == "tiles" for move in each.moves]
    assert [move for move in laid if isinstance(move, Place)] == [
        move for move in game.moves if isinstance(move, Place)
    ]
    assert laid.count(PASS) == game.state.rounds
    choices = [each.moves for each in found if each.kind == "choice"]
    assert all(len(moves) == 1 for moves in choices)
    assert {str(moves[0]).split()[0] for moves in choices} >= {"strip", "reroll", "loot", "serve"}
    for at, kind, moves in found:
        assert tuple(game.moves[at : at + len(moves)]) == moves
        assert kind == "tiles" or forced_move(game.states[at]) is None


def test_passing_early_is_a_mistake() -> None:
    found = next(review(late(ended("pass")), FEW))
    assert (found.round, found.kind, found.moves) == (6, "vikings", (PASS,))
    assert str(found.best[0]).startswith(("use ", "ship "))
    assert found.loss > 3
    assert found.loss_stderr is not None
    assert found.is_mistake
    assert found.number == 1
    assert found.scenarios >= 5
    assert found.playouts >= 300


def test_tiles_refused_at_the_end_cost_what_the_optimum_scores_more() -> None:
    """Without chance the losses are exact and add up to the optimum."""
    game = parse(games.log())
    past = next(each for each in past_decisions(game)[::-1] if each.moves[-1] == PASS)
    lazy = Game(game.options, None, [], [game.states[past.at]])
    for move in ("pass", "take silver", "serve stockfish+ silver game_meat", "finish"):
        lazy.do(move)
    assert lazy.state.is_over
    reviewed = list(review(lazy, FEW))
    found = totals(lazy, reviewed)
    assert [each.kind for each in reviewed] == ["tiles", "choice", "choice", "tiles"]
    assert reviewed[-1].loss_stderr == 0
    best = endings(lazy.states[0], repeated=True)[0].score
    first = reviewed[0]
    assert first.expected + first.loss == pytest.approx(best)
    assert reviewed[-1].loss > 0
    assert found.score == score_sheet(lazy.state).total < best
    assert found.best_line == pytest.approx(best)
    assert found.luck == pytest.approx(0)
    assert sum(found.by_kind.values()) == pytest.approx(found.lost)


@pytest.mark.slow
def test_tiles_refused_in_the_middle() -> None:
    """Nothing laid in a round in which a good layout brings bonuses and income."""
    game = parse(games.log())
    past = next(
        each for each in past_decisions(game) if each.kind == "tiles" and len(each.moves) > 8
    )
    state = game.states[past.at]
    for moves, is_lost in ((past.moves, False), ((PASS,), True)):
        made = Game(game.options, None, [], [state])
        for move in moves:
            made.do(move)
        (found,) = review(made, SearchLimits(None, 1000))
        assert (found.kind, found.moves) == ("tiles", moves)
        assert (found.loss > 2) == is_lost
        assert found.is_mistake == is_lost


@pytest.mark.slow
def test_losses_and_luck_add_up() -> None:
    """Each decision begins with what is left after the one before, but for chance."""
    game = parse(games.log())
    start = games.turn(5, 5)
    game = Game(game.options, None, game.moves[len(start.moves) :], game.states[len(start.moves) :])
    reviewed = list(review(game, SearchLimits(None, 100)))
    assert [each.number - 1 for each in reviewed] == [each.at for each in past_decisions(game)]
    luck = 0.0
    for one, following in pairwise(reviewed):
        between = game.states[one.number - 1 + len(one.moves) : following.number - 1]
        came = following.expected + following.loss - one.expected
        assert any(decision(each) is None for each in between) or came == pytest.approx(0)
        luck += came
    found = totals(game, reviewed)
    assert found.score is not None
    assert found.luck == pytest.approx(luck)
    before = reviewed[0].expected + reviewed[0].loss
    assert before - found.lost + luck == pytest.approx(found.score)
    assert {each.kind for each in reviewed} == {"vikings", "choice", "tiles"}


def test_moves_of_others_are_not_reviewed() -> None:
    game = Game(Options(length="short", players=3), 5)
    game.let_chance_decide()
    for move in ("other use mountain_2", "use beans", "other use craft_linen", "use mead"):
        game.do(move)
        game.let_chance_decide()
    assert [str(each.moves[0]) for each in past_decisions(game)] == ["use beans", "use mead"]
    found = list(review(game, FEW))
    assert all(each.expected > 20 for each in found)


@pytest.mark.slow
def test_the_seed_of_the_game_plays_no_part() -> None:
    game = late(ended("use beans", "pass"))
    one = list(review(game, FEW, seed=1))
    assert one == list(review(replace(game, seed=999), FEW, seed=1))
    assert one == list(review(replace(game, seed=None), FEW, seed=1))
    assert [str(each.moves[0]) for each in one[:2]] == ["use beans", "pass"]


def test_the_best_move_has_lost_nothing() -> None:
    first = next(review(late(ended("pass")), FEW))
    (again,) = review(late(ended(str(first.best[0]))), FEW)
    if again.is_best:
        assert (again.loss, again.loss_stderr) == (0, None)
    assert not again.is_mistake


def judged(loss: float, doubt: float | None, scenarios: int = 5) -> ReviewedMove:
    moves, best = (Use("beans"),), (Use("mead"),)
    return ReviewedMove(1, 1, "vikings", moves, best, 50.0, loss, doubt, scenarios, 18)


@pytest.mark.parametrize(
    ("loss", "doubt", "is_mistake"),
    [
        (5, 2, True),
        (4, 2, False),
        (5, None, False),
        (-9, 1, False),
        (0, 0, False),
        (1, 0, True),
        (0.9, 0.1, False),
    ],
)
def test_only_what_is_beyond_doubt_is_a_mistake(
    loss: float, doubt: float | None, is_mistake: bool
) -> None:
    assert judged(loss, doubt).is_mistake == is_mistake
    assert not judged(loss, doubt, scenarios=4).is_mistake


def test_the_costliest() -> None:
    several = [judged(3, 1), judged(9, 5), judged(7, 1), judged(5, 1), judged(4, 1)]
    assert [each.loss for each in costliest(several)] == [7, 5, 4]
    assert costliest([judged(1, 1)]) == []


@pytest.mark.slow
def test_a_delay_is_charged_once() -> None:
    """After emigrating it forges next, so that nothing is lost."""
    start = games.turn(6, 6)
    game = Game(start.options, start.seed, [], [start.state])
    game.do(Use("emigrate_3"))
    (found,) = review(game, SearchLimits(seconds=None, playouts=1200))
    assert found.scenarios == 0 or abs(found.loss) < 1
