"""Income, bonuses, and what may cover an income cell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.components import BOARDS, Board, Cell, board
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.bonus import bonus_goods, bonuses_won
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.income import diagonal_income, income, required_cells
from odin_solver.rules.scoring import board_facts
from tests import reference, strategies
from tests.profiles import cases
from tests.reference import cells_named, put, small_board

INCOME_BOARDS = [each for each in BOARDS.values() if each.income]


def income_with(printed: Board, cells: tuple[Cell, ...]) -> int:
    grid = grid_of(printed)
    return income(grid, grid.mask(cells))


# --- income (1.6) --------------------------------------------------------------------------------


@pytest.mark.rule("1.11")
def test_income_of_the_home_board_step_by_step() -> None:
    home = board("home")
    diagonal = home.income[0]
    earned = [income_with(home, diagonal.cells[:count]) for count in range(14)]
    assert earned == [0, 1, 2, 2, 3, 4, 5, 6, 7, 9, 12, 15, 18, 18]


@pytest.mark.rule("1.11")
@pytest.mark.parametrize("printed", INCOME_BOARDS, ids=lambda each: each.id)
def test_all_covered_earns_the_last_value(printed: Board) -> None:
    everything = tuple(cell for diagonal in printed.income for cell in diagonal.cells)
    assert income_with(printed, everything) == sum(each.values[-1] for each in printed.income)
    assert income_with(printed, ()) == sum(each.values[0] for each in printed.income)


def test_income_of_greenland_adds_its_diagonals() -> None:
    greenland = board("greenland")
    first, second = greenland.income
    assert income_with(greenland, first.cells) == 5 + 0
    assert income_with(greenland, second.cells) == 0 + 3
    assert income_with(greenland, first.cells[:2] + second.cells[:1]) == 2 + 1
    assert income_with(greenland, first.cells + second.cells) == 8


@pytest.mark.rule("1.11")
@pytest.mark.parametrize("name", ["labrador", "newfoundland", "shed", "stone_house", "long_house"])
def test_boards_without_income(name: str) -> None:
    grid = grid_of(board(name))
    assert income(grid, 0) == income(grid, grid.coverable) == 0


def test_lowest_open_number_counts_even_with_a_gap() -> None:
    home = board("home")
    assert income_with(home, cells_named(home, "b2 c3")) == 0
    assert income_with(home, cells_named(home, "a1 c3 d4")) == 1


def test_bear_island_and_iceland_pay_from_the_start() -> None:
    assert income_with(board("bear_island"), ()) == 1
    assert income_with(board("iceland"), ()) == 1
    assert income_with(board("bear_island"), cells_named(board("bear_island"), "b5")) == 3


def test_diagonal_income() -> None:
    grid = grid_of(small_board(["..I", ".I.", "I.."]))
    (diagonal,) = grid.diagonals
    cells = [each.cell for each in diagonal.cells]
    assert diagonal_income(diagonal, 0) == 0
    assert diagonal_income(diagonal, cells[0]) == 1
    assert diagonal_income(diagonal, cells[0] | cells[2]) == 1
    assert diagonal_income(diagonal, grid.coverable) == 3


# --- what income cells need (1.4) ----------------------------------------------------------------


def test_nothing_is_needed_away_from_income_cells() -> None:
    for printed in BOARDS.values():
        grid = grid_of(printed)
        diagonal = grid.mask(cell for each in printed.income for cell in each.cells)
        assert required_cells(grid, grid.coverable & ~diagonal) == 0


@pytest.mark.parametrize(
    ("name", "cell", "needs"),
    [
        ("home", "a1", "a1"),
        ("home", "b2", "a1 b1 a2 b2"),
        ("home", "c3", "a1 b1 c1 a2 b2 c2 a3 c3"),  # b3 is a bonus
        ("shetland", "b3", "a2 b2 b1 a3 b3"),  # a1 is sea; b1 is below b3
        ("iceland", "b2", "a2 b2"),
        ("iceland", "c3", "c1 a2 b2 c2 a3 b3 c3"),  # c1 is below c3
        ("bear_island", "b5", "b5 b4 b3"),
        ("bear_island", "c6", "b5 b4 b3 c4 c3 a6 b6 c6"),  # c5 is the printed 5
        ("faroe_islands", "b3", "a2 b2 b3"),  # a3 is a bonus
        ("lofoten", "a2", "a1 a2"),
        ("orkney", "a3", "a3"),
        ("mull", "d1", "b1 c1 d1"),
        ("mull", "e2", "b1 c1 d1 e1 b2 c2 d2 e2"),
    ],
)
def test_needs_of_income_cells(name: str, cell: str, needs: str) -> None:
    printed = board(name)
    grid = grid_of(printed)
    found = required_cells(grid, grid.mask(cells_named(printed, cell)))
    assert found == grid.mask(cells_named(printed, needs))


def test_needs_of_several_income_cells_add_up() -> None:
    grid = grid_of(board("greenland"))
    one, other = (grid.mask([each.cells[0]]) for each in grid.board.income)
    both = required_cells(grid, one | other)
    assert both == required_cells(grid, one) | required_cells(grid, other)


# --- bonuses (1.5) -------------------------------------------------------------------------------


def test_bonus_in_the_open() -> None:
    grid = grid_of(small_board(["...", ".B.", "..."]))
    symbol = grid.bonus_cells
    everything = grid.coverable & ~symbol
    assert bonus_goods(grid, everything) == {"oil": 1}
    assert bonus_goods(grid, grid.coverable) == {}
    assert bonus_goods(grid, 0) == {}
    for cell in grid.cells(everything):
        assert bonus_goods(grid, everything & ~grid.bit(cell)) == {}


def test_cells_farther_away_do_not_matter() -> None:
    grid = grid_of(small_board([".....", ".....", "..B..", ".....", "....."]))
    ring = grid.mask((x, y) for x in (1, 2, 3) for y in (1, 2, 3)) & ~grid.bonus_cells
    assert bonus_goods(grid, ring) == {"oil": 1}


def test_sea_and_pictures_around_a_bonus_do_not_exist() -> None:
    grid = grid_of(small_board(["#~.", "~B#", ".~#"]))
    around = grid.mask([(2, 0), (0, 2)])
    assert bonus_goods(grid, around) == {"oil": 1}
    assert bonus_goods(grid, grid.mask([(2, 0)])) == {}


def test_bonus_without_neighbours_is_won_at_once() -> None:
    grid = grid_of(small_board(["B#.", "~~."]))
    assert bonus_goods(grid, 0) == {"oil": 1}
    assert bonus_goods(grid, grid.bonus_cells) == {}


def test_bonus_cells_count_as_covered_for_each_other() -> None:
    grid = grid_of(small_board(["BB."]))
    assert bonus_goods(grid, grid.mask([(2, 0)])) == {"oil": 2}
    # the covered one is lost, but stays covered for its neighbour
    assert bonus_goods(grid, grid.mask([(0, 0), (2, 0)])) == {"oil": 1}
    assert bonus_goods(grid, 0) == {"oil": 1}  # the left one touches only the other bonus


def test_altar_of_mull_on_two_cells() -> None:
    mull = board("mull")
    grid = grid_of(mull)
    around = cells_named(mull, "h4 i4 j4 h3 h2 i2")
    assert [mull.rows[y][x] for x, y in around] == [".", "-", "-", ".", ".", "-"]
    covered = grid.mask(around)
    assert bonus_goods(grid, covered) == {"stone": 1, "altar_once": 1}
    for cell in around:
        assert bonus_goods(grid, covered & ~grid.bit(cell)) == {}
    for name in ("i3", "j3", "i3 j3"):
        assert bonus_goods(grid, covered | grid.mask(cells_named(mull, name))) == {}


@pytest.mark.parametrize("printed", BOARDS.values(), ids=BOARDS)
def test_all_bonuses_of_a_board_can_be_won_together(printed: Board) -> None:
    grid = grid_of(printed)
    won = bonuses_won(grid, grid.coverable & ~grid.bonus_cells)
    assert [each.gives for each in won] == [each.gives for each in printed.bonuses]
    assert bonuses_won(grid, grid.coverable) == []


def test_bonus_with_two_things() -> None:
    iceland = board("iceland")
    around = [put(iceland, "silver", name) for name in ("e1", "e2", "e3", "f3", "g3", "g2")]
    assert board_facts(BoardState(iceland, tuple(around))).bonuses == {"ore": 1, "stone": 1}


def test_bonuses_of_buildings() -> None:
    house = board("long_house")
    pieces = (put(house, "peas", "j3:j2"), put(house, "silver", "k2"))
    assert board_facts(BoardState(house, pieces)).bonuses == {"peas": 1}
    stone_house = board("stone_house")
    ring = [put(stone_house, "silver", name) for name in ("b4", "c4", "b3", "d3", "b2", "c2", "d2")]
    assert board_facts(BoardState(stone_house, tuple(ring))).bonuses == {"hide": 1}


# --- covering ------------------------------------------------------------------------------------


def test_covering() -> None:
    home = board("home")
    grid = grid_of(home)
    oil, silver = put(home, "oil", "a12:b12"), put(home, "silver", "d12")
    assert grid.cells(grid.mask(oil.cells)) == ((0, 0), (1, 0))
    both = grid.mask(oil.cells) | grid.mask(silver.cells)
    assert BoardState(home, (oil, silver)).covered == both
    assert BoardState(home).covered == 0


def test_cells_off_the_rectangle_cover_nothing() -> None:
    grid = grid_of(small_board(["..", ".."]))
    piece = Piece(put(grid.board, "oil", "a1:b1").tile, ((2, 0), (-1, 1), (0, -1), (1, 2), (1, 1)))
    assert grid.cells(grid.mask(piece.cells)) == ((1, 1),)


def test_resources_cover_nothing() -> None:
    house = board("stone_house")
    assert BoardState(house, (put(house, "wood"), put(house, "stone"))).covered == 0


# --- random boards against the rules' text -------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(data=st.data())
def test_income_bonuses_and_needs_of_any_set_of_cells(data: st.DataObject) -> None:
    printed = data.draw(strategies.areas(5, 5))
    cells = data.draw(strategies.covered_cells(printed))
    grid = grid_of(printed)
    covered = grid.mask(cells)
    assert income(grid, covered) == reference.income_of(printed, cells)
    assert bonus_goods(grid, covered) == reference.bonuses_of(printed, cells)
    assert set(grid.cells(required_cells(grid, covered))) == reference.needed(printed, cells)
    won = [each for each in printed.bonuses if reference.bonus_is_won(printed, each, cells)]
    assert [grid.cells(each.cells) for each in bonuses_won(grid, covered)] == [
        tuple(sorted(each.cells)) for each in won
    ]
