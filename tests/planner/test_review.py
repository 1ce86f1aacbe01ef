"""Looking back at games."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from odin_solver.game import Game, State
from odin_solver.game.kernel.moves import PASS, BuyShip, Use
from odin_solver.game.kernel.play import apply_legal
from odin_solver.game.log import parse
from odin_solver.game.policies.greedy import greedy
from odin_solver.planner import advice as advice_module
from odin_solver.planner import review as review_module
from odin_solver.planner.advice import Advice, Candidate, SearchLimits, advise
from odin_solver.planner.playout import play_out, playouts_of
from odin_solver.planner.policies import rollout_policies
from odin_solver.planner.review import ReviewedMove, costliest, review, viking_placements
from tests.planner import games

FEW = SearchLimits(seconds=None, playouts=24)


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
    assert found.scenarios == 6
    assert found.playouts >= 24


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


def test_a_delay_is_charged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After emigrating the policy would not forge; who forges next has lost nothing by waiting."""
    start = games.turn(6, 6)
    game = Game(start.options, start.seed, [], [start.state])
    made, best = Use("emigrate_3"), Use("forge")
    game.do(made)

    def steered(state: State, limits: SearchLimits, **more: Any) -> Iterator[Advice]:
        if more["moves"] == (made,):
            found = [
                Candidate(move, (play_out(apply_legal(state, move), greedy, 1),))
                for move in (best, made)
            ]
            return iter([Advice(tuple(found), 0.0)])
        return advise(state, limits, **more)

    monkeypatch.setattr(review_module, "advise", steered)
    for module in (review_module, advice_module):
        monkeypatch.setattr(module, "policy_for", lambda *_: greedy)
    (found,) = review(game, FEW)
    scores = {
        (move, then): [
            play_out(apply_legal(start.state, move), greedy, scenario, then).sheet.total
            for scenario in range(4)
        ]
        for move, then in ((best, None), (made, None), (made, best))
    }
    assert fmean(scores[best, None]) > fmean(scores[made, None]) + 1
    assert scores[best, None] == scores[made, best]
    assert found.best == best
    assert found.loss == 0
    assert found.playouts == 2 + 12


def test_a_delay_is_played_as_the_move_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the policy of the comparison."""
    start = games.turn(6, 6)
    game = Game(start.options, start.seed, [], [start.state])
    made, best = Use("emigrate_3"), Use("forge")
    game.do(made)
    strategy = rollout_policies("short")[0]
    asked: list[Any] = []

    def steered(state: State, limits: SearchLimits, **more: Any) -> Iterator[Advice]:
        if more["moves"] == (made,):
            found = [
                Candidate(move, (play_out(apply_legal(state, move), greedy, 1),))
                for move in (best, made)
            ]
            return iter([Advice(tuple(found), 0.0)])
        return advise(state, limits, **more)

    def watched(tasks: Sequence[Any], workers: int) -> Iterator[Any]:
        asked.extend(tasks)
        return playouts_of(tasks, workers)

    monkeypatch.setattr(review_module, "advise", steered)
    for module in (review_module, advice_module):
        monkeypatch.setattr(module, "policy_for", lambda *_: strategy)
    monkeypatch.setattr(review_module, "playouts_of", watched)
    (found,) = review(game, FEW)
    assert found.best == best
    assert {task[1:2] + task[3:] for task in asked} == {(strategy, best)}


@pytest.mark.slow
def test_a_tree_search_finds_the_delayed_move_by_itself() -> None:
    """After emigrating it forges next, so that nothing is lost."""
    start = games.turn(6, 6)
    game = Game(start.options, start.seed, [], [start.state])
    game.do(Use("emigrate_3"))
    (found,) = review(game, SearchLimits(seconds=None, playouts=1200))
    assert found.scenarios == 0 or abs(found.loss) < 1


def test_what_cannot_follow_is_no_delay() -> None:
    """Forging takes three Vikings: it cannot follow where five are left after three."""
    start = games.turn(6, 6).state.copy()
    start.vikings = 5
    assert not review_module._can_follow(start, Use("emigrate_3"), Use("forge"))
    assert not review_module._can_follow(start, PASS, Use("beans"))
    assert review_module._can_follow(start, Use("emigrate_2"), Use("forge"))
    assert review_module._can_follow(start, Use("emigrate_2"), BuyShip("knarr"))
    assert not review_module._can_follow(start, Use("emigrate_2"), PASS)
