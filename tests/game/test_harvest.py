"""The Harvest expansion, sentence by sentence of its rules (rules, 8)."""

from pathlib import Path

import msgspec
import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Options, State, apply, chance_outcomes, decision, legal_moves, new_game
from odin_solver.game.harvest import HARVEST_PROFILES, harvest_profile_from
from odin_solver.game.kernel.markers import HarvestProfile, ResourceToken
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current, decides, why_not
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Exploration
from odin_solver.game.setup import KeepOne
from odin_solver.rules.board_state import BoardState
from tests.game.building import change, luck, play, rest, to_feast, turn
from tests.game.test_rounds import won

PROFILE = harvest_profile_from(
    HARVEST_PROFILES.read(Path(__file__).parent / "data" / "harvest-profile.toml")
)
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


@pytest.mark.rule("8.7")
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


@pytest.mark.rule("8.8")
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


@pytest.mark.rule("8.8")
def test_one_of_two_dark_cards_is_kept_and_the_other_leaves_the_game() -> None:
    state = with_dark(6, 9)
    assert texts(state) == ["keep 6", "keep 9"]
    kept = play(state, "keep 9")
    assert kept.hand == (4, 9)
    assert 6 not in kept.deck


def test_nothing_is_bought_before_the_first_round() -> None:
    state = with_dark(6, 9)
    assert {str(move) for move in legal_moves(state)} == {"keep 6", "keep 9"}


@pytest.mark.rule("8.8")
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


# --- harvest markers ---


def marked(length: str = "long", **options: object) -> State:
    """A game with the markers and tokens of `PROFILE`, without occupations."""
    return new_game(Options(length, harvest=True, profile=PROFILE, **options))  # type: ignore[arg-type]


def pile(state: State) -> set[str]:
    """The markers that can be turned up now."""
    return {outcome for outcome, _ in chance_outcomes(state)}


def goods_of(state: State) -> dict[str, int]:
    """The goods of the supply, and silver."""
    return {name: count for name, count in state.supply.items() if name in TILES}


def next_harvest(length: str, marker: int, tokens: tuple[int, ...], number: int = 2) -> State:
    """The first turn after a harvest by this marker and these tokens."""
    state = turn(number - 1, {}, marked(length).options)
    state.marker, state.tokens = marker, tokens
    state.markers = tuple(each for each in range(1, 9) if each != marker)
    return rest(state)


@pytest.mark.rule("8.9")
def test_the_first_marker_has_a_harvest() -> None:
    assert pile(marked()) == {"1", "2", "3", "4"}


def test_the_other_markers_are_shuffled_with_those_without_a_harvest() -> None:
    state = luck(play(marked(), "3"))
    while current_kind(state) != "harvest marker":
        state = play(state, texts(state)[0] if decision(state) else chance_outcomes(state)[0][0])
    assert state.round == 1
    assert pile(state) == {"1", "2", "4", "5", "6", "7", "8"}


@pytest.mark.rule("8.9")
def test_the_marker_and_the_token_give_their_goods() -> None:
    assert goods_of(next_harvest("long", 1, (1,))) == {"peas": 2, "berry": 1}
    assert goods_of(next_harvest("long", 2, (2,))) == {"flax": 1, "egg": 1, "silver": 2}


@pytest.mark.rule(93)
@pytest.mark.parametrize(("marker", "beans"), [(4, 0), (5, 1)])
def test_cards_know_whether_a_marker_has_a_harvest(marker: int, beans: int) -> None:
    """Card 93 gives beans for a whaling boat where there is none."""
    state = turn(1, {"whaling_boat": 1}, marked(cards=ALL).options, played=(93,))
    state.marker, state.markers = marker, tuple(each for each in range(1, 9) if each != marker)
    assert rest(state).has("beans") == beans


def test_the_harvest_of_the_round_track_is_not_played() -> None:
    """Round 3 of the long game has none, round 2 has number 2."""
    assert goods_of(next_harvest("long", 1, (1,), 3)) == {"peas": 2, "berry": 1}
    assert goods_of(next_harvest("long", 6, (), 2)) == {}


def test_without_a_profile_the_printed_harvests_are_played() -> None:
    state = rest(turn(1, {}, Options(harvest=True)))
    assert {*goods_of(state)} == {"peas", "beans", "flax", "grain"}
    assert (state.marker, state.markers, state.tokens) == (0, (), ())


def test_as_many_kinds_of_goods_as_there_can_be() -> None:
    """All of a marker and of a token, and nothing of the next ones."""
    names = ("peas", "flax", "beans", "grain", "cabbage", "fruits", "mead", "stockfish")
    goods = tuple((name, 1) for name in names)
    profile = HarvestProfile(
        tuple(msgspec.structs.replace(each, goods=goods) for each in PROFILE.markers),
        (ResourceToken(goods[:4], goods[:4]),) * len(PROFILE.tokens),
    )
    state = turn(1, {}, Options(harvest=True, profile=profile))
    state.marker, state.markers, state.tokens = 2, (1, 3, 4, 5, 6, 7, 8), (1,)
    twice = dict.fromkeys(names[:4], 2)
    assert goods_of(rest(state)) == dict(goods) | twice


@pytest.mark.rule("8.10")
def test_a_round_without_a_harvest_gives_what_is_on_the_token() -> None:
    assert goods_of(next_harvest("long", 5, (1,))) == {"amber": 1}


def test_cards_know_rounds_without_a_harvest_by_the_marker() -> None:
    """92 Sympathetic Soul pays in a round without a harvest; 171 Flax Baker reacts to one with."""
    options = Options(harvest=True, profile=PROFILE, cards=ALL)
    for marker, offered in ((5, False), (2, True)):
        state = turn(1, {}, options, hand=(), played=(171,), tokens=(), marker=marker)
        state.markers = tuple(each for each in range(1, 9) if each != marker)
        state = play(to_feast(state), "serve")
        while decides(state) == "chance":
            state = play(state, chance_outcomes(state)[0][0])
        assert ("grain" in str(texts(state))) == offered


@pytest.mark.rule("8.9")
def test_after_the_harvest_a_new_marker_is_turned_up() -> None:
    state = turn(1, {}, marked().options)
    before, left = state.marker, set(map(str, state.markers))
    state = play(to_feast(state), "serve")
    while current_kind(state) != "harvest marker":
        state = play(state, chance_outcomes(state)[0][0])
    assert goods_of(state)  # the harvest of the round has come
    assert (state.round, state.phase) == (2, "harvest")
    assert pile(state) == left
    turned = play(state, max(left))
    assert turned.marker == int(max(left)) != before
    assert max(left) not in map(str, turned.markers)


def current_kind(state: State) -> str:
    """The kind of chance that the state waits for."""
    node = current(state)
    return node.kind if isinstance(node, Chance) else ""


@pytest.mark.parametrize(("length", "rounds"), [("long", 7), ("short", 6)])
def test_every_round_but_the_last_turns_up_a_marker_for_the_next(length: str, rounds: int) -> None:
    state = turn(1, {}, marked(length).options)
    for number in range(1, rounds + 1):
        assert state.round == number
        assert len(state.markers) == 8 - min(number + 1, rounds)
        state = rest(state)


@pytest.mark.rule("8.9")
def test_a_marker_that_was_taken_away_never_comes_again() -> None:
    state = turn(1, {}, marked().options)
    seen = [each for each in range(1, 9) if each not in state.markers]
    while state.round < state.rounds:
        state = rest(state)
        seen += [] if state.round == state.rounds else [state.marker]
    assert len(seen) == len(set(seen)) == state.rounds


# --- Mull and Caithness ---


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("ship", ["whaling_boat", "knarr", "longship"])
def test_mull_needs_any_ship_and_one_viking(ship: str) -> None:
    options = Options(harvest=True)
    assert why_not(turn(1, {}, options), "use explore_1") is not None
    state = turn(1, {ship: 1}, options)
    after = play(state, "use explore_1", "explore mull")
    assert [each.id for each in after.boards] == ["home", "mull"]
    assert state.vikings - after.vikings == 1


@pytest.mark.rule("8.4")
def test_caithness_needs_a_longship_and_three_vikings() -> None:
    options = Options(harvest=True)
    offer = (Exploration("caithness", 2),)
    for ship in ("whaling_boat", "knarr"):
        without = turn(4, {ship: 1}, options, exploration=offer)
        assert why_not(without, "use explore_3") == "it needs a longship"
    state = turn(4, {"longship": 1}, options, exploration=offer)
    after = play(state, "use explore_3", "explore caithness")
    assert [each.id for each in after.boards] == ["home", "caithness"]
    assert (state.vikings - after.vikings, change(state, after)["silver"]) == (3, 2)


@pytest.mark.rule("8.12")
def test_the_bonus_of_caithness_is_the_weapon_long_sword() -> None:
    board = won("caithness", {"long_sword": 1})
    boards = (BoardState(BOARDS["home"]), board)
    served = play(to_feast(turn(4, {}, Options(harvest=True), boards=boards)), "serve")
    assert served.has("long_sword") == 1


# --- resource tokens ---


@pytest.mark.rule("8.11")
def test_one_of_ten_tokens_is_chosen() -> None:
    state = luck(marked())
    assert texts(state) == [f"token {number}" for number in range(1, 11)]
    state = luck(play(state, "token 7"))
    assert state.tokens == (7,)
    assert 7 not in state.free_tokens
    assert state.round == 1


@pytest.mark.rule("8.11")
def test_two_tokens_are_chosen_in_the_short_game() -> None:
    state = play(luck(marked("short")), "token 7")
    assert "token 7" not in texts(state)
    assert len(texts(state)) == 9
    state = luck(play(state, "token 2"))
    assert state.tokens == (2, 7)
    assert state.round == 1


@pytest.mark.rule("8.11")
def test_others_choose_before_from_the_last_player_on() -> None:
    state = luck(marked(players=2))
    state = apply(state, "other token 4")
    assert "token 4" not in texts(state)
    assert why_not(state, "other token 4") is not None
    state = luck(apply(state, "token 5"))
    assert state.tokens == (5,)
    assert why_not(state, "other token 6") is not None


@pytest.mark.rule("8.11")
def test_second_tokens_are_taken_in_the_same_order() -> None:
    """The last player's first, the own first, the last player's second, the own second."""
    state = luck(marked("short", players=2))
    for move in ("other token 4", "token 5", "other token 6", "token 7"):
        assert state.round == 0
        state = luck(apply(state, move))
    assert (state.tokens, state.round) == ((5, 7), 1)
    assert {4, 5, 6, 7}.isdisjoint(state.free_tokens)


def test_tokens_lie_orange_side_up_at_first() -> None:
    """Even under a marker of the other colour, as marker 4 of the profile is."""
    state = play(marked(), "4")
    state = luck(play(luck(state), "token 1"))
    assert goods_of(state) == {"mead": 1, "fruits": 1, "berry": 1}


@pytest.mark.rule("8.11")
def test_tokens_are_turned_to_the_colour_of_the_new_marker() -> None:
    assert goods_of(next_harvest("long", 4, (1,))) == {"fruits": 1, "amber": 1}
    assert goods_of(next_harvest("long", 6, (1,))) == {"berry": 1}


def test_two_tokens_give_together() -> None:
    assert goods_of(next_harvest("short", 5, (1, 3))) == {"amber": 2, "silver": 3}


def test_berries_eggs_and_amber_are_upgraded_like_other_goods() -> None:
    assert [TILES[name].upgrades_to for name in ("berry", "egg", "amber")] == [
        "egg",
        "amber",
        "gold_ornament",
    ]


# --- cards ---


def test_cards_that_leave_the_game() -> None:
    out = {number for number, card in OCCUPATIONS.items() if "harvest" in card.not_with}
    assert out == {52, 107, 115, 125, 150, 163, 170, 189}
    state = begun("long")
    assert out.isdisjoint({*state.deck, *state.starting_deck})


def test_thirty_further_cards_leave_the_game_as_an_option() -> None:
    advised = "1 8 21 28 41 42 45 46 56 96 97 99 101 104 106 124 133 134 135 138 139 157 158 161"
    out = {*map(int, f"{advised} 162 174 175 177 180 190".split())}
    assert len(out) == 30
    state = begun("long", rulings=frozenset({Ruling.HARVEST_FEWER_CARDS}))
    assert out.isdisjoint({*state.deck, *state.starting_deck})
    assert out < {*begun("long").deck, *begun("long").starting_deck}


def test_a_profile_needs_harvest() -> None:
    with pytest.raises(InputError, match="expected a game with Harvest"):
        new_game(Options(profile=PROFILE))
