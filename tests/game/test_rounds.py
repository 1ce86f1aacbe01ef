"""The phases of a round, the solo game's blocked spaces, and the end (rules, 3, 6, 7)."""

from fractions import Fraction
from typing import Any, get_args

import pytest

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.errors import InputError
from odin_solver.game import (
    Options,
    State,
    apply,
    chance_outcomes,
    decision,
    new_game,
    score_sheet,
    why_not,
)
from odin_solver.game.kernel.items import pay
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Exploration
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.position import GameLength
from tests.game.building import STRIPS, change, filled, luck, play, rest, to_feast, turn
from tests.game.texts import legal_moves, menu

LENGTHS: tuple[GameLength, ...] = get_args(GameLength)
HARVESTS = {"long": [1, 2, 0, 3, 0, 4, 0], "short": [1, 0, 2, 0, 3, 0]}
ORANGE = ["peas", "beans", "flax", "grain", "cabbage", "fruits"]
FRONTS = ["shetland", "faroe_islands", "iceland", "greenland"]
BACKS = ["bear_island", "baffin_island", "labrador", "newfoundland"]


@pytest.mark.rule("2.1", "2.2", "3.5")
def test_beginning() -> None:
    state = new_game()
    assert state.supply == {"mead": 1, "bow": 1, "snare": 1, "spear": 1}
    assert dict(state.weapons) == {"bow": 11, "snare": 11, "spear": 11, "long_sword": 11}
    assert [board.id for board in state.boards] == ["home"]
    assert [each.board for each in state.exploration] == FRONTS
    assert len(state.specials) == 15
    assert (state.boats, state.knarrs, state.longships) == ((), 0, ())
    assert state.penalties == 0
    first = luck(state)
    assert len(first.strips) == 2
    assert len(first.hidden_strips) == 6
    assert sum(count for _, count in first.weapons) == 43, "one was drawn in phase 4"


@pytest.mark.rule("8.1")
def test_mini_expansions_bring_their_boards() -> None:
    both = new_game(Options(islands=True, harvest=True))
    assert {each.board for each in both.exploration} == {*FRONTS, "lofoten", "mull"}
    assert "altar" in both.specials
    assert "altar" not in new_game(Options(islands=True)).specials


@pytest.mark.rule("3.1", "3.10", "3.19", "3.2", "3.3")
@pytest.mark.parametrize("length", LENGTHS)
def test_vikings_harvest_and_open_cells_of_every_round(length: GameLength) -> None:
    rounds = HARVESTS[length]
    state = luck(new_game(Options(length)))
    before = {"mead": 1}
    for number, harvest in enumerate(rounds, 1):
        vikings = number + (5 if length == "long" else 6)
        assert (state.round, state.vikings) == (number, vikings)
        food = {name: state.has(name) for name in TILES if state.has(name)}
        goods = ORANGE[: {0: 0, 1: 3, 2: 4, 3: 5, 4: 6}[harvest]]
        assert food == before | dict.fromkeys(goods, 1)
        state.supply = {"mead": 1}
        feast = to_feast(state)
        # Never None: the feast is asked for.
        assert decision(feast).question(feast) == f"serve the feast on {vikings} cells"  # type: ignore[union-attr]
        state = luck(apply(feast, "serve"))
    assert state.phase == "final placing"
    assert play(state, "finish").is_over


@pytest.mark.rule("3.4", "8.1", "8.3")
@pytest.mark.parametrize("length", LENGTHS)
def test_exploration_boards_turn_on_time(length: GameLength) -> None:
    state = luck(new_game(Options(length, islands=True, harvest=True)))
    # Mypy cannot tell what they will hold.
    names = {letter: {} for letter in ("A", "B", "C", "D", "A2", "B2")}  # type: ignore[var-annotated]
    for number in range(1, len(HARVESTS[length]) + 1):
        for each in state.exploration:
            names[str(BOARDS[each.board].letter)][number] = (each.board, each.silver)
        state = rest(state)
    first = 3 if length == "long" else 2
    last = len(HARVESTS[length])
    turns = {
        "A": first,
        "A2": first,
        "B": first + 1,
        "B2": first + 1,
        "C": first + 2,
        "D": first + 3,
    }
    flipping = set(range(first, first + 4))
    sides = dict(zip("ABCD", zip(FRONTS, BACKS, strict=True), strict=True))
    sides |= {"A2": ("lofoten", "orkney"), "B2": ("mull", "caithness")}
    for letter, (front, back) in sides.items():
        for number in range(1, last + 1):
            turned = number >= turns[letter]
            silver = 2 * sum(
                each <= number and (each > turns[letter] if turned else True) for each in flipping
            )
            assert names[letter][number] == (back if turned else front, silver)


@pytest.mark.rule("3.4")
def test_silver_comes_also_when_the_board_of_the_round_is_taken() -> None:
    start = turn(2, {}, exploration=(Exploration("iceland"), Exploration("greenland", 6)))
    after = rest(start)
    assert after.round == 3
    assert after.exploration == (Exploration("iceland", 2), Exploration("greenland", 8))


@pytest.mark.rule("8.5")
def test_mulls_altar_is_lost_when_mull_is_turned() -> None:
    options = Options(harvest=True)
    third = turn(3, {}, options)
    assert "altar" in third.specials
    assert "altar" not in rest(third).specials
    taken = turn(3, {}, options, exploration=())
    assert "altar" in rest(taken).specials


@pytest.mark.rule("8.5")
def test_mulls_altar_comes_once_and_its_stone_every_time() -> None:
    around = ("h2:i2", "h3", "h4:j4")
    mull = filled("mull", *around)
    assert mull.bonuses == {"stone": 1, "altar_once": 1}
    start = turn(
        1, {}, Options(harvest=True), boards=(BoardState(BOARDS["home"]), mull), exploration=()
    )
    second = rest(start)
    assert (second.has("stone"), second.has("altar")) == (1, 1)
    assert "altar" not in second.specials
    third = rest(second)
    assert (third.has("stone"), third.has("altar")) == (2, 1)


def won(name: str, gives: dict[str, int]) -> BoardState:
    """Return a board on which silver lies around one bonus."""
    area = grid_of(BOARDS[name])
    bonus = next(each for each in area.bonuses if dict(each.gives) == gives)
    board = BoardState(BOARDS[name])
    for cell in area.cells(bonus.surround):
        board = board.laid(TILES["silver"], area.bit(cell))
    return board


def test_equal_bonuses_of_two_boards_add_up() -> None:
    boards = (BoardState(BOARDS["home"]), won("shetland", {"oil": 1}), won("iceland", {"oil": 1}))
    served = apply(to_feast(turn(1, {}, boards=boards)), "serve")
    assert served.has("oil") == 2


def test_every_board_gives_its_bonus() -> None:
    """However many there are."""
    houses = [won("long_house", {"peas": 1})] * 5 + [won("stone_house", {"hide": 1})] * 3
    boards = (BoardState(BOARDS["home"]), *houses)
    served = play(to_feast(turn(1, {}, boards=boards)), "serve")
    assert (served.has("peas"), served.has("hide")) == (5, 3)


@pytest.mark.rule("8.2")
def test_orkneys_bonus_draws_a_weapon() -> None:
    boards = (BoardState(BOARDS["home"]), won("orkney", {"weapon_card": 1}))
    start = turn(1, {}, Options(islands=True), boards=boards)
    served = apply(to_feast(start), "serve")
    assert served.phase == "bonus"
    assert [name for name, _ in chance_outcomes(served)] == [name for name, _ in start.weapons]
    assert apply(served, "spear").has("spear") == 1


# --- weapons ---


@pytest.mark.rule("3.5")
def test_weapons_are_drawn_by_their_numbers() -> None:
    served = apply(to_feast(turn(1, {}, weapons=(("bow", 3), ("spear", 1)))), "serve")
    while current(served).kind != "weapon":  # type: ignore[union-attr]  # the game is not over
        served = apply(served, chance_outcomes(served)[0][0])
    assert chance_outcomes(served) == [("bow", Fraction(3, 4)), ("spear", Fraction(1, 4))]
    drawn = apply(served, "spear")
    assert drawn.weapons == (("bow", 3),)
    assert drawn.has("spear") == 1
    assert why_not(served, "snare")


@pytest.mark.rule("2.10", "2.8")
def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    start = turn(1, {"oil": 1}, weapons=(("bow", 1),), discards=(("snare", 2),))
    first = play(start, "use upgrade_3_weapons_4", "done", "bow")
    assert chance_outcomes(first) == [("snare", Fraction(1))]
    third = play(first, "snare", "snare")
    assert third.discards == ()
    assert chance_outcomes(third) == [("none", Fraction(1))]
    after = apply(third, "none")
    assert change(start, after) == {"bow": 1, "snare": 2}


@pytest.mark.rule("2.9")
def test_a_named_weapon_comes_from_the_discards_then_the_deck_then_from_nowhere() -> None:
    start = turn(1, {}, weapons=(("bow", 1),), discards=(("bow", 1),))
    once = play(start, "use hunting_game_1", "8", "fail")
    assert (once.weapons, once.discards) == ((("bow", 1),), ())
    again = play(once, "use hunting_game_2", "8", "fail")
    assert (again.weapons, again.discards) == ((), ())
    third = play(again, "use laying_a_snare", "8", "fail")
    assert third.has("snare") == 1, "a named weapon that neither pile holds is given all the same"


@pytest.mark.rule("2.8")
def test_paid_weapons_go_to_the_discards() -> None:
    start = turn(1, {"bow": 2})
    after = play(start, "use hunting_game_1", "2", "succeed", "pay bow=2")
    assert after.discards == (("bow", 2),)


@pytest.mark.rule("2.4")
def test_paid_animals_are_those_that_are_not_pregnant_first() -> None:
    state = turn(1, {"sheep": 1, "pregnant_sheep": 2, "pregnant_cattle": 1})
    pay(state, {"sheep": 2, "cattle": 1})
    assert state.supply == {"pregnant_sheep": 1}


# --- the mountains ---


@pytest.mark.rule("3.17")
def test_mountains_lose_an_item_each_and_a_strip_comes() -> None:
    start = turn(1, {}, strips=(("wood",), *STRIPS), hidden_strips=(5,))
    after = rest(start)
    assert after.strips == (*(items[1:] for items in STRIPS), MOUNTAIN_STRIPS[4])
    assert after.hidden_strips == ()
    last = rest(after)
    assert last.strips == (*(items[2:] for items in STRIPS), MOUNTAIN_STRIPS[4][1:])


@pytest.mark.rule("2.2")
def test_strips_come_with_equal_chances() -> None:
    assert chance_outcomes(new_game()) == [(str(n), Fraction(1, 8)) for n in range(1, 9)]
    second = apply(new_game(), "3")
    assert chance_outcomes(second) == [(str(n), Fraction(1, 7)) for n in (1, 2, 4, 5, 6, 7, 8)]


# --- the solo game: blocked spaces ---


@pytest.mark.rule("3.18", "7.1")
def test_a_space_is_blocked_in_the_next_round_and_free_in_the_one_after() -> None:
    first = play(turn(1, {}), "use take_stockfish", "use mead")
    assert why_not(first, "use mead") == "it has been used in this round"
    second = rest(first)
    assert second.blocked == {"take_stockfish", "mead"}
    assert why_not(second, "use mead") == "Vikings of the previous round still stand there"
    assert why_not(second, "use beans") is None
    third = rest(play(second, "use beans"))
    assert third.blocked == {"beans"}
    assert why_not(third, "use mead") is None
    assert why_not(third, "use beans") == "Vikings of the previous round still stand there"


@pytest.mark.parametrize("players", [2, 3])
def test_with_others_no_space_is_blocked(players: int) -> None:
    first = turn(1, {}, Options("short", players=players))
    second = rest(play(first, "use take_stockfish", "use mead"))
    assert second.blocked == frozenset()
    assert why_not(second, "use mead") is None


@pytest.mark.rule("4.29", "7.2")
def test_returned_vikings_do_not_free_a_space() -> None:
    start = turn(1, {"longship": 1})
    used = play(start, "use pillaging_2", "1", "fail")
    assert why_not(used, "use pillaging_2") == "it has been used in this round"
    assert why_not(rest(used), "use pillaging_2") == (
        "Vikings of the previous round still stand there"
    )


@pytest.mark.rule("3.6")
def test_passing_ends_the_round_with_vikings_left() -> None:
    start = turn(1, {})
    passed = apply(start, "pass")
    assert passed.phase == "feast"
    assert rest(start).vikings == 7, "new Vikings only, none is carried over"


@pytest.mark.rule("3.6")
def test_without_vikings_only_passing_is_left() -> None:
    start = turn(1, {"mead": 1}, vikings=0)
    assert legal_moves(start, placing=False) == ["pass"]


# --- the last round and the end ---


@pytest.mark.rule("3.16", "3.19", "6.3")
def test_the_last_round_has_no_bonus_and_its_income_may_be_noted() -> None:
    board = filled("home", "a1:a4", "b1:b2", "b4", "c1:c4")
    assert board.bonuses == {"mead": 1}
    start = turn(7, {}, boards=(board,))
    assert rest(turn(6, {}, boards=(board,))).has("mead") == 1
    asked = luck(apply(start, "pass"))
    # Never None: a decision is asked for.
    assert menu(asked) == ["take silver", "note points"]
    taken = play(asked, "take silver")
    assert (taken.has("silver"), taken.final_income) == (2, 0)
    noted = play(asked, "note points")
    assert (noted.has("silver"), noted.final_income) == (0, 2)
    assert score_sheet(noted).final_income == 2
    for each in (taken, noted):
        after = apply(each, "serve")
        assert after.phase == "final placing"
        assert after.has("mead") == 0


@pytest.mark.rule("6.3")
def test_no_income_is_not_asked_about() -> None:
    assert luck(apply(turn(7, {}), "pass")).phase == "feast"


@pytest.mark.rule("3.8")
def test_the_income_of_other_rounds_is_silver() -> None:
    start = turn(6, {}, boards=(filled("home", "a1"),))
    assert apply(start, "pass").has("silver") == 1


def final(have: dict[str, int], **fields: Any) -> State:
    state = rest(turn(7, have, **fields))
    assert state.phase == "final placing"
    return state


@pytest.mark.rule("6.4")
def test_what_is_left_is_placed_at_the_end() -> None:
    state = final({"oil": 1, "ore": 1, "silver": 3})
    placed = play(state, "place oil home a1,b1", "place ore home a2", "ship whaling_boat")
    after = play(placed, "finish")
    assert after.is_over
    assert legal_moves(after) == []
    assert chance_outcomes(after) == []
    assert why_not(after, "finish") == "the game is over"
    sheet = score_sheet(after)
    assert sheet.ships == 3
    assert sheet.home_board == -86, "only cells without a negative point are covered"


@pytest.mark.rule("1.14", "6.4")
def test_wood_and_stone_fill_the_slots_of_sheds_and_stone_houses() -> None:
    state = final({"wood": 5, "stone": 2, "shed": 1, "stone_house": 1})
    before = score_sheet(state)
    after = play(state, "finish")
    assert (after.has("wood"), after.has("stone")) == (1, 0)
    filled_slots = 3 + 1 + 2
    assert score_sheet(after).house_cells == before.house_cells + filled_slots
    assert after.boards[1].open_slots.get("stone", 0) == 1


@pytest.mark.rule("1.14")
def test_slots_are_not_overfilled() -> None:
    after = play(final({"wood": 9, "stone": 9, "shed": 2}), "finish")
    assert (after.has("wood"), after.has("stone")) == (3, 3)
    assert score_sheet(after).house_cells == 0


@pytest.mark.rule("1.15", "6.1")
def test_the_score_sheet() -> None:
    """Every line of the sheet of the game box, by hand."""
    have = {
        "whaling_boat": 2,
        "knarr": 1,
        "longship": 2,
        "shed": 2,
        "stone_house": 1,
        "long_house": 1,
        "sheep": 3,
        "pregnant_sheep": 1,
        "cattle": 2,
        "pregnant_cattle": 2,
        "silver": 17,
        "english_crown": 1,
        "wood": 9,
        "ore": 9,
        "jewelry": 3,
    }
    state = turn(7, have, emigrated=("knarr", "longship", "longship"), penalties=4, final_income=12)
    state.boards = (
        *state.boards,
        BoardState(BOARDS["shetland"]),
        BoardState(BOARDS["newfoundland"]),
    )
    sheet = score_sheet(state)
    assert sheet.ships == 2 * 3 + 5 + 2 * 8
    assert sheet.emigration == 18 + 21 + 21
    assert sheet.exploration_boards == 6 + 38
    assert sheet.houses == 2 * 8 + 10 + 17
    assert sheet.animals == 3 * 2 + 3 + 2 * 3 + 2 * 4
    assert sheet.occupations == 0
    assert sheet.silver == 17
    assert sheet.final_income == 12
    assert sheet.english_crown == 2
    assert sheet.home_board == -86
    assert sheet.penalties == -12
    printed = {
        name: BOARDS[name].printed_negative for name in ("shed", "stone_house", "long_house")
    }
    assert sheet.house_cells == -(
        2 * printed["shed"] + printed["stone_house"] + printed["long_house"]
    )
    assert sheet.exploration_cells == -(
        BOARDS["shetland"].printed_negative + BOARDS["newfoundland"].printed_negative
    )
    assert sheet.total == (
        27 + 60 + 44 + 43 + 23 + 17 + 12 + 2 - 86 - 12 + sheet.house_cells + sheet.exploration_cells
    )


@pytest.mark.rule("6.2")
def test_the_crown_counts_where_it_lies() -> None:
    state = turn(7, {"english_crown": 1})
    cells = next(iter(BoardState(BOARDS["home"]).legal_placements(TILES["english_crown"])))
    home = BoardState(BOARDS["home"]).laid(TILES["english_crown"], cells)
    placed = turn(7, {}, boards=(home,))
    assert score_sheet(state).english_crown == 2
    assert score_sheet(placed).english_crown == 2
    assert score_sheet(turn(7, {})).english_crown == 0


def test_touching_greens_and_penalties_add_up() -> None:
    area = grid_of(BOARDS["home"])
    home = BoardState(BOARDS["home"])
    for row in (10, 9, 8):  # b2 to c4 from below, each oil on the one before
        home = home.laid(TILES["oil"], area.bit((1, row)) | area.bit((2, row)))
    assert score_sheet(turn(7, {}, boards=(home,), penalties=1)).penalties == -3 * (1 + 2)


@pytest.mark.rule("5.2")
def test_only_played_occupations_score() -> None:
    worth = next(number for number, card in OCCUPATIONS.items() if card.points >= 2)
    less = next(number for number, card in OCCUPATIONS.items() if card.points < 0)
    assert score_sheet(turn(7, {}, hand=(worth,))).occupations == 0
    both = score_sheet(turn(7, {}, played=tuple(sorted((worth, less))))).occupations
    assert both == OCCUPATIONS[worth].points + OCCUPATIONS[less].points


@pytest.mark.rule("6.1")
def test_silver_on_boards_scores_nothing() -> None:
    start = turn(7, {"silver": 2})
    placed = play(start, "place silver home a1")
    assert score_sheet(placed).silver == 1


# --- the starting occupation ---


@pytest.mark.rule("2.1", "7.5")
def test_starting_occupation() -> None:
    cards = frozenset({4, 8, 11, 99})
    drawn = new_game(Options(cards=cards))
    assert chance_outcomes(drawn) == [(str(n), Fraction(1, 3)) for n in (4, 8, 11)]
    assert apply(drawn, "8").hand == (8,)
    assert apply(drawn, "8").deck == (99,)
    chosen = new_game(Options(cards=cards, starting="choose"))
    assert legal_moves(chosen) == ["keep 4", "keep 8", "keep 11"]
    assert apply(chosen, "keep 11").hand == (11,)
    assert new_game(Options(cards=cards, starting=4)).hand == (4,)
    assert new_game().hand == ()


@pytest.mark.rule("7.5")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (Options(length="endless"), "length"),  # type: ignore[arg-type]  # wrong on purpose
        (Options(cards=frozenset({999})), "no card 999"),
        (Options(cards=frozenset({4}), starting=8), "starting occupation"),
        (Options(cards=frozenset({4, 99}), starting=99), "starting occupation"),
        (Options(starting=1), "starting occupation"),
        (Options(starting="whatever"), "starting"),
    ],
)
def test_options_that_make_no_sense(options: Options, said: str) -> None:
    with pytest.raises(InputError, match=said):
        new_game(options)


@pytest.mark.rule("8.6")
def test_the_harvest_expansion_takes_cards_out() -> None:
    state = new_game(Options(harvest=True, cards=frozenset({4, 52, 99, 107})))
    assert [name for name, _ in chance_outcomes(state)] == ["4"]
    assert state.deck == (99,)
