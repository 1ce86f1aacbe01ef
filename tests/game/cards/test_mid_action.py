"""Cards played or used during an action or phase, and what that must not prevent."""

from random import Random
from typing import Any

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.game import State, decision, why_not
from odin_solver.game.actions.dice import DiceAction
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current
from odin_solver.game.phases import Pause
from odin_solver.game.policies import random_policy
from odin_solver.game.turn import Turn
from odin_solver.planner.reading import check
from odin_solver.rollouts.playing import greedy
from odin_solver.rules.board_state import BoardState, spots
from tests.game import invariants
from tests.game.building import belongings, filled, luck, play, rest, turn
from tests.game.cards.helping import PLAY, Items, choices
from tests.profiles import cases

QUIET = (142,)
"""A card that only reacts to whaling."""

FOURTH = ("use mountains_2222_or_double_upgrade_3", "skip", "mountains")


# --- next to the action of a space ---


@pytest.mark.rule("4.6", 3, 154)
@pytest.mark.parametrize("others", [(), QUIET])
def test_a_card_played_after_the_action_knows_what_that_gave(others: tuple[int, ...]) -> None:
    """Another card in play makes no difference."""
    state = turn(1, hand=(3,), played=others)
    after = play(state, "use spices_milk_wool", "skip", "play 3")
    assert (after.has("silver"), after.has("snare")) == (1, 1)
    strips = (("wood", "wood", "stone", "ore", "silver2"), ("wood", "stone", "ore", "silver2"))
    state = turn(3, {"peas": 1}, hand=(154,), played=others, strips=strips)
    after = play(state, "use mountain_4_double_upgrade_2", "skip", "strip 1 take 4", "done")
    assert (after.has("silver"), play(after, "play 154").has("silver")) == (0, 1)


@pytest.mark.rule("4.6", 112, 115, 118, 119)
@pytest.mark.parametrize(
    ("number", "space", "have", "things"),
    [
        (112, "master_crafting", {}, {"mead": 1}),
        (115, "build_house_and_ship", {"wood": 2, "stone": 2}, {"silverware": 1}),
        (118, "spices_milk_wool", {}, {"stone": 1, "mead": 1}),
        (119, "spices_milk_wool", {}, {"milk": 1}),
    ],
)
def test_a_card_played_before_the_action_works_for_it(
    number: int, space: str, have: Items, things: Items
) -> None:
    def gained(state: State, *moves: str) -> dict[str, int]:
        after = play(state, f"use {space}", *moves)
        if space == "build_house_and_ship":
            after = play(after, "long_house and knarr")
        return {name: belongings(after)[name] for name in things}

    nothing = gained(turn(3, have, hand=QUIET), "play 142")
    assert gained(turn(3, have, hand=(number,)), f"play {number}") == {
        name: nothing[name] + count for name, count in things.items()
    }
    # Only once where it is in play already.
    lying = turn(3, have, hand=QUIET, played=(number,))
    assert gained(lying, "play 142") == gained(turn(3, have, hand=(number,)), f"play {number}")


@pytest.mark.rule(113, 164)
@pytest.mark.parametrize("number", [113, 164])
def test_an_item_is_taken_before_the_action_next_to_which_the_card_is_played(number: int) -> None:
    state = turn(3, hand=(number,), strips=(("stone", "silver2"), ("ore", "silver2")))
    state = play(state, "use master_crafting", f"play {number}")
    assert choices(state) == ["strip 1 take 1", "strip 2 take 1", "skip"]
    state = play(state, "strip 2 take 1")
    assert isinstance(decision(state), Turn)
    assert (state.has("ore"), state.has("silver")) == (1, 4)


@pytest.mark.rule("4.6")
def test_a_card_played_instead_of_a_draw_works_for_the_action() -> None:
    state = turn(3, {"ore": 1}, hand=(112,), played=(99,), deck=(10,))
    assert play(state, "use forge", "play 112", "forge jewelry").has("mead") == 1


@pytest.mark.rule(168)
def test_vikings_that_were_placed_before_are_no_news() -> None:
    state = turn(3, hand=(168,), vikings=7)
    after = play(state, "use master_crafting", "play 168")
    assert (after.vikings, after.has("silver")) == (3, 4)


@pytest.mark.rule(166)
def test_166_counts_what_was_done_in_the_round_before_it_was_played() -> None:
    """The first time in a round that 2 Vikings are placed brings nothing, whenever that was."""
    state = play(turn(3, hand=(166,), vikings=8), PLAY, "play 166")
    assert isinstance(current(play(state, "use mead")), Chance)
    # The 4 Vikings of the fourth column are no such time.
    state = play(turn(3, hand=(166,), vikings=8), "use master_crafting", "play 166")
    state = play(state, "use mead")
    assert isinstance(decision(state), Turn)
    assert isinstance(current(play(state, "use flax_stockfish")), Chance)


@pytest.mark.rule(12)
def test_12_a_longship_does_not_plunder_if_the_action_is_lost() -> None:
    state = turn(1, {"longship": 2}, hand=(61, 10), played=(12,))
    lost = play(state, "use plundering", "play 61", "exchange longship ore=0")
    assert isinstance(decision(lost), Turn)
    assert isinstance(current(play(state, "use plundering", "play 10")), Chance)


def test_cards_of_any_number_are_played_before_an_action() -> None:
    """In any order of their numbers: all of them hear of the action."""
    state = turn(3, {"silver": 5}, hand=(3, 140, 142), played=(52,))
    moves = ("use master_crafting", "card 52 play 142", "card 52 play 140", "play 3")
    after = play(state, *moves)
    assert (after.hand, after.has("silver"), after.has("snare")) == ((), 7, 0)


def test_what_a_card_would_ask_is_no_reason_to_ask_about_another_one() -> None:
    """Card 61 would ask about the longship, but that opens nothing to upgrade by card 117."""
    have = {"wood": 2, "silver": 1, "longship": 1}
    state = play(turn(1, have, hand=(61,), played=(52, 117)), "use build_knarr")
    assert isinstance(decision(state), Turn)


def test_cards_react_to_what_other_cards_let_one_do() -> None:
    """A strip item before the hunt of card 85, and before a space that card 77 follows."""
    asked = ["strip 1 take 1", "strip 2 take 1", "skip"]
    state = turn(1, {"silver": 5, "bow": 3}, hand=(85,), played=(145,))
    assert choices(state, PLAY, "play 85", "hunt") == asked
    blocked = frozenset({"build_knarr"})
    state = turn(1, {"wood": 2}, hand=(77,), played=(121,), blocked=blocked)
    assert choices(state, PLAY, "play 77", "follow build_knarr") == asked


def test_a_feast_after_a_feast_brings_no_pause_for_what_was_there_before() -> None:
    have = {"silver": 5, "game_meat": 1, "bow": 3}
    state = turn(1, have, hand=(5,), played=(52, 159))
    state = play(state, "pass", "serve game_meat", "card 52 play 5", "serve", "skip")
    assert isinstance(current(state), Chance)


@pytest.mark.rule(2)
def test_2_the_discount_is_for_the_space_and_not_for_a_card_next_to_it() -> None:
    state = turn(5, {"silver": 20, "knarr": 2}, hand=(84,), played=(2,))
    state = play(state, "use whaling_boat_to_knarr_emigrate", "play 84", "emigrate")
    state = play(state, "emigrate knarr")
    assert state.has("silver") == 20 - 3
    assert play(state, "emigrate knarr").has("silver") == 20 - 3 - 4


@pytest.mark.rule(2)
def test_2_the_discount_is_also_for_a_space_that_a_card_lets_one_use() -> None:
    have = {"silver": 20, "knarr": 1}
    state = turn(5, have, hand=(77,), played=(2,), blocked=frozenset({"emigrate_2"}))
    state = play(state, PLAY, "play 77", "follow emigrate_2", "emigrate knarr")
    assert state.has("silver") == 20 - 4


# --- what is needed is not spent ---


@pytest.mark.rule("4.3", 36, 37)
@pytest.mark.parametrize("number", [36, 37])
@pytest.mark.parametrize("spending", ["place silver home a1", "ship whaling_boat"])
def test_the_price_of_trading_is_not_spent_when_a_card_asks_before_it(
    number: int, spending: str
) -> None:
    silver = 3 if spending.startswith("ship") else 1
    have = {"silver": silver, "knarr": 1, "salt_meat": 1}
    state = turn(1, have, played=(number,))
    state = play(state, "use overseas_trading_1")
    assert not isinstance(decision(state), Turn)
    assert why_not(state, spending) == "the action under way would become impossible"
    state.supply["silver"] += silver
    assert why_not(state, spending) is None


@pytest.mark.rule(103)
def test_the_ore_of_crafting_is_not_spent_when_103_asks_before_it() -> None:
    state = turn(
        3, {"ore": 1, "wood": 1}, played=(103,), strips=(("wood", "stone", "ore", "silver2"),)
    )
    for moves in (("use craft_chest", "pay ore"), ("use forge",)):
        asked = play(state, *moves)
        assert why_not(asked, "place ore home a1") is not None
        assert why_not(play(asked, "strip 1 take 1"), "place wood home a1") is not None
    state.supply["ore"] = 2
    assert why_not(play(state, "use forge"), "place ore home a1") is None


def test_more_may_be_spent_where_the_action_waits_for_an_item() -> None:
    have = {"wood": 1, "silver": 1}
    state = play(
        turn(1, have, played=(121,), strips=(("wood", "stone", "ore", "silver2"),)),
        "use build_knarr",
    )
    assert choices(state) == ["strip 1 take 1"]
    assert why_not(state, "place silver home a1") is None


# --- an action within an action ---


@pytest.mark.rule("4.15")
def test_strips_keep_their_numbers_when_a_card_empties_one_in_between() -> None:
    strips = (("silver2",) * 2, ("stone", "stone", "stone", "silver2"), ("ore", "ore", "silver2"))
    have = {"silver": 1}
    state = turn(1, have, hand=(87,), played=(52,), specials=frozenset(), strips=strips)
    state = play(state, *FOURTH, "strip 2 take 2", "card 52 play 87", "mountain")
    state = play(state, "strip 1 take 2")
    assert choices(state) == ["strip 3 take 2", "strip 3 take 1", "skip"]
    state = play(state, "skip")
    assert state.strips == (("stone", "silver2"), ("ore", "ore", "silver2"))


@pytest.mark.rule("4.15")
def test_strips_keep_their_numbers_when_another_space_is_followed() -> None:
    strips = (("silver2",) * 2, ("stone", "stone", "stone", "silver2"), ("ore", "ore", "silver2"))
    blocked = frozenset({"mountain_3_upgrade_1"})
    state = turn(1, {"silver": 1}, hand=(77,), played=(52,), strips=strips, blocked=blocked)
    state = play(state, *FOURTH, "strip 2 take 2", "card 52 play 77")
    state = play(state, "follow mountain_3_upgrade_1", "strip 1 take 2")
    assert choices(state) == ["strip 3 take 2", "strip 3 take 1", "skip"]
    assert play(state, "strip 3 take 2").strips == (("stone", "silver2"), ("silver2",))


@pytest.mark.rule(103)
def test_an_empty_strip_offers_nothing_during_an_action() -> None:
    strips = (("silver2", "silver2"), ("silver2",))
    have, blocked = {"silver": 9}, frozenset({"craft_chest", "build_knarr"})
    state = turn(3, have, hand=(77,), played=(52, 103, 121), strips=strips, blocked=blocked)
    state = play(state, *FOURTH, "strip 1 take 2", "card 52 play 77")
    assert decision(state) is not None
    assert "follow craft_chest" not in choices(state)


def test_strips_that_cards_have_emptied_are_gone() -> None:
    """Also if the action that came to nothing by that was one for strips."""
    state = turn(1, {"silver": 1}, hand=(87,), played=(52,), strips=(("silver2",),))
    state = play(state, "use mountain_2", "card 52 play 87", "mountain", "strip 1 take 1")
    assert isinstance(decision(state), Turn)
    assert state.strips == ()
    # In a phase, with no action under way.
    strips = (("ore", "silver2", "silver2"), ("stone", "stone", "stone", "silver2"))
    state = luck(play(turn(2, played=(95,), strips=strips), "pass", "serve"))
    state = play(state, "strip 1 take 2")
    assert all(state.strips)


@pytest.mark.rule(122)
def test_122_counts_the_kinds_of_each_action_by_itself() -> None:
    blocked = frozenset({"mountain_3_upgrade_1"})
    strips = (("wood", "stone", "stone", "stone", "silver2"), ("ore", "silver2"))
    state = turn(2, {}, hand=(77,), played=(122,), strips=strips, blocked=blocked)
    state = play(state, "use mountain_4_double_upgrade_2", "skip", "strip 1 take 2")
    state = play(state, "play 77", "follow mountain_3_upgrade_1")
    both = play(state, "strip 2 take 2")
    assert (both.has("mead"), both.has("hide"), both.has("chest")) == (2, 0, 0)
    one = play(state, "strip 2 take 1")
    assert (one.has("mead"), one.has("hide"), one.has("chest")) == (1, 0, 0)


RAIDS = pytest.mark.parametrize(
    ("number", "space", "more"), [(90, "raiding", 2), (132, "pillaging_2", 3 + 1)]
)
"""Card, space, and what the card and the ore left on the ship add to a roll."""


@pytest.mark.rule(90, 132)
@RAIDS
def test_a_hunt_in_between_does_not_change_what_rolls_count(
    number: int, space: str, more: int
) -> None:
    state = turn(3, {"silver": 9}, played=(52, number), hand=(85,), longships=(2,))
    state = play(state, f"use {space}", "return longship ore=2", "2")
    assert result(state) == 2 + more
    state = play(state, "card 52 play 85", "hunt", "1", "fail", "skip", "reroll", "2")
    assert result(state) == 2 + more


@pytest.mark.rule(90, 132)
@RAIDS
def test_what_was_paid_for_rolls_is_lost_with_the_action(
    number: int, space: str, more: int
) -> None:
    have = {"bow": 1, "long_sword": 1}
    state = turn(3, have, played=(56, number), longships=(2,))
    state = play(state, f"use {space}", "return longship ore=2", "5")
    assert result(state) == 5 + more
    dear = next(move for move in reversed(choices(state)) if move.startswith("loot"))
    lost = play(state, dear, "card 56 bow=1 long_sword=1 for ore=1")
    assert isinstance(decision(lost), Turn)
    later = play(rest(rest(lost)), f"use {space}", "skip", "5")
    assert result(later) == 5 + (space == "pillaging_2")


def result(state: State) -> int:
    """What a roll has come to."""
    node = decision(state)
    assert isinstance(node, DiceAction)
    return node.result


@pytest.mark.rule(77)
@pytest.mark.parametrize(
    ("number", "space", "have", "strip"),
    [(113, "craft_chest", {}, ("ore", "wood")), (121, "build_knarr", {"wood": 1}, ("wood", "ore"))],
)
def test_a_space_that_needs_an_item_can_be_followed(
    number: int, space: str, have: Items, strip: tuple[str, ...]
) -> None:
    fields: dict[str, Any] = {"strips": (strip,), "blocked": frozenset({space})}
    state = turn(2, have, hand=(77,), played=(number,), **fields)
    assert f"follow {space}" in choices(play(state, PLAY, "play 77"))
    state = turn(2, have, hand=(77,), played=QUIET, **fields)
    assert f"follow {space}" not in choices(play(state, PLAY, "play 77"))


@pytest.mark.rule(91)
def test_91_a_space_that_needs_an_item_can_be_used_too() -> None:
    fields: dict[str, Any] = {"strips": (("stone", "wood"),), "placed": (("mountain_2", 1),)}
    state = play(turn(1, {"silver": 1}, played=(91, 113), **fields), "pass")
    assert "also craft_rune_stone" in choices(state)
    state = play(turn(1, {"silver": 1}, played=(91,), **fields), "pass")
    assert "also craft_rune_stone" not in choices(state)


# --- the horn ---


@pytest.mark.rule(71, 100, 101)
@pytest.mark.parametrize(
    ("number", "board", "things"),
    [(100, "iceland", {"silver": 1}), (101, "long_house", {"mead": 1, "silver": 1})],
)
def test_71_a_rune_stone_that_is_put_in_its_place_is_placed(
    number: int, board: str, things: Items
) -> None:
    where = spots(BOARDS[board], TILES["drinking_horn"])[0].mask
    boards = (
        BoardState(BOARDS["home"]),
        BoardState(BOARDS[board]).laid(TILES["drinking_horn"], where),
    )
    state = turn(3, hand=(71,), played=(number,), boards=boards)
    state = play(state, PLAY, "play 71", "take drinking_horn")
    assert {name: state.has(name) for name in things} == things
    assert state.has("drinking_horn") == 1


@pytest.mark.rule(71)
@pytest.mark.slow
def test_71_the_tiles_lie_in_an_order_in_which_they_can_be_placed() -> None:
    tried = 0
    horn = TILES["drinking_horn"]
    for spot in spots(BOARDS["home"], horn)[:: cases(4, 1)]:
        if not spot.required:
            continue
        # Silver on all that it needs, from the corner on.
        home = BoardState(BOARDS["home"])
        while home.why_not(horn, spot.mask) and len(home.pieces) < 120:
            free = [each for each in home.legal_placements(TILES["silver"]) if each & spot.required]
            if not free:
                break
            home = home.laid(TILES["silver"], free[0])
        if home.why_not(horn, spot.mask):
            continue
        state = turn(3, hand=(71,), boards=(home.laid(horn, spot.mask),))
        state.specials -= {"drinking_horn"}
        state = play(state, PLAY, "play 71", "take drinking_horn")
        check(state)
        tried += 1
    assert tried > cases(5, 20)


# --- pauses ---


@pytest.mark.rule("4.11", 8)
def test_8_what_comes_before_the_income_can_be_placed_before_it() -> None:
    placed = (("craft_linen", 1), ("forge", 3), ("craft_rune_stone", 1))
    state = play(turn(1, played=(8,), placed=placed), "pass")
    assert isinstance(decision(state), Pause)
    after = play(state, "place oil home a1,b1", "go on")
    assert isinstance(decision(after), ServeFeast)
    assert (after.has("silver"), play(state, "go on").has("silver")) == (1, 0)


@pytest.mark.rule(9)
def test_9_tiles_can_be_placed_next_to_what_a_card_has_laid() -> None:
    boards = (filled("home", "a2", "b1"),)
    state = turn(1, {"oil": 1}, played=(9,), longships=(0,), boards=boards)
    asked = play(state, "pass")
    invariants.serialisation(asked)
    state = play(asked, "lay ore home a1")
    assert isinstance(decision(state), Pause)


@pytest.mark.rule(7)
def test_7_what_comes_after_the_feast_can_be_placed_before_the_bonuses() -> None:
    home = filled("home", "e1", "f1", "g1", "e2", "g2", "e3", "f3")
    state = play(turn(1, {"grain": 1}, played=(7,), boards=(home,)), "pass", "serve")
    assert isinstance(decision(state), Pause)
    placed, left = play(state, "place silver home g3", "go on"), play(state, "go on")
    assert (placed.has("stone"), left.has("stone")) == (1, 0)


def test_162_there_is_a_pause_only_where_what_comes_can_be_placed() -> None:
    placed = tuple((space, 2) for space in ("upgrade_3", "mead", "craft_chest", "laying_a_snare"))

    def before_bonuses(have: Items) -> State:
        return play(turn(2, have, played=(162,), placed=placed), "pass", "serve")

    state = before_bonuses({"stone_house": 1})
    assert isinstance(decision(state), Pause)
    assert (state.phase, state.has("flax")) == ("bonus", 1)
    assert not isinstance(decision(luck(before_bonuses({}))), Pause)


def test_the_policies_place_in_a_pause() -> None:
    placed = (("craft_linen", 1), ("forge", 3), ("craft_rune_stone", 1))
    state = play(turn(1, played=(8,), placed=placed), "pass")
    for policy in (greedy, random_policy):
        move = policy(state, Random(0))
        assert str(move).startswith("place oil home")
        assert str(policy(play(state, move), Random(0))) == "go on"


@pytest.mark.rule("4.11")
def test_there_is_no_pause_where_cards_bring_nothing() -> None:
    state = play(turn(1, {"oil": 1}, played=(7, 8, 9, 161)), "pass")
    assert isinstance(decision(state), ServeFeast)
    assert isinstance(decision(luck(play(state, "serve"))), Turn)


@pytest.mark.rule(97)
def test_97_cards_can_be_used_before_the_peas_are_doubled() -> None:
    def next_decision(cards: tuple[int, ...]) -> State:
        state = turn(2, {"beans": 2, "peas": 2}, played=cards)
        return luck(play(state, "pass", "serve"))

    paused = next_decision((57, 97))
    assert isinstance(decision(paused), Pause)
    assert isinstance(decision(next_decision((97,))), Turn)
    used = next(move for move in choices(paused) if move.startswith("card 57"))
    more = luck(play(paused, used, "go on")).has("peas")
    assert more > luck(play(paused, "go on")).has("peas")


# --- questions that a card opens ---


@pytest.mark.rule("4.11", 28)
@pytest.mark.parametrize(
    ("have", "cards", "moves", "used"),
    [
        (
            {"stone": 2, "wood": 2},
            (28, 51),
            ("use craft_chests_and_rune_stones",),
            "exchange silver=1 for oil=1",
        ),
        (
            {"silver": 1, "grain": 1, "knarr": 1},
            (37, 47),
            ("use overseas_trading_1", "upgrade grain"),
            "trade hide",
        ),
    ],
)
def test_a_question_that_a_card_can_open_is_asked(
    have: Items, cards: tuple[int, ...], moves: tuple[str, ...], used: str
) -> None:
    state = play(turn(1, have, played=cards, vikings=6), *moves)
    opened = [move for move in choices(state) if move.startswith("card ")]
    assert choices(state)[0] in ("skip", "done")
    assert any(used in choices(play(state, move)) for move in opened)
    # Without the card nothing is asked.
    alone = play(turn(1, have, played=cards[:1], vikings=6), *moves)
    assert isinstance(decision(alone), Turn)
