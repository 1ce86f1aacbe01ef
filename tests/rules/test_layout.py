"""A small test for each rule of placing: what is allowed and what is not."""

from collections.abc import Sequence

import pytest

from odin_solver.components import BOARDS, TILES, Board, Cell, board, tile
from odin_solver.rules.allowed import is_allowed_on
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.layout import (
    board_violations,
    component_violations,
    piece_violations,
    position_violations,
)
from odin_solver.rules.position import Position, RuleOptions
from tests.reference import put, small_board

HOME = board("home")
LONG_HOUSE = board("long_house")
STONE_HOUSE = board("stone_house")
SHED = board("shed")


def rules_broken(
    printed: Board, *pieces: Piece | tuple[str, str], simultaneous: bool = False
) -> list[str]:
    """Short names of the rules that pieces break in their order, as a tile and its cells."""
    made = [put(printed, *each) if isinstance(each, tuple) else each for each in pieces]
    state = BoardState(printed, tuple(made))
    rules = RuleOptions(simultaneous=simultaneous)
    return [each.rule for each in board_violations(state, rules, in_order=True)]


# --- colours (1.2, 1.7) --------------------------------------------------------------------------


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("name", [name for name, each in BOARDS.items() if not each.is_building])
def test_boards_take_green_blue_silver_and_ore(name: str) -> None:
    for each in TILES.values():
        allowed = each.color in ("green", "blue", "silver", "ore")
        assert is_allowed_on(each, board(name)) == allowed, each.id


@pytest.mark.parametrize("name", ["stone_house", "long_house"])
def test_buildings_take_food_green_blue_and_silver_but_no_livestock(name: str) -> None:
    refused = {each.id for each in TILES.values() if not is_allowed_on(each, board(name))}
    assert refused == {"sheep", "cattle", "ore", "wood", "stone"}


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("tile_id", ["peas", "mead", "berry", "egg", "flax", "sheep"])
def test_food_is_refused_on_boards(tile_id: str) -> None:
    corner = {"sheep": "a9:d10", "flax": "a10:c10", "berry": "a10", "egg": "a10"}
    where = corner.get(tile_id, "a10:b10")
    assert rules_broken(HOME, (tile_id, where)) == ["colour"]


def test_ore_on_boards_not_in_buildings() -> None:
    assert rules_broken(HOME, ("ore", "a12")) == []
    assert rules_broken(LONG_HOUSE, ("ore", "a1")) == ["colour"]
    assert rules_broken(STONE_HOUSE, ("ore", "a3")) == ["colour"]
    assert rules_broken(LONG_HOUSE, ("silver", "a1")) == []


@pytest.mark.rule("1.12")
@pytest.mark.parametrize("tile_id", ["peas", "mead", "oil", "rune_stone"])
def test_goods_of_all_colors_in_buildings(tile_id: str) -> None:
    assert rules_broken(LONG_HOUSE, (tile_id, "a1:b1")) == []
    assert rules_broken(STONE_HOUSE, (tile_id, "a3:b3")) == []


@pytest.mark.rule("1.13")
@pytest.mark.parametrize(("tile_id", "where"), [("sheep", "a1:d2"), ("cattle", "a1:d3")])
def test_livestock_is_refused_in_buildings(tile_id: str, where: str) -> None:
    roomy = small_board(["....."] * 4, "building")
    assert rules_broken(roomy, (tile_id, where)) == ["colour"]
    (found,) = piece_violations(roomy, put(roomy, tile_id, where))
    assert "livestock" in found.message


# --- area and shape (1.1) ------------------------------------------------------------------------


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    ("printed", "tile_id", "cells", "bad"),
    [
        (HOME, "oil", [(12, 0), (13, 0)], [(13, 0)]),  # right of the board
        (HOME, "oil", [(-1, 0), (0, 0)], [(-1, 0)]),
        (HOME, "oil", [(0, -1), (0, 0)], [(0, -1)]),
        (HOME, "oil", [(0, 11), (0, 12)], [(0, 12)]),
        (HOME, "oil", [(11, 3), (12, 3)], [(12, 3)]),  # sea within the rectangle
        (LONG_HOUSE, "oil", [(2, 1), (3, 1)], [(3, 1)]),  # a pillar
        (SHED, "silver", [(0, 0)], [(0, 0)]),
        (board("faroe_islands"), "silver", [(6, 2)], [(6, 2)]),
        (board("bear_island"), "silver", [(2, 4)], [(2, 4)]),
        (board("greenland"), "silver", [(5, 5)], [(5, 5)]),
    ],
)
def test_outside_the_area(printed: Board, tile_id: str, cells: list[Cell], bad: list[Cell]) -> None:
    (found,) = piece_violations(printed, Piece(tile(tile_id), tuple(cells)))
    assert found.rule == "area"
    assert found.cells == tuple(bad)


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    ("tile_id", "where", "sound"),
    [
        ("oil", "a12:b12", True),
        ("oil", "a11:a12", True),
        ("oil", "a12", False),
        ("oil", "a12:c12", False),
        ("oil", "a12 c12", False),
        ("oil", "a12 b11", False),
        ("oil", "", False),
        ("wool", "a11:b12", True),
        ("wool", "a12:d12", False),
        ("linen", "a12:d12", True),
        ("linen", "a11:b12", False),
        ("silver", "a12", True),
        ("silver", "a12:b12", False),
        ("skin_and_bones", "a11:c12", True),
        ("skin_and_bones", "a10:b12", True),
        ("clothing", "a10:d12", True),
        ("clothing", "a9:c12", True),
        ("belt", "a12:e12", True),
        ("glass_beads", "b12 a11 b11 c11 b10", True),
        ("glass_beads", "a12 b12 a11 b11 c11", False),
        # the cloakpin turned and mirrored, and shapes of as many cells that it is not
        ("cloakpin", "a12 a11 b11 c11 d11", True),
        ("cloakpin", "d12 a11 b11 c11 d11", True),
        ("cloakpin", "a12 b12 c12 d12 a11", True),
        ("cloakpin", "a12 b12 c12 d12 d11", True),
        ("cloakpin", "a12 b12 a11 a10 a9", True),
        ("cloakpin", "a12 b12 b11 b10 b9", True),
        ("cloakpin", "b12 a11 b11 c11 d11", False),
        # the helmet with its tail left and right
        ("helmet", "a12 b12 a11 b11 a10", True),
        ("helmet", "a12 b12 a11 b11 b10", True),
        ("helmet", "a12 b12 a11 b11 c10", False),
        # the horn mirrored
        ("drinking_horn", "b12 c12 a11 b11 c11 a10", True),
        ("drinking_horn", "a12 b12 a11 b11 c11 c10", True),
        ("drinking_horn", "a12 b12 a11 c11 c10 b11", True),
        ("drinking_horn", "a12 c12 a11 b11 c11 a10", False),
    ],
)
def test_shape(tile_id: str, where: str, sound: bool) -> None:
    assert rules_broken(HOME, (tile_id, where)) == ([] if sound else ["shape"])


def test_a_cell_counted_twice_is_no_shape() -> None:
    assert rules_broken(HOME, Piece(tile("oil"), ((0, 0), (0, 0)))) == ["shape"]


def test_cells_of_a_piece_in_any_order() -> None:
    assert rules_broken(HOME, Piece(tile("oil"), ((1, 0), (0, 0)))) == []


@pytest.mark.rule("1.1")
def test_overlap() -> None:
    assert rules_broken(HOME, ("oil", "a12:b12"), ("chest", "c11:d12")) == []
    assert rules_broken(HOME, ("oil", "a12:b12"), ("chest", "b11:c12")) == ["overlap"]
    assert rules_broken(HOME, ("silver", "a12"), ("silver", "a12")) == ["overlap"]
    state = BoardState(HOME, (put(HOME, "oil", "a12:b12"), put(HOME, "chest", "b11:c12")))
    (found,) = board_violations(state)
    assert found.cells == ((1, 0),)
    assert "b12" in found.message


# --- equal colours apart (1.3, 1.7) --------------------------------------------------------------


@pytest.mark.rule("1.4")
@pytest.mark.parametrize("color", ["green", "blue"])
@pytest.mark.parametrize(
    ("one", "other", "edge"),
    [
        ("a12:b12", "c12:d12", True),
        ("a12:b12", "b11:c11", True),
        ("a12:b12", "a10:a11", True),
        ("a12:b12", "c11:d11", False),
        ("a12:b12", "d12:e12", False),
        ("a11:b11", "c12:d12", False),
        ("a12:b12", "a10:b10", False),
    ],
)
def test_green_ban_on_boards(color: str, one: str, other: str, edge: bool) -> None:
    name = "oil" if color == "green" else "rune_stone"
    expected = ["green ban"] if edge and color == "green" else []
    assert rules_broken(HOME, (name, one), (name, other)) == expected


def test_green_ban_between_kinds() -> None:
    assert rules_broken(HOME, ("oil", "a12:b12"), ("wool", "c11:d12")) == ["green ban"]
    assert rules_broken(HOME, ("amber", "a12"), ("wool", "b11:c12")) == ["green ban"]
    assert rules_broken(HOME, ("oil", "a12:b12"), ("chest", "c11:d12")) == []
    assert rules_broken(HOME, ("oil", "a12:b12"), ("silver", "c12"), ("oil", "d12:e12")) == []
    assert rules_broken(HOME, ("oil", "a12:b12"), ("ore", "c12"), ("ore", "d12")) == []


def test_green_ban_does_not_reach_over_the_edge() -> None:
    narrow = small_board(["....", "...."])
    assert rules_broken(narrow, ("oil", "c2:d2"), ("oil", "a1:b1")) == []


def test_green_may_touch_in_buildings() -> None:
    assert rules_broken(LONG_HOUSE, ("oil", "a1:b1"), ("hide", "c1:e1")) == []


@pytest.mark.rule("1.12")
@pytest.mark.parametrize(
    ("one", "other", "rules"),
    [
        ("peas", "peas", ["orange ban"]),
        ("mead", "mead", ["red ban"]),
        ("peas", "mead", []),
        ("mead", "oil", []),
        ("peas", "rune_stone", []),
        ("rune_stone", "rune_stone", []),
    ],
)
def test_food_apart_in_buildings(one: str, other: str, rules: list[str]) -> None:
    assert rules_broken(LONG_HOUSE, (one, "a1:b1"), (other, "c1:d1")) == rules
    assert rules_broken(LONG_HOUSE, (one, "a1:b1"), (other, "d1:e1")) == []
    assert rules_broken(LONG_HOUSE, (one, "a1:b1"), (other, "c2:c3")) == []


def test_different_foods_of_a_color_apart_in_buildings() -> None:
    assert rules_broken(LONG_HOUSE, ("peas", "a1:b1"), ("flax", "c1:e1")) == ["orange ban"]
    assert rules_broken(LONG_HOUSE, ("egg", "a1"), ("stockfish", "b1:d1")) == ["red ban"]
    with_silver = (("egg", "a1"), ("silver", "b1"), ("stockfish", "c1:e1"))
    assert rules_broken(LONG_HOUSE, *with_silver) == []


# --- slots (1.7) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "resources", "rules"),
    [
        (SHED, ["wood"] * 3 + ["stone"] * 3, []),
        (SHED, ["wood"] * 4, ["slots"]),
        (SHED, ["stone"] * 4 + ["wood"] * 5, ["slots", "slots"]),
        (STONE_HOUSE, ["wood", "stone"], []),
        (STONE_HOUSE, ["wood", "wood"], ["slots"]),
        (LONG_HOUSE, ["wood"], ["slots"]),
        (HOME, ["stone"], ["slots"]),
    ],
)
def test_slots(printed: Board, resources: list[str], rules: list[str]) -> None:
    assert rules_broken(printed, *((name, "") for name in resources)) == rules


def test_wood_does_not_lie_on_cells() -> None:
    assert rules_broken(STONE_HOUSE, ("wood", "a3")) == ["slots"]
    assert rules_broken(HOME, ("wood", "a12")) == ["slots"]


# --- income order (1.4) --------------------------------------------------------------------------


@pytest.mark.rule("1.5")
@pytest.mark.parametrize(
    ("order", "sound"),
    [
        (["a1"], True),
        (["b2"], False),
        (["a2", "b1", "b2"], False),
        (["a1", "a2", "b1", "b2"], True),
        (["a2", "b1", "a1", "b2"], True),
        (["a1", "a2", "b2", "b1"], False),
        (["m10", "a12", "h1", "k2"], True),  # away from the income cells
        (["l12"], False),
    ],
)
def test_income_order_on_the_home_board(order: list[str], sound: bool) -> None:
    rules = rules_broken(HOME, *(("silver", name) for name in order))
    assert rules == ([] if sound else ["income order"])


@pytest.mark.rule("1.5")
def test_bonus_cells_count_as_covered() -> None:
    small = small_board(["B.I", ".IB", "IB."])
    order = ["a1", "a2", "b2", "c1", "b3", "c3"]
    assert rules_broken(small, *(("silver", name) for name in order)) == []
    order.remove("c1")
    assert rules_broken(small, *(("silver", name) for name in order)) == ["income order"]


def test_pictures_and_sea_need_not_be_covered() -> None:
    small = small_board(["#.I", ".I~", "I#."])
    order = ["a1", "a2", "b2", "c1", "b3", "c3"]
    assert rules_broken(small, *(("silver", name) for name in order)) == []


@pytest.mark.rule("1.7")
def test_cells_above_and_right_need_not_be_covered() -> None:
    small = small_board(["...", ".I.", "..."])
    assert rules_broken(small, *(("silver", name) for name in ["a1", "b1", "a2", "b2"])) == []
    for missing in range(3):
        order = ["a1", "b1", "a2"]
        del order[missing]
        assert rules_broken(small, *(("silver", name) for name in [*order, "b2"])) == [
            "income order"
        ]


def test_income_may_be_covered_with_its_needs_by_one_tile() -> None:
    assert rules_broken(HOME, ("wool", "a1:b2")) == []
    assert rules_broken(HOME, ("oil", "a1:a2"), ("oil", "b1:b2")) == ["green ban"]
    assert rules_broken(HOME, ("oil", "a1:a2"), ("rune_stone", "b1:b2")) == []
    assert rules_broken(HOME, ("rune_stone", "b1:b2"), ("oil", "a1:a2")) == ["income order"]


# --- several steps in one (1.4 D) ----------------------------------------------------------------

MUTUAL = (
    put(HOME, "silver", "a1"),
    put(HOME, "cloakpin", "a2 a3 b3 c3 d3"),
    put(HOME, "wool", "b1:c2"),
)
"""The cloakpin covers income 2 and needs b2; the wool covers income 1 there and needs a2."""


@pytest.mark.rule("1.9")
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 2, 0), (2, 1, 0), (1, 0, 2)])
def test_two_tiles_that_need_each_other(order: Sequence[int]) -> None:
    pieces = [MUTUAL[i] for i in order]
    assert "income order" in rules_broken(HOME, *pieces)
    assert rules_broken(HOME, *pieces, simultaneous=True) == []


def test_message_about_tiles_that_need_each_other() -> None:
    (found,) = board_violations(BoardState(HOME, MUTUAL))
    assert found.rule == "income order"
    assert "cloakpin" in found.message
    assert "need each other first" in found.message
    assert found.cells == put(HOME, "silver", "b2 b1 c1 c2").cells


def test_message_about_another_order() -> None:
    order = (("silver", "b2"), ("silver", "a1"), ("oil", "a2:a3"), ("silver", "b1"))
    pieces = tuple(put(HOME, *each) for each in order)
    (found,) = board_violations(BoardState(HOME, pieces), in_order=True)
    assert "another order of these pieces is legal" in found.message
    assert found.cells == put(HOME, "silver", "a1 a2 b1").cells


def test_the_order_is_free_unless_it_is_asked_for() -> None:
    order = (("silver", "b2"), ("silver", "a1"), ("oil", "a2:a3"), ("silver", "b1"))
    state = BoardState(HOME, tuple(put(HOME, *each) for each in order))
    assert board_violations(state) == []
    assert position_violations(Position(boards=(state,))) == []
    (found,) = position_violations(Position(boards=(state,)), in_order=True)
    assert found.board == 0


def test_pieces_that_wait_for_others_are_not_blamed() -> None:
    order = (("silver", "c3"), ("silver", "b2"), ("silver", "a2"), ("silver", "b1"))
    more = (("silver", "a3"), ("silver", "c1"), ("silver", "c2"))
    found = board_violations(BoardState(HOME, tuple(put(HOME, *each) for each in order + more)))
    a1 = put(HOME, "silver", "a1").cells
    assert [each.cells for each in found] == [a1, a1]


def test_message_about_cells_that_nothing_covers() -> None:
    (found,) = board_violations(BoardState(HOME, (put(HOME, "silver", "b2"),)))
    assert "no piece ever covers it" in found.message


def test_steps_in_one_still_need_everything() -> None:
    assert rules_broken(HOME, *MUTUAL[1:], simultaneous=True) == ["income order", "income order"]


# --- Greenland's two diagonals -------------------------------------------------------------------

GREENLAND = board("greenland")


@pytest.mark.rule("1.6")
def test_first_diagonal_of_greenland() -> None:
    assert rules_broken(GREENLAND, ("silver", "d2")) == ["income order"]
    assert rules_broken(GREENLAND, ("silver", "c2"), ("silver", "d2")) == []
    assert rules_broken(GREENLAND, ("oil", "c2:d2")) == []


@pytest.mark.rule("1.6")
def test_second_diagonal_of_greenland_needs_its_own_lower_left() -> None:
    (found,) = board_violations(BoardState(GREENLAND, (put(GREENLAND, "silver", "d6"),)))
    assert found.rule == "income order"
    needed = "a6 c6 a5 b5 c5 d5 a4 b4 c4 d4 b3 c3 d3 c2 d2"
    assert found.cells == put(GREENLAND, "silver", needed).cells
    order = [*needed.split()[:-2], "c2", "d2", "d6"]
    assert rules_broken(GREENLAND, *(("silver", name) for name in order)) == []
    order.remove("b4")
    assert rules_broken(GREENLAND, *(("silver", name) for name in order)) == ["income order"]


def test_top_of_the_first_diagonal_of_greenland_needs_the_start_of_the_second() -> None:
    (found,) = board_violations(BoardState(GREENLAND, (put(GREENLAND, "silver", "h6"),)))
    assert put(GREENLAND, "silver", "d6").cells[0] in found.cells
    assert put(GREENLAND, "silver", "e7").cells[0] not in found.cells


# --- whole positions (2) -------------------------------------------------------------------------


def owned(*names: str, **supply: int) -> Position:
    return Position(boards=tuple(BoardState(board(name)) for name in names), supply=supply)


@pytest.mark.parametrize(
    ("position", "breaches"),
    [
        (owned("home", "shetland", "lofoten", "caithness"), 0),
        (owned("home", "home"), 1),
        (owned("shetland", "bear_island"), 1),
        (owned("shetland", "faroe_islands"), 0),
        (owned("lofoten", "shetland"), 0),
        (owned("lofoten", "orkney"), 1),
        (owned("mull", "caithness", "greenland", "newfoundland"), 2),
        (owned("iceland", "iceland"), 1),
        (owned(*["stone_house"] * 3), 0),
        (owned(*["stone_house"] * 4), 1),
        (owned(*["shed"] * 3), 0),
        (owned(*["shed"] * 4), 1),
        (owned(*["long_house"] * 5), 0),
        (owned(*["long_house"] * 6), 1),
        (owned("home", belt=1, oil=9, silver=40), 0),
    ],
)
def test_numbers_of_components(position: Position, breaches: int) -> None:
    assert [each.rule for each in component_violations(position)] == ["components"] * breaches
    assert component_violations(position) == position_violations(position)


def test_special_tiles_exist_once() -> None:
    lying = BoardState(HOME, (put(HOME, "belt", "a12:e12"),))
    other = BoardState(LONG_HOUSE, (put(LONG_HOUSE, "belt", "a1:e1"),))
    assert position_violations(Position(boards=(lying,), supply={"helmet": 1})) == []
    for position in (
        Position(boards=(lying,), supply={"belt": 1}),
        Position(boards=(lying, other)),
        Position(boards=(BoardState(HOME, (*lying.pieces, put(HOME, "belt", "a11:e11"))),)),
    ):
        (found,) = position_violations(position)
        assert found.rule == "components"
        assert found.board is None


def test_violations_name_the_board() -> None:
    wrong = BoardState(LONG_HOUSE, (put(LONG_HOUSE, "ore", "a1"),))
    found = position_violations(Position(boards=(BoardState(HOME), wrong, BoardState(SHED))))
    assert [(each.rule, each.board) for each in found] == [("colour", 1)]


def test_position_options_reach_the_boards() -> None:
    state = BoardState(HOME, MUTUAL)
    assert len(position_violations(Position(boards=(state,)))) == 1
    together = RuleOptions(simultaneous=True)
    assert position_violations(Position(boards=(state,), rules=together)) == []
