"""Cards that react to action spaces: each by its text, and its limits."""

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import IllegalMove, decision
from odin_solver.game.kernel.state import Exploration
from odin_solver.game.turn import Turn
from tests.game.building import change, play, turn
from tests.game.cards.helping import PLAY, Items, choices, effect, when_played, with_card

USED: list[tuple[int, Items, str, Items]] = [
    (3, {}, "use beans", {"beans": 1, "silver": 1, "snare": 1}),
    (3, {}, "use mead", {"mead": 2, "silver": 2}),
    (15, {"stone": 1}, "use build_stone_house", {"stone": -1, "stone_house": 1, "hide": 1}),
    (15, {"wood": 2}, "use build_shed", {"wood": -2, "shed": 1}),
    (109, {"knarr": 2, "silver": 1}, "use overseas_trading_2", {"silver": 1}),
    (109, {"knarr": 2, "silver": 1}, "use overseas_trading_1", {"silver": -1}),
    (111, {"stone": 1}, "use craft_rune_stone", {"stone": -1, "rune_stone": 1, "silver": 2}),
    (
        111,
        {"stone": 2, "wood": 2},
        "use craft_chests_and_rune_stones",
        {"stone": -2, "wood": -2, "chest": 2, "rune_stone": 2, "silver": 2},
    ),
    (111, {"flax": 1}, "use craft_linen", {"flax": -1, "linen": 1}),
    (112, {"flax": 1}, "use craft_linen", {"flax": -1, "linen": 1, "mead": 1}),
    (112, {"stone": 1}, "use build_stone_house", {"stone": -1, "stone_house": 1}),
    (
        114,
        {"flax": 1, "silver": 3},
        "use craft_linen; exchange silver=3 for silk=1",
        {"flax": -1, "linen": 1, "silver": -3, "silk": 1},
    ),
    # The two silver of the clothing may be used.
    (
        114,
        {"hide": 1, "linen": 1, "silver": 1},
        "use craft_clothing; exchange silver=3 for silk=1",
        {"hide": -1, "linen": -1, "clothing": 1, "silver": -1, "silk": 1},
    ),
    (115, {"wood": 2}, "use build_shed", {"wood": -2, "shed": 1, "silverware": 1}),
    (
        115,
        {"wood": 2, "stone": 2},
        "use build_house_and_ship; stone_house and longship",
        {"wood": -2, "stone": -2, "stone_house": 1, "longship": 1, "silverware": 1},
    ),
    (115, {"wood": 2}, "use build_knarr", {"wood": -2, "knarr": 1}),
    (
        117,
        {"wood": 2, "peas": 1},
        "use build_knarr; upgrade peas",
        {"wood": -2, "knarr": 1, "peas": -1, "mead": 1},
    ),
    (117, {"silver": 8, "peas": 1}, "ship longship", {"silver": -8, "longship": 1}),
    (117, {"wood": 1, "peas": 1}, "use build_whaling_boat", {"wood": -1, "whaling_boat": 1}),
    (118, {}, "use beans", {"beans": 1, "silver": 1, "stone": 1, "mead": 1}),
    (118, {"cattle": 1}, "use milk", {"milk": 1}),
    (119, {}, "use beans", {"beans": 1, "silver": 1, "milk": 1}),
    (119, {}, "use spices_milk_wool", {"spices": 1, "silver": 1, "milk": 1}),
    (120, {"flax": 1}, "use beans; pay silver=1; upgrade beans", {"milk": 1}),
    (
        123,
        {"oil": 1},
        "use mountain_1_upgrade_1; strip 1 take 1; done; exchange oil=1 for silverware=1",
        {"oil": -1, "wood": 1, "silverware": 1},
    ),
    (123, {"oil": 1}, "use mountain_2; strip 1 take 1", {"wood": 1}),
    (124, {}, "use mead; exchange silver=2 for grain=1 wood=2", {"mead": 2, "grain": 1, "wood": 2}),
    (124, {"silver": 2}, "use beans", {"beans": 1, "silver": 1}),
    (125, {"whaling_boat": 1}, "use explore_1; explore shetland", {"shetland": 1, "rune_stone": 1}),
    (
        125,
        {"knarr": 1, "silver": 1},
        "use emigrate_2; emigrate knarr",
        {"knarr": -1, "silver": -1, "emigrated knarr": 1, "rune_stone": 1},
    ),
    (
        148,
        {"wood": 2, "silver": 3},
        "use build_knarr; exchange silver=3 for spices=1",
        {"wood": -2, "knarr": 1, "silver": -3, "spices": 1},
    ),
    (148, {"silver": 8}, "ship knarr", {"silver": -5, "knarr": 1}),
    (148, {"wood": 2, "silver": 3}, "use build_longship", {"wood": -2, "longship": 1}),
    (
        149,
        {"knarr": 1, "silver": 1},
        "use overseas_trading_1; trade oil",
        {"silver": -1, "rune_stone": 1},
    ),
    (154, {}, "use mountain_2; strip 2 take 2", {"wood": 2, "silver": 1}),
    (154, {}, "use mountain_2; strip 2 take 1", {"wood": 1}),
    (
        155,
        {},
        "use mountain_2; strip 2 take 2; exchange wood=1 for stockfish=1",
        {"wood": 1, "stockfish": 1},
    ),
    (155, {"wood": 1}, "use mountain_2; strip 2 take 1", {"wood": 1}),
    (156, {}, "use mountain_3_upgrade_1; strip 1 take 3", {"wood": 2, "stone": 1, "silver": 1}),
    (156, {}, "use mountain_2; strip 1 take 2", {"wood": 2}),
    (
        175,
        {"silver": 1},
        "use take_stockfish; exchange silver=1 for oil=1",
        {"stockfish": 1, "silver": -1, "oil": 1},
    ),
    (175, {"silver": 2}, "use buy_salt_meat", {"silver": -2, "salt_meat": 2}),
    # Cards that change what a space costs or does.
    (1, {"silver": 2}, "use buy_cattle_milk", {"silver": -2, "cattle": 1, "milk": 1}),
    (1, {}, "use buy_sheep", {"sheep": 1}),
    (1, {}, "use sheep_or_cattle; cattle", {"cattle": 1}),
    (1, {}, "use sheep_or_cattle; sheep", {"sheep": 1}),
    (1, {"knarr": 1, "silver": 1}, "use overseas_trading_1", {"silver": -1}),
    (2, {"silver": 2}, "use buy_salt_meat", {"silver": -1, "salt_meat": 2}),
    (2, {"silver": 1}, "use buy_sheep", {"silver": -1, "sheep": 1}),
    (2, {"silver": 3}, "ship whaling_boat", {"silver": -3, "whaling_boat": 1}),
    (
        2,
        {"knarr": 1, "silver": 9},
        "use special_sale; sale glass_beads; sale belt",
        {"silver": -1, "glass_beads": 1, "belt": 1},
    ),
    (
        2,
        {"knarr": 1, "silver": 9},
        "use special_sale; sale helmet; sale cloakpin",
        {"silver": -1, "helmet": 1, "cloakpin": 1},
    ),
    (
        2,
        {"knarr": 1, "silver": 9},
        "use special_sale; sale belt; sale chalice",
        {"silver": -6, "belt": 1, "chalice": 1},
    ),
    (
        2,
        {"knarr": 1, "silver": 9},
        "use special_sale; sale helmet; done",
        {"silver": -1, "helmet": 1},
    ),
    (
        102,
        {"game_meat": 1},
        "use mountain_1_upgrade_1; skip; exchange game_meat=1 for fur=1",
        {"game_meat": -1, "fur": 1},
    ),
    (
        102,
        {"silk": 1},
        "use mountain_3_upgrade_1; strip 1 take 1; exchange silk=1 for fur=1",
        {"wood": 1, "silk": -1, "fur": 1},
    ),
    (102, {"peas": 1}, "use mountain_1_upgrade_1; skip; upgrade peas", {"peas": -1, "mead": 1}),
    (105, {"wood": 3}, "use build_whaling_boat; build knarr", {"wood": -3, "knarr": 1}),
    (
        105,
        {"wood": 3},
        "use build_whaling_boat; build whaling_boat",
        {"wood": -1, "whaling_boat": 1},
    ),
    (107, {"whaling_boat": 1}, "use explore_1; explore greenland", {"greenland": 1}),
    (116, {}, "use build_stone_house", {"stone_house": 1}),
    (
        116,
        {"stone": 1, "wood": 2},
        "use build_house_and_ship; long_house and knarr",
        {"stone": -1, "wood": -2, "long_house": 1, "knarr": 1},
    ),
    (116, {"stone": 1}, "use craft_rune_stone", {"stone": -1, "rune_stone": 1, "silver": 1}),
    (
        152,
        {"peas": 2},
        "use upgrade_3; upgrade peas twice; upgrade peas",
        {"peas": -2, "oil": 1, "mead": 1},
    ),
    (170, {"knarr": 1}, "use emigrate_2; emigrate knarr", {"knarr": -1, "emigrated knarr": 1}),
    (
        185,
        {"peas": 1, "flax": 1},
        "use raiding; upgrades; upgrade peas; upgrade flax",
        {"peas": -1, "flax": -1, "mead": 1, "stockfish": 1},
    ),
]
"""Card, supply, moves, changes."""


def _name(number: object) -> str | None:
    return f"{number} {OCCUPATIONS[number].name}" if isinstance(number, int) else None


@pytest.mark.rule(
    1,
    2,
    3,
    15,
    102,
    105,
    107,
    109,
    111,
    112,
    114,
    115,
    116,
    117,
    118,
    119,
    120,
    123,
    124,
    125,
    148,
    149,
    152,
    154,
    155,
    156,
    170,
    175,
    185,
)
@pytest.mark.parametrize(("number", "have", "moves", "changed"), USED, ids=_name)
def test_used(number: int, have: Items, moves: str, changed: Items) -> None:
    """What the space gives, with what the card adds or changes."""
    # Occupations drawn in the third column are none of the matter here: there are none.
    assert effect(with_card(number, have), *moves.split("; ")) == changed


OFFERS_LEFT: list[tuple[int, Items, str]] = [
    (36, {"knarr": 1, "silver": 1, "salt_meat": 1, "oil": 1}, "use overseas_trading_1"),
    (110, {"knarr": 1, "silver": 2}, "use overseas_trading_2"),
    (114, {"flax": 1, "silver": 3}, "use craft_linen"),
    (120, {"flax": 1}, "use beans"),
    (124, {}, "use mead"),
    (148, {"wood": 2, "silver": 3}, "use build_knarr"),
    (155, {}, "use mountain_2; strip 2 take 2"),
    (175, {"silver": 1}, "use take_stockfish"),
]


@pytest.mark.rule(36, 110, 114, 120, 124, 148, 155, 175)
@pytest.mark.parametrize(("number", "have", "moves"), OFFERS_LEFT, ids=_name)
def test_offers_can_be_left(number: int, have: Items, moves: str) -> None:
    """What a card lets the player do, the player may leave, and it is made only once."""
    found = choices(with_card(number, have), *moves.split("; "))
    assert len(found) == 2
    assert found[-1] == "skip"


OVERSEAS = "use overseas_trading_1"


@pytest.mark.rule(12, 15)
def test_12_and_15_when_played() -> None:
    """A chest; 2 mead per house, sheds aside."""
    assert when_played(12, {}) == {"chest": 1}
    assert when_played(15, {"stone_house": 1, "long_house": 2, "shed": 1}) == {"mead": 6}


@pytest.mark.rule(12)
def test_12_helmsman_draws_for_a_longship() -> None:
    """One card per action: a failed raid, an exploration, an emigration."""
    state = with_card(12, {"longship": 2, "silver": 1})
    assert effect(state, "use raiding", "1", "fail", "spear") == {
        "stone": 1,
        "long_sword": 1,
        "spear": 1,
    }
    raid = ["use raiding", "6", "loot rune_stone", "pay", "spear"]
    assert effect(state, *raid) == {"rune_stone": 1, "spear": 1}
    assert effect(state, "use explore_1", "explore shetland", "bow") == {"shetland": 1, "bow": 1}
    assert effect(state, "use plundering", "bow") == {"silver_hoard": 1, "bow": 1}
    emigrated = effect(state, "use emigrate_2", "emigrate longship ore=0", "bow")
    assert emigrated["bow"] == 1


def test_12_helmsman_needs_a_longship() -> None:
    """Not with a knarr."""
    state = with_card(12, {"knarr": 1, "silver": 1})
    assert "pass" in choices(state, "use emigrate_2", "emigrate knarr")
    assert "pass" in choices(state, "use explore_1", "explore shetland")


@pytest.mark.rule(36)
def test_36_ships_cook_upgrades_first() -> None:
    """The result may be traded at once; one upgrade only."""
    state = with_card(36, {"knarr": 1, "silver": 1, "salt_meat": 2, "milk": 1})
    assert choices(state, OVERSEAS) == ["exchange salt_meat=1 for linen=1", "skip"]
    whale = with_card(36, {"knarr": 1, "silver": 1, "whale_meat": 1})
    assert choices(whale, OVERSEAS) == ["exchange whale_meat=1 for robe=1", "skip"]
    assert effect(state, OVERSEAS, "exchange salt_meat=1 for linen=1", "trade linen") == {
        "silver": -1,
        "salt_meat": -1,
        "silk": 1,
    }


@pytest.mark.rule(37)
def test_37_foreign_trader_upgrades_first() -> None:
    """Any good; the result may be traded at once."""
    state = with_card(37, {"knarr": 1, "silver": 1, "milk": 1})
    assert effect(state, OVERSEAS, "upgrade milk", "trade wool") == {
        "silver": -1,
        "milk": -1,
        "chest": 1,
    }
    assert effect(state, OVERSEAS, "done") == {"silver": -1}


@pytest.mark.rule(88)
def test_88_clerk() -> None:
    """1 silver per step, once per knarr; the silver for the trade has to be left."""
    state = with_card(88, {"knarr": 2, "silver": 4, "hide": 3})
    step = "exchange hide=1 silver=1 for rune_stone=1"
    assert effect(state, OVERSEAS, step, step, "trade hide") == {
        "silver": -3,
        "hide": -3,
        "rune_stone": 2,
        "silverware": 1,
    }
    poor = with_card(88, {"knarr": 2, "silver": 1, "hide": 3})
    assert "trade hide" in choices(poor, OVERSEAS)


@pytest.mark.rule(103)
def test_103_item_before_ore_is_exchanged() -> None:
    """The ore of the strip may pay; if it has to, nothing else can be taken."""
    strips = (("ore", "silver2"), ("stone", "ore", "silver2"))
    state = with_card(103, strips=strips)
    assert effect(state, "use forge", "strip 1 take 1", "forge jewelry") == {"jewelry": 1}
    assert choices(state, "use forge") == ["strip 1 take 1"]
    state = with_card(103, {"ore": 1}, strips=strips)
    assert choices(state, "use forge") == ["strip 1 take 1", "strip 2 take 1", "skip"]
    chest = effect(state, "use craft_chest", "pay ore", "strip 2 take 1")
    assert chest == {"ore": -1, "stone": 1, "chest": 1, "silver": 1}


def test_103_only_where_ore_is_exchanged() -> None:
    """Not for a chest of wood, and the forge is closed if there is no ore anywhere."""
    state = with_card(103, {"wood": 1}, strips=(("wood", "stone", "ore", "silver2"),))
    assert effect(state, "use craft_chest", "pay wood") == {"wood": -1, "chest": 1, "silver": 1}
    with pytest.raises(IllegalMove):
        play(state, "use forge")


def test_105_other_cards_see_the_knarr() -> None:
    state = with_card(105, {"wood": 3, "mead": 1}, played=(105, 117))
    assert choices(state, "use build_whaling_boat", "build knarr") == ["upgrade mead", "done"]


@pytest.mark.rule(106)
def test_106_fewer_vikings_plunder() -> None:
    """3 longships: 3 Vikings; 4: 2; otherwise 4."""
    for ships, vikings in ((2, 4), (3, 3), (4, 2)):
        state = with_card(106, {"longship": ships})
        after = play(state, "use plundering")
        assert state.vikings - after.vikings == vikings
    few = with_card(106, {"longship": 3}, vikings=3)
    assert "use plundering" in choices(few)
    assert "use plundering" not in choices(with_card(106, {"longship": 2}, vikings=3))


def test_106_is_still_a_fourth_column_space() -> None:
    """An occupation may be played."""
    state = with_card(106, {"longship": 4}, hand=(43,))
    assert "play 43" in choices(state, "use plundering")


@pytest.mark.rule(164, 166)
def test_106_does_not_make_plundering_another_space_for_other_cards() -> None:
    """Card 166 is for printed second-column spaces, card 164 for 4 Vikings placed."""
    state = with_card(166, {"longship": 4}, played=(106, 166))
    assert isinstance(decision(play(state, "use mead", "use plundering")), Turn)
    assert isinstance(decision(play(state, "use plundering", "use mead")), Turn)
    strips = (("stone", "silver2"),)
    for ships, asked in ((2, True), (3, False), (4, False)):
        state = with_card(164, {"longship": ships}, played=(106, 164), strips=strips)
        assert ("strip 1 take 1" in choices(state, "use plundering")) == asked
        late = with_card(106, {"longship": ships}, hand=(164,), strips=strips)
        assert ("strip 1 take 1" in choices(late, "use plundering", "play 164")) == asked


@pytest.mark.rule(107)
def test_107_gets_the_silver_and_needs_a_ship() -> None:
    """Any board, with its silver, with any ship, but not without one."""
    exploration = (Exploration("labrador", 4),)
    state = with_card(107, {"whaling_boat": 1}, exploration=exploration)
    assert effect(state, "use explore_1", "explore labrador") == {"labrador": 1, "silver": 4}
    assert "use explore_1" not in choices(with_card(107, exploration=exploration))
    assert "use explore_3" not in choices(state)


@pytest.mark.rule(108)
def test_108_viking_back_from_crafting_with_ore() -> None:
    """1 silver; not if wood was exchanged, not for an ore mine."""
    state = with_card(108, {"ore": 1, "wood": 1})
    after = play(state, "use craft_chest", "pay ore", "return craft_chest")
    assert (after.vikings, after.has("silver")) == (state.vikings - 1, 0)
    assert "pass" in choices(state, "use craft_chest", "pay wood")
    assert "pass" in choices(with_card(108, {"ore": 1}), "use forge", "forge jewelry")


@pytest.mark.rule(110)
def test_110_emigrates_at_the_usual_cost() -> None:
    """Round 2: 2 silver after the one for trading."""
    state = with_card(110, {"knarr": 1, "silver": 3}, at=2)
    changed = effect(state, "use overseas_trading_2", "emigrate", "emigrate knarr")
    assert changed == {"silver": -3, "knarr": -1, "emigrated knarr": 1}
    assert "pass" in choices(state, "use overseas_trading_1")


WOOD, STONE = ("wood", "stone", "ore", "silver2"), ("stone", "ore", "silver2")


@pytest.mark.rule(113, 121, 164)
@pytest.mark.parametrize(
    ("number", "space", "have", "strip"),
    [
        (113, "craft_rune_stone", {}, STONE),
        (121, "build_whaling_boat", {}, WOOD),
        (121, "build_stone_house", {}, STONE),
        (164, "build_house_and_ship", {"stone": 1, "wood": 2}, STONE),
    ],
)
def test_item_first(number: int, space: str, have: Items, strip: tuple[str, ...]) -> None:
    """If only an item makes the action possible, such an item has to be taken."""
    strips = (("ore", "silver2"), strip)
    state = with_card(number, have, strips=strips)
    assert choices(state, f"use {space}") == ["strip 2 take 1"]
    closed = with_card(number, have, strips=(("ore", "silver2"),))
    assert f"use {space}" not in choices(closed)
    rich = with_card(number, {**have, strip[0]: 4, "wood": 4}, strips=strips)
    assert choices(rich, f"use {space}") == ["strip 1 take 1", "strip 2 take 1", "skip"]


@pytest.mark.rule(113)
def test_113_only_crafting() -> None:
    """Not before another group of spaces; the item is had besides."""
    state = with_card(113, {"flax": 1})
    assert effect(state, "use craft_linen", "strip 1 take 1") == {"flax": -1, "linen": 1, "wood": 1}
    assert effect(state, "use take_stockfish") == {"stockfish": 1}


@pytest.mark.rule(164)
def test_164_only_stone_or_ore_in_the_fourth_column() -> None:
    """No wood, no silver."""
    strips = (("wood", "stone", "ore", "silver2"), ("silver2",), ("ore", "silver2"))
    state = with_card(164, strips=strips)
    assert choices(state, "use master_crafting") == ["strip 3 take 1", "skip"]
    assert effect(state, "use mead") == {"mead": 2, "silver": 2}


def test_120_upgrade_needs_silver() -> None:
    """Milk is no weekly market."""
    state = with_card(120, {"cattle": 1, "silver": 1})
    assert "pass" in choices(state, "use milk")


@pytest.mark.rule(120)
def test_120_upgrade_of_what_can_be_upgraded_once() -> None:
    """Spices cannot be upgraded; oil can, once."""
    assert "pass" in choices(with_card(120), "use spices_milk_wool")
    assert choices(with_card(120, {"oil": 1}), "use spices_milk_wool") == ["pay silver=1", "skip"]


@pytest.mark.rule(52, 88)
def test_88_a_card_played_before_the_action_stirs_no_others() -> None:
    """Cards 36 and 37 reward trading; they are not in play."""
    state = with_card(88, {"knarr": 1, "silver": 5}, hand=(140,), played=(52, 88))
    state.supply["beans"] = 1
    moves = ["use overseas_trading_1", "card 52 play 140", "skip"]
    assert effect(state, *moves) == {"silver": -2, "hand 140": -1, "played 140": 1}


@pytest.mark.rule(152)
def test_152_one_good_only() -> None:
    """One of the goods by two steps; not where up to 2 goods are upgraded."""
    state = with_card(152, {"peas": 3})
    assert "upgrade peas twice" not in choices(state, "use upgrade_3", "upgrade peas twice")
    assert "upgrade peas twice" not in choices(state, "use upgrade_2")
    found = choices(with_card(152, {"mead": 1, "oil": 1}), "use upgrade_3")
    assert "upgrade mead twice" in found
    assert "upgrade oil twice" not in found
    assert "upgrade peas twice" in choices(state, "use upgrade_4", "upgrade peas")


@pytest.mark.rule(170)
def test_170_not_below_nothing() -> None:
    """Round 4: 2 silver; in round 1 nothing is paid, and nothing comes."""
    state = with_card(170, {"knarr": 1, "silver": 2}, at=4)
    assert effect(state, "use emigrate_2", "emigrate knarr")["silver"] == -2
    state = with_card(170, {"knarr": 1, "silver": 2}, at=1)
    assert effect(state, "use emigrate_2", "emigrate knarr").get("silver", 0) == 0


@pytest.mark.rule(2, 110)
def test_2_patron_emigration() -> None:
    """From round 2 on: 1 silver less on the space, not through another card."""
    for number, price in ((1, 1), (2, 1), (3, 2)):
        state = with_card(2, {"knarr": 1, "silver": 3}, at=number)
        assert effect(state, "use emigrate_2", "emigrate knarr")["silver"] == -price
    both = with_card(2, {"knarr": 2, "silver": 5}, at=3, played=(2, 110))
    changed = effect(both, "use overseas_trading_2", "emigrate", "emigrate knarr")
    assert changed["silver"] == -1 - 3


@pytest.mark.rule(2)
def test_2_patron_from_two_silver_on() -> None:
    """Round 2: 1 silver instead of 2 is enough; round 1: the 1 silver is paid."""
    have = {"knarr": 1, "whaling_boat": 1, "silver": 1}
    state = with_card(2, have, at=2)
    assert effect(state, "use emigrate_2", "emigrate knarr")["silver"] == -1
    assert choices(state, "use whaling_boat_to_knarr_emigrate") == [
        "exchange whaling_boat ore=0",
        "skip",
    ]
    assert "use emigrate_2" not in choices(with_card(2, {"knarr": 1, "silver": 2}, at=4))


@pytest.mark.rule(2)
@pytest.mark.parametrize(
    ("tile", "silver", "possible"),
    [("belt", 1, True), ("belt", 0, False), ("helmet", 0, False), ("chalice", 3, False)],
)
def test_2_patron_special_sale(tile: str, silver: int, possible: bool) -> None:
    """A belt for 1 silver instead of 2; a helmet costs 1."""
    have = {"knarr": 1, "silver": silver}
    state = with_card(2, have, specials=frozenset({tile}))
    assert ("use special_sale" in choices(state)) == possible


@pytest.mark.rule(2, 110)
def test_2_patron_does_not_help_after_another_action() -> None:
    """Round 3: with 2 silver left card 110 cannot be used."""
    state = with_card(2, {"knarr": 1, "silver": 3}, at=3, played=(2, 110))
    assert "pass" in choices(state, "use overseas_trading_2")


@pytest.mark.rule(105)
@pytest.mark.parametrize(
    ("have", "ships"),
    [
        ({"wood": 1}, ["whaling_boat"]),
        ({"wood": 2}, ["whaling_boat"]),
        ({"wood": 3, "knarr": 4}, ["whaling_boat"]),
        ({"wood": 3, "whaling_boat": 3}, ["knarr"]),
        ({"wood": 3, "whaling_boat": 3, "knarr": 3}, ["knarr"]),
        ({"wood": 3, "whaling_boat": 2, "knarr": 3}, ["whaling_boat", "knarr"]),
    ],
)
def test_105_what_is_possible(have: Items, ships: list[str]) -> None:
    """Wood and berths decide."""
    found = choices(with_card(105, have), "use build_whaling_boat")
    assert found == [f"build {ship}" for ship in ships]


@pytest.mark.rule(105)
@pytest.mark.parametrize(
    "have", [{}, {"wood": 2, "whaling_boat": 3}, {"wood": 5, "whaling_boat": 3, "knarr": 4}]
)
def test_105_nothing_is_possible(have: Items) -> None:
    assert "use build_whaling_boat" not in choices(with_card(105, have))


@pytest.mark.rule(147, 185)
@pytest.mark.parametrize(
    ("have", "played"), [({"longship": 1}, (185,)), ({"knarr": 1}, (147, 185))]
)
def test_185_with_147_one_ship_is_enough(have: Items, played: tuple[int, ...]) -> None:
    """Without goods the raid remains; a knarr stands in for the longship."""
    state = with_card(185, have, played=played)
    assert choices(state, "use raiding") == ["raid"]


@pytest.mark.rule(185)
def test_185_goods_without_a_ship() -> None:
    """What can be upgraded once will do; what cannot be upgraded does not."""
    assert choices(with_card(185, {"oil": 1}), "use raiding") == ["upgrades"]
    three = with_card(185, {"peas": 1, "flax": 1, "beans": 1})
    assert "pass" in choices(three, "use raiding", "upgrades", "upgrade peas", "upgrade flax")
    assert "use raiding" not in choices(with_card(185, {"wood": 5, "knarr": 1}))
    ship = {"longship": 1, "spices": 1, "wood": 2}
    assert choices(with_card(185, ship), "use raiding") == ["raid"]
    state = with_card(185, {"longship": 1, "oil": 1})
    assert choices(state, "use raiding") == ["raid", "upgrades"]


@pytest.mark.rule(166)
def test_166_other_columns_do_not_count() -> None:
    """When it is played: a Viking on the first space of all; then it is the first time."""
    state = turn(1, hand=(166,), placed=(("build_shed", 1),))
    moves = ["use play_occupations_1_2", "play 166"]
    assert play(state, *moves).has("bow") == 0
    assert effect(play(state, *moves), "use flax_stockfish", "bow")["bow"] == 1


@pytest.mark.rule(166)
def test_166_two_vikings_again() -> None:
    """A weapon from the second time of the round on; every round anew."""
    state = with_card(166, at=1)
    first = play(state, "use mead")
    assert change(state, first) == {"mead": 2, "silver": 2}
    assert effect(first, "use flax_stockfish", "bow")["bow"] == 1
    one = play(first, "use beans")
    assert change(first, one) == {"beans": 1, "silver": 1}


@pytest.mark.rule(185)
def test_185_needs_no_longship_and_may_raid() -> None:
    """Both are there with a longship; without goods and longship, the space is closed."""
    state = with_card(185, {"peas": 1, "longship": 1})
    assert choices(state, "use raiding") == ["raid", "upgrades"]
    assert "use raiding" not in choices(with_card(185, {"silk": 1}))


@pytest.mark.rule(24)
def test_154_what_cards_give_does_not_count() -> None:
    """Nor a bonus that a card lets you have; 1 wood of the action and 1 of a card are not 2."""
    state = with_card(154, {"whaling_boat": 2}, hand=(24,))
    after = play(state, "use play_occupations_1_2", "play 24")
    assert change(state, after)["wood"] == 2
    assert after.has("silver") == 0


@pytest.mark.rule(27, 37, 53, 83, 117, 175)
@pytest.mark.parametrize(
    ("number", "have", "moves"),
    [
        (37, {"knarr": 1, "silver": 3, "flax": 1}, ["use overseas_trading_1", "upgrade flax"]),
        (117, {"wood": 2, "silver": 3, "flax": 1}, ["use build_knarr", "upgrade flax"]),
        (53, {"silver": 3, "flax": 1}, ["card 53 silver=1 flax=1 for stockfish=1"]),
        (83, {"silver": 3, "flax": 1}, [PLAY, "play 83", "exchange flax=1 for stockfish=1"]),
        (27, {"silver": 3, "whaling_boat": 1}, [PLAY, "play 27"]),
    ],
)
def test_175_stockfish_of_a_card(number: int, have: Items, moves: list[str]) -> None:
    """Card 175 offers oil for stockfish of a card as well."""
    hand, played = ((number,), (175,)) if PLAY in moves else ((), (number, 175))
    state = play(turn(1, have, hand=hand, played=played), *moves)
    assert state.has("stockfish") == 1
    assert choices(state)[:2] == ["exchange silver=1 for oil=1", "skip"]
    assert play(state, "exchange silver=1 for oil=1").has("oil") == 1


@pytest.mark.rule(103, 113, 121, 128, 145)
@pytest.mark.parametrize(
    ("number", "have", "moves"),
    [
        (103, {"ore": 1}, "use forge; strip 1 take 1; forge jewelry"),
        (113, {"flax": 1}, "use craft_linen; strip 1 take 1"),
        (121, {"wood": 2}, "use build_shed; strip 1 take 1"),
        (128, {"snare": 1}, "use laying_a_snare; 1; succeed; pay snare=1; strip 1 take 1"),
        (145, {"bow": 1}, "use hunting_game_1; strip 1 take 1; 1; succeed; pay bow=1"),
    ],
)
def test_the_two_silver_of_a_strip_may_be_taken(number: int, have: Items, moves: str) -> None:
    state = with_card(number, have, strips=(("silver2", "silver2"),))
    assert effect(state, *moves.split("; "))["silver"] == 2


@pytest.mark.rule(154, 155, 156)
def test_a_followed_space_gives_as_any_other() -> None:
    """Cards 154, 155 and 156 count what the action of a space gives that card 77 lets one use."""
    strips = (("wood", "wood", "stone", "ore", "silver2"),)
    blocked = frozenset({"mountain_3_upgrade_1"})
    moves = (PLAY, "play 77", "follow mountain_3_upgrade_1", "strip 1 take 3")
    for number, asked in ((154, False), (155, True), (156, False)):
        state = turn(1, hand=(77,), played=(number,), strips=strips, blocked=blocked)
        after = play(state, *moves)
        assert ("exchange wood=1 for stockfish=1" in choices(after)) == asked
        assert after.has("silver") == int(not asked)


def test_121_only_houses_and_ships() -> None:
    """Not before crafting."""
    assert effect(with_card(121, {"flax": 1}), "use craft_linen") == {"flax": -1, "linen": 1}
