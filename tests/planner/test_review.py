"""Looking back at games."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from odin_solver.game import Game, Options, State, score_sheet
from odin_solver.game.kernel.moves import ANYTIME, PASS, Place, Use
from odin_solver.game.log import parse
from odin_solver.planner import review as review_module
from odin_solver.planner.advice import SearchLimits, forced_move
from odin_solver.planner.candidates import Advice, Candidate
from odin_solver.planner.ending import endings
from odin_solver.planner.review import ReviewedMove, costliest, past_decisions, review, totals
from tests.planner import games

FEW = SearchLimits(seconds=None, playouts=300)
"""Every suspect is judged twice at least."""


def ended(*moves: str) -> Game:
    """The last turns of a game with some moves in it, that may be foolish."""
    start = games.turn(6, 4)
    game = Game(start.options, start.seed, list(start.moves), list(start.states))
    for move in moves:
        game.do(move)
        game.let_chance_decide()
    return game


def reviewed(game: Game, seed: int = 0, limits: SearchLimits = FEW) -> list[ReviewedMove]:
    """The decisions of a game in their order."""
    return sorted(review(game, limits, seed=seed), key=lambda each: each.number)


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
    (found,) = reviewed(late(ended("pass")))[:1]
    assert (found.round, found.kind, found.moves) == (6, "vikings", (PASS,))
    assert str(found.best[0]).startswith(("use ", "ship "))
    assert found.loss > 3
    assert found.loss_stderr is not None
    assert found.is_mistake
    assert found.number == 1
    assert found.scenarios >= 5
    assert found.playouts >= 300


@pytest.mark.nightly
def test_tiles_refused_at_the_end_cost_what_the_optimum_scores_more() -> None:
    """Without chance the losses are exact and add up to the optimum."""
    game = parse(games.log())
    past = next(each for each in past_decisions(game)[::-1] if each.moves[-1] == PASS)
    lazy = Game(game.options, None, [], [game.states[past.at]])
    for move in ("pass", "take silver", "serve stockfish+ silver game_meat", "finish"):
        lazy.do(move)
    assert lazy.state.is_over
    judgements = reviewed(lazy)
    found = totals(lazy, judgements)
    assert [each.kind for each in judgements] == ["tiles", "choice", "choice", "tiles"]
    assert judgements[-1].loss_stderr == 0
    best = endings(lazy.states[0], repeated=True)[0].score
    first = judgements[0]
    assert first.expected + first.loss == pytest.approx(best)
    assert judgements[-1].loss > 0
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


def test_what_was_expected_less_losses_plus_luck_is_the_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = parse(games.log())
    losses = ((3, 1), (0.2, 1), (2, 0.5))
    several = [replace(judged(*each), number=at) for at, each in enumerate(losses, 1)]
    part = totals(game, several[::-1])
    assert (part.lost, part.score, part.best_line, part.luck) == (5, None, None, None)
    monkeypatch.setattr(review_module, "past_decisions", lambda game: several)
    found = totals(game, several[::-1])
    assert found.lost == 5  # what is about equal has lost nothing
    assert found.score == score_sheet(game.state).total
    assert found.luck is not None
    assert several[0].expected + several[0].loss - found.lost + found.luck == found.score


def test_moves_of_others_are_not_reviewed() -> None:
    game = Game(Options(length="short", players=3), 5)
    game.let_chance_decide()
    for move in ("other use mountain_2", "use beans", "other use craft_linen", "use mead"):
        game.do(move)
        game.let_chance_decide()
    assert [str(each.moves[0]) for each in past_decisions(game)] == ["use beans", "use mead"]
    found = reviewed(game)
    assert all(each.expected > 20 for each in found)


@pytest.mark.slow
def test_what_can_still_be_bought_has_not_been_missed() -> None:
    """A ship can be bought at any time: only the last placement of a round is compared with it."""
    game = parse(games.log("long"))
    past = past_decisions(game)
    rivals = []
    for each, then in pairwise(past):
        state = game.states[each.at]
        if each.kind == then.kind == "vikings" and state.round == game.states[then.at].round:
            trial = review_module._Trial(
                state, each, "seed", 0.0, FEW, review_module.ReviewEffort(30)
            )
            rivals += trial._searched(goes_on=True)
    assert len(rivals) > 10
    assert not any(isinstance(line[0], ANYTIME) for line in rivals)


@pytest.mark.slow
def test_a_laying_that_is_not_finished_is_judged_by_how_it_goes_on() -> None:
    """The first pieces of the best layout have lost nothing, whatever is still to be laid."""
    game = parse(games.log())
    past = next(
        each for each in past_decisions(game) if each.kind == "tiles" and len(each.moves) > 8
    )
    state = game.states[past.at]
    made = Game(game.options, None, [], [state])
    for move in past.moves:
        made.do(move)
    best = reviewed(made, limits=SearchLimits(None, 1000))[0].best
    for count in range(1, len(best)):
        begun = Game(game.options, None, [], [state])
        for move in best[:count]:
            begun.do(move)
        (found,) = reviewed(begun)
        assert found.moves == best[:count]
        assert not found.is_mistake
        assert found.is_about_equal


@pytest.mark.slow
@pytest.mark.parametrize("playouts", [30_000, 60_000])
def test_verdicts_are_given_again(playouts: int) -> None:
    """With other seeds, and with more simulations."""
    game = late(ended("use beans", "pass"))
    limits = SearchLimits(None, playouts)
    several = [reviewed(game, seed, limits) for seed in range(3)]
    verdicts = {tuple(each.is_mistake for each in found) for found in several}
    assert len(verdicts) == 1
    for same in zip(*several, strict=True):
        assert all(each.loss >= 0 for each in same)
        losses = [(each.loss, each.loss_stderr) for each in same if each.is_mistake]
        for loss, stderr in losses:
            assert stderr is not None
            assert stderr <= 0.75
            assert abs(loss - losses[0][0]) <= 2 * stderr + 0.1


def test_what_the_coach_chooses_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the duel says."""
    game = late(ended("pass"))
    assert reviewed(game)[0].is_mistake

    def adviser(state: State, limits: SearchLimits) -> Iterator[Advice]:
        yield Advice(state, (Candidate((PASS,)),), 0.0)

    monkeypatch.setattr(review_module, "advise", adviser)
    found = reviewed(game)[0]
    assert found.is_best
    assert (found.loss, found.is_mistake) == (0, False)


def test_the_workers_play_no_part() -> None:
    game = late(ended("pass"))
    assert reviewed(game) == reviewed(game, limits=replace(FEW, workers=2))


@pytest.mark.slow
def test_the_seed_of_the_game_plays_no_part() -> None:
    game = late(ended("use beans", "pass"))
    one = reviewed(game, seed=1)
    assert one == reviewed(replace(game, seed=999), seed=1)
    assert one == reviewed(replace(game, seed=None), seed=1)
    assert [str(each.moves[0]) for each in one[:2]] == ["use beans", "pass"]


def test_the_best_move_has_lost_nothing() -> None:
    first = reviewed(late(ended("pass")))[0]
    again = reviewed(late(ended(str(first.best[0]))))[0]
    if again.is_best:
        assert (again.loss, again.loss_stderr) == (0, None)
    assert not again.is_mistake


def judged(loss: float, doubt: float | None) -> ReviewedMove:
    moves, best = (Use("beans"),), (Use("mead"),)
    return ReviewedMove(1, 1, "vikings", moves, best, 50.0, loss, doubt, 5, 18)


@pytest.mark.parametrize(
    ("loss", "doubt", "is_mistake"),
    [
        (5, 2, True),
        (4, 2, False),
        (5, None, False),
        (-9, 1, False),
        (0, 0, False),
        (1, 0, True),
        (1.1, 0.1, False),
        (0.9, 0, False),
    ],
)
def test_only_what_is_beyond_doubt_is_a_mistake(
    loss: float, doubt: float | None, is_mistake: bool
) -> None:
    assert judged(loss, doubt).is_mistake == is_mistake
    assert not (is_mistake and judged(loss, doubt).is_about_equal)


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
