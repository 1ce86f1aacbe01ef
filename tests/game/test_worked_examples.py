"""The worked examples of the rulebooks, played through the public moves.

Pages are those of the Czech rulebook.
"""

from fractions import Fraction

import pytest

from odin_solver.components import BOARDS
from odin_solver.game import IllegalMove, State, apply, chance_outcomes, decision, why_not
from odin_solver.game.kernel.state import Exploration
from odin_solver.rules.board_state import BoardState
from tests.game.building import change, filled, luck, play, rest, to_feast, turn
from tests.game.texts import texts


def moves(state: State) -> list[str]:
    here = decision(state)
    assert here is not None
    return texts(here.moves(state))


# --- dice (pages 17 to 19) ---


@pytest.mark.rule("4.22", "4.28", "raiding")
def test_raid_of_4_5_and_3() -> None:
    """With 2 stones and a sword 6 could be reached, which is a rune stone; it is given up."""
    start = turn(1, {"longship": 1, "stone": 2, "long_sword": 1}, longships=(3,))
    rolled = play(start, "use raiding", "4", "reroll", "5", "reroll", "3")
    assert moves(rolled) == ["loot rune_stone", "fail"]
    assert change(start, play(rolled, "fail")) == {"stone": 1, "long_sword": 1}
    taken = play(rolled, "loot rune_stone")
    assert moves(taken) == ["pay long_sword=1 stone=2"]
    after = play(taken, "pay long_sword=1 stone=2")
    assert change(start, after) == {"stone": -2, "long_sword": -1, "rune_stone": 1}


@pytest.mark.rule("4.21", "4.30")
def test_raid_can_stop_at_any_roll() -> None:
    start = turn(1, {"longship": 1, "stone": 2, "long_sword": 1})
    rolled = play(start, "use raiding", "4", "reroll", "5")
    assert {"reroll", "loot rune_stone", "loot silverware", "loot chest", "fail"} < set(
        moves(rolled)
    )
    assert "loot spices" not in moves(rolled), "5 and 3 make 8"
    assert "loot english_crown" not in moves(rolled)
    ways = moves(play(rolled, "loot rune_stone"))
    assert sorted(ways) == ["pay long_sword=1", "pay stone=1"]


@pytest.mark.rule("4.22")
def test_ore_is_no_help_in_a_raid() -> None:
    start = turn(1, {"longship": 1}, longships=(3,))
    assert moves(play(start, "use raiding", "5")) == ["reroll", "fail"]


@pytest.mark.rule("4.24")
def test_raid_fails_at_5() -> None:
    """5 or less fails, though no tile would ask for so little anyway."""
    start = turn(1, {"longship": 1, "stone": 3})
    one = play(start, "use raiding", "2")
    assert moves(one) == ["reroll", "fail"], "2 and 3 make 5"
    assert "loot rune_stone" in moves(play(start, "use raiding", "3"))


@pytest.mark.rule("4.23", "pillaging_2")
def test_pillage_of_4_and_6() -> None:
    """6, 3 ore on the longship and a sword make 10: jewelry. Arming comes right before."""
    start = turn(1, {"longship": 1, "ore": 1, "long_sword": 1}, longships=(2,))
    armed = play(start, "arm longship ore=2")
    assert armed.longships == (3,)
    rolled = play(armed, "use pillaging_2", "4", "reroll", "6")
    assert {"reroll", "loot jewelry", "loot fibula", "loot spices", "fail"} < set(moves(rolled))
    assert "loot treasure_chest" not in moves(rolled)
    after = play(rolled, "loot jewelry", "pay long_sword=1")
    assert change(start, after) == {"jewelry": 1, "long_sword": -1, "ore": -1, "ore aboard": 1}


@pytest.mark.rule("4.23", "pillaging_3")
def test_pillage_uses_the_best_armed_longship_and_goes_above_12() -> None:
    start = turn(1, {"longship": 2}, longships=(1, 3))
    rolled = play(start, "use pillaging_3", "12")
    assert moves(play(rolled, "loot silver_hoard")) == ["pay"]
    assert "loot english_crown" not in moves(rolled)
    assert play(rolled, "loot round_shield", "pay").longships == (1, 3)


@pytest.mark.rule("4.28", "4.29")
def test_pillage_that_fails_gives_a_viking_back_for_use_in_the_round() -> None:
    start = turn(1, {"longship": 1})
    after = play(start, "use pillaging_2", "1", "fail")
    assert after.vikings == start.vikings - 1
    assert after.placed == (("pillaging_2", 1),)
    assert why_not(after, "use pillaging_2") == "it has been used in this round"
    again = apply(after, "use take_stockfish")
    assert again.vikings == start.vikings - 2


@pytest.mark.rule("4.25", "hunting_game_2")
def test_hunt_of_3_7_and_4() -> None:
    start = turn(1, {"wood": 2, "bow": 2})
    rolled = play(start, "use hunting_game_2", "3", "reroll", "7", "reroll", "4")
    assert moves(rolled) == ["succeed", "fail"]
    assert moves(play(rolled, "succeed")) == ["pay bow=2 wood=2"]
    failed = play(rolled, "fail")
    assert change(start, failed) == {"wood": 1, "bow": 1}
    assert failed.vikings == start.vikings - 2, "no Viking comes back from hunting"
    won = play(rolled, "succeed", "pay bow=2 wood=2")
    assert change(start, won) == {"wood": -2, "bow": -2, "hide": 1, "game_meat": 1}


@pytest.mark.rule("4.25", "hunting_game_1")
def test_hunt_that_cannot_be_paid_can_only_fail_or_go_on() -> None:
    start = turn(1, {"wood": 1, "bow": 1, "spear": 9, "snare": 9})
    assert moves(play(start, "use hunting_game_1", "3")) == ["reroll", "fail"]
    assert moves(play(start, "use hunting_game_1", "2")) == ["reroll", "succeed", "fail"]


@pytest.mark.rule("4.26", "4.27", "whaling_3")
def test_whaling_with_three_boats_and_5_ore() -> None:
    """A boat is bought before the action; 8 leaves 3 to pay, 4 leaves nothing and must succeed."""
    start = turn(1, {"whaling_boat": 2, "silver": 3, "spear": 1, "wood": 2}, boats=(1, 1))
    bought = play(start, "ship whaling_boat")
    assert bought.boats == (0, 1, 1)
    asked = play(bought, "use whaling_3")
    assert moves(asked) == ["sail 1", "sail 1 2", "sail 1 2 2", "sail 2", "sail 2 2"]
    first = play(asked, "sail 1 2 2", "8")
    assert moves(first) == ["reroll", "succeed", "fail"]
    assert moves(play(first, "succeed")) == ["pay spear=1 wood=2"]
    second = play(first, "reroll", "4")
    assert moves(second) == ["succeed"]
    assert why_not(second, "reroll")
    assert why_not(second, "fail")
    after = play(second, "succeed", "pay")
    assert change(bought, after) == {"oil": 1, "skin_and_bones": 1, "whale_meat": 1}
    assert after.boats == (0, 1, 1)


@pytest.mark.rule("4.26", "whaling_1")
def test_whaling_with_one_boat_carrying_2() -> None:
    """A roll of 2 and 2 ore on the boat: 0 (page 19)."""
    start = turn(1, {"whaling_boat": 2}, boats=(0, 1))
    asked = play(start, "use whaling_1")
    assert moves(asked) == ["sail 1", "sail 2"]
    assert moves(play(asked, "sail 2", "2")) == ["succeed"]
    assert moves(play(asked, "sail 1", "2")) == ["reroll", "fail"]


@pytest.mark.rule("4.28")
def test_failed_whaling_gives_two_vikings_back() -> None:
    start = turn(1, {"whaling_boat": 1})
    after = play(start, "use whaling_3", "sail 1", "12", "reroll", "12", "reroll", "12", "fail")
    assert after.vikings == start.vikings - 1
    assert after.placed == (("whaling_3", 1),)


@pytest.mark.rule("4.25", "laying_a_snare")
def test_laying_a_snare_gives_fur_and_a_snare_or_a_viking() -> None:
    start = turn(1, {"snare": 1})
    won = play(start, "use laying_a_snare", "1", "succeed", "pay snare=1")
    assert change(start, won) == {"fur": 1}
    assert won.vikings == start.vikings - 2
    lost = play(start, "use laying_a_snare", "8", "fail")
    assert change(start, lost) == {"wood": 1, "snare": 1}
    assert lost.vikings == start.vikings - 1


@pytest.mark.rule("4.21")
@pytest.mark.parametrize(
    ("space", "sides"),
    [
        ("hunting_game_1", 8),
        ("hunting_game_2", 8),
        ("laying_a_snare", 8),
        ("raiding", 8),
        ("pillaging_2", 12),
        ("pillaging_3", 12),
    ],
)
def test_dice(space: str, sides: int) -> None:
    rolled = play(turn(1, {"longship": 1}), f"use {space}")
    assert chance_outcomes(rolled) == [
        (str(number), Fraction(1, sides)) for number in range(1, sides + 1)
    ]
    boats = play(turn(1, {"whaling_boat": 1}), "use whaling_1", "sail 1")
    assert len(chance_outcomes(boats)) == 12


@pytest.mark.rule("4.21")
@pytest.mark.parametrize("space", ["hunting_game_1", "raiding", "laying_a_snare", "pillaging_2"])
def test_three_rolls_at_most(space: str) -> None:
    state = play(turn(1, {"longship": 1}), f"use {space}")
    for last in (False, False, True):
        state = apply(state, "5")
        assert ("reroll" in moves(state)) is not last
        if not last:
            state = apply(state, "reroll")


# --- breeding (page 10) ---


@pytest.mark.rule("2.4", "3.9")
@pytest.mark.parametrize("kind", ["sheep", "cattle"])
@pytest.mark.parametrize(
    ("plain", "pregnant", "after"),
    [
        (2, 1, (4, 0)),  # three of them, one pregnant: four, none pregnant
        (4, 0, (3, 1)),  # of four only one becomes pregnant
        (0, 1, (2, 0)),  # one alone still brings its young
        (0, 2, (4, 0)),
        (2, 0, (1, 1)),
        (1, 0, (1, 0)),
        (0, 0, (0, 0)),
    ],
)
def test_breeding(kind: str, plain: int, pregnant: int, after: tuple[int, int]) -> None:
    start = turn(1, {kind: plain, f"pregnant_{kind}": pregnant})
    bred = to_feast(start)
    assert (bred.has(kind), bred.has(f"pregnant_{kind}")) == after


@pytest.mark.rule("3.9")
def test_sheep_and_cattle_breed_each_by_itself() -> None:
    bred = to_feast(turn(1, {"pregnant_sheep": 1, "sheep": 1, "cattle": 2}))
    assert bred.has("sheep") == 3
    assert (bred.has("cattle"), bred.has("pregnant_cattle")) == (1, 1)


# --- the feast (pages 10 and 11) ---


@pytest.mark.rule("3.12")
def test_feast_with_salt_meat() -> None:
    """One salt meat lies lengthwise, the other one has to stand."""
    start = to_feast(turn(3, {"salt_meat": 2, "beans": 3, "peas": 1, "silver": 2}))
    # Never None: the feast is asked for.
    assert decision(start).question(start) == "serve the feast on 8 cells"  # type: ignore[union-attr]
    assert why_not(start, "serve salt_meat+ peas salt_meat+") is not None
    assert "salt_meat" in str(why_not(start, "serve salt_meat+ - salt_meat+"))
    assert why_not(start, "serve salt_meat+ beans salt_meat silver") is None
    after = apply(start, "serve salt_meat+ beans salt_meat silver")
    assert after.penalties == 0
    assert change(start, after)["beans"] <= -1


@pytest.mark.rule("3.11")
def test_two_of_a_colour_side_by_side() -> None:
    start = to_feast(turn(3, {"peas": 1, "beans": 2, "mead": 1, "milk": 1, "silver": 1}))
    assert why_not(start, "serve peas beans") == "peas and beans: no orange beside orange"
    assert why_not(start, "serve mead milk") == "mead and milk: no red beside red"
    for between in ("silver", "-"):
        assert why_not(start, f"serve peas {between} beans") is None
        assert why_not(start, f"serve mead {between} milk") is None
    assert why_not(start, "serve peas mead beans milk beans") is None


@pytest.mark.rule("3.14")
def test_feast_refuses_what_is_not_there_no_food_or_too_long() -> None:
    start = to_feast(turn(1, {"peas": 1, "ore": 1, "oil": 1, "wood": 1, "silver": 12}))
    assert why_not(start, "serve peas - peas") == "there are only 1 peas"
    for thing in ("ore", "oil", "wood", "robe", "nothing"):
        assert why_not(start, f"serve {thing}") == f"{thing} is not food"
    assert why_not(start, "serve" + " silver" * 6) is None
    assert why_not(start, "serve" + " silver" * 7) is not None


@pytest.mark.rule("3.15")
def test_every_empty_cell_is_a_penalty_and_the_food_is_gone() -> None:
    start = to_feast(turn(1, {"peas": 2, "mead": 1}))
    after = luck(apply(start, "serve peas - mead"))
    assert after.penalties == 4, "6 cells, 2 of them filled"
    assert after.has("mead") == 0
    assert after.table == ()


@pytest.mark.rule("2.4", "3.13")
def test_animals_are_red_and_may_be_eaten() -> None:
    start = to_feast(turn(7, {"sheep": 1, "pregnant_cattle": 1, "cattle": 1, "peas": 1}))
    have = {name: start.has(name) for name in ("sheep", "cattle", "pregnant_cattle")}
    assert have == {"sheep": 1, "cattle": 3, "pregnant_cattle": 0}
    assert why_not(start, "serve sheep+ cattle") == "sheep and cattle: no red beside red"
    assert why_not(start, "serve sheep+ peas cattle+") is None
    after = apply(start, "serve sheep+ peas cattle+")
    assert (after.has("sheep"), after.has("cattle")) == (0, 2)
    assert after.penalties == 3, "4, 2 and 4 of 12 cells"


@pytest.mark.rule("3.13")
def test_a_pregnant_animal_is_the_same_kind_lengthwise() -> None:
    start = to_feast(turn(7, {"sheep": 3}))
    assert start.has("pregnant_sheep") == 1
    assert "sheep: at most 1 may lie lengthwise" in str(
        why_not(start, "serve sheep+ - pregnant_sheep+")
    )
    assert why_not(start, "serve sheep+ - pregnant_sheep") is None


@pytest.mark.rule("3.10")
def test_emigrated_ships_cover_two_cells_each() -> None:
    start = to_feast(turn(4, {"silver": 9}, emigrated=("knarr", "longship")))
    # Never None: the feast is asked for.
    assert decision(start).question(start) == "serve the feast on 5 cells"  # type: ignore[union-attr]
    assert why_not(start, "serve" + " silver" * 6) is not None
    assert apply(start, "serve" + " silver" * 5).penalties == 0


# --- exploration boards (page 8) ---


@pytest.mark.rule("3.4")
def test_faroe_islands_in_rounds_3_and_4() -> None:
    """Two silver in round 3; in round 4 they go back, and Baffin Island is there without any."""
    third = rest(turn(2, {}))
    assert third.round == 3
    assert third.exploration == (
        Exploration("bear_island", 0),
        Exploration("faroe_islands", 2),
        Exploration("iceland", 2),
        Exploration("greenland", 2),
    )
    fourth = rest(third)
    assert fourth.exploration == (
        Exploration("bear_island", 2),
        Exploration("baffin_island", 0),
        Exploration("iceland", 4),
        Exploration("greenland", 4),
    )


# --- income and bonus (pages 7, 9 and 11) ---


@pytest.mark.rule("3.8")
def test_home_board_with_an_income_of_2() -> None:
    """A robe in the corner covers 0, 1 and 2: the other 2 is the lowest number left."""
    start = play(turn(1, {"robe": 1}), "place robe home a1:c3")
    assert to_feast(start).has("silver") == 2


def test_income_of_an_empty_home_board_is_nothing() -> None:
    assert to_feast(turn(1, {})).has("silver") == 0


@pytest.mark.rule("1.11", "3.8")
def test_incomes_of_all_boards_are_paid_together() -> None:
    start = turn(1, {}, boards=(filled("home", "a1"), filled("iceland", "b2")))
    assert start.boards[0].income == 1
    assert start.boards[1].income == 2
    assert to_feast(start).has("silver") == 3


@pytest.mark.rule("1.10")
def test_ore_bonus_at_the_edge_needs_five_cells() -> None:
    almost = filled("home", "a6", "b6", "b7", "a8")
    served = to_feast(turn(1, {"ore": 1}, boards=(almost,)))
    assert luck(apply(served, "serve")).has("ore") == 1
    done = play(served, "place ore home b8")
    assert luck(apply(done, "serve")).has("ore") == 1, "one went and one came"
    assert done.has("ore") == 0


@pytest.mark.rule("1.10")
def test_bear_islands_bonus_needs_six_cells() -> None:
    """The rune stone with the ore at g3: only six cells lie around it (page 13)."""
    around = ("f2:f4", "g2", "g4", "h4")
    boards = (BoardState(BOARDS["home"]), filled("bear_island", *around))
    start = turn(4, {}, boards=boards)
    assert boards[1].bonuses == {"rune_stone": 1, "ore": 1}
    after = rest(start)
    assert after.has("rune_stone") == 1
    assert after.has("ore") == 1


@pytest.mark.rule("1.10")
def test_a_covered_bonus_is_lost() -> None:
    start = play(turn(1, {"robe": 1}), "place robe home a1:c3")
    assert rest(start).has("mead") == 0


@pytest.mark.rule("3.16")
def test_bonuses_of_several_boards_come_together() -> None:
    boards = (
        filled("home", "a2:a4", "b2", "b4", "c2:c4"),
        filled("bear_island", "f2:f4", "g2", "g4", "h4"),
    )
    after = rest(turn(4, {}, boards=boards))
    got = {name: after.has(name) for name in ("mead", "rune_stone", "ore")}
    assert got == {"mead": 1, "rune_stone": 1, "ore": 1}


@pytest.mark.rule("3.16")
def test_bonus_comes_every_round() -> None:
    board = filled("home", "a2:a4", "b2", "b4", "c2:c4")
    start = turn(1, {}, boards=(board,))
    second = rest(start)
    assert second.has("mead") == 1
    assert rest(second).has("mead") == 2


@pytest.mark.rule("1.5", "1.9")
def test_skin_and_bones_covers_two_incomes_at_once() -> None:
    """With all that is needed covered, wool may cover the incomes 3 and 4 together (page 12)."""
    board = filled("home", "a1:d4", "a5:d5", "e1:e4", "a6:d6", "f1:f4")
    before = turn(1, {"wool": 1, "silver": 1}, boards=(board,))
    assert board.income == 3
    after = play(before, "place wool home e5:f6")
    assert after.boards[0].income == 5
    with pytest.raises(IllegalMove):
        apply(before, "place silver home f6")


# --- mountains and trade (page 16) ---


@pytest.mark.rule("4.14", "mountain_2")
def test_strips_are_taken_from_the_arrow_on_and_two_silver_are_one_item() -> None:
    strips = (("ore", "silver2", "silver2"), ("wood",))
    start = turn(1, {}, strips=strips)
    assert moves(play(start, "use mountain_2")) == [
        "strip 1 take 2",
        "strip 1 take 1",
        "strip 2 take 1",
    ]
    after = play(start, "use mountain_2", "strip 1 take 2")
    assert change(start, after) == {"ore": 1, "silver": 2}
    assert after.strips == (("silver2",), ("wood",))


@pytest.mark.rule("4.15", "mountain_3_and_2")
def test_three_and_two_come_from_different_strips() -> None:
    """Three wood from one and ore and two silver from another; never five from one."""
    strips = (("wood", "wood", "wood", "stone"), ("ore", "silver2"))
    start = turn(1, {}, strips=strips)
    first = play(start, "use mountain_3_and_2", "strip 1 take 3")
    assert moves(first) == ["strip 2 take 2", "strip 2 take 1", "skip"]
    after = play(first, "strip 2 take 2")
    assert change(start, after) == {"wood": 3, "ore": 1, "silver": 2}
    assert after.strips == (("stone",),), "the emptied strip leaves the game"


@pytest.mark.rule("4.15", "mountains_2222_or_double_upgrade_3")
def test_2222_takes_from_at_most_four_different_strips() -> None:
    strips = (("wood",) * 3,) * 5
    start = turn(1, {}, strips=strips)
    state = play(start, "use mountains_2222_or_double_upgrade_3", "mountains")
    for number in (5, 1, 3, 2):
        assert f"strip {number} take 3" not in moves(state)
        state = play(state, f"strip {number} take 2")
        assert why_not(state, f"strip {number} take 1")
    assert state.space == ""
    assert change(start, state) == {"wood": 8}
    assert state.strips == (("wood",), ("wood",), ("wood",), ("wood",) * 3, ("wood",))


@pytest.mark.rule("4.15")
def test_strips_keep_their_numbers_during_an_action() -> None:
    strips = (("ore",), ("wood", "wood"), ("stone", "stone"))
    start = turn(1, {}, strips=strips)
    emptied = play(start, "use mountains_2222_or_double_upgrade_3", "mountains", "strip 1 take 1")
    assert change(start, play(emptied, "strip 3 take 2", "skip")) == {"ore": 1, "stone": 2}


@pytest.mark.rule("4.16", "upgrade_2")
def test_what_comes_out_of_an_upgrade_is_not_upgraded_again() -> None:
    start = turn(1, {"peas": 1})
    after = play(start, "use upgrade_2", "upgrade peas")
    assert after.space == ""
    assert change(start, after) == {"peas": -1, "mead": 1}
    mixed = play(turn(1, {"peas": 1, "mead": 1}), "use upgrade_2", "upgrade peas", "upgrade mead")
    assert (mixed.has("mead"), mixed.has("oil")) == (1, 1)
    twice = play(turn(1, {"peas": 1, "mead": 1}), "use upgrade_2", "upgrade peas")
    assert why_not(play(twice, "upgrade mead"), "upgrade mead")


@pytest.mark.rule("4.16")
def test_dried_fish_becomes_hide() -> None:
    start = turn(1, {"stockfish": 1})
    after = play(start, "use mountain_1_upgrade_1", "skip", "upgrade stockfish")
    assert change(start, after) == {"stockfish": -1, "hide": 1}


@pytest.mark.rule("4.4", "mountain_1_upgrade_1")
@pytest.mark.parametrize(
    ("space", "items", "good", "upgrade"),
    [
        ("mountain_1_upgrade_1", 1, "oil", "upgrade oil"),
        ("mountain_3_upgrade_1", 3, "oil", "upgrade oil"),
        ("mountain_4_double_upgrade_2", 4, "mead", "upgrade mead twice"),
    ],
)
def test_one_effect_of_two_must_be_used(space: str, items: int, good: str, upgrade: str) -> None:
    both = play(turn(1, {good: 1}), f"use {space}")
    assert f"strip 1 take {items}" in moves(both)
    assert f"strip 1 take {items + 1}" not in moves(both)
    assert "skip" in moves(both)
    assert moves(play(both, "skip")) == [upgrade], "now it has to be upgraded"
    assert set(moves(play(both, "strip 1 take 1"))) == {upgrade, "done"}
    only_items = play(turn(1, {}), f"use {space}")
    assert why_not(only_items, "skip"), "there is nothing to upgrade instead"
    assert play(only_items, "strip 1 take 1").space == ""
    only_goods = play(turn(1, {good: 1}, strips=()), f"use {space}")
    assert moves(only_goods) == [upgrade]
    neither = turn(1, {"rune_stone": 1}, strips=())
    assert why_not(neither, f"use {space}") == "no mountain strip is left"


@pytest.mark.rule("4.17", "mountain_4_double_upgrade_2")
def test_double_upgrades_go_two_steps() -> None:
    """Orange becomes green, red becomes blue; green goods have no two steps left (page 15)."""
    have = {"flax": 1, "milk": 1, "oil": 1}
    start = turn(1, have)
    asked = play(start, "use mountain_4_double_upgrade_2", "strip 1 take 1")
    assert set(moves(asked)) == {"upgrade flax twice", "upgrade milk twice", "done"}
    after = play(asked, "upgrade flax twice", "upgrade milk twice")
    assert change(start, after) == {"wood": 1, "flax": -1, "hide": 1, "milk": -1, "chest": 1}


@pytest.mark.rule("4.18", "overseas_trading_1")
def test_overseas_trading() -> None:
    """Oil, hide, wool, linen and clothing are turned; the second linen stays (page 16)."""
    have = {"oil": 1, "hide": 1, "wool": 1, "linen": 2, "clothing": 1, "silver": 1, "knarr": 1}
    start = turn(1, have)
    words = [f"trade {name}" for name in ("oil", "hide", "wool", "linen", "clothing")]
    after = play(start, "use overseas_trading_1", *words)
    assert after.space == "", "nothing is left that could be turned"
    assert change(start, after) == {
        "oil": -1,
        "rune_stone": 1,
        "hide": -1,
        "silverware": 1,
        "wool": -1,
        "chest": 1,
        "linen": -1,
        "silk": 1,
        "clothing": -1,
        "silver_hoard": 1,
        "silver": -1,
    }
    assert after.has("linen") == 1


@pytest.mark.rule("4.18")
def test_overseas_trading_leaves_boards_alone() -> None:
    start = turn(1, {"oil": 1, "silver": 1, "knarr": 1})
    placed = play(start, "place oil home a1,b1")
    after = play(placed, "use overseas_trading_1")
    assert after.space == ""
    assert after.boards[0].pieces[0].tile.id == "oil"


@pytest.mark.rule("4.18", "4.2", "overseas_trading_2")
def test_overseas_trading_of_any_number_may_be_none() -> None:
    start = turn(1, {"oil": 1, "silver": 1, "knarr": 1})
    assert change(start, play(start, "use overseas_trading_2", "done")) == {"silver": -1}


# --- emigration (page 17) ---


@pytest.mark.rule("4.19", "emigrate_2")
def test_emigration_loses_ore_and_covers_cells_from_the_left() -> None:
    start = turn(5, {"longship": 2, "knarr": 1, "silver": 20}, longships=(0, 3))
    asked = play(start, "use emigrate_2")
    assert moves(asked) == ["emigrate knarr", "emigrate longship ore=0", "emigrate longship ore=3"]
    after = play(asked, "emigrate longship ore=3")
    assert change(start, after) == {
        "longship": -1,
        "ore aboard": -3,
        "silver": -5,
        "emigrated longship": 1,
    }
    assert after.vikings == start.vikings - 2
    both = play(after, "use emigrate_3", "emigrate knarr")
    assert both.emigrated == ("longship", "knarr")
    served = to_feast(both)
    # Never None: the feast is asked for.
    assert decision(served).question(served) == "serve the feast on 6 cells"  # type: ignore[union-attr]


@pytest.mark.rule("4.20", "whaling_boat_to_knarr_emigrate")
def test_no_boat_is_exchanged_without_a_berth_for_the_knarr() -> None:
    start = turn(4, {"whaling_boat": 1, "longship": 4, "silver": 4})
    moves = ["use whaling_boat_to_knarr_emigrate", "emigrate longship ore=0"]
    assert change(start, play(start, *moves))["silver"] == -4


@pytest.mark.rule("4.20", "whaling_boat_to_knarr_emigrate")
def test_a_boat_with_ore_becomes_a_knarr() -> None:
    start = turn(2, {"whaling_boat": 2, "silver": 2}, boats=(0, 1))
    asked = play(start, "use whaling_boat_to_knarr_emigrate")
    assert moves(asked) == ["exchange whaling_boat ore=0", "exchange whaling_boat ore=1"]
    after = play(asked, "exchange whaling_boat ore=1", "emigrate knarr")
    assert after.boats == (0,)
    assert after.knarrs == 0
    assert after.has("ore") == 0


@pytest.mark.rule("4.19", "emigrate_3")
@pytest.mark.parametrize(("number", "ships"), [(1, 3), (2, 3), (3, 4), (6, 5), (7, 6)])
def test_emigration_needs_two_free_cells(number: int, ships: int) -> None:
    """Cells are 5 and the round's number; each ship takes two."""
    have = {"knarr": 1, "silver": 9}
    full = turn(number, have, emigrated=("knarr",) * ships)
    assert why_not(full, "use emigrate_2") == "the banquet table has no room for another ship"
    last = turn(number, have, emigrated=("knarr",) * (ships - 1))
    assert why_not(last, "use emigrate_2") is None


# --- ships are not used up (page 14) ---


@pytest.mark.rule("4.13")
def test_one_longship_in_three_actions_of_a_round() -> None:
    """It raids, then explores Newfoundland, and then emigrates."""
    start = turn(6, {"longship": 1, "silver": 6}, exploration=(Exploration("newfoundland", 2),))
    after = play(
        start,
        "use raiding",
        "6",
        "loot rune_stone",
        "pay",
        "use explore_3",
        "explore newfoundland",
        "use emigrate_2",
        "emigrate longship ore=0",
    )
    assert change(start, after) == {
        "rune_stone": 1,
        "newfoundland": 1,
        "silver": 2 - 6,
        "longship": -1,
        "emigrated longship": 1,
    }
