"""Weights, presets, and what a layout achieves."""

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, board
from odin_solver.errors import InputError
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import (
    BONUS_ITEMS,
    BONUS_VALUES,
    PRESETS,
    Weights,
    choose_objective,
    preset,
)
from odin_solver.placement.weight_keys import parse_weight
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import ObjectiveChoice, Position
from odin_solver.rules.scoring import score
from tests import reference
from tests.placement.model.layouts import some_layouts
from tests.placement.model.random_positions import generators, random_position
from tests.profiles import cases
from tests.reference import put

HOME = board("home")


def keys(weights: Weights) -> Mapping[str, Fraction]:
    return weights.as_keys()


# --- presets -------------------------------------------------------------------------------------

FINAL = {"points": 1, "income": 1, "silver": -1}


def test_final() -> None:
    objective = preset("final")
    assert [keys(each) for each in objective.levels] == [FINAL]


def test_income_then_final() -> None:
    assert [keys(each) for each in preset("income").levels] == [{"income": 1}, FINAL]


def test_bonus_then_final() -> None:
    first, then = preset("bonus").levels
    assert keys(first) == {f"bonus.{thing}": BONUS_VALUES[thing] for thing in BONUS_ITEMS}
    assert keys(then) == FINAL


def test_cover_and_custom() -> None:
    assert [keys(each) for each in preset("cover").levels] == [{"cells": 1}]
    assert [keys(each) for each in preset("custom").levels] == [{}]


def test_every_thing_that_a_bonus_gives_has_a_value() -> None:
    given_ = {thing for b in BOARDS.values() for bonus in b.bonuses for thing, _ in bonus.gives}
    assert given_ == BONUS_ITEMS <= set(BONUS_VALUES)


def test_unknown_preset() -> None:
    with pytest.raises(InputError, match="expected one of score, final, income"):
        choose_objective(Position(), "best")


# --- weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text", "weight"),
    [
        ("points", 1, Fraction(1)),
        ("income", "-2", Fraction(-2)),
        ("silver", 0.1, Fraction(1, 10)),
        ("ore", "1/3", Fraction(1, 3)),
        ("cells", "1e3", Fraction(1000)),
        ("bonus", 0, Fraction(0)),
        ("bonus.ore", "0.000001", Fraction(1, 10**6)),
        ("keep.robe", 1_000_000, Fraction(10**6)),
    ],
)
def test_weights_are_read_exactly(key: str, text: object, weight: Fraction) -> None:
    assert parse_weight(key, text) == weight


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("point", 1),
        ("", 1),
        ("keep", 1),
        ("keep.", 1),
        ("keep.gold", 1),
        ("bonus.", 1),
        ("bonus.robe", 1),
        ("points.ore", 1),
        ("pionts", 1),
        ("points", "one"),
        ("points", ""),
        ("points", True),
        ("points", None),
        ("points", "nan"),
        ("points", float("inf")),
        ("points", "1/0"),
        ("points", 1_000_001),
        ("points", "0.0000001"),
    ],
)
def test_bad_weights_name_what_was_expected(key: str, text: object) -> None:
    with pytest.raises(InputError, match=f"^objective: .*{key}"):
        parse_weight(key, text)


def test_a_weight_replaces_that_of_the_first_sum_that_has_it() -> None:
    position = Position()
    first, then = choose_objective(position, "income", {"income": Fraction(2)}).levels
    assert keys(first) == {"income": 2}
    assert keys(then) == FINAL
    first, then = choose_objective(position, "income", {"silver": Fraction(0)}).levels
    assert keys(first) == {"income": 1}
    assert keys(then) == {"points": 1, "income": 1}
    first, then = choose_objective(position, "bonus", {"bonus.ore": Fraction(9)}).levels
    assert keys(first)["bonus.ore"] == 9
    first, then = choose_objective(position, "income", {"keep.oil": Fraction(1, 2)}).levels
    assert keys(then) == FINAL | {"keep.oil": Fraction(1, 2)}


def test_the_caller_comes_before_the_position() -> None:
    own = ObjectiveChoice("income", {"cells": Fraction(1)})
    position = Position(objective=own)
    assert choose_objective(position).name == "income"
    assert keys(choose_objective(position).levels[1]) == FINAL | {"cells": 1}
    assert keys(choose_objective(position, "cover").levels[0]) == {"cells": 1}
    assert len(choose_objective(position, "cover").levels) == 1
    assert keys(choose_objective(position, "income").levels[1]) == FINAL | {"cells": 1}
    both = choose_objective(position, None, {"cells": Fraction(2)})
    assert keys(both.levels[1]) == FINAL | {"cells": 2}
    alone = Position(objective=ObjectiveChoice(None, {"ore": Fraction(-1)}))
    assert keys(choose_objective(alone, "custom").levels[0]) == {"ore": -1}


def test_rounds_left_come_from_the_position() -> None:
    position = Position(game="short", round=5)
    assert choose_objective(position, "score") == choose_objective(position, rounds_left=2)
    third = replace(position, round=3)
    assert choose_objective(third) == choose_objective(position, "score", rounds_left=4)
    assert choose_objective(third) != choose_objective(position)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_keep_their_names(name: str) -> None:
    assert choose_objective(Position(round=2), name).name == name


def test_worth_of_a_bonus() -> None:
    weights = Weights(bonus=Fraction(5), bonus_of={"ore": Fraction(2), "oil": Fraction(0)})
    assert weights.bonus_value((("stone", 1),)) == 5
    assert weights.bonus_value((("ore", 3), ("stone", 1))) == 6
    assert weights.bonus_value((("oil", 1),)) == 0


# --- gains ---------------------------------------------------------------------------------------


def test_gains_of_a_robe_in_the_corner() -> None:
    before = Position(boards=(BoardState(HOME),), supply={"robe": 2, "silver": 3})
    robe = put(HOME, "robe", "a1:c3")
    after = Position(boards=(BoardState(HOME, (robe,)),), supply={"robe": 1, "silver": 3})
    found = gains(before, after)
    assert (found.points, found.income, found.bonuses) == (0, 2, ())
    assert (found.silver, found.ore, found.cells) == (0, 0, 9)
    assert value(Weights(keep={"robe": (Fraction(1, 2),)}), found) == Fraction(1, 2)


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(generators)
def test_gains_are_what_the_text_of_the_rules_says(choose: random.Random) -> None:
    before = random_position(choose, limit=None)
    for after in some_layouts(choose, before, 5):
        found = gains(before, after)
        points = income = cells = 0
        won: list[tuple[tuple[str, int], ...]] = []
        for old, new in zip(before.boards, after.boards, strict=True):
            first, then = (reference.covered_by(state.pieces) for state in (old, new))
            resources = [reference.resources_of(state.pieces) for state in (old, new)]
            points += reference.negative_points(old.board, first, resources[0])
            points -= reference.negative_points(new.board, then, resources[1])
            income += reference.income_of(new.board, then)
            cells += len(then) - len(first)
            won += [
                bonus.gives
                for bonus in new.board.bonuses
                if reference.bonus_is_won(new.board, bonus, then)
            ]
        assert (found.points, found.income, found.cells) == (points, income, cells)
        assert sorted(found.bonuses) == sorted(won)
        for name, count in (("silver", found.silver), ("ore", found.ore)):
            assert before.supply.get(name, 0) - after.supply.get(name, 0) == count
        assert found.left == after.supply


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(generators)
def test_final_is_what_the_score_gains(choose: random.Random) -> None:
    before = random_position(choose, limit=None)
    (final,) = preset("final").levels
    start = score(before) - value(final, gains(before, before))
    for after in some_layouts(choose, before, 5):
        assert score(after) == start + value(final, gains(before, after))


@given(st.sampled_from(PRESETS[1:]))
def test_weights_survive_their_keys(name: str) -> None:
    for weights in preset(name).levels:
        again = Weights()
        for key, weight in weights.as_keys().items():
            again = again.with_weight(key, weight)
            assert weights.get(key) == weight
        assert again.as_keys() == weights.as_keys()
