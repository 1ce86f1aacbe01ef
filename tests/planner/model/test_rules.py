"""A few questions to the model for every rule that it states."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.feast import best_feast
from odin_solver.game.kernel.moves import Place, parse
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.state import Exploration, Options
from odin_solver.planner.model.chance import ChanceModel
from odin_solver.rules.board_state import BoardState
from tests.planner.model.asking import most, turn
from tests.profiles import cases

EMPTY = -86
"""The cells of an empty home board."""

HUNGRY = -36
"""Penalties of a last feast without anything to eat."""


def with_cells(board: str, *moves: str) -> BoardState:
    """A board with tiles on it: ``robe a1:c3``."""
    state = turn(boards=(BoardState(BOARDS[board]),))
    for move in moves:
        tile, cells = move.split(" ", 1)
        placing = parse(f"place {tile} {board} {cells}")
        assert isinstance(placing, Place)
        state.lay(0, tile, placing.cells)
    return state.boards[0]


def test_nothing_to_do() -> None:
    assert most(turn()) == EMPTY + HUNGRY


# --- spaces and Vikings ---


def test_vikings_are_as_many_as_there_are() -> None:
    state = turn(vikings=3, supply={"ore": 1})
    assert most(state, {"use forge 7": 1}) is not None
    assert most(state, {"use forge 7": 1, "use beans 7": 1}) is None
    assert most(turn(vikings=4, supply={"ore": 1}), {"use forge 7": 1, "use beans 7": 1})


@pytest.mark.slow
def test_a_space_is_blocked_in_the_next_round() -> None:
    state = turn(5, 10)
    assert most(state, {"use beans 5": 1, "use beans 6": 1}) is None
    assert most(state, {"use beans 5": 1, "use beans 7": 1}) is not None


@pytest.mark.slow
def test_vikings_on_the_board_block_this_round_or_the_next() -> None:
    state = turn(5, 10, placed=(("beans", 1),), blocked=frozenset({"mead"}))
    assert most(state, {"use beans 5": 1}) is None
    assert most(state, {"use beans 6": 1}) is None
    assert most(state, {"use mead 5": 1}) is None
    assert most(state, {"use mead 6": 1}) is not None


def test_playing_occupations_needs_some() -> None:
    assert most(turn(), {"use play_occupations_1_2 7": 1}) is None
    assert most(turn(), {"use draw_occupation 7": 1}) is not None
    assert most(turn(supply={"ore": 1}), {"use play_occupation_paid 7": 1}) is not None


def test_a_failure_brings_things_and_vikings() -> None:
    state = turn(vikings=2)
    fail = {"use laying_a_snare 7": 1, "laying_a_snare: fail 7": 1}
    assert most(state, fail, {"snare 7": 1, "wood 7": 1, "use beans 7": 1}) is not None
    assert most(state, fail, {"snare 7": 1, "wood 7": 0}) is None
    assert most(state, {"use laying_a_snare 7": 1, "laying_a_snare: fail 7": 0}) is None


# --- dice ---


def test_the_best_roll_and_the_expected_one() -> None:
    hunt = {"use hunting_game_1 7": 1, "hunting_game_1: fail 7": 0}
    assert most(turn(supply={"wood": 1}), hunt, chance=ChanceModel.best()) is not None
    assert most(turn(supply={"wood": 2}), hunt, chance=ChanceModel.expected()) is None
    assert most(turn(supply={"wood": 2, "bow": 1}), hunt, chance=ChanceModel.expected()) is not None


@pytest.mark.slow
def test_loot_above_the_roll_is_paid_for() -> None:
    def raid(tile: str, **supply: int) -> int | None:
        state = turn(supply=supply, longships=(0,))
        return most(state, {"use raiding 7": 1, f"raiding: {tile} 7": 1}, chance=ChanceModel.best())

    assert raid("chest") is not None  # 8, as the die shows
    assert raid("spices") is None  # 9
    assert raid("spices", stone=1) is not None
    assert raid("spices", long_sword=1) is not None
    assert raid("jewelry", long_sword=1) is None


@pytest.mark.slow
def test_raids_need_a_longship_and_ore_counts_in_pillages() -> None:
    hoard = {"use pillaging_2 7": 1, "pillaging_2: silver_hoard 7": 1}
    assert most(turn(knarrs=1), hoard) is None
    assert most(turn(longships=(0,)), hoard) is None
    assert most(turn(longships=(0,), supply={"ore": 3}), hoard) is not None
    assert most(turn(longships=(3,)), hoard) is not None
    assert most(turn(longships=(2,), supply={"ore": 1}), hoard) is not None


@pytest.mark.slow
def test_whaling_with_boats_and_their_ore() -> None:
    whale = {"use whaling_3 7": 1, "whaling_3: fail 7": 0}
    expected = ChanceModel.expected()  # it takes 4
    assert most(turn(boats=(0, 0, 0), supply={"wood": 1}), whale, chance=expected) is not None
    assert most(turn(boats=(0, 0, 0)), whale, chance=expected) is None
    assert most(turn(boats=(0, 0, 1)), whale, chance=expected) is not None
    assert most(turn(supply={"wood": 9}), whale, chance=expected) is None
    alone = {"use whaling_1 7": 1, "whaling_1: fail 7": 0}
    assert most(turn(boats=(1, 1, 1), supply={"wood": 1}), alone, chance=expected) is None
    assert most(turn(boats=(1, 1, 1), supply={"wood": 2}), alone, chance=expected) is not None


# --- mountains, upgrades, trade ---

STRIPS = (("wood", "wood", "stone", "ore", "silver2"),)


def test_items_come_from_the_front_of_a_strip() -> None:
    state = turn(strips=STRIPS)
    take = {"use mountain_2 7": 1}
    assert most(state, take, {"wood 7": 2, "stone 7": 0}) is not None
    assert most(state, take, {"stone 7": 1}) is None
    both = {**take, "use mountain_3_upgrade_1 7": 1}
    assert most(state, both, {"stone 7": 1, "ore 7": 1, "silver 7": 2}) is not None


def test_one_action_takes_from_different_strips() -> None:
    two = (("ore", "ore", "ore", "ore"), ("wood", "wood", "wood"))
    take = {"use mountain_3_and_2 7": 1}
    assert most(turn(strips=two), take, {"ore 7": 3, "wood 7": 2}) is not None
    assert most(turn(strips=two), take, {"ore 7": 4, "wood 7": 0}) is None


def test_a_strip_loses_an_item_at_the_end_of_a_round() -> None:
    state = turn(6, 11, strips=STRIPS, hidden_strips=())
    late = {"use mountain_2 7": 1}
    assert most(state, late, {"wood 7": 1, "stone 7": 1}) is not None
    assert most(state, late, {"wood 7": 2}) is None


@pytest.mark.slow
def test_a_ruling_removes_the_last_silver() -> None:
    state = turn(6, 11, strips=(("wood", "silver2"),), hidden_strips=())
    take = {"use mountain_2 7": 1, "silver 7": 2}
    assert most(state, take) is not None
    state.options = Options(rulings=frozenset({Ruling.LONE_SILVER_REMOVED}))
    assert most(state, take) is None


def test_hidden_strips_by_kinds_of_luck() -> None:
    state = turn(6, 11, strips=(), hidden_strips=(1, 3))
    take = {"use mountain_3_upgrade_1 7": 1}
    assert most(state, take, {"wood 7": 3}, chance=ChanceModel.best()) is not None
    assert most(state, take, {"wood 7": 2, "stone 7": 1}, chance=ChanceModel.best()) is not None
    assert (
        most(state, take, {"wood 7": 0, "stone 7": 0, "ore 7": 1}, chance=ChanceModel.best())
        is None
    )
    seed = next(
        s for s in range(20) if ChanceModel.known(s).strips(state)[0][0] == MOUNTAIN_STRIPS[0]
    )
    assert most(state, take, {"wood 7": 3}, chance=ChanceModel.known(seed)) is None
    assert (
        most(state, take, {"wood 7": 2, "stone 7": 1}, chance=ChanceModel.known(seed)) is not None
    )


def test_double_upgrades_are_two_steps() -> None:
    state = turn(supply={"peas": 2}, strips=())
    double = {"use mountains_2222_or_double_upgrade_3 7": 1}
    assert most(state, double, {"oil 7": 2}) is not None
    assert most(state, double, {"mead 7": 1}) is None
    assert most(state, {"use upgrade_2 7": 1, "mead 7": 2}) is not None
    assert most(state, {"use upgrade_2 7": 1, "oil 7": 1}) is not None  # peas, mead, oil
    assert most(state, {"use upgrade_2 7": 1, "mead 7": 1, "oil 7": 1}) is None


def test_animals_are_upgraded_too() -> None:
    state = turn(supply={"sheep": 1})
    assert most(state, {"use upgrade_2 7": 1, "fur 7": 1, "sheep 7": 0}) is not None


def test_trade_turns_one_of_a_kind() -> None:
    supply = {"silver": 3, "oil": 3, "hide": 1}
    trade = {"use overseas_trading_1 7": 1}
    assert most(turn(supply=supply), trade) is None
    state = turn(supply=supply, knarrs=1)
    assert most(state, trade, {"rune_stone 7": 1, "silverware 7": 1}) is not None
    assert most(state, trade, {"rune_stone 7": 2}) is None
    both = {**trade, "use overseas_trading_2 7": 1}
    assert most(state, both, {"rune_stone 7": 2}) is not None


# --- the sea ---


@pytest.mark.slow
def test_exploration_with_ships_flips_and_silver() -> None:
    boards = (Exploration("shetland", 0), Exploration("iceland", 1))
    state = turn(2, 7, exploration=boards, boats=(0,))
    assert most(state, {"use explore_1 2": 1, "explore shetland 2": 1}) is not None
    assert most(state, {"use explore_1 3": 1}) is None  # Bear Island by then
    assert most(state, {"use explore_2 2": 1}) is None  # no boat goes there
    knarr = turn(2, 7, exploration=boards, knarrs=1)
    for r, silver in ((2, 1), (3, 3), (4, 5)):
        found = {f"use explore_2 {r}": 1, f"explore iceland {r}": 1}
        assert most(knarr, found, {f"silver {r}": silver}) is not None
        assert most(knarr, found, {f"silver {r}": silver + 1}) is None
    assert most(knarr, {"use explore_2 5": 1}) is not None  # Bear Island is still there


@pytest.mark.slow
def test_a_board_is_taken_once() -> None:
    state = turn(5, 10, exploration=(Exploration("greenland", 6),), knarrs=1)
    assert most(state, {"use explore_2 5": 1}) is not None
    twice = {"use explore_2 5": 1, "use explore_3 7": 1}
    assert most(turn(5, 10, exploration=state.exploration, longships=(0,)), twice) is None


def test_emigration() -> None:
    go = {"use emigrate_2 7": 1}
    assert most(turn(supply={"silver": 7}), go) is None
    assert most(turn(supply={"silver": 6}, knarrs=1), go) is None
    # 18 points for a ship of 5 and 7 silver, and two penalties less.
    assert most(turn(supply={"silver": 7}, knarrs=1), go) == EMPTY + HUNGRY + 18 + 2 * 3
    assert most(turn(supply={"silver": 7}, longships=(0,)), go) == EMPTY + HUNGRY + 21 + 2 * 3
    full = turn(supply={"silver": 7}, knarrs=1, emigrated=("knarr",) * 6)
    assert most(full, go) is None


def test_a_boat_becomes_a_knarr_and_emigrates() -> None:
    go = {"use whaling_boat_to_knarr_emigrate 7": 1}
    assert most(turn(supply={"silver": 7}, boats=(0,)), go) == EMPTY + HUNGRY + 18 + 2 * 3


def test_ships_cost_silver_and_need_berths() -> None:
    state = turn(supply={"silver": 20}, knarrs=3)
    assert most(state, {"ship longship 7": 1, "silver 7": 12}) is not None
    assert most(state, {"ship longship 7": 1, "ship knarr 7": 1}) is None
    assert most(turn(supply={"silver": 9}, boats=(0, 0, 0)), {"ship whaling_boat 7": 1}) is None


# --- boards ---


@pytest.mark.slow
def test_income_of_covered_cells() -> None:
    state = turn(6, 0, supply={"silver": 20})
    # a1, b2 and what they need: 4 cells for an income of 2.
    steps = {"home income 0.0 6": 1, "home income 0.1 6": 1}
    assert most(state, steps, {"lay silver home 6": 4}) is not None
    assert (
        most(state, steps, {"lay silver home 6": 3, "lay silver home in the evening 6": 1}) is None
    )
    assert most(state, {"home income 0.1 6": 1, "home income 0.0 6": 0}) is None


def test_income_is_paid_before_the_feast() -> None:
    board = with_cells("home", "robe a1:c3")  # pays 2
    # Its cells are worth nothing; 2 silver for two penalties less.
    assert most(turn(vikings=0, boards=(board,))) == EMPTY + HUNGRY + 2 * 3


@pytest.mark.slow
def test_a_bonus_needs_all_around_it_and_is_lost_under_a_tile() -> None:
    board = with_cells("home", "robe a1:c3")
    state = turn(6, 0, boards=(BoardState(BOARDS["home"]),), supply={"silver": 20})
    assert most(state, {"home bonus 3 6": 1, "lay silver home 6": 8}) is not None
    assert (
        most(
            state,
            {"home bonus 3 6": 1, "lay silver home 6": 7, "lay silver home in the evening 6": 0},
        )
        is None
    )
    covered = turn(6, 0, boards=(board,))
    assert most(covered) == most(turn(6, 0, boards=(board,)))
    # The robe covers the mead, so that there is no such bonus left.
    with pytest.raises(KeyError):
        most(covered, {"home bonus 4 6": 1})


def test_green_tiles_take_room() -> None:
    """A stone house has room for no two oils side by side, nor has the model for too many."""
    state = turn(supply={"oil": 60})
    assert most(state, {"lay oil home 7": 38}) is not None
    assert most(state, {"lay oil home 7": 50}) is None


def test_tiles_cover_no_more_points_than_they_can() -> None:
    # In a long house negative cells lie like the black ones of a chess board.
    state = turn(
        boards=(BoardState(BOARDS["home"]), BoardState(BOARDS["long_house"])),
        supply={"rune_stone": 4},
    )
    inside = {"lay rune_stone long_house 1 7": 4}
    assert most(state, inside) == EMPTY + HUNGRY + 17 - 15 + 4


def test_houses_points_slots_and_numbers() -> None:
    # A shed: 8 points, 6 slots; what is left of the wood and stone goes there.
    build = {"use build_shed 7": 1}
    assert most(turn(supply={"wood": 2}), build) == EMPTY + HUNGRY + 8 - 6
    assert most(turn(supply={"wood": 4, "stone": 9}), build) == EMPTY + HUNGRY + 8 - 6 + 2 + 3
    three = (BoardState(BOARDS["home"]), *[BoardState(BOARDS["shed"])] * 3)
    assert most(turn(supply={"wood": 2}, boards=three), build) is None
    stone_house = {"use build_stone_house 7": 1}
    assert most(turn(supply={"stone": 1}), stone_house) == EMPTY + HUNGRY + 10 - 9


# --- animals, feast, special tiles ---


@pytest.mark.slow
def test_breeding() -> None:
    def kept(r: int, **supply: int) -> int:
        names = [
            f"feast {kind}{along} {n}"
            for kind in supply
            for along in ("", " along")
            for n in range(r, 8)
        ]
        with_animals = most(turn(r, 0, supply={**supply, "silver": 60}), dict.fromkeys(names, 0))
        without = most(turn(r, 0, supply={"silver": 60}))
        assert with_animals is not None
        assert without is not None
        return with_animals - without

    # Of two, one is pregnant from round 6 on: three in the end.
    assert kept(6, sheep=2) == 3 * 2
    assert kept(7, sheep=2) == 2 + 3
    assert kept(7, cattle=1) == 3
    assert kept(7, cattle=2) == 3 + 4


@pytest.mark.slow
@settings(max_examples=cases(15), deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["peas", "flax", "cabbage", "fruits", "mead", "stockfish", "salt_meat"]),
        st.integers(1, 5),
        max_size=4,
    )
)
def test_the_feast_leaves_as_many_cells_empty_as_the_best_one(supply: dict[str, int]) -> None:
    feast = best_feast(12, supply, dict.fromkeys(supply, 0))
    assert most(turn(vikings=0, supply=supply), fine=False) == EMPTY - 3 * feast.empty


def test_a_special_tile_is_there_once() -> None:
    state = turn(supply={"ore": 1, "silver": 9}, knarrs=1)
    forge = {"use forge 7": 1, "forge: helmet 7": 1}
    sale = {"use special_sale 7": 1}
    assert most(state, forge, sale, {"special_sale: belt 7": 1}) is not None
    assert most(state, forge, sale, {"special_sale: helmet 7": 1}) is None
    gone = turn(supply={"ore": 1}, specials=frozenset())
    with pytest.raises(KeyError):
        most(gone, forge)


def test_the_english_crown_counts_wherever_it_is() -> None:
    with_it = most(turn(supply={"english_crown": 1}, specials=frozenset()))
    without = most(turn(supply={"round_shield": 1}, specials=frozenset()))
    assert with_it is not None
    assert without is not None
    assert with_it > without
