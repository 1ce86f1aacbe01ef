"""The worked examples of the rules (docs/vikings.md)."""

from dataclasses import replace

import pytest

from odin_solver.errors import InputError
from odin_solver.vikings.archipelago import Archipelago, IslandTile
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.files import vikings_from
from odin_solver.vikings.game.moves import TakePair
from odin_solver.vikings.game.table import with_pair
from odin_solver.vikings.parts import ShipValue
from odin_solver.vikings.position import Rivals, VikingsPosition, Wheel, WheelPair
from odin_solver.vikings.rules.ferrying import plans
from odin_solver.vikings.rules.scoring import final_scoring, large_scoring, small_scoring
from odin_solver.vikings.rules.wheel import (
    earns_special,
    paid,
    price,
    special_choices,
    takeable,
    taken,
)

S = IslandTile("S")
NO_RIVALS = Rivals(0, 0, 0)


def wheel_of(figures: str) -> Wheel:
    return Wheel({at: WheelPair(S, figure) for at, figure in enumerate(figures)})


@pytest.mark.rule("V.15")
@pytest.mark.parametrize(("feeding", "points"), [(5, 4), (3, -8)])
def test_food_of_23_figures(feeding: int, points: int) -> None:
    tiles = {(4, column): S for column in range(1, feeding + 1)}
    position = VikingsPosition(
        area=Archipelago(tiles, frozenset(tiles)),
        mainland={"R": 13, "G": 10 - feeding},
        rivals=NO_RIVALS,
    )
    food = [item for item in final_scoring(position).items if item.what.startswith("food")]
    assert position.n_figures == 23
    assert [item.vp for item in food] == [points]


@pytest.mark.rule("V.11")
def test_what_one_boatsman_carries() -> None:
    tiles = {(row, column): S for row in (2, 3, 4) for column in range(1, 5)}
    position = VikingsPosition(
        area=Archipelago(tiles), mainland={"B": 3, "Y": 1, "G": 2, "N": 1}, round=2
    )
    carried = {counts for plan, counts in plans(position) if plan.boatsmen}
    assert carried == {(0, 0, 0, 0, 3), (0, 0, 0, 1, 0), (0, 0, 2, 0, 0), (0, 0, 1, 1, 1)}


@pytest.mark.rule("V.3")
def test_the_pair_at_0_is_blocked_by_its_colour() -> None:
    wheel = wheel_of("BBBY")
    assert takeable(wheel, 10, 0) == [1, 2, 3]
    assert takeable(taken(wheel, 1), 10, 0) == [2, 3]
    assert takeable(taken(taken(wheel, 1), 2), 10, 0) == [0, 3]


@pytest.mark.rule("V.3")
def test_with_3_gold_only_prices_1_to_3() -> None:
    assert takeable(wheel_of("BBBYYY"), 3, 0) == [1, 2, 3]


@pytest.mark.rule("V.3")
def test_without_gold_the_pair_at_0_even_if_it_is_blocked() -> None:
    assert takeable(wheel_of("BBBYYY"), 0, 0) == [0]
    assert takeable(wheel_of("BBBYYY"), 0, 2) == [0, 1, 2]


@pytest.mark.rule("V.3")
def test_the_wheel_turns_when_the_pair_at_0_is_taken() -> None:
    wheel = taken(taken(wheel_of("BYGR"), 1), 0)
    assert wheel.zero == 2
    assert [price(wheel, at) for at in wheel.pairs] == [0, 1]


@pytest.mark.rule("V.13")
def test_ships_that_are_not_repelled() -> None:
    position = VikingsPosition(
        area=Archipelago(ships={1: "green", 2: "blue"}), gold=2, vp=10, rivals=NO_RIVALS
    )
    part = final_scoring(position)
    assert (part.vp, part.gold) == (-6, -2)


@pytest.mark.rule("V.10", "V.12", "V.9")
def test_large_scoring_of_the_rulebook() -> None:
    position = vikings_example("rulebook")
    large = large_scoring(position)
    assert (large.vp, large.gold) == (8, 9)
    assert small_scoring(position).gold == 6


@pytest.mark.rule("V.14")
def test_closed_island_of_six() -> None:
    data = {"schema": 1, "game": "vikings", "islands": {"G": "S M M M M E . S M"}}
    assert [len(island) for island in vikings_from(data).area.closed_islands()] == [6]


@pytest.mark.rule("V.18")
def test_the_dearest_pair_brings_a_special_tile() -> None:
    wheel = wheel_of("BBBBYYYGGGR")
    assert earns_special(wheel, 10)
    assert price(wheel, 10) == 10
    assert not earns_special(wheel, 9)
    assert not earns_special(Wheel({4: WheelPair(S, "B")}), 4)


@pytest.mark.rule("V.22")
def test_a_value_that_no_source_gives_is_asked_for() -> None:
    position = VikingsPosition(area=Archipelago(ships={1: "red"}), rivals=NO_RIVALS)
    with pytest.raises(InputError, match=r"ship_values\.red: no source gives the value"):
        final_scoring(position)
    given = VikingsPosition(
        area=Archipelago(ships={1: "red"}),
        gold=9,
        rivals=NO_RIVALS,
        ship_values={"red": ShipValue("gold", 4)},
    )
    assert final_scoring(given).gold == -9


@pytest.mark.rule("V.14")
def test_rivals_are_asked_for_where_a_majority_depends_on_them() -> None:
    with pytest.raises(InputError, match=r"rivals\.boatsmen"):
        final_scoring(VikingsPosition(mainland={"N": 1}))
    assert final_scoring(VikingsPosition()).vp == 0


@pytest.mark.rule("V.19")
def test_special_tiles_are_taken() -> None:
    tiles = {(0, 1): S, (0, 2): IslandTile("M", 2), (1, 1): S, (1, 2): IslandTile("M", 2)}
    position = VikingsPosition(area=Archipelago(tiles), gold=3)
    ((place, richer),) = special_choices(position, "gold5")
    assert (place, richer.gold, richer.specials) == ("", 8, {})
    built = dict(special_choices(position, "building_2"))
    assert list(built) == ["K2", "R2"]
    assert built["R2"].area.tiles[1, 2].special
    assert not built["R2"].specials
    ((_, waits),) = special_choices(position, "building_3")
    assert waits.specials == {"building_3": 1}
    pair = IslandTile("M", 3)
    laid, _ = with_pair(waits, pair, "N", TakePair(0, (0, 3)))
    assert laid.area.tiles[0, 3] == IslandTile("M", 3, special=True)
    assert laid.specials == {}
    ((_, twice),) = special_choices(replace(position, specials={"noble_plus1": 1}), "noble_plus1")
    assert twice.specials == {"noble_plus1": 2}


@pytest.mark.rule("V.20")
def test_a_bid_is_paid_with_gold_and_then_with_points() -> None:
    position = VikingsPosition(gold=5, vp=4)
    assert (paid(position, 3).gold, paid(position, 3).vp) == (2, 4)
    assert (paid(position, 7).gold, paid(position, 7).vp) == (0, 2)
    assert (paid(position, 9).gold, paid(position, 9).vp) == (0, 0)
    with pytest.raises(InputError, match="expected at most 9, all gold and VP, got 10"):
        paid(position, 10)
    assert paid(VikingsPosition(gold=5, vp=-3), 5).vp == -3
