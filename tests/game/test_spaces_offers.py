"""What spaces offer while it is there: buildings, special tiles and boards (rules, 4)."""

from typing import Any

import pytest

from odin_solver.game import Options, apply, decision, why_not
from odin_solver.game.kernel.items import gain
from odin_solver.game.kernel.state import Exploration
from odin_solver.names.printed import plain_name
from tests.game.building import play, turn
from tests.game.texts import menu, texts


@pytest.mark.rule("2.5", "build_house_and_ship")
@pytest.mark.parametrize(
    ("building", "copies"), [("shed", 3), ("stone_house", 3), ("long_house", 5)]
)
def test_buildings_run_out(building: str, copies: int) -> None:
    things = {"wood": 9, "stone": 9, building: copies - 1}
    before = turn(1, things)
    after = apply(before, f"use build_{building}")
    assert after.buildings(building) == copies
    before = turn(1, things | {building: copies})
    assert why_not(before, f"use build_{building}") == f"no {plain_name(building)} is left"
    if building != "shed":
        other = {"stone_house": "long_house and knarr", "long_house": "stone_house and longship"}
        asked = apply(before, "use build_house_and_ship")
        # Never None: a decision is asked for.
        assert menu(asked) == [other[building]]
    gain(before, {building: 1})
    assert before.buildings(building) == copies


FORGED = {
    "jewelry",
    "helmet",
    "cloakpin",
    "crucifix",
    "horseshoe",
    "forge_hammer",
    "fibula",
    "throwing_axe",
}
PRICES = {
    "glass_beads": 0,
    "helmet": 1,
    "cloakpin": 1,
    "belt": 2,
    "crucifix": 2,
    "drinking_horn": 2,
    "amber_figure": 2,
    "horseshoe": 2,
    "gold_brooch": 3,
    "forge_hammer": 4,
    "fibula": 4,
    "throwing_axe": 4,
    "chalice": 5,
    "round_shield": 6,
}


def offers(*moves: str, have: dict[str, int], **fields: Any) -> set[str]:
    state = play(turn(1, have, **fields), *moves)
    here = decision(state)
    assert here is not None
    return set(texts(here.moves(state)))


@pytest.mark.rule("2.6", "forge")
def test_what_can_be_forged() -> None:
    assert offers("use forge", have={"ore": 1}) == {f"forge {name}" for name in FORGED}
    left = turn(1, {"ore": 1}).specials - {"helmet", "fibula"}
    found = offers("use forge", have={"ore": 1}, specials=left)
    assert found == {f"forge {name}" for name in FORGED - {"helmet", "fibula"}}


@pytest.mark.rule("special_sale")
@pytest.mark.parametrize("silver", range(8))
def test_what_can_be_bought_in_a_special_sale(silver: int) -> None:
    affordable = {f"sale {name}" for name, price in PRICES.items() if price <= silver}
    assert offers("use special_sale", have={"knarr": 1, "silver": silver}) == affordable
    second = {
        f"sale {name}"
        for name, price in PRICES.items()
        if price <= silver and name != "glass_beads"
    }
    found = (
        offers("use special_sale", "sale glass_beads", have={"knarr": 1, "silver": silver})
        if silver
        else {"done"}
    )
    assert found == second | {"done"}, "no third one, the crown never, and one may be enough"


def test_a_special_sale_of_one_tile_is_over_when_the_silver_is_gone() -> None:
    after = play(turn(1, {"knarr": 1, "silver": 0}), "use special_sale", "sale glass_beads")
    assert after.space == ""
    before = turn(1, {"knarr": 1, "silver": 0}, specials=frozenset({"helmet", "english_crown"}))
    assert why_not(before, "use special_sale") == "no special tile is affordable"


@pytest.mark.rule("explore_3")
def test_nothing_to_explore() -> None:
    before = turn(1, {"longship": 1})
    assert why_not(before, "use explore_3") == "no board is left to be explored from here"
    assert offers("use explore_1", have={"longship": 1}) == {
        "explore shetland",
        "explore faroe_islands",
    }
    assert offers("use explore_2", have={"knarr": 1}) == {"explore iceland", "explore greenland"}


@pytest.mark.rule("2.6")
def test_an_explored_board_is_gone() -> None:
    after = play(turn(1, {"knarr": 1}), "use explore_1", "explore shetland")
    assert [each.board for each in after.exploration] == ["faroe_islands", "iceland", "greenland"]
    assert [board.id for board in after.boards] == ["home", "shetland"]


@pytest.mark.rule("8.1", "8.4", "explore_1")
def test_mini_expansion_boards_and_their_spaces() -> None:
    options = Options(islands=True, harvest=True)
    boat = turn(1, {"whaling_boat": 1}, options)
    after = apply(boat, "use explore_1")
    # Never None: a decision is asked for.
    assert set(menu(after)) == {
        "explore shetland",
        "explore faroe_islands",
        "explore lofoten",
        "explore mull",
    }
    backs = (Exploration("orkney", 2), Exploration("caithness", 4))
    assert (
        play(
            turn(1, {"whaling_boat": 1}, options, exploration=backs),
            "use explore_1",
            "explore orkney",
        ).has("silver")
        == 2
    )
    far = turn(1, {"whaling_boat": 1, "knarr": 1}, options, exploration=backs)
    assert why_not(far, "use explore_3") == "it needs a longship"
    far.longships = (0,)
    assert play(far, "use explore_3", "explore caithness").boards[-1].id == "caithness"
