"""Cards that react to items, tiles, Vikings or played cards: each by its text, and its limits."""

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.game import Options, decision
from odin_solver.game.kernel.moves import Place
from odin_solver.rules.board_state import BoardState
from tests.game.building import change, luck, play, turn
from tests.game.cards.helping import PLAY, Items, choices, effect, when_played, with_card

STRIPS = (("stone", "stone", "silver2"), ("wood", "stone", "ore", "silver2"))


@pytest.mark.rule(6)
def test_6_stone_of_strips() -> None:
    """1 silver per stone; stone from elsewhere does not count."""
    state = with_card(6, strips=STRIPS)
    assert effect(state, "use mountain_2", "strip 1 take 2") == {"stone": 2, "silver": 2}
    assert effect(state, "use mountain_2", "strip 2 take 1") == {"wood": 1}
    both = with_card(6, played=(6, 118))
    assert effect(both, "use beans")["silver"] == 1


@pytest.mark.rule(28)
def test_28_oil_for_each_chest() -> None:
    """At most once per tile, wherever it comes from."""
    state = with_card(28, {"wood": 2, "stone": 2, "silver": 3})
    oil = "exchange silver=1 for oil=1"
    chests = "use craft_chests_and_rune_stones"
    assert effect(state, chests, oil, oil)["oil"] == 2
    assert "pass" in choices(state, chests, oil, oil)
    upgraded = with_card(28, {"wool": 1, "silver": 1})
    assert effect(upgraded, "use upgrade_2", "upgrade wool", oil) == {
        "wool": -1,
        "chest": 1,
        "silver": -1,
        "oil": 1,
    }


HOUSE = (
    BoardState(BOARDS["home"]),
    BoardState(BOARDS["long_house"]),
    BoardState(BOARDS["shetland"]),
)


def first_place(tile: str, at: int) -> str:
    """A move that places a tile on one of these boards."""
    board = HOUSE[at]
    return str(Place(tile, board.id, board.legal_placements(TILES[tile])[0]))


@pytest.mark.rule(98)
def test_98_silk_for_grain_in_a_house() -> None:
    """2 silver, once per grain."""
    state = with_card(98, {"grain": 1, "silver": 4, "peas": 1}, boards=HOUSE)
    silk = "exchange silver=2 for silk=1"
    assert effect(state, first_place("grain", 1), silk) == {"grain": -1, "silver": -2, "silk": 1}
    assert "pass" in choices(state, first_place("grain", 1), silk)
    assert "pass" in choices(state, first_place("peas", 1))


@pytest.mark.rule(100, 101)
@pytest.mark.parametrize(
    ("number", "at", "given"),
    [
        (100, 0, {}),
        (100, 1, {}),
        (100, 2, {"silver": 1}),
        (101, 0, {}),
        (101, 1, {"mead": 1, "silver": 1}),
        (101, 2, {}),
    ],
)
def test_100_101_rune_stones(number: int, at: int, given: Items) -> None:
    """On an exploration board, or in a house."""
    state = with_card(number, {"rune_stone": 1, "silk": 1}, boards=HOUSE)
    assert effect(state, first_place("rune_stone", at)) == {"rune_stone": -1, **given}
    assert effect(state, first_place("silk", at)) == {"silk": -1}


@pytest.mark.rule(43, 99)
def test_99_play_instead_of_drawing() -> None:
    """Decided anew for each card; nothing to decide without a card in the hand."""
    state = with_card(99, hand=(43,), deck=(10, 27))
    assert choices(state, "use draw_occupation") == ["draw", "play 43"]
    asking = decision(play(state, "use draw_occupation"))
    assert asking is not None
    assert asking.asker() == 99
    assert effect(state, "use draw_occupation", "play 43") == {
        "fruits": 1,
        "hand 43": -1,
        "played 43": 1,
        "silver": 1,
    }
    drawn = play(state, "use draw_occupation", "draw", "27")
    assert change(state, drawn) == {"hand 27": 1, "silver": 1}
    empty = with_card(99, deck=(10, 27))
    assert "draw" not in choices(empty, "use draw_occupation")


@pytest.mark.rule(43, 99)
def test_99_in_the_third_column() -> None:
    """Before the action, whatever lets you draw."""
    state = with_card(99, {"sheep": 1}, hand=(43,), deck=(10, 27))
    assert effect(state, "use wool", "play 43")["fruits"] == 1


@pytest.mark.rule(122)
@pytest.mark.parametrize(
    ("strip", "prize"),
    [
        (("wood", "wood", "wood", "stone", "ore", "silver2"), {}),
        (("wood", "stone", "stone", "stone", "silver2"), {"mead": 1}),
        (("wood", "stone", "ore", "silver2"), {"hide": 1}),
    ],
)
def test_122_different_kinds(strip: tuple[str, ...], prize: Items) -> None:
    """2 or 3 kinds of one strip."""
    got: dict[str, int] = {}
    for item in strip[:3]:
        got[item] = got.get(item, 0) + 1
    state = with_card(122, strips=(strip,))
    assert effect(state, "use mountain_3_upgrade_1", "strip 1 take 3") == {**got, **prize}


@pytest.mark.rule(122)
def test_122_over_the_whole_action_and_each_action_anew() -> None:
    """4 kinds of two strips; only the best reward; the next action begins anew."""
    strips = (("wood", "stone", "ore", "silver2"), ("silver2", "silver2"))
    state = with_card(122, strips=strips)
    after = play(state, "use mountain_3_and_2", "strip 1 take 3", "strip 2 take 2")
    assert change(state, after) == {"wood": 1, "stone": 1, "ore": 1, "silver": 4, "chest": 1}
    assert effect(after, "use mountain_2", "strip 1 take 1") == {"silver": 2}


@pytest.mark.rule(150)
def test_150_game_meat_instead() -> None:
    """Of exactly 2 stockfish or salt meat at once, 1 may be game meat."""
    state = with_card(150, {"silver": 2, "flax": 3})
    meat = "exchange salt_meat=1 for game_meat=1"
    bought = effect(state, "use buy_salt_meat", meat)
    assert bought == {"silver": -2, "salt_meat": 1, "game_meat": 1}
    assert effect(state, "use buy_salt_meat", "skip") == {"silver": -2, "salt_meat": 2}
    fish = "exchange stockfish=1 for game_meat=1"
    assert effect(state, "use buy_stockfish", fish)["stockfish"] == 1
    assert "pass" in choices(state, "use take_stockfish")
    three = ["use upgrade_3", *["upgrade flax"] * 3]
    assert "pass" in choices(state, *three)


@pytest.mark.rule(76, 151)
def test_151_silver_for_vikings() -> None:
    """1 silver for 1 or 2 Vikings, none for 3."""
    state = with_card(151)
    assert effect(state, "use laying_a_snare", "8", "fail") == {"wood": 1, "snare": 1, "silver": 1}
    whale = with_card(151, {"whaling_boat": 1})
    assert effect(whale, "use whaling_1", "sail 1", "12", "fail")["silver"] == 1
    placed = (("plundering", 4), ("master_crafting", 4), ("whaling_1", 4))
    three = with_card(151, hand=(76,), placed=placed)
    assert effect(three, PLAY, "play 76").get("silver", 0) == 0
    two = with_card(151, hand=(76,), placed=placed[:2])
    assert effect(two, PLAY, "play 76")["silver"] == 1


@pytest.mark.rule(168)
def test_168_exactly_three_vikings() -> None:
    """By placing or by getting them back; passing over 3 does not count."""
    assert effect(with_card(168, vikings=5), "use mead")["silver"] == 3
    assert effect(with_card(168, vikings=4), "use mead")["silver"] == 2
    back = with_card(168, vikings=4)  # 2 are left, 1 comes back
    assert effect(back, "use laying_a_snare", "8", "fail")["silver"] == 1


@pytest.mark.rule(168)
def test_168_a_space_used_without_vikings_changes_no_number() -> None:
    """Playing card 77 with the 2 of 5 makes it 3, the space that is followed leaves it at 3."""
    state = with_card(168, hand=(77,), vikings=5, blocked=frozenset({"mead"}))
    assert effect(state, PLAY, "play 77", "follow mead")["silver"] == 1 + 2


@pytest.mark.rule(174)
def test_174_silk_for_cattle() -> None:
    """Each cattle that enters, bought or born; one exchange for each."""
    state = with_card(174, {"silver": 9})
    silk, spices = "exchange silver=3 for silk=1", "exchange silver=4 for spices=1"
    assert effect(state, "use buy_cattle_milk", silk)["silk"] == 1
    assert "pass" in choices(state, "use buy_cattle_milk", spices)
    assert "pass" in choices(state, "use buy_sheep")
    born = luck(play(with_card(174, {"pregnant_cattle": 2, "silver": 9}), "pass"))
    assert change(born, play(born, silk, spices)) == {"silver": -7, "silk": 1, "spices": 1}
    assert change(born, play(born, "skip")) == {}


@pytest.mark.rule(176)
def test_176_peas_for_each_occasion() -> None:
    """1 peas, however many cards; playing this card itself does not count."""
    state = with_card(176, hand=(10, 43, 34))
    after = play(state, PLAY, "play 10", "play 34")
    assert after.has("peas") == 1
    again = play(after, "use play_occupations_1_4", "play 43")
    assert again.has("peas") == 2
    assert when_played(176, {}) == {}
    first = turn(hand=(176, 10))
    assert play(first, PLAY, "play 176", "play 10").has("peas") == 1
    assert play(first, PLAY, "play 10", "play 176").has("peas") == 0


@pytest.mark.rule(188)
def test_188_more_silver_of_strips() -> None:
    """1 more for two silver on the last space; nothing when it is played in the solo game."""
    state = with_card(188, strips=(("ore", "silver2", "silver2"),))
    assert effect(state, "use mountain_2", "strip 1 take 2") == {"ore": 1, "silver": 2}
    assert effect(state, "use mountain_3_upgrade_1", "strip 1 take 3") == {"ore": 1, "silver": 5}
    state = with_card(188, strips=(("stone", "silver2"),))
    assert effect(state, "use mountain_2", "strip 1 take 1") == {"stone": 1}
    assert effect(state, "use mountain_2", "strip 1 take 2") == {"stone": 1, "silver": 3}
    assert when_played(188, {}) == {}
    assert when_played(188, {}, options=Options(players=3)) == {"silver": 2}


@pytest.mark.rule(190)
def test_190_oil_for_spices() -> None:
    """For each of them, wherever they come from."""
    state = with_card(190, {"skin_and_bones": 2})
    assert effect(state, "use spices_milk_wool") == {"spices": 1, "silver": 1, "oil": 1}
    assert effect(state, "use upgrade_2", "upgrade skin_and_bones", "upgrade skin_and_bones") == {
        "skin_and_bones": -2,
        "spices": 2,
        "oil": 2,
    }
