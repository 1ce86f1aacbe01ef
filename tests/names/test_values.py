"""Values in words: one unit, before and after, and parts that add up."""

import re
from fractions import Fraction

import pytest

from odin_solver.components import board
from odin_solver.names.values import (
    change_in_words,
    changes_in_words,
    feast_in_words,
    gain_in_words,
    level_in_words,
    range_in_words,
)
from odin_solver.placement.gains import gains, parts_of, value
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.solution import LevelResult
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests import reference

HOME = board("home")
BEFORE = Position(
    (BoardState(HOME),), {"robe": 1, "oil": 1, "silver": 2, "peas": 1}, round=4, banquet=2
)
ROBE = reference.put(HOME, "robe", "a1:c3")
OIL = reference.put(HOME, "oil", "h1:h2")
AFTER = Position((BoardState(HOME, (ROBE, OIL)),), {"silver": 2, "peas": 1}, round=4, banquet=2)


def test_before_after_and_difference() -> None:
    assert change_in_words(Fraction(-86), Fraction(-25)) == "−86 now, −25 after (+61)"
    assert change_in_words(Fraction(5), Fraction(9, 2)) == "5 now, 4.5 after (−0.5)"
    objective = choose_objective(BEFORE)
    told = [
        level_in_words(objective, 0, Fraction(2), LevelResult(Fraction(5), bound))
        for bound in (Fraction(5), Fraction(7), None)
    ]
    start = "points by the end of the game: 2 now, 5 after (+3)"
    assert told == [
        f"{start}, proven",
        f"{start}, not proven: at most 7 is possible",
        f"{start}, not proven",
    ]


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (2, 5, "between 2 and 5"),
        (2, 2, "2"),
        (-1, None, "at least −1"),
        (None, 5, "at most 5"),
        (None, None, "not known"),
    ],
)
def test_limits(least: int | None, most: int | None, words: str) -> None:
    ends = [None if each is None else Fraction(each) for each in (least, most)]
    assert range_in_words(*ends) == words


def test_a_gain_names_its_parts_and_they_add_up() -> None:
    objective = choose_objective(BEFORE)
    words = gain_in_words(objective, BEFORE, AFTER)
    (weights,) = objective.levels
    change = value(weights, gains(BEFORE, AFTER)) - value(weights, gains(BEFORE, BEFORE))
    head, _, parts = words.partition(": ")
    assert head == f"points by the end of the game +{float(change):g}"
    assert "2 more negative points covered (+2)" in parts
    assert "2 silver more of income in each of 3 later rounds (+" in parts
    assert "2 silver more and 1 robe, 1 oil less kept (" in parts
    numbers = [Fraction(each.replace("−", "-")) for each in re.findall(r"\(([+−][\d.]+)\)", parts)]
    assert sum(numbers) == change
    back = changes_in_words(objective, BEFORE, AFTER, BEFORE)
    assert "fewer negative points covered (−" in back


def test_the_feast_of_the_round() -> None:
    (weights,) = choose_objective(BEFORE).levels
    poor = Position(BEFORE.boards, {"peas": 1}, round=4, banquet=3)
    (hungry,) = choose_objective(poor).levels
    words = feast_in_words(parts_of(hungry, gains(poor, poor)))
    assert words == "Feast of this round: 1 peas; 1 empty space. Kept after it: nothing."
    assert "no empty space" in feast_in_words(parts_of(weights, gains(BEFORE, AFTER)))


def test_rounds() -> None:
    last = Position((BoardState(HOME),), {"robe": 1}, round=7, banquet=0)
    after = Position((BoardState(HOME, (ROBE,)),), {}, round=7, banquet=0)
    words = gain_in_words(choose_objective(last), last, after)
    assert "2 silver more kept (+2)" in words
    assert "round" not in words
