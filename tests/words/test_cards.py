"""What is said about cards: who asks, what is to be paid, what can be used and why not."""

import pytest

from odin_solver.components.occupations import OCCUPATIONS, OccupationKind
from odin_solver.game import decision, why_not
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import parse
from odin_solver.game.kernel.order import asked_by
from odin_solver.words.cards import card_now, hand_text, how_to_play, played_text
from odin_solver.words.menu import question
from odin_solver.words.moves import meaning
from tests.game.building import play, turn
from tests.game.cards.helping import with_card
from tests.game.cards.test_random import OPTIONS, game_with_cards
from tests.game.texts import menu
from tests.profiles import cases

# --- who asks ---


@pytest.mark.parametrize(
    ("number", "have", "moves", "asked"),
    [
        (
            108,
            {"ore": 1, "silver": 1},
            ["use forge", "forge jewelry"],
            "Card 108c Ironsmith: take a Viking back for 1 silver?",
        ),
        (
            113,
            {"wood": 1},
            ["use craft_chest"],
            "Card 113a Apprentice Craftsman: take 1 item from a strip?",
        ),
        (105, {"wood": 3}, ["use build_whaling_boat"], "Card 105B Knarr Builder: one of these"),
        (
            102,
            {"game_meat": 1},
            ["use mountain_1_upgrade_1", "skip"],
            "Card 102B Fur Merchant: upgrade 1 good",
        ),
    ],
)
def test_a_question_names_its_card(
    number: int, have: dict[str, int], moves: list[str], asked: str
) -> None:
    state = play(with_card(number, have), *moves)
    assert asked_by(state) == number
    assert question(state) == asked


def test_the_card_is_named_as_long_as_it_is_at_work() -> None:
    """Card 85 hunts and lays snares; then nobody but the rules ask."""
    state = turn(have={"silver": 3, "wood": 9}, hand=(85, 10))
    state = play(state, "use play_occupations_1_2", "play 85", "hunt", "1")
    assert question(state) == "Card 85C Hornblower: hunting: roll 1 comes to 1"
    state = play(state, "fail", "skip")
    assert asked_by(state) is None
    assert question(state) == "Play up to 2 occupations: play an occupation"


def test_the_choice_of_the_first_card_is_no_cards_question() -> None:
    have = {"knarr": 1, "silver": 1, "grain": 1, "game_meat": 1}
    state = play(with_card(36, have, played=(36, 37)), "use overseas_trading_1")
    assert question(state) == "Overseas trading (1 Viking): which card comes first?"
    assert meaning(state, parse("first 36")).startswith("36A Ship's Cook (each time, 2 points): ")


@pytest.mark.slow
def test_all_questions_of_cards_name_one() -> None:
    """In random games, whatever only cards ask is asked by a card that has been played."""
    for seed in range(cases(8, 100)):
        for state in game_with_cards(seed, OPTIONS[seed % 3]).states:
            node, card = decision(state), asked_by(state)
            if node is not None and ".game.cards." in type(node).__module__:
                assert card in state.played, question(state)
            assert card is None or card in state.played


# --- what is to be paid ---


@pytest.mark.rule(2)
def test_the_price_is_what_is_to_be_paid() -> None:
    """Card 2 takes 1 silver off a sale for 2 silver or more: the crucifix is printed with 2."""
    have = {"knarr": 1, "silver": 9}
    plain = play(turn(have=have), "use special_sale")
    patron = play(with_card(2, have), "use special_sale")
    (move,) = (move for move in menu(plain) if "chalice" in move)
    before, after = (meaning(state, parse(move)).split()[1] for state in (plain, patron))
    assert int(after) == int(before) - 1
    paid = play(patron, move)
    assert patron.has("silver") - paid.has("silver") == int(after)


@pytest.mark.parametrize(
    ("number", "space", "price"),
    [
        (116, "build_stone_house", "nothing instead of 1 stone"),
        (1, "buy_cattle_milk", "2 silver instead of 3 silver"),
        (2, "buy_cattle_milk", "2 silver instead of 3 silver"),
        (116, "build_house_and_ship", "1 stone, 2 wood instead of 2 stone, 2 wood"),
        (1, "sheep_or_cattle", "nothing instead of 1 silver"),
        (170, "emigrate_2", "1 silver instead of 3"),
    ],
)
def test_lowered_costs_are_told(number: int, space: str, price: str) -> None:
    move = parse(f"use {space}")
    assert meaning(with_card(number, at=3), move).endswith(f" With your cards you pay {price}.")
    assert "With your cards" not in meaning(turn(3), move)
    assert "With your cards" not in meaning(with_card(number, at=3), parse("use mead"))


def test_choices_of_an_action_tell_what_they_cost() -> None:
    state = play(with_card(1, {"silver": 1}), "use sheep_or_cattle")
    assert meaning(state, parse("cattle")) == "pay nothing: take 1 cattle"
    chest = play(turn(have={"wood": 1, "ore": 1}), "use craft_chest")
    assert meaning(chest, parse("pay ore")) == "pay 1 ore: take 1 chest, 1 silver"


# --- when it can be used ---


ANYTIME = [number for number, card in OCCUPATIONS.items() if card.kind == OccupationKind.ANYTIME]


@pytest.mark.parametrize("number", ANYTIME)
def test_every_card_of_any_time_says_why_not(number: int) -> None:
    """With nothing at all in the supply, none of them can be used."""
    state = with_card(number)
    reason = why_not(state, f"card {number}")
    assert reason is not None
    assert card_now(state, number) == f"Not now: {reason}."
    assert reason.startswith(("it costs ", "there is no ", "no "))


def test_reasons() -> None:
    state = with_card(47, {"salt_meat": 1}, hand=(59,), played=(5, 10, 47))
    assert why_not(state, "card 59") == "it has to be played first"
    assert why_not(state, "card 60") == "this card is not in play"
    assert why_not(state, "card 5") == "this card has no anytime effect"
    assert why_not(state, "card 47") == "expected one of: card 47 salt_meat=1 for hide=1"
    assert why_not(state, "card 47 salt_meat=1 for hide=1") is None
    assert "expected card NUMBER" in str(why_not(state, "card"))
    assert "played by an action" in str(why_not(state, "play 59"))


def test_what_can_be_done_now() -> None:
    state = with_card(47, {"salt_meat": 1}, hand=(59,), played=(5, 47, 178, 180, 6), memory=())
    assert card_now(state, 47) == "Now: card 47 salt_meat=1 for hide=1."
    assert card_now(state, 5) == "It took effect when it was played."
    assert card_now(state, 6).startswith("It takes effect automatically")
    assert card_now(state, 178) == "Its condition is not met yet."
    state.remember("178 done", 1)
    assert card_now(state, 178) == "It has taken effect."
    assert card_now(state, 11) == "It is neither in hand nor in play."
    assert "card 47 salt_meat=1 for hide=1" in played_text(state)
    assert played_text(turn()) == hand_text(turn()) == "none"


def test_long_lists_are_cut() -> None:
    state = with_card(40, {"wood": 1, "long_house": 1})
    assert card_now(state, 40).count("card 40") == 6
    assert " more." in card_now(state, 40)


def test_how_cards_are_played() -> None:
    """By one of three spaces, or with one of the fourth column, or by a card."""
    state = turn(have={"stone": 1}, hand=(10, 43))
    assert how_to_play(state) == (
        "Can be played now: use play_occupation_paid; use play_occupations_1_2; "
        "use play_occupations_1_4; before or after the action of a space for 4 Vikings "
        "(4 usable)."
    )
    assert "No effect now: 10." in hand_text(state)  # no animals; fruits always come
    few = turn(have={"silver": 1}, hand=(43,), vikings=1)
    assert how_to_play(few).startswith("Cannot be played now: play_occupation_paid: ")
    few.played = (52,)
    assert how_to_play(few) == "Can be played now: card 52 play NUMBER."
    deciding = play(state, "use play_occupations_1_2")
    assert how_to_play(deciding) == "Can be played now: play NUMBER."
    elsewhere = play(turn(have={"flax": 1}, hand=(43,)), "use mountain_2")
    assert how_to_play(elsewhere).startswith("Cannot be played now, only with play_occupation_paid")


def test_after_the_game_only_the_cards_are_shown() -> None:
    state = with_card(47, hand=(10,))
    state.stack = ()
    assert len(hand_text(state).splitlines()) == len(played_text(state).splitlines()) == 1


def test_only_immediate_cards_are_said_to_give_nothing() -> None:
    """And just those that would change nothing and ask nothing."""
    state = turn(have={"silver": 4})
    for number, card in CARDS.items():
        state.hand = (number,)
        said = "would give nothing" in card_now(state, number)
        if said:
            assert OCCUPATIONS[number].kind == OccupationKind.IMMEDIATE
            assert not card.on
        if number in (43, 67, 68, 75):
            assert not said
