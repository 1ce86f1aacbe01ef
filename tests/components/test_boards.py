"""Every printed board and building against its checksum and against the rules' text."""

from collections import Counter

import pytest

from odin_solver.components import BOARDS, TILES, Board, board
from odin_solver.errors import InputError

PRINTED_NEGATIVE = {
    "home": 86,
    "shetland": 24,
    "faroe_islands": 16,
    "iceland": 24,
    "greenland": 20,
    "bear_island": 22,
    "baffin_island": 24,
    "labrador": 40,
    "newfoundland": 40,
    "lofoten": 17,
    "orkney": 25,
    "mull": 24,
    "caithness": 30,
    "shed": 6,
    "stone_house": 9,
    "long_house": 15,
}
POINTS = {
    "home": 0,
    "shetland": 6,
    "faroe_islands": 4,
    "iceland": 16,
    "greenland": 12,
    "bear_island": 12,
    "baffin_island": 12,
    "labrador": 36,
    "newfoundland": 38,
    "lofoten": 4,
    "orkney": 12,
    "mull": 9,
    "caithness": 24,
    "shed": 8,
    "stone_house": 10,
    "long_house": 17,
}
INCOME = {
    "home": [(0, 1, 2, 2, 3, 4, 5, 6, 7, 9, 12, 15, 18)],
    "shetland": [(0, 1, 2, 3)],
    "faroe_islands": [(0, 1, 1, 1, 2, 2, 2, 3, 4)],
    "iceland": [(1, 2, 3, 4, 5, 6, 7, 8)],
    "greenland": [(0, 1, 2, 3, 4, 5), (0, 1, 2, 3)],
    "bear_island": [(1, 3, 4, 5)],
    "baffin_island": [(0, 1, 2, 2, 4, 6)],
    "labrador": [],
    "newfoundland": [],
    "lofoten": [(0, 1, 2, 2, 3, 4)],
    "orkney": [(0, 1, 2, 3, 4)],
    "mull": [(0, 1, 2, 3, 4)],
    "caithness": [(0, 1, 2, 3, 4, 5)],
    "shed": [],
    "stone_house": [],
    "long_house": [],
}
SIDES = {
    "A": ("shetland", "bear_island"),
    "B": ("faroe_islands", "baffin_island"),
    "C": ("iceland", "labrador"),
    "D": ("greenland", "newfoundland"),
    "A2": ("lofoten", "orkney"),
    "B2": ("mull", "caithness"),
}
THINGS = {*TILES, "weapon_card", "long_sword", "stone_house", "altar_once"}
"""What a bonus may give: tiles, and the few things that are no tiles."""

every_board = pytest.mark.parametrize("printed", BOARDS.values(), ids=BOARDS)


def marked(printed: Board, marks: str) -> list[tuple[int, int]]:
    return [
        (x, y) for y, row in enumerate(printed.rows) for x, mark in enumerate(row) if mark in marks
    ]


def test_there_are_13_boards_and_3_buildings() -> None:
    assert list(BOARDS) == list(PRINTED_NEGATIVE)
    assert Counter(each.kind for each in BOARDS.values()) == {
        "home": 1,
        "exploration": 12,
        "building": 3,
    }


@every_board
def test_negative_cells_and_slots_add_up_to_the_printed_number(printed: Board) -> None:
    text = "".join(printed.rows)
    total = text.count("-") + 2 * text.count("=") + sum(dict(printed.slots).values())
    assert total == printed.printed_negative == PRINTED_NEGATIVE[printed.id]


@every_board
def test_points_and_income(printed: Board) -> None:
    assert printed.points == POINTS[printed.id]
    assert [diagonal.values for diagonal in printed.income] == INCOME[printed.id]


@every_board
def test_map_is_a_rectangle_of_known_marks(printed: Board) -> None:
    assert len({len(row) for row in printed.rows}) <= 1
    assert set("".join(printed.rows)) <= set("~#.-=IB")
    assert printed.width == max(map(len, printed.rows), default=0)
    assert printed.height == len(printed.rows)


@every_board
def test_income_rises_along_a_diagonal(printed: Board) -> None:
    for diagonal in printed.income:
        assert len(diagonal.values) == len(diagonal.cells) + 1
        assert list(diagonal.values) == sorted(diagonal.values)
        columns = [x for x, _ in diagonal.cells]
        assert columns == sorted(set(columns))
        assert len({x + y for x, y in diagonal.cells}) == 1


@every_board
def test_every_income_cell_is_listed_once(printed: Board) -> None:
    listed = [cell for diagonal in printed.income for cell in diagonal.cells]
    assert sorted(listed) == sorted(marked(printed, "I"))


@every_board
def test_every_bonus_cell_is_listed_once(printed: Board) -> None:
    listed = [cell for bonus in printed.bonuses for cell in bonus.cells]
    assert sorted(listed) == sorted(marked(printed, "B"))


@every_board
def test_bonuses_give_known_things(printed: Board) -> None:
    for bonus in printed.bonuses:
        assert bonus.gives
        assert {name for name, _ in bonus.gives} <= THINGS
        assert all(count == 1 for _, count in bonus.gives)


@every_board
def test_cells_marked_lists_rows_from_the_top_left(printed: Board) -> None:
    assert list(printed.cells_marked("-=")) == marked(printed, "-=")
    assert list(printed.cells_marked(".")) == marked(printed, ".")
    assert printed.cells_marked("") == ()


def test_altar_of_mull_is_one_symbol_on_two_cells() -> None:
    wide = {
        each.id: bonus for each in BOARDS.values() for bonus in each.bonuses if len(bonus.cells) > 1
    }
    assert list(wide) == ["mull"]
    assert wide["mull"].cells == ((8, 6), (9, 6))
    assert dict(wide["mull"].gives) == {"stone": 1, "altar_once": 1}


def test_letters_name_the_two_sides_of_a_board() -> None:
    for letter, (front, back) in SIDES.items():
        assert [each.id for each in BOARDS.values() if each.letter == letter] == [front, back]
        assert (board(front).side, board(back).side) == ("front", "back")
    assert {each.letter for each in BOARDS.values()} == {*SIDES, None}


def test_buildings() -> None:
    buildings = [each for each in BOARDS.values() if each.is_building]
    assert {each.id: (each.copies, dict(each.slots)) for each in buildings} == {
        "shed": (3, {"wood": 3, "stone": 3}),
        "stone_house": (3, {"wood": 1, "stone": 1}),
        "long_house": (5, {}),
    }
    assert all(each.copies == 1 and not each.slots for each in BOARDS.values() if each.letter)
    assert board("shed").rows == ()
    assert (board("shed").width, board("shed").height) == (0, 0)


def test_only_the_expansions_have_two_point_cells() -> None:
    with_twos = {each.id for each in BOARDS.values() if marked(each, "=")}
    assert with_twos == {"lofoten", "mull", "caithness"}
    assert {each.id for each in BOARDS.values() if each.expansion == "islands"} == {
        "lofoten",
        "orkney",
    }
    assert {each.id for each in BOARDS.values() if each.expansion == "harvest"} == {
        "mull",
        "caithness",
    }


def test_board_looks_up() -> None:
    assert board("iceland") is BOARDS["iceland"]


@pytest.mark.parametrize("name", ["", "h", "atlantis"])
def test_unknown_board_is_an_input_error(name: str) -> None:
    with pytest.raises(InputError, match="unknown board"):
        board(name)
