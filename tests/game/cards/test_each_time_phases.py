"""Cards that react to phases: each by its text, and its limits."""

from typing import Any

import pytest

from odin_solver.components import BOARDS
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import State, decision, why_not
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.moves import parse
from odin_solver.game.phases import Pause
from odin_solver.game.turn import Turn
from odin_solver.rules.board_state import BoardState
from tests.game.building import change, filled, luck, play, to_feast, turn
from tests.game.cards.helping import PLAY, Items, choices, with_card

WITH_HARVEST, WITHOUT = 1, 2
"""Rounds before one with a harvest, and before one without."""


def next_turn(state: State, *answers: str, serve: str = "serve") -> State:
    """Pass, and go on to the next round; these are the answers to what cards ask."""
    left = list(answers)
    state = luck(play(state, "pass"))
    while not isinstance(here := decision(state), Turn):
        if isinstance(here, ServeFeast | Pause):
            answer = serve if isinstance(here, ServeFeast) else "go on"
        else:
            answer = left.pop(0)
        state = luck(play(state, answer))
    assert not left
    return state


def more(
    number: int, have: Items, at: int, *answers: str, serve: str = "serve", **fields: Any
) -> Items:
    """What there is more and less in the next turn because of the card."""
    usual = next_turn(turn(at, have, **fields), serve=serve)
    changed = change(usual, next_turn(with_card(number, have, at, **fields), *answers, serve=serve))
    return {name: count for name, count in changed.items() if not name.startswith("played")}


SPECIALS = dict.fromkeys(("belt", "fibula", "chalice", "helmet", "cloakpin", "horseshoe"), 1)


def specials(count: int) -> Items:
    """So many special tiles."""
    return dict(list(SPECIALS.items())[:count])


PHASES: list[tuple[int, Items, int, str, str, Items]] = [
    # Harvest
    (92, specials(2), WITHOUT, "", "", {}),
    (92, specials(3), WITHOUT, "", "", {"silver": 1}),
    (92, specials(4), WITHOUT, "", "", {"silver": 2}),
    (92, specials(5), WITHOUT, "", "", {"silver": 3}),
    (92, specials(6), WITHOUT, "", "", {"silver": 3}),
    (92, specials(3), WITH_HARVEST, "", "", {}),
    (93, {"whaling_boat": 1}, WITHOUT, "", "", {"beans": 1}),
    (93, {"whaling_boat": 2}, WITHOUT, "", "", {"grain": 1}),
    (93, {"whaling_boat": 3}, WITHOUT, "", "", {"cabbage": 1}),
    (93, {"knarr": 1}, WITHOUT, "", "", {}),
    (93, {"whaling_boat": 1}, WITH_HARVEST, "", "", {}),
    (94, {"oil": 5}, WITHOUT, "exchange oil=2 for spices=1", "", {"oil": -2, "spices": 1}),
    (94, {"oil": 5}, WITHOUT, "skip", "", {}),
    (94, {"oil": 5}, WITH_HARVEST, "", "", {}),
    (95, {}, WITHOUT, "strip 2 take 2", "", {"wood": 2}),
    (95, {}, WITHOUT, "skip", "", {}),
    (95, {}, WITH_HARVEST, "", "", {}),
    (
        96,
        {"game_meat": 1},
        WITHOUT,
        "exchange game_meat=1 for whale_meat=1",
        "",
        {"game_meat": -1, "whale_meat": 1},
    ),
    (
        96,
        {"whale_meat": 2},
        WITHOUT,
        "exchange whale_meat=1 for game_meat=2",
        "",
        {"whale_meat": -1, "game_meat": 2},
    ),
    (96, {"game_meat": 1}, WITH_HARVEST, "", "", {}),
    (97, {"peas": 3}, WITHOUT, "", "", {"peas": 3}),
    (97, {"peas": 6}, WITHOUT, "", "", {"peas": 2}),
    (97, {"peas": 9}, WITHOUT, "", "", {}),
    (97, {"peas": 3}, WITH_HARVEST, "", "", {}),
    (169, {"flax": 1}, WITH_HARVEST, "", "", {"flax": 1}),
    (169, {"grain": 2}, WITH_HARVEST, "", "", {"grain": 1}),
    (169, {"flax": 1, "grain": 1}, WITH_HARVEST, "take flax=1", "", {"flax": 1}),
    (169, {"flax": 1, "grain": 1}, WITH_HARVEST, "take grain=1", "", {"grain": 1}),
    (169, {"peas": 1}, WITH_HARVEST, "", "", {}),
    (169, {"flax": 1}, WITHOUT, "", "", {}),
    # The flax of the harvest may be exchanged.
    (
        171,
        {},
        WITH_HARVEST,
        "exchange flax=1 for grain=1 silver=1",
        "",
        {"flax": -1, "grain": 1, "silver": 1},
    ),
    (171, {"flax": 1}, WITH_HARVEST, "skip", "", {}),
    (171, {"flax": 1}, WITHOUT, "", "", {}),
    # ServeFeast
    (7, {"grain": 1}, 1, "", "", {"silver": 1}),
    (7, {"grain": 3}, 1, "", "", {"silver": 2}),
    (7, {"grain": 1}, 1, "", "serve grain", {}),
    (157, {"sheep": 2}, 1, "", "serve pregnant_sheep", {"skin_and_bones": 1}),
    (157, {"sheep": 1, "cattle": 1}, 1, "", "serve sheep", {"skin_and_bones": 1}),
    (157, {"sheep": 1}, 1, "", "serve", {}),
    (160, {"mead": 1}, 1, "", "serve", {"silver": 1}),
    (160, {"mead": 1}, 1, "", "serve mead", {}),
    (158, {"silver": 1}, 1, "", "serve", {}),
    (165, {"clothing": 2}, 1, "", "", {"silver": 2}),
    (165, {"robe": 2}, 1, "", "", {}),
    (167, {"spices": 1}, 1, "", "", {"silver": 1}),
    (167, {"spices": 3}, 1, "", "", {"silver": 2}),
    # Bonus
    (41, {"mead": 1}, 1, "exchange mead=1 for oil=1", "", {"mead": -1, "oil": 1}),
    (41, {"silver": 2}, 1, "exchange silver=1 for oil=1", "", {"silver": -1, "oil": 1}),
    (41, {"silver": 2}, 1, "skip", "", {}),
]


def _name(number: object) -> str | None:
    return f"{number} {OCCUPATIONS[number].name}" if isinstance(number, int) else None


@pytest.mark.rule(7, 41, 92, 93, 94, 95, 96, 97, 157, 160, 165, 167, 169, 171)
@pytest.mark.parametrize(("number", "have", "at", "answer", "serve", "changed"), PHASES, ids=_name)
def test_phase(number: int, have: Items, at: int, answer: str, serve: str, changed: Items) -> None:
    """What the card brings until the next turn."""
    answers = [answer] if answer else []
    assert more(number, have, at, *answers, serve=serve or "serve") == changed


@pytest.mark.rule(95)
def test_95_two_items() -> None:
    before = luck(play(play(with_card(95, at=WITHOUT), "pass"), "serve"))
    assert [each for each in choices(before) if each.startswith("strip 2")] == [
        "strip 2 take 2",
        "strip 2 take 1",
    ]


CRAFTING = (("craft_linen", 1), ("craft_clothing", 2), ("craft_chest", 2))


@pytest.mark.rule(8)
def test_8_craft_leader() -> None:
    """5 Vikings on Crafting spaces together; 4 are not enough, other spaces do not count."""
    assert more(8, {}, 2, placed=CRAFTING) == {"oil": 1}
    assert more(8, {}, 2, placed=(("build_shed", 1), *CRAFTING)) == {"oil": 1}
    assert more(8, {}, 2, placed=(*CRAFTING[1:], ("mead", 2))) == {}


def test_8_vikings_of_the_round_before_do_not_count() -> None:
    """They stand there, but were not placed in this round."""
    blocked = frozenset({"forge", "craft_chests_and_rune_stones"})
    assert more(8, {}, 2, blocked=blocked) == {}


@pytest.mark.rule(9)
def test_9_ore_boatman() -> None:
    """1 ore per longship, laid on the boards at once, not into the supply."""
    state = luck(play(with_card(9, {"longship": 2, "stone_house": 1}), "pass"))
    moves = choices(state)
    assert all(move.startswith("lay ore home ") for move in moves)
    after = play(state, "lay ore home a1", "lay ore home b1")
    assert [piece.tile.id for piece in after.boards[0].pieces] == ["ore", "ore"]
    assert after.has("ore") == 0
    # a1 was covered before the income: 1 silver.
    assert change(state, after)["silver"] == 1
    assert more(9, {"knarr": 1}, 1) == {}


@pytest.mark.rule(38)
def test_38_peacemaker() -> None:
    """Something instead of the weapon, or the weapon."""
    usual = next_turn(turn())
    state = luck(play(play(with_card(38), "pass"), "serve"))
    assert choices(state) == ["draw", "take wood", "take stone", "take ore"]
    ore = luck(play(state, "take ore"))
    weapon = next(name for name in ("bow", "snare", "spear", "long_sword") if usual.has(name))
    assert change(usual, ore) == {weapon: -1, "ore": 1, "played 38": 1}
    assert change(usual, luck(play(state, "draw"))) == {"played 38": 1}


@pytest.mark.rule(42)
def test_42_steward() -> None:
    """Wood or stone on a slot of a shed for 1 silver, once; it stays there."""
    have = {"wood": 2, "shed": 1, "stone_house": 1}
    state = luck(play(with_card(42, have), "pass"))
    assert choices(state) == ["fill wood", "skip"]
    after = play(state, "fill wood")
    assert after.boards[1].open_slots.get("wood", 0) == 2
    assert (after.has("wood"), after.has("silver")) == (1, 1)
    assert isinstance(decision(after), Pause)  # before the income is counted
    assert more(42, {"wood": 1, "stone_house": 1}, 1) == {}


@pytest.mark.rule(91)
def test_91_latecomer() -> None:
    """1 silver for a free space above or below; no Viking is placed."""
    placed = (("take_stockfish", 1),)
    state = play(with_card(91, {"silver": 2}, placed=placed), "pass")
    # Above it, hunting; below it, buying stockfish, which costs the other silver.
    assert choices(state) == ["also hunting_game_1", "also buy_stockfish", "skip"]
    after = luck(play(state, "also buy_stockfish"))
    assert change(state, after) == {"silver": -2, "stockfish": 2}
    assert after.placed == placed
    assert isinstance(decision(after), ServeFeast)


@pytest.mark.rule(91)
@pytest.mark.parametrize(
    ("space", "beside"),
    [
        ("build_shed", ["also build_whaling_boat", "skip"]),
        ("build_whaling_boat", ["also build_shed", "also hunting_game_1", "skip"]),
        ("take_stockfish", ["also hunting_game_1", "skip"]),
    ],
)
def test_91_first_space(space: str, beside: list[str]) -> None:
    """There is nothing above the first space."""
    state = with_card(91, {"silver": 1, "wood": 2}, placed=((space, 1),))
    assert choices(play(state, "pass")) == beside


@pytest.mark.parametrize(
    "fields",
    [
        {"have": {}, "placed": (("take_stockfish", 1),)},
        {"have": {"silver": 1}, "placed": (("hunting_game_2", 2),)},
        {"have": {"silver": 9}, "placed": ()},
        {
            "have": {"silver": 1},
            "placed": (("take_stockfish", 1),),
            "blocked": frozenset({"hunting_game_1"}),
        },
    ],
)
def test_91_nothing_to_use(fields: dict[str, Any]) -> None:
    """No silver, no Viking in the first column, or no free space that can be used."""
    state = luck(play(with_card(91, **fields), "pass"))
    assert isinstance(decision(state), ServeFeast)


@pytest.mark.rule(158)
def test_158_weapons_for_meat() -> None:
    """3 weapons and 1 silver for each game meat and whale meat."""
    state = luck(play(with_card(158, {"game_meat": 1, "whale_meat": 1, "silver": 2}), "pass"))
    after = luck(play(state, "serve game_meat silver whale_meat"))
    drawn = {name: after.has(name) for name in ("bow", "snare", "spear", "long_sword")}
    assert sum(drawn.values()) == 6 + 1  # one of the next round
    assert more(158, {"game_meat": 1}, 1) == {}


@pytest.mark.rule(158, 160)
def test_silver_for_what_is_served_lies_on_the_same_table() -> None:
    """As much as the cards give for this very feast; the best feast counts with it."""
    state = to_feast(with_card(160, {"mead": 1}))
    assert why_not(state, "serve silver") is None
    assert why_not(state, "serve mead silver") == "there are only 0 silver"
    assert why_not(state, "serve silver silver") == "there are only 1 silver"
    assert not play(state, "serve silver").has("silver")
    state = to_feast(with_card(158, {"game_meat": 1}))
    assert why_not(state, "serve game_meat silver") is None
    assert why_not(state, "serve game_meat silver silver") == "there are only 1 silver"
    cells = table_cells(state)
    node = decision(to_feast(with_card(160, {"silver": cells - 1})))
    assert node is not None
    best = node.moves(to_feast(with_card(160, {"silver": cells - 1})))
    assert str(best[0]).split() == ["serve", *["silver"] * cells]


@pytest.mark.rule(159)
def test_159_hunt_after_the_feast() -> None:
    """Only if game meat was served; it can be left; no Viking is needed."""
    state = luck(play(with_card(159, {"game_meat": 2}), "pass"))
    assert choices(state, "serve game_meat") == ["hunt", "skip"]
    after = play(state, "serve game_meat", "hunt", "1", "reroll", "1", "fail")
    assert change(state, after)["bow"] == 1
    assert isinstance(decision(luck(play(state, "serve game_meat", "skip"))), Turn)
    assert isinstance(decision(luck(play(state, "serve"))), Turn)


SEVEN_THIRD = (("wool", 3), ("upgrade_4", 3), ("forge", 1))
SEVEN_SECOND = (("mead", 2), ("upgrade_3", 2), ("buy_sheep", 2), ("build_knarr", 1))


@pytest.mark.rule(161, 162)
def test_161_162_bonus_for_vikings() -> None:
    """7 Vikings in the third or second column; 6 are not enough."""
    assert more(161, {}, 2, placed=SEVEN_THIRD) == {"cabbage": 1}
    assert more(161, {}, 2, placed=SEVEN_THIRD[:2]) == {}
    assert more(161, {}, 2, placed=SEVEN_SECOND) == {}
    assert more(162, {}, 2, placed=SEVEN_SECOND) == {"flax": 1}
    assert more(162, {}, 2, placed=SEVEN_SECOND[:3]) == {}
    assert more(162, {}, 2, placed=SEVEN_THIRD) == {}
    assert more(161, {}, 2, placed=(*SEVEN_THIRD, ("build_shed", 1))) == {"cabbage": 1}


@pytest.mark.rule(172)
def test_172_stockfish_kept_in_houses() -> None:
    """Only those that were served, only in houses, as many as are wanted."""
    have = {"stockfish": 3, "stone_house": 1, "silver": 1}
    state = luck(play(with_card(172, have), "pass"))
    served = play(state, "serve stockfish silver stockfish")
    moves = choices(served)
    assert moves[-1] == "skip"
    assert all(move.startswith("lay stockfish stone_house ") for move in moves[:-1])
    after = luck(play(served, moves[0]))
    assert [piece.tile.id for piece in after.boards[1].pieces] == ["stockfish"]
    assert isinstance(decision(luck(play(state, "serve"))), Turn)


@pytest.mark.rule(173)
def test_173_spoils_of_the_mountains() -> None:
    """Of the items that go, ore gives 1 silver and a two silver gives 2."""
    strips = (
        ("ore", "silver2"),
        ("silver2",),
        ("wood", "stone", "ore", "silver2"),
        ("stone", "silver2"),
    )
    assert more(173, {}, 1, strips=strips) == {"silver": 3}


def house_with_bonus() -> BoardState:
    """A stone house that gives a hide."""
    house = filled("stone_house", "b4:c4", "b3", "d3", "b2:d2")
    assert house.bonuses == {"hide": 1}
    return house


@pytest.mark.rule(177)
def test_177_silverware_instead() -> None:
    """Instead of the only bonus good of a house; it can be left; the home board does not count."""
    boards = (filled("home", "a1:a4", "b1:b2", "b4", "c1:c4"), house_with_bonus())
    exchange = "exchange hide=1 for silverware=1"
    assert more(177, {}, 1, exchange, boards=boards) == {"hide": -1, "silverware": 1}
    assert more(177, {}, 1, "skip", boards=boards) == {}


@pytest.mark.rule(20, 177)
def test_177_with_the_bonuses_of_card_20() -> None:
    """Of a stone house, which is the first kind of house, too."""
    boards = (BoardState(BOARDS["home"]), house_with_bonus())
    state = with_card(177, hand=(20,), boards=boards)
    assert choices(state, PLAY, "play 20") == ["exchange hide=1 for silverware=1", "skip"]


@pytest.mark.rule(177)
def test_177_only_if_it_is_exactly_one() -> None:
    """Two bonuses of a long house: none is exchanged."""
    peas, oil = ["j3", "j2", "k2"], ["a1:a3", "b1", "b3", "c1:c3"]
    beans = ["e1:e2", "f2", "g1:g2"]
    two = filled("long_house", *oil, *peas)
    assert two.bonuses == {"oil": 1, "peas": 1}
    state = with_card(177, boards=(BoardState(BOARDS["home"]), two))
    assert isinstance(decision(next_turn(state)), Turn)
    for good, cells in (("peas", peas), ("oil", oil), ("beans", beans)):
        one = filled("long_house", *cells)
        assert one.bonuses == {good: 1}
        boards = (BoardState(BOARDS["home"]), one)
        exchange = f"exchange {good}=1 for silverware=1"
        assert more(177, {}, 1, exchange, boards=boards) == {good: -1, "silverware": 1}


@pytest.mark.rule(186)
def test_186_two_peas_lengthwise() -> None:
    """2, not 3, and not for other goods."""
    have = {"peas": 3, "silver": 3, "mead": 2}
    state = luck(play(with_card(186, have), "pass"))
    here = decision(state)
    assert here is not None
    assert here.why_not(state, parse("serve peas+ silver peas+")) is None
    assert here.why_not(state, parse("serve mead+ silver mead+")) is not None
    longer = luck(play(with_card(186, have, at=3), "pass"))
    assert here.why_not(longer, parse("serve peas+ silver peas+ silver peas+")) is not None
    assert here.why_not(longer, parse("serve peas+ silver peas+ silver peas")) is None
    usual = luck(play(turn(have=have), "pass"))
    assert here.why_not(usual, parse("serve peas+ silver peas+")) is not None
