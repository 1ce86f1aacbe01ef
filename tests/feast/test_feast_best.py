"""The best feast against trying everything, and by examples."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_puzzles.kinds.banquet import BanquetGoal
from odin_puzzles.kinds.menus import menus
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.feast import FOOD_VALUES, FOODS, THING_PENALTY, Feast, best_feast
from odin_solver.questions.feast import PositionFeast
from odin_solver.rules.banquet import banquet_violations, empty_cells
from odin_solver.rules.position import Position
from tests.feast.oracle import Merit, best_merit
from tests.profiles import cases

Values = dict[str, Fraction]
whole_foods = st.sampled_from(list(FOODS))
worth = st.one_of(
    st.integers(0, 4).map(Fraction),  # many ties
    st.fractions(-1, 6, max_denominator=7),
)


def counts(kinds: int, most: int) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(whole_foods, st.integers(0, most), max_size=kinds)


def eaten_merit(feast: Feast, values: Mapping[str, Fraction], penalty: Fraction) -> Merit:
    """The merit of a feast, added up from what it says is eaten."""
    served: Counter[str] = Counter()
    loss = penalty * feast.empty
    for name, number in feast.eaten.items():
        served[name.removeprefix("pregnant_")] += number
        loss += number * values[name]
    order = tuple(served[kind] for kind in dict.fromkeys(tile.id for tile in FOODS.values()))
    return Merit(loss, feast.empty, served.total(), order)


def assert_sound(
    feast: Feast, cells: int, food: Mapping[str, int], lengthwise: Mapping[str, int] | None = None
) -> None:
    """A feast keeps the rules and its own books, and eats nothing that is not there."""
    assert banquet_violations(cells, feast.servings, lengthwise) == []
    assert feast.cells == cells
    assert feast.empty == empty_cells(cells, feast.servings)
    starts = [each.start for each in feast.servings]
    assert starts == sorted(starts)
    assert all(0 < number <= food[name] for name, number in feast.eaten.items())
    served = Counter(each.tile.id for each in feast.servings)
    eaten: Counter[str] = Counter()
    for name, number in feast.eaten.items():
        eaten[FOODS[name].id] += number
    assert served == eaten


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(
    st.integers(0, 6),
    counts(4, 2),
    st.dictionaries(whole_foods, worth),
    st.one_of(st.just(THING_PENALTY), st.fractions(0, 3, max_denominator=3)),
    st.dictionaries(whole_foods, st.integers(0, 2), max_size=3),
)
def test_no_feast_is_better(
    cells: int, food: dict[str, int], values: Values, penalty: Fraction, lengthwise: dict[str, int]
) -> None:
    everything = {**FOOD_VALUES, **values}
    feast = best_feast(cells, food, values, penalty, lengthwise)
    assert_sound(feast, cells, food, lengthwise)
    found = eaten_merit(feast, everything, penalty)
    best = best_merit(cells, food, everything, penalty, lengthwise)
    assert feast.loss == found.loss
    assert found[:3] == best[:3]
    assert [n for n in found.served if n] == [n for n in best.served if n]


@settings(max_examples=cases(60))
@given(st.integers(6, 12), counts(6, 3))
def test_a_table_is_full_whenever_it_can_be(cells: int, food: dict[str, int]) -> None:
    feast = best_feast(cells, food, dict.fromkeys(FOODS, Fraction(0)))
    assert_sound(feast, cells, food)
    supply: Counter[str] = Counter()
    for name, number in food.items():
        supply[FOODS[name].id] += number
    puzzle = Puzzle("banquet", "", Position((), supply), BanquetGoal(cells))
    assert (feast.empty == 0) == (next(menus(puzzle), None) is not None)


@settings(max_examples=cases(60))
@given(st.integers(0, 12), counts(10, 3), counts(3, 2), st.integers(1, 9))
def test_more_food_never_hurts_and_units_do_not_matter(
    cells: int, food: dict[str, int], more: dict[str, int], scale: int
) -> None:
    feast = best_feast(cells, food)
    assert_sound(feast, cells, food)
    together = dict(Counter(food) + Counter(more))
    assert best_feast(cells, together).loss <= feast.loss
    assert best_feast(cells, dict(reversed(food.items()))) == feast
    scaled = {name: value * scale for name, value in FOOD_VALUES.items()}
    again = best_feast(cells, food, scaled, THING_PENALTY * scale)
    assert (again.servings, again.loss) == (feast.servings, feast.loss * scale)


def tiles(feast: Feast) -> str:
    """Servings in a line; a ``-`` after the name lies lengthwise."""
    return " ".join(each.tile.id + "-" * each.lengthwise for each in feast.servings)


def test_salt_meat_should_be_served_only_once() -> None:
    # The second one has to stand upright, and apart from the first.
    feast = best_feast(6, {"salt_meat": 2, "silver": 1})
    assert sorted(tiles(feast).split()) == ["salt_meat", "salt_meat-", "silver"]
    assert (feast.empty, feast.eaten) == (0, {"salt_meat": 2, "silver": 1})
    assert best_feast(9, {"salt_meat": 2, "silver": 1}).empty == 3


def test_a_card_may_let_more_of_a_kind_lie_lengthwise() -> None:
    food = {"peas": 3, "silver": 2}
    assert tiles(best_feast(7, food)) == "peas- silver peas silver peas"
    feast = best_feast(7, food, lengthwise={"peas": 2})
    assert tiles(feast) == "peas- silver peas- silver peas"
    assert feast.empty == 0


def test_beans_can_be_served_again_and_again() -> None:
    feast = best_feast(11, {"beans": 4, "mead": 3})
    assert feast.eaten == {"beans": 4, "mead": 3}
    assert tiles(feast) == "beans mead beans mead beans mead beans"


def test_tiles_do_not_stick_out() -> None:
    assert tiles(best_feast(4, {"cattle": 1})) == "cattle-"
    assert tiles(best_feast(3, {"cattle": 1})) == "cattle"
    assert best_feast(2, {"cattle": 1}).servings == ()


def test_silver_lies_beside_silver_and_keeps_colours_apart() -> None:
    assert tiles(best_feast(3, {"silver": 5})) == "silver silver silver"
    assert tiles(best_feast(3, {"peas": 1, "flax": 1, "silver": 1}, {"peas": 0, "flax": 0})) in (
        "flax-",
        "peas silver flax",
    )
    feast = best_feast(3, {"peas": 2, "silver": 1}, {"peas": 0.25})
    assert feast.eaten == {"peas": 1, "silver": 1}


def test_an_empty_cell_keeps_colours_apart_where_that_is_cheaper() -> None:
    feast = best_feast(4, {"peas": 2})
    assert [(each.start, each.width) for each in feast.servings] == [(0, 2), (3, 1)]
    assert (feast.empty, feast.loss) == (1, Fraction("3.6"))


def test_without_food_every_cell_is_a_penalty() -> None:
    feast = best_feast(7, {"peas": 0})
    assert not feast.servings
    assert not feast.eaten
    assert feast.empty == 7
    assert feast.loss == 21
    assert best_feast(0, {"peas": 3}).loss == 0


def test_the_least_valuable_animal_is_eaten_first() -> None:
    herd = {"pregnant_sheep": 1, "sheep": 1}
    assert best_feast(4, herd).eaten == {"sheep": 1}
    assert best_feast(4, herd, {"sheep": 5}).eaten == {"pregnant_sheep": 1}
    assert best_feast(4, herd, {"sheep": 3}).eaten == {"sheep": 1}
    # They are of one kind: only one of them lies lengthwise.
    both = best_feast(8, {**herd, "silver": 1}, {"silver": 0})
    assert (both.eaten, both.empty) == ({"sheep": 1, "pregnant_sheep": 1, "silver": 1}, 1)


def test_the_worth_of_things_decides() -> None:
    food = {"mead": 1, "silver": 2}
    assert best_feast(2, food).eaten == {"mead": 1}
    assert best_feast(2, food, {"mead": 2.5}).eaten == {"silver": 2}
    # Fewer tiles among equals, and no penalty where one costs as much as food.
    assert best_feast(2, food, {"mead": 2}).eaten == {"mead": 1}
    assert best_feast(1, {"silver": 1}, {"silver": 3}).empty == 0
    assert best_feast(1, {"silver": 1}, {"silver": 3.01}).empty == 1
    assert best_feast(1, {"silver": 1}, penalty=0.5).empty == 1


def test_numbers_mean_what_is_written() -> None:
    feast = best_feast(6, {"peas": 1, "mead": 1, "flax": 1}, {"peas": 0.1, "mead": 0.2, "flax": 3})
    assert feast.loss == Fraction("3.3")
    assert PositionFeast(cells=6).data(feast)["loss"] == 3.3


def test_every_food_has_a_worth() -> None:
    assert FOOD_VALUES.keys() == FOODS.keys()
    assert FOOD_VALUES["silver"] == 1
    for name, tile in FOODS.items():
        if tile.kind == "animal":
            points = tile.points if name == tile.id else tile.pregnant_points
            assert FOOD_VALUES[name] == points
        elif tile.kind == "good":
            a_cell = Fraction("0.3") if tile.color == "red" else Fraction("0.15")
            assert FOOD_VALUES[name] == a_cell * tile.area


@pytest.mark.parametrize(
    ("cells", "food", "values", "part"),
    [
        (13, {}, {}, "cells: expected 0 to 12, got 13"),
        (-1, {}, {}, "cells: expected 0 to 12, got -1"),
        (5, {"oil": 1}, {}, "oil is not food"),
        (5, {"pea": 1}, {}, "unknown food 'pea'"),
        (5, {"peas": -1}, {}, "food: peas: expected 0 or more, got -1"),
        (5, {}, {"ore": 1}, "ore is not food"),
        (5, {"peas": 1}, {"peas": float("nan")}, "value of peas: expected a finite number"),
    ],
)
def test_odd_questions_are_refused(
    cells: int, food: dict[str, int], values: dict[str, float], part: str
) -> None:
    with pytest.raises(InputError, match=part):
        best_feast(cells, food, values)
