"""The banquet table (rules, 3.9)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_solver.components import TILES
from odin_solver.rules.banquet import Serving, banquet_violations, empty_cells, is_servable


def row(*foods: str) -> list[Serving]:
    """Servings side by side from the left; a ``-`` after the name lays it lengthwise."""
    servings: list[Serving] = []
    for food in foods:
        start = servings[-1].start + servings[-1].width if servings else 0
        servings.append(Serving(TILES[food.rstrip("-")], start, food.endswith("-")))
    return servings


def test_widths_upright_and_lengthwise() -> None:
    assert [each.width for each in row("flax", "flax-", "cabbage", "sheep", "cattle-")] == [
        1,
        3,
        2,
        2,
        4,
    ]


def test_equal_colours_do_not_lie_side_by_side() -> None:
    assert banquet_violations(3, row("peas", "mead", "flax")) == []
    assert banquet_violations(2, row("peas", "flax")) == ["peas and flax: no orange beside orange"]
    assert banquet_violations(2, row("mead", "mead")) == ["mead and mead: no red beside red"]
    assert banquet_violations(4, row("milk", "sheep")) != []  # animals are red


def test_silver_and_empty_cells_separate() -> None:
    assert banquet_violations(4, row("peas", "silver", "silver", "flax")) == []
    apart = [Serving(TILES["peas"], 0), Serving(TILES["flax"], 2)]
    assert banquet_violations(3, apart) == []
    assert empty_cells(3, apart) == 1


@pytest.mark.rule("3.12")
def test_one_of_a_kind_lies_lengthwise() -> None:
    assert banquet_violations(6, row("peas-", "mead-", "flax-")[:2]) == []
    twice = row("peas-", "silver", "peas-")
    assert banquet_violations(5, twice) == ["peas: at most 1 may lie lengthwise"]
    assert banquet_violations(4, row("peas-", "silver", "peas")) == []


def test_food_stays_on_the_table_and_off_other_food() -> None:
    assert banquet_violations(1, row("peas-")) == ["peas lies beyond the open cells"]
    over = [Serving(TILES["peas"], 0, True), Serving(TILES["mead"], 1)]
    assert (
        banquet_violations(3, over) == ["mead overlaps at cell 2", "peas and mead: no orange"][:1]
    )


def test_only_food_is_served() -> None:
    served = {name for name, tile in TILES.items() if is_servable(tile)}
    assert {"peas", "mead", "sheep", "cattle", "silver"} <= served
    assert not served & {"oil", "rune_stone", "ore", "wood", "stone", "helmet"}
    assert banquet_violations(1, row("oil")) == ["oil is not food"]


@pytest.mark.rule("1.10")
@given(st.lists(st.sampled_from(["peas", "mead", "silver", "milk", "flax-", "flax"]), max_size=6))
def test_neighbours_decide(foods: list[str]) -> None:
    servings = row(*foods)
    cells = sum(each.width for each in servings)
    colors = [each.tile.color for each in servings]
    clash = any(a == b and str(a) != "silver" for a, b in pairwise(colors))
    lengthwise = max((foods.count(each) for each in foods if each.endswith("-")), default=0)
    assert bool(banquet_violations(cells, servings)) == (clash or lengthwise > 1)
    assert empty_cells(cells, servings) == 0
