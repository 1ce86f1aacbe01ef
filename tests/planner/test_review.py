"""Looking back at games."""

from dataclasses import replace

import pytest

from odin_solver.game import Game
from odin_solver.game.kernel.moves import PASS, Use
from odin_solver.game.log import parse
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.review import ReviewedMove, costliest, review, viking_placements
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


def test_placements_of_a_game() -> None:
    game = parse(games.log())
    found = [game.moves[at] for at in viking_placements(game)]
    assert found == [
        move
        for move, state in zip(game.moves, game.states, strict=False)
        if str(move).startswith("use ") or (move == PASS and state.vikings)
    ]
    assert len(found) > 20


def test_passing_early_is_a_mistake() -> None:
    (found,) = review(late(ended("pass")), FEW)
    assert (found.round, found.move) == (6, PASS)
    assert str(found.best).startswith(("use ", "ship "))
    assert found.loss > 3
    assert found.loss_stderr is not None
    assert found.is_mistake
    assert found.number == 1
    assert found.scenarios >= 5
    assert found.playouts >= 300


@pytest.mark.slow
def test_the_seed_of_the_game_plays_no_part() -> None:
    game = late(ended("use beans", "pass"))
    one = list(review(game, FEW, seed=1))
    assert one == list(review(replace(game, seed=999), FEW, seed=1))
    assert one == list(review(replace(game, seed=None), FEW, seed=1))
    assert [str(each.move) for each in one] == ["use beans", "pass"]


def test_the_best_move_has_lost_nothing() -> None:
    (first,) = review(late(ended("pass")), FEW)
    found = list(review(late(ended(str(first.best))), FEW))
    assert len(found) == str(first.best).startswith("use ")  # only placements are looked at
    for again in found:
        if again.best == again.move:
            assert (again.loss, again.loss_stderr) == (0, None)
        assert not again.is_mistake


def judged(loss: float, doubt: float | None, scenarios: int = 5) -> ReviewedMove:
    return ReviewedMove(1, 1, Use("beans"), Use("mead"), 50.0, loss, doubt, scenarios, 18)


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
