"""Cards for dice actions: each by its text, and its limits."""

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import State, decision
from tests.game.building import change, play
from tests.game.cards.helping import Items, choices, effect, with_card
from tests.game.texts import texts

HUNT, HUNT_2, SNARE = "use hunting_game_1", "use hunting_game_2", "use laying_a_snare"
RAID, PILLAGE = "use raiding", "use pillaging_2"

GAME: Items = {"hide": 1, "game_meat": 1}
FUR: Items = {"fur": 1, "snare": 1}
CAUGHT: Items = {"oil": 1, "skin_and_bones": 1, "whale_meat": 1}

DICE: list[tuple[int, Items, str, Items]] = [
    # Rolls that count less.
    (4, {}, f"{HUNT}; 1; succeed", GAME),
    (4, {"wood": 9}, f"{HUNT}; 4; succeed; pay wood=3", {"wood": -3, **GAME}),
    (
        4,
        {"longship": 1, "stone": 1},
        f"{RAID}; 6; loot rune_stone; pay stone=1",
        {"stone": -1, "rune_stone": 1},
    ),
    (13, {}, f"{HUNT}; 1; succeed", GAME),
    (13, {"snare": 1}, f"{SNARE}; 1; succeed; pay snare=1", {"fur": 1}),
    (146, {}, f"{SNARE}; 1; succeed", FUR),
    (146, {}, f"{HUNT}; 1; succeed", GAME),
    # What is paid counts more, or other things may be paid.
    (
        11,
        {"spear": 2, "whaling_boat": 1},
        "use whaling_1; sail 1; 5; succeed; pay spear=2",
        {"spear": -2, **CAUGHT},
    ),
    (
        11,
        {"spear": 1, "wood": 1, "whaling_boat": 1},
        "use whaling_1; sail 1; 4; succeed; pay spear=1 wood=1",
        {"spear": -1, "wood": -1, **CAUGHT},
    ),
    (
        89,
        {"stone": 2, "longship": 1},
        f"{RAID}; 4; loot chest; pay stone=2",
        {"stone": -2, "chest": 1},
    ),
    (
        89,
        {"stone": 2, "longship": 1},
        f"{PILLAGE}; 4; loot chest; pay stone=2",
        {"stone": -2, "chest": 1},
    ),
    (
        137,
        {"spear": 2, "longship": 1},
        f"{RAID}; 4; loot rune_stone; pay spear=2",
        {"spear": -2, "rune_stone": 1},
    ),
    # What a success or a failure brings.
    (
        104,
        {"longship": 1},
        f"{RAID}; 1; reroll; 1; fail; take oil=1",
        {"stone": 1, "long_sword": 1, "oil": 1},
    ),
    (
        104,
        {"longship": 1},
        f"{RAID}; 1; reroll; 1; fail; take stockfish=1",
        {"stone": 1, "long_sword": 1, "stockfish": 1},
    ),
    (104, {"longship": 1}, f"{RAID}; 1; fail; take oil=1", {"stone": 1, "long_sword": 1, "oil": 1}),
    (104, {"longship": 1}, f"{RAID}; 1; reroll; 1; reroll; 1; fail", {"stone": 1, "long_sword": 1}),
    (126, {"snare": 1}, f"{SNARE}; 1; succeed; pay snare=1", {"fur": 1, "silver": 1}),
    (126, {}, f"{SNARE}; 1; fail", {"wood": 1, "snare": 1}),
    (126, {"bow": 1}, f"{HUNT}; 1; succeed; pay bow=1", {"bow": -1, **GAME}),
    (127, {"snare": 1}, f"{SNARE}; 1; succeed; pay snare=1", {"fur": 1, "stockfish": 1}),
    (127, {}, f"{SNARE}; 1; fail", {"wood": 1, "snare": 1}),
    (128, {"snare": 1}, f"{SNARE}; 1; succeed; pay snare=1; strip 1 take 1", {"fur": 1, "wood": 1}),
    (128, {}, f"{SNARE}; 1; fail", {"wood": 1, "snare": 1}),
    (
        129,
        {"snare": 1},
        f"{SNARE}; 1; succeed; pay snare=1; exchange snare=1 for salt_meat=1",
        {"snare": -1, "fur": 1, "salt_meat": 1},
    ),
    (129, {}, f"{SNARE}; 1; fail", {"wood": 1, "snare": 1}),
    (
        131,
        {"snare": 1, "stockfish": 2},
        f"{SNARE}; 1; succeed; pay snare=1; exchange stockfish=1 for game_meat=1",
        {"fur": 1, "stockfish": -1, "game_meat": 1},
    ),
    (
        131,
        {"stockfish": 2},
        f"{SNARE}; 1; fail; exchange stockfish=1 for game_meat=1",
        {"wood": 1, "snare": 1, "stockfish": -1, "game_meat": 1},
    ),
    (
        133,
        {"longship": 1},
        f"{RAID}; 8; loot rune_stone; take peas=1",
        {"rune_stone": 1, "peas": 1},
    ),
    (
        133,
        {"longship": 1},
        f"{RAID}; 8; loot rune_stone; take silver=1",
        {"rune_stone": 1, "silver": 1},
    ),
    (133, {"longship": 1}, f"{PILLAGE}; 8; loot rune_stone", {"rune_stone": 1}),
    (133, {"longship": 1}, f"{RAID}; 8; fail", {"stone": 1, "long_sword": 1}),
    (134, {"longship": 1}, f"{RAID}; 8; fail", {"stone": 1, "long_sword": 1, "mead": 1}),
    (134, {"longship": 1}, f"{RAID}; 8; loot rune_stone", {"rune_stone": 1}),
    (134, {"longship": 1}, f"{PILLAGE}; 8; fail", {"stone": 1, "long_sword": 1}),
    (
        135,
        {"longship": 1, "long_sword": 3},
        f"{RAID}; 5; loot rune_stone; pay long_sword=1",
        {"rune_stone": 1},
    ),
    (
        135,
        {"longship": 1, "long_sword": 3},
        f"{RAID}; 4; loot rune_stone; pay long_sword=2",
        {"long_sword": -2, "rune_stone": 1},
    ),
    (
        135,
        {"longship": 1, "stone": 1, "long_sword": 1},
        f"{PILLAGE}; 4; loot rune_stone; pay long_sword=1 stone=1",
        {"stone": -1, "rune_stone": 1},
    ),
    (
        140,
        {"whaling_boat": 1, "wood": 1},
        "use whaling_1; sail 1; 2; succeed; pay wood=1",
        {"wood": -1, **CAUGHT, "oil": 2},
    ),
    (140, {"whaling_boat": 1}, "use whaling_1; sail 1; 2; fail", {"wood": 1, "spear": 1}),
    (
        141,
        {"whaling_boat": 2, "spear": 1},
        "use whaling_3; sail 1; 2; succeed; pay spear=1",
        {"spear": -1, **CAUGHT, "cabbage": 1},
    ),
    (141, {"whaling_boat": 2}, "use whaling_3; sail 1 1; 2; succeed", {**CAUGHT, "beans": 1}),
    (141, {"whaling_boat": 3}, "use whaling_3; sail 1 1 1; 2; succeed", {**CAUGHT, "peas": 1}),
    (
        141,
        {"whaling_boat": 1, "wood": 1},
        "use whaling_1; sail 1; 2; succeed; pay wood=1",
        {"wood": -1, **CAUGHT},
    ),
    (
        142,
        {"whaling_boat": 1, "spear": 1, "wood": 1},
        "use whaling_1; sail 1; 3; succeed; pay spear=1 wood=1",
        {"wood": -1, **CAUGHT},
    ),
    (
        142,
        {"whaling_boat": 1, "spear": 2},
        "use whaling_1; sail 1; 3; succeed; pay spear=2",
        {"spear": -2, **CAUGHT},
    ),
    (143, {"bow": 1}, f"{HUNT}; 1; succeed; pay bow=1", {"bow": -1, **GAME, "silver": 1}),
    (143, {}, f"{HUNT}; 1; fail", {"wood": 1, "bow": 1}),
    (
        144,
        {"bow": 1, "silver": 4},
        f"{HUNT}; 1; succeed; pay bow=1; exchange silver=2 for skin_and_bones=1",
        {"bow": -1, **GAME, "silver": -2, "skin_and_bones": 1},
    ),
    (144, {"silver": 4}, f"{HUNT}; 1; fail", {"wood": 1, "bow": 1}),
    (145, {}, f"{HUNT}; strip 1 take 1; 1; succeed; pay wood=1", GAME),
    (
        163,
        {"bow": 1},
        f"{HUNT_2}; 1; succeed; pay bow=1",
        {"bow": -1, "hide": 2, "game_meat": 1, "silver": 1},
    ),
    (163, {"bow": 1}, f"{HUNT}; 1; succeed; pay bow=1", {"bow": -1, **GAME}),
    (163, {}, f"{HUNT_2}; 1; fail", {"wood": 1, "bow": 1}),
    # Other loot.
    (136, {"longship": 1}, f"{RAID}; 5; loot rune_stone", {"rune_stone": 1}),
    (
        136,
        {"longship": 1, "long_sword": 4},
        f"{RAID}; 7; loot rune_stone+rune_stone; pay long_sword=4",
        {"long_sword": -4, "rune_stone": 2},
    ),
    (
        136,
        {"longship": 1, "stone": 9},
        f"{PILLAGE}; 12; loot rune_stone+glass_beads",
        {"glass_beads": 1, "rune_stone": 1},
    ),
    (138, {"longship": 1}, f"{RAID}; 6; loot hide", {"hide": 1}),
    (138, {"longship": 1}, f"{PILLAGE}; 10; loot robe", {"robe": 1}),
    (
        139,
        {"longship": 1, "stone": 3},
        f"{PILLAGE}; 12; loot english_crown; pay stone=3",
        {"stone": -3, "english_crown": 1},
    ),
    (147, {"knarr": 1}, f"{RAID}; 6; loot rune_stone", {"rune_stone": 1}),
    (147, {"knarr": 1, "longship": 1}, "use plundering", {"silver_hoard": 1}),
]
"""Card, supply, moves, changes."""


def _name(number: object) -> str | None:
    return f"{number} {OCCUPATIONS[number].name}" if isinstance(number, int) else None


@pytest.mark.rule(
    4,
    11,
    13,
    89,
    104,
    126,
    127,
    128,
    129,
    131,
    133,
    134,
    135,
    136,
    137,
    138,
    139,
    140,
    141,
    142,
    143,
    144,
    145,
    146,
    147,
    163,
)
@pytest.mark.parametrize(("number", "have", "moves", "changed"), DICE, ids=_name)
def test_dice(number: int, have: Items, moves: str, changed: Items) -> None:
    """What the action gives, with what the card adds or changes."""
    state = with_card(number, have)
    assert change(state, roll(state, *moves.split("; "))) == changed


def roll(state: State, *moves: str) -> State:
    """Play these moves, and pay nothing where nothing is to be paid."""
    for move in moves:
        state = play(state, move)
        here = decision(state)
        if here is not None and texts(here.moves(state)) == ["pay"]:
            state = play(state, "pay")
    return state


@pytest.mark.rule(4)
def test_4_never_below_nothing() -> None:
    """A roll of 1 counts 0, which has to succeed."""
    assert choices(with_card(4), HUNT, "1") == ["succeed"]


@pytest.mark.rule(11, 13)
def test_11_and_13_weapons_when_played() -> None:
    """A spear, a bow."""
    from tests.game.cards.helping import when_played

    assert when_played(11, {}) == {"spear": 1}
    assert when_played(13, {}) == {"bow": 1}


def test_11_only_in_whaling() -> None:
    """No spear is paid for a hunt."""
    assert "succeed" not in choices(with_card(11, {"spear": 4}), HUNT, "2")


@pytest.mark.rule(90)
def test_90_ore_for_a_raid() -> None:
    """2 more for every roll of this raid, once; the next raid anew."""
    state = with_card(90, longships=(0, 2))
    raid = play(state, RAID, "return longship ore=2")
    assert raid.longships == (0, 1)
    assert "loot rune_stone" in choices(raid, "4")
    assert "loot rune_stone" in choices(raid, "1", "reroll", "4")
    assert "loot silverware" not in choices(raid, "4")
    after = roll(raid, "4", "loot rune_stone")
    assert "loot rune_stone" not in choices(after, PILLAGE, "4")
    left = play(state, RAID, "skip")
    assert "loot rune_stone" not in choices(left, "4")


def test_90_nothing_to_return() -> None:
    """Without ore aboard it is the roll at once; not for a pillage."""
    assert "1" not in choices(with_card(90, {"longship": 1}), RAID)
    armed = with_card(90, longships=(1,))
    assert not choices(armed, PILLAGE)


@pytest.mark.rule(132)
def test_132_ore_for_a_pillage() -> None:
    """3 more, but the ore is gone from the longship."""
    state = with_card(132, longships=(3,))
    pillage = play(state, PILLAGE, "return longship ore=3")
    assert pillage.longships == (2,)
    found = choices(pillage, "5")  # 5 + 3 + 2
    assert "loot jewelry" in found
    assert "loot treasure_chest" not in found
    assert not choices(with_card(132, longships=(3,)), RAID)


@pytest.mark.rule(132)
def test_132_the_ore_is_that_of_the_longship_that_pillages() -> None:
    """The best armed one; another one with as much ore does not take its place."""
    assert choices(with_card(132, longships=(1, 3)), PILLAGE) == ["return longship ore=3", "skip"]
    state = play(with_card(132, longships=(3, 3)), PILLAGE, "return longship ore=3")
    assert state.longships == (2, 3)
    found = choices(state, "5")  # 5 + 3 + 2
    assert "loot jewelry" in found
    assert "loot treasure_chest" not in found
    state = play(with_card(132, longships=(2, 3)), PILLAGE, "return longship ore=3")
    assert "loot jewelry" in choices(state, "5")


@pytest.mark.rule(132)
@pytest.mark.parametrize("end", ["loot rune_stone", "fail"])
def test_132_only_for_one_pillage(end: str) -> None:
    """The next one counts as usual, whatever came of the first."""
    first = play(with_card(132, longships=(1,)), PILLAGE, "return longship ore=1")
    after = roll(first, "12", end)
    assert "loot rune_stone" not in choices(after, "use pillaging_3", "3")


@pytest.mark.rule(90)
@pytest.mark.parametrize(("end", "low"), [("loot rune_stone", "4"), ("fail", "3")])
def test_90_only_for_one_raid(end: str, low: str) -> None:
    """The same for raids, of which there is one a round."""
    first = play(with_card(90, longships=(2,)), RAID, "return longship ore=2")
    after = roll(first, "8", end)
    after.placed = ()
    assert "loot rune_stone" not in choices(after, RAID, "skip", low)


@pytest.mark.rule(130)
def test_130_viking_back_for_two_snares() -> None:
    """The snare just gained counts."""
    state = with_card(130, {"wood": 1, "snare": 1})
    after = play(state, SNARE, "1", "succeed", "pay wood=1", "return laying_a_snare")
    assert change(state, after) == {"wood": -1, "snare": -1, "fur": 1}
    assert after.vikings == state.vikings - 1
    few = with_card(130, {"wood": 1})
    assert "pass" in choices(few, SNARE, "1", "succeed", "pay wood=1")
    assert "pass" in choices(with_card(130, {"snare": 3}), SNARE, "1", "fail")


@pytest.mark.rule(77)
def test_130_not_without_vikings() -> None:
    """Not if another card lets the space be used."""
    state = with_card(
        130, {"wood": 1, "snare": 3}, hand=(77,), blocked=frozenset({"laying_a_snare"})
    )
    moves = ["use play_occupations_1_2", "play 77", "follow laying_a_snare", "1", "succeed"]
    assert "pass" in choices(state, *moves, "pay wood=1")


@pytest.mark.rule(136)
def test_136_two_tiles_not_above_the_result() -> None:
    """6 + 6 needs 12; no special tile twice."""
    state = with_card(136, {"longship": 1})
    assert "loot rune_stone+rune_stone" not in choices(state, PILLAGE, "10")
    found = choices(state, PILLAGE, "11")
    assert "loot rune_stone+rune_stone" in found
    assert "loot glass_beads+glass_beads" not in choices(state, PILLAGE, "12")


@pytest.mark.rule(138)
def test_138_a_raid_still_needs_six() -> None:
    """Oil counts 5, but a raid with less than 6 fails."""
    assert "loot oil" not in choices(with_card(138, {"longship": 1}), RAID, "5")
    assert "loot oil" in choices(with_card(138, {"longship": 1}), RAID, "6")
    assert "loot fur" not in choices(with_card(138, {"longship": 1}), RAID, "6")


@pytest.mark.rule(136, 138)
def test_136_two_green_tiles() -> None:
    """Oil and hide count 5 and 6: 11 together, which a roll of 10 and 1 more reaches."""
    state = with_card(136, {"longship": 1}, played=(136, 138))
    assert "loot oil+hide" not in choices(state, PILLAGE, "9")
    assert "loot oil+hide" in choices(state, PILLAGE, "10")


@pytest.mark.rule(13, 146)
@pytest.mark.parametrize(("number", "action"), [(13, HUNT), (146, HUNT), (146, SNARE)])
def test_one_less_is_not_two(number: int, action: str) -> None:
    """Without weapons a roll of 1 counts 0 and succeeds, one of 2 does not."""
    assert "succeed" in choices(with_card(number), action, "1")
    assert "succeed" not in choices(with_card(number), action, "2")


@pytest.mark.rule(104)
def test_104_nothing_for_giving_up_after_the_third_roll() -> None:
    state = with_card(104, {"longship": 1})
    after = choices(state, RAID, "1", "reroll", "1", "reroll", "1", "fail")
    assert "take oil=1" not in after


@pytest.mark.rule(139)
def test_139_only_the_highest() -> None:
    """The next one below counts as printed."""
    state = with_card(139, {"longship": 1})
    assert "loot round_shield" not in choices(state, PILLAGE, "12")
    gone = with_card(139, {"longship": 1}, specials=frozenset({"round_shield", "chalice"}))
    assert "loot round_shield" in choices(gone, PILLAGE, "12")


@pytest.mark.rule(147)
def test_147_steersman() -> None:
    """One knarr plunders; no knarr, no raid; far boards can be reached."""
    assert effect(with_card(147, {"knarr": 1}), "use plundering") == {"silver_hoard": 1}
    assert "use plundering" not in choices(with_card(147, {"longship": 1}))
    assert "use raiding" not in choices(with_card(147, {"whaling_boat": 1}))
    state = with_card(147, {"knarr": 1}, at=5)
    assert "explore labrador" in choices(state, "use explore_3")


@pytest.mark.rule(153)
def test_153_four_rolls() -> None:
    """A fourth one, and no fifth one."""
    state = with_card(153)
    moves = [HUNT, "8", "reroll", "8", "reroll", "8"]
    assert "reroll" in choices(state, *moves)
    assert choices(state, *moves, "reroll", "8") == ["fail"]


@pytest.mark.rule(4, 13, 146)
def test_4_13_146_not_below_nothing() -> None:
    """A roll of 1 with three cards that lower it: nothing is left to pay."""
    state = with_card(4, played=(4, 13, 146))
    assert choices(state, "use hunting_game_1", "1") == ["succeed"]


@pytest.mark.rule(89, 137)
def test_89_137_stone_is_worth_two_and_a_spear_one() -> None:
    """6 to be paid, of which nothing could be left out."""
    have = {"longship": 1, "stone": 2, "spear": 3, "long_sword": 1}
    state = with_card(89, have, played=(89, 137))
    assert choices(state, "use raiding", "5", "loot treasure_chest") == [
        "pay long_sword=1 stone=2 spear=1",
        "pay stone=2 spear=2",
        "pay long_sword=1 stone=1 spear=3",
    ]
