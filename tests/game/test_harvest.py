"""The Harvest expansion, sentence by sentence of its rules (rules, 8)."""

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, State, chance_outcomes, decision, legal_moves, new_game
from odin_solver.game.kernel.play import why_not
from odin_solver.game.setup import KeepOne
from tests.game.building import change, luck, play

ALL = frozenset(OCCUPATIONS)
NO_MOVES_TO_COMPARE = 2


def begun(length: str = "short", **options: object) -> State:
    """A game with Harvest and occupations."""
    return new_game(Options(length, harvest=True, cards=ALL, **options))  # type: ignore[arg-type]


def texts(state: State) -> list[str]:
    """The legal moves of the decision."""
    here = decision(state)
    assert here is not None
    return [str(move) for move in here.moves(state)]


# --- two light cards ---


@pytest.mark.parametrize("length", ["long", "short"])
def test_one_of_two_light_cards_is_kept_and_the_other_leaves_the_game(length: str) -> None:
    state = play(begun(length), "4", "8")
    assert texts(state) == ["keep 4", "keep 8"]
    kept = play(state, "keep 8")
    assert kept.hand == (8,)
    assert not kept.starting_deck
    assert 4 not in kept.deck


def test_the_second_light_card_is_another_one() -> None:
    second = play(begun(), "4")
    outcomes = [outcome for outcome, _ in chance_outcomes(second)]
    assert "4" not in outcomes
    assert "8" in outcomes


def test_a_chosen_light_card_is_not_drawn_from_two() -> None:
    assert 8 in begun(starting=8).hand
    choosing = begun(starting="choose")
    assert len(texts(choosing)) == len(choosing.starting_deck) > NO_MOVES_TO_COMPARE


def test_without_harvest_one_light_card_is_drawn() -> None:
    state = play(new_game(Options("short", cards=ALL)), "4")
    assert (state.hand, state.starting_deck) == ((4,), ())


def test_a_single_light_card_needs_no_choice() -> None:
    state = new_game(Options(harvest=True, cards=frozenset({4, 6, 9})))
    assert luck(state).hand == (4,)


# --- the short game ---


def with_dark(*cards: int) -> State:
    """A short game in which these two dark cards have been drawn."""
    state = luck(play(begun(), "4", "8", "keep 4"))
    while not isinstance(decision(state), KeepOne):
        state = play(state, chance_outcomes(state)[0][0])
    state.deck = tuple(sorted({*state.deck, *state.hand} - {4, *cards}))
    state.hand = (4, *cards)
    return state


def first_turn(state: State) -> State:
    """Let chance decide up to the first decision of the first turn."""
    state = luck(state)
    assert (state.round, state.phase) == (1, "actions")
    return state


def test_the_short_game_gives_three_silver_and_a_weapon() -> None:
    for options in (Options("short", harvest=True), Options("short")):
        state = new_game(options)
        weapons = sum(count for _, count in state.weapons)
        state = luck(state)
        more = 2 if options.harvest else 1  # one of them in phase 4
        assert state.has("silver") == (3 if options.harvest else 0)
        assert sum(count for _, count in state.weapons) == weapons - more


def test_the_long_game_gives_neither_silver_nor_weapon_nor_dark_card() -> None:
    state = luck(play(begun("long"), "4", "8", "keep 4"))
    assert (state.has("silver"), state.hand) == (0, (4,))


def test_one_of_two_dark_cards_is_kept_and_the_other_leaves_the_game() -> None:
    state = with_dark(6, 9)
    assert texts(state) == ["keep 6", "keep 9"]
    kept = play(state, "keep 9")
    assert kept.hand == (4, 9)
    assert 6 not in kept.deck


def test_nothing_is_bought_before_the_first_round() -> None:
    state = with_dark(6, 9)
    assert {str(move) for move in legal_moves(state)} == {"keep 6", "keep 9"}


def test_the_dark_card_may_be_played_free_at_the_start_of_the_first_turn() -> None:
    state = first_turn(play(with_dark(6, 9), "keep 6"))
    assert texts(state) == ["play 6", "skip"]
    after = play(state, "play 6")
    assert after.played == (6,)
    assert after.vikings == state.vikings
    assert change(state, after).get("silver", 0) >= 0


def test_the_light_card_may_not_be_played_free() -> None:
    state = first_turn(play(with_dark(6, 9), "keep 6"))
    assert why_not(state, "play 4") is not None


def test_later_in_the_turn_it_costs_an_action() -> None:
    state = first_turn(play(with_dark(6, 9), "keep 6"))
    after = luck(play(state, "skip"))
    assert after.hand == (4, 6)
    assert why_not(after, "play 6") is not None
