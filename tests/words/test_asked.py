"""What a move loses, as a sentence."""

import re
from collections.abc import Mapping

import msgspec
import pytest

from odin_solver.game import score_sheet
from odin_solver.game.kernel.moves import EmigrateWith, ExploreBoard, Move, Use
from odin_solver.planner.asked import CATEGORIES, MoveAnswer
from odin_solver.planner.candidates import Advice, Candidate
from odin_solver.planner.playout import Playout
from odin_solver.planner.tree import MoveEstimate
from odin_solver.words.asked import CATEGORY_NAMES, answer_in_words
from tests.planner import games

STATE = games.turn(4, 7).state
BEST, MINE = Use("hunting_game_2"), Use("beans")
Made = tuple[tuple[int, Move], ...]


def played(points: Mapping[str, int], made: Made, number: int) -> Playout:
    """Return a game with more points than the state has, and a little luck in silver."""
    sheet = score_sheet(STATE)
    more = {**points, "silver": points.get("silver", 0) + number % 2}
    changed = {name: getattr(sheet, name) + value for name, value in more.items()}
    return Playout(msgspec.structs.replace(sheet, **changed), made, number)


def answer(
    loss: float,
    mine: Mapping[str, int],
    best: Mapping[str, int],
    *,
    made: Made = (),
    made_by_best: Made = (),
    visits: int = 1000,
) -> MoveAnswer:
    """Return an answer with such a loss, and such games."""
    first = Candidate((BEST,), (), 0.0, MoveEstimate(9000, 100.0, 0.1))
    second = Candidate((MINE,), (), 0.0, MoveEstimate(visits, 100.0 - loss, 0.1))
    advice = Advice(STATE, (first, second), 1.0)
    its = tuple(played(best, made_by_best, at) for at in range(20))
    own = tuple(played(mine, made, at) for at in range(20))
    return MoveAnswer(STATE, MINE, advice, second, first, own, its)


BEAR, LATER = ((4, ExploreBoard("bear_island")),), ((5, ExploreBoard("bear_island")),)
POORER, RICHER = {"silver": 1}, {"exploration_boards": 4}


def test_each_category_has_a_name() -> None:
    assert CATEGORY_NAMES.keys() == CATEGORIES.keys()


def test_what_comes_later_is_the_reason() -> None:
    found = answer(3.1, POORER, RICHER, made=LATER, made_by_best=BEAR)
    assert answer_in_words(found) == (
        "About 3 points less: Bear Island comes 1 round later "
        "(exploration boards −4, silver and last income +1.0)."
    )


def test_what_is_left_out_is_the_reason() -> None:
    found = answer(3.1, POORER, RICHER, made_by_best=BEAR)
    assert answer_in_words(found).startswith("About 3 points less: without Bear Island (")
    twice = ((4, EmigrateWith("knarr")), (5, EmigrateWith("knarr")))
    found = answer(6, {}, {"emigration": 6}, made=twice[:1], made_by_best=twice)
    assert answer_in_words(found) == (
        "About 6 points less: 1 emigration fewer (ships and emigration −6)."
    )


def test_open_cells_belong_to_their_boards() -> None:
    found = answer(4.0, {}, {"exploration_boards": 12, "exploration_cells": -8})
    assert answer_in_words(found) == "About 4 points less: exploration boards −4."


def test_games_that_lose_more_give_the_direction_alone() -> None:
    found = answer(3.0, {"silver": 1}, {"houses": 14})
    assert answer_in_words(found) == "About 3 points less, above all on: houses."


@pytest.mark.parametrize("loss", [2.0, 3.0, 9.0])
def test_games_that_say_the_opposite_say_nothing(loss: float) -> None:
    found = answer(loss, {"houses": 9, "silver": -2}, {})
    assert answer_in_words(found) == f"About {loss:.0f} points less."


def test_equal_moves_may_be_equal_in_different_ways() -> None:
    assert answer_in_words(answer(0.2, {"houses": 4}, {"ships": 4})) == (
        "About equal: ships and emigration −4, houses +4."
    )
    assert answer_in_words(answer(0.2, {}, {})) == "About equal."
    assert answer_in_words(answer(0.2, {"houses": 9}, {"ships": 2})) == "About equal."
    assert answer_in_words(answer(0.2, {}, {"ships": 1})) == "About equal."


def test_too_few_simulations_say_so() -> None:
    assert answer_in_words(answer(3, {}, {}, visits=2)) == "Unclear: too few simulations."


def test_the_best_move_is_told_with_the_next_one() -> None:
    worse = answer(3.1, POORER, RICHER, made=LATER, made_by_best=BEAR)
    assert worse.other is not None
    best = MoveAnswer(
        STATE, BEST, worse.advice, worse.other, worse.candidate, worse.games_of_other, worse.games
    )
    text = answer_in_words(best)
    assert re.match(r"The best move that was found; next is \S+ [Bb]eans\. ", text), text
    assert text.endswith(answer_in_words(worse))
    alone = MoveAnswer(STATE, BEST, worse.advice, worse.other, None, (), ())
    assert answer_in_words(alone) == "The best move that was found."
