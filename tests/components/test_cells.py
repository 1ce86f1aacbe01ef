"""Names of cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_solver.components import BOARDS, Board, Cell, board, cell_name, parse_cell
from odin_solver.components.cells import cell_names, column_name
from odin_solver.errors import InputError


def test_lower_left_cell_of_the_home_board_is_a1() -> None:
    height = board("home").height
    assert parse_cell("a1", height) == (0, 11)
    assert cell_name((0, 11), height) == "a1"
    assert board("home").income[0].cells[0] == (0, 11)
    assert parse_cell("l12", height) == (11, 0)
    assert parse_cell("m10", height) == (12, 2)


@given(x=st.integers(0, 701), y=st.integers(0, 98), extra=st.integers(0, 20))
def test_names_round_trip(x: int, y: int, extra: int) -> None:
    height = min(99, y + 1 + extra)
    cell: Cell = (x, y)
    assert parse_cell(cell_name(cell, height), height) == cell


@pytest.mark.parametrize("each", BOARDS.values(), ids=BOARDS)
def test_names_of_a_board_are_different(each: Board) -> None:
    cells = [(x, y) for x in range(each.width) for y in range(each.height)]
    names = [cell_name(cell, each.height) for cell in cells]
    assert len(set(names)) == len(cells)
    assert [parse_cell(name, each.height) for name in names] == cells


def test_case_and_blanks_do_not_matter() -> None:
    assert parse_cell(" B3 ", 5) == (1, 2)


def test_a_cell_outside_the_board_can_be_named() -> None:
    assert parse_cell("z99", 5) == (25, -94)


def test_columns_beyond_z_have_two_letters() -> None:
    assert [column_name(x) for x in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]
    assert cell_names([(25, 0), (26, 0)], 1) == "z1 aa1"
    assert parse_cell("AB7", 9) == (27, 2)


@pytest.mark.parametrize(
    "name", ["", "a", "1", "a0", "a01", "1a", "aaa1", "a1b", "a-1", "a100", "ä1", "a 1", "a1 b2"]
)
def test_bad_names_are_input_errors(name: str) -> None:
    with pytest.raises(InputError, match="expected a cell such as a1"):
        parse_cell(name, 12)


def test_several_names_are_sorted_by_column_from_the_bottom() -> None:
    assert cell_names([(1, 0), (0, 0), (0, 2), (0, 1)], 3) == "a1 a2 a3 b3"
    assert cell_names([], 3) == ""
