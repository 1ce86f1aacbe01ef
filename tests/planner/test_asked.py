"""What one move loses against the best one, and where the points go."""

from functools import partial

import msgspec
import pytest

from odin_solver.errors import InputError
from odin_solver.game import State
from odin_solver.game.kernel.moves import PASS, Move, Other, Place, Use
from odin_solver.game.kernel.play import apply_legal, decision, legal_moves
from odin_solver.game.log import parse
from odin_solver.game.scoring import ScoreSheet
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.asked import (
    CATEGORIES,
    GAMES,
    MoveAnswer,
    answered,
    checked,
    is_clear,
    searches_with,
    what_if,
)
from odin_solver.planner.memory import SearchMemory
from odin_solver.planner.playout import Playout, retrace
from tests.planner import games

LIMITS = SearchLimits(None, 300)


def asked(state: State, move: Move) -> MoveAnswer:
    return what_if(state, move, LIMITS)


def test_each_category_of_the_sheet_is_in_one() -> None:
    parts = [part for several in CATEGORIES.values() for part in several]
    assert sorted(parts) == sorted(ScoreSheet.__struct_fields__)


@pytest.mark.slow
def test_categories_add_up_to_the_difference() -> None:
    found = asked(games.turn(3, 4).state, Use("mountain_2"))
    assert len(found.games) == len(found.games_of_other) == GAMES
    assert [each.scenario for each in found.games] == [
        each.scenario for each in found.games_of_other
    ]
    totals = [sum(each.sheet.total for each in of) for of in (found.games, found.games_of_other)]
    assert found.difference.points == pytest.approx((totals[0] - totals[1]) / GAMES)
    assert found.difference.points
    added = sum(each.points for each in found.categories.values())
    assert added == pytest.approx(found.difference.points)
    assert not found.is_best
    assert found.other is found.advice.best


@pytest.mark.slow
def test_the_best_move_is_compared_with_the_next_one() -> None:
    state = games.turn(3, 4).state
    *_, advice = advise(state, LIMITS)
    found = asked(state, advice.best.move)
    assert found.is_best
    assert (found.ranked.loss, found.ranked.loss_stderr) == (0, 0)
    assert found.other is not None
    loss, stderr = found.behind
    assert loss == found.advice.ranked(found.other).loss
    assert stderr == found.advice.loss_stderr(found.other)


def agreeing(state: State, moves: list[Move], limits: SearchLimits) -> int:
    """Check that answers have the loss of the list wherever that is clear; return how often."""
    *_, listed = advise(state, limits)
    clear = {each.move: each for each in listed.candidates if is_clear(listed, each)}
    for move in moves:
        found = what_if(state, move, limits)
        assert found.is_clear, move
        if move in clear:
            mine, listed_as = found.ranked, listed.ranked(clear[move])
            assert (mine.loss, mine.loss_stderr) == (listed_as.loss, listed_as.loss_stderr)
    return len(clear.keys() & set(moves))


TURNS = [
    (length, round_, vikings)
    for length in ("short", "long")
    for round_ in (1, 2, 4, 5, 6)
    for vikings in (5, 2)
]
"""Twenty states, by length, round and most Vikings."""


@pytest.mark.slow
def test_the_loss_is_that_of_the_list() -> None:
    state = games.turn(6, 4).state
    *_, listed = advise(state, LIMITS)
    first = [each.move for each in listed.candidates[:3]]
    assert agreeing(state, [*first, PASS], LIMITS) > 1


@pytest.mark.nightly
@pytest.mark.parametrize(("length", "round_", "vikings"), TURNS)
def test_all_losses_are_those_of_the_list(length: str, round_: int, vikings: int) -> None:
    state = games.turn(round_, vikings, length).state
    assert agreeing(state, legal_moves(state, placing=False), SearchLimits(None, 2000)) > 1


@pytest.mark.slow
def test_games_follow_the_search() -> None:
    """Where the search knows the next turns, they are played as it found best."""
    state = games.turn(5, 4).state
    move = Use("mountain_2")
    memory = SearchMemory()
    *_, advice = advise(state, SearchLimits(None, 3000), moves=(move,), memory=memory)
    found = answered(state, move, advice, memory=memory)
    plain = answered(state, move, advice)
    assert found
    assert plain
    assert memory.known
    assert list(found.games[0].moves) != list(plain.games[0].moves)

    def mean(played: tuple[Playout, ...]) -> float:
        return sum(each.sheet.total for each in played) / len(played)

    assert mean(found.games) > mean(plain.games)
    *_, (_, _, end) = retrace(apply_legal(state, move), found.games[0])
    assert end.is_over
    assert found.games[0].sheet == found.line.playouts[0].sheet


@pytest.mark.slow
def test_passing_is_judged_though_a_free_space_is_never_worse() -> None:
    found = asked(games.turn(6, 4).state, PASS)
    assert found.is_clear
    assert found.ranked.loss > 1


@pytest.mark.slow
def test_a_move_of_the_last_placing_is_judged_by_how_the_game_ends() -> None:
    game = parse(games.log())
    state = next(each for each in game.states if type(decision(each)).__name__ == "FinalPlacing")
    several = legal_moves(state)
    first = next(each for each in several if isinstance(each, Place))
    for move in (first, several[0]):
        found = asked(state, move)
        assert found.candidate.certain
        assert found.ranked.loss_stderr == 0
        assert found.ranked.loss == -min(0, found.difference.points)


def test_what_cannot_be_asked() -> None:
    state = games.turn(6, 4).state
    with pytest.raises(match="use plundering: it takes 4 Vikings"):
        next(searches_with(state, Use("plundering"), partial(advise, state, LIMITS)))
    with pytest.raises(InputError):
        checked(state, Other(Use("mead")))


@pytest.mark.slow
def test_differences_know_their_doubt() -> None:
    state = games.turn(6, 4).state
    found = asked(state, PASS)
    sheet = found.games[0].sheet
    richer = msgspec.structs.replace(sheet, silver=sheet.silver + 2)
    made = [Playout(each, (), 1) for each in (sheet, richer, sheet, richer)]
    other = [Playout(sheet, (), 1)] * 4
    answer = MoveAnswer(
        state, PASS, found.advice, found.candidate, found.other, tuple(made), tuple(other)
    )
    silver = answer.categories["silver"]
    assert silver.points == 1
    assert silver.stderr == pytest.approx((4 / 3) ** 0.5 / 2)
    assert not silver.is_clear
