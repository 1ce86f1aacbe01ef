"""Every rule of the model on real boards: what it accepts, what it refuses, what it counts."""

from dataclasses import replace
from fractions import Fraction

import pytest

from odin_solver.components import Board, Diagonal, board
from odin_solver.notation.pieces import parse_piece
from odin_solver.placement.model.build import assignment, build_model
from odin_solver.placement.objective import choose_objective
from odin_solver.placement.problem import Laid, compile_problem, in_placing_order
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Position, RuleOptions
from tests.placement.model.inprocess import solve_in_process, violated_constraints
from tests.placement.model.layouts import UNIT_KINDS
from tests.reference import small_board

TOGETHER = RuleOptions(simultaneous=True)


def with_supply(*boards: str | Board, **supply: int) -> Position:
    states = [BoardState(board(each) if isinstance(each, str) else each) for each in boards]
    return Position(boards=tuple(states), supply=supply)


def with_placed(position: Position, *placed: str) -> Position:
    """Pieces that lie already on the first board."""
    first, *others = position.boards
    pieces = tuple(parse_piece(each, first.board) for each in placed)
    return replace(position, boards=(replace(first, pieces=first.pieces + pieces), *others))


def accepts(position: Position, *pieces: str, at: dict[int, list[str]] | None = None) -> bool:
    """Whether the model can lay just these pieces: those of the first board, and `at` others."""
    problem = compile_problem(position)
    kinds = {stock.tile.id: number for number, stock in enumerate(problem.stock)} | UNIT_KINDS
    laid = []
    for number, texts in {0: list(pieces), **(at or {})}.items():
        area = problem.areas[number]
        for text in texts:
            piece = parse_piece(text, area.state.board)
            if piece.tile.id not in kinds:
                return False
            laid.append(Laid(number, kinds[piece.tile.id], area.grid.mask(piece.cells)))
    model = build_model(problem, choose_objective(position, "final").levels)
    try:
        values = assignment(model, in_placing_order(problem, laid))
    except KeyError:  # no variable for such a placement
        return False
    return not violated_constraints(model.linear, values)


def best(position: Position, preset: str = "custom", **weights: float | str) -> Fraction:
    """The optimum of the first level; ``bonus_of__ore`` stands for the key ``bonus.ore``."""
    named = {key.replace("__", "."): Fraction(str(each)) for key, each in weights.items()}
    return solve_in_process(position, choose_objective(position, preset, named)).values[0]


# --- area, overlap and colours -------------------------------------------------------------------


def test_tiles_lie_side_by_side_but_not_on_each_other() -> None:
    home = with_supply("home", chest=2, silver=1)
    assert accepts(home, "chest h3:i4", "chest j3:k4")
    assert not accepts(home, "chest h3:i4", "chest i3:j4")
    assert not accepts(home, "chest h3:i4", "silver i4")


def test_tiles_stay_on_the_board() -> None:
    assert accepts(with_supply("home", silk=1), "silk h3:k3")
    assert not accepts(with_supply("home", silk=1), "silk k3:n3")
    assert not accepts(with_supply("greenland", silk=1), "silk a7:d7")


def test_specials_may_be_mirrored() -> None:
    home = with_supply("home", cloakpin=1)
    assert accepts(home, "cloakpin h5 h4 i4 j4 k4")
    assert accepts(home, "cloakpin k5 h4 i4 j4 k4")


def test_boards_take_no_food_and_buildings_no_livestock() -> None:
    food = {"peas": 1, "mead": 1, "sheep": 1, "oil": 1}
    home = with_supply("home", "long_house", **food)
    assert not accepts(home, "peas h3:i3")
    assert not accepts(home, "mead h3:i3")
    assert accepts(home, "oil h3:i3")
    assert accepts(home, at={1: ["peas a3:b3"]})
    assert accepts(home, at={1: ["mead a3:b3"]})
    assert not accepts(home, at={1: ["sheep e1:h2"]})


def test_new_pieces_keep_off_the_old_ones() -> None:
    home = with_placed(with_supply("home", chest=1, oil=1), "oil h3:i3")
    assert not accepts(home, "chest i3:j4")
    assert accepts(home, "chest j3:k4")
    assert not accepts(home, "oil j3:k3")
    assert accepts(home, "oil j4:k4")


# --- supply --------------------------------------------------------------------------------------


def test_one_robe_lies_on_one_of_two_boards() -> None:
    one = with_supply("home", "iceland", robe=1)
    assert accepts(one, "robe h3:j5")
    assert accepts(one, at={1: ["robe f3:h5"]})
    assert not accepts(one, "robe h3:j5", at={1: ["robe f3:h5"]})
    assert accepts(replace(one, supply={"robe": 2}), "robe h3:j5", at={1: ["robe f3:h5"]})


@pytest.mark.slow
def test_silver_and_ore_are_counted() -> None:
    home = with_supply("home", silver=1, ore=1)
    assert accepts(home, "silver h3", "ore h4")
    assert not accepts(home, "silver h3", "silver h4")
    assert not accepts(home, "ore h3", "ore h4")
    assert best(home, cells=1) == 2


def test_ore_never_lies_in_buildings() -> None:
    houses = with_supply("stone_house", "long_house", ore=9)
    assert best(houses, cells=1) == 0
    assert best(replace(houses, supply={"ore": 9, "silver": 2}), cells=1) == 2
    mixed = with_supply("stone_house", "home", ore=1, silver=1)
    assert accepts(mixed, "silver b2", at={1: ["ore h3"]})
    assert not accepts(mixed, "ore b2", "silver b3")


def test_slots_take_their_resource_as_often_as_there_are_slots() -> None:
    shed = with_supply("shed", wood=9, stone=2)
    assert best(shed, points=1) == 3 + 2
    assert accepts(shed, "wood", "wood", "wood", "stone", "stone")
    assert not accepts(shed, "wood", "wood", "wood", "wood")
    houses = with_supply("stone_house", "shed", wood=3)
    assert best(houses, points=1) == 3
    assert best(houses, points=1, keep__wood=2) == 6
    assert best(with_placed(replace(shed, supply={"wood": 3}), "wood", "wood"), points=1) == 1


# --- equal colours apart -------------------------------------------------------------------------


def test_green_tiles_keep_apart_on_boards() -> None:
    home = with_supply("home", oil=1, hide=1, chest=1)
    assert not accepts(home, "oil h3:i3", "hide j3:l3")
    assert not accepts(home, "oil h3:i3", "hide h4:j4")
    assert accepts(home, "oil h3:i3", "hide j4:l4")
    assert accepts(home, "oil h3:i3", "chest j3:k4")


def test_green_tiles_may_touch_in_buildings_but_food_of_one_colour_not() -> None:
    house = with_supply("long_house", oil=2, peas=2, mead=1, milk=1)
    assert accepts(house, "oil a3:b3", "oil c3:d3")
    assert not accepts(house, "peas a3:b3", "peas c3:d3")
    assert accepts(house, "peas a3:b3", "mead c3:d3")
    assert accepts(house, "peas a3:b3", "peas d3:e3")
    assert not accepts(house, "mead a3:b3", "milk a1:b2")


def test_green_fields_fill_a_line_only_with_gaps() -> None:
    line = with_supply(small_board(["......."]), oil=3)
    assert best(line, cells=1) == 4
    assert best(replace(line, supply={"rune_stone": 3}), cells=1) == 6
    assert best(replace(line, supply={"oil": 2, "rune_stone": 1}), cells=1) == 6
    assert best(replace(line, supply={"oil": 2, "ore": 9}), cells=1) == 7


# --- income --------------------------------------------------------------------------------------


def test_a_robe_in_the_corner_covers_three_incomes() -> None:
    home = with_supply("home", robe=1)
    assert accepts(home, "robe a1:c3")
    assert not accepts(home, "robe b2:d4")
    assert accepts(home, "robe d1:f3")
    assert best(home, income=1) == 2  # 0, 1 and the first 2 are covered: the second 2 is open


def test_silver_climbs_the_diagonal_from_the_corner() -> None:
    home = with_supply("home", silver=4)
    assert accepts(home, "silver a1")
    assert not accepts(home, "silver b2")
    assert not accepts(home, "silver a1", "silver b2", "silver b1")
    assert accepts(home, "silver a1", "silver b2", "silver b1", "silver a2")
    assert best(replace(home, supply={"silver": 3}), income=1) == 1
    assert best(home, income=1) == 2
    # c3 needs four more cells: b3 is a bonus and counts as covered
    cells = ("a1", "a2", "b1", "b2", "c1", "c2", "c3", "a3")
    assert accepts(with_supply("home", silver=8), *(f"silver {cell}" for cell in cells))


@pytest.mark.slow
def test_wool_covers_incomes_three_and_four_at_once() -> None:
    # 33 cells below and left of f6 are no bonus cells; the wool covers four of them
    home = with_supply("home", wool=1, silver=29)
    assert best(home, income=1) == 5
    assert best(replace(home, supply={"wool": 1, "silver": 28}), income=1) == 4


def test_the_last_number_is_earned_by_the_whole_diagonal() -> None:
    corner = small_board([".I", "I."], income=[Diagonal(((0, 1), (1, 0)), (1, 2, 7))])
    assert best(with_supply(corner, silver=4), income=1) == 7
    assert best(with_supply(corner, silver=3), income=1) == 2
    assert best(with_supply(corner), income=1) == 1
    assert best(with_supply(corner, corner, silver=5), income=1) == 9


def test_income_that_costs_is_left_alone() -> None:
    home = with_supply("home", silver=4)
    assert best(home, income=-1) == 0
    assert best(with_placed(home, "silver a1"), income=-1) == -1


def test_tiles_that_need_each_other_first() -> None:
    home = with_supply("home", cloakpin=1, wool=1, silver=1)
    circle = ("silver a1", "wool b1:c2", "cloakpin a2 a3 b3 c3 d3")
    assert not accepts(home, *circle)
    assert accepts(replace(home, rules=TOGETHER), *circle)


CROSSED = small_board(
    [".I.", "...", "..I"], income=[Diagonal(((1, 0),), (0, 1)), Diagonal(((2, 2),), (0, 1))]
)
"""b3 needs columns a and b; c1 needs row 1: their tiles may need each other."""


def test_two_diagonals_may_need_each_other() -> None:
    crossed = with_supply(CROSSED, helmet=1, rune_stone=1)
    circle = ("helmet a1 a2 a3 b2 b3", "rune_stone b1:c1")
    state = BoardState(CROSSED, tuple(parse_piece(each, CROSSED) for each in circle))
    problem = compile_problem(Position(boards=(state,)))
    assert placing_order(problem.areas[0].grid, 0, state.pieces).together
    assert not accepts(crossed, *circle)
    assert accepts(replace(crossed, rules=TOGETHER), *circle)
    assert accepts(crossed, "helmet a1 a2 a3 b1 b2", "rune_stone b3:c3")


def test_greenlands_diagonals_both_count() -> None:
    greenland = with_supply("greenland", silver=2)
    # c2 and d2 open the first diagonal; nothing else is below or left of d2
    assert accepts(greenland, "silver c2", "silver d2")
    assert best(greenland, income=1) == 1
    assert best(with_supply("greenland", silver=60), income=1) == 5 + 3


# --- bonuses -------------------------------------------------------------------------------------


def test_ore_at_the_left_edge_of_the_home_board_needs_five_neighbours() -> None:
    home = with_supply("home", silver=5)
    assert best(home, bonus__ore=1) == 1
    assert best(replace(home, supply={"silver": 4}), bonus__ore=1) == 0
    assert best(replace(home, supply={"silver": 4, "hide": 1}), bonus__ore=1) == 1


def test_bear_island_needs_six_neighbours_for_rune_stone_and_ore() -> None:
    bear = with_supply("bear_island", silver=6)
    assert best(bear, bonus__rune_stone=2, bonus__ore=1) == 3
    assert best(replace(bear, supply={"silver": 5}), bonus__rune_stone=2, bonus__ore=1) == 0


@pytest.mark.rule("1.10")
def test_a_covered_bonus_is_lost() -> None:
    house = small_board(["B."], "building")
    assert best(with_supply(house, silver=2), cells=1, bonus=0) == 2
    assert best(with_supply(house, silver=2), cells=1, bonus=3) == 1 + 3
    assert best(with_supply(house, peas=1), cells=1, bonus=3) == 2


def test_a_bonus_won_before_counts_until_it_is_covered() -> None:
    won = with_placed(with_supply(small_board(["B."]), ore=1), "silver b1")
    assert best(won, bonus=2) == 2
    assert best(won, bonus=2, cells=3) == 3
    assert best(won, bonus=-2) == 0
    assert best(replace(won, supply={}), bonus=-2) == -2


def test_an_unwanted_bonus_is_not_overlooked() -> None:
    line = with_supply(small_board(["B.."]), chest=0, silver=2)
    assert best(line, bonus=-5, cells=1) == 2  # on the bonus and apart from it
    assert best(with_supply(small_board(["B."]), silver=1), bonus=-5, points=1) == 0


def test_a_symbol_on_two_cells_is_one_bonus() -> None:
    mull = with_supply("mull", silver=9)
    grid = compile_problem(mull).areas[0].grid
    altar = next(each for each in grid.bonuses if each.cells.bit_count() == 2)
    needed = altar.surround.bit_count()
    assert best(replace(mull, supply={"silver": needed}), bonus__altar_once=1) == 1
    assert best(replace(mull, supply={"silver": needed - 1}), bonus__altar_once=1) == 0


# --- what is counted -----------------------------------------------------------------------------


def test_points_are_those_printed() -> None:
    lofoten = with_supply("lofoten", silver=2)  # two cells of minus 2
    assert best(lofoten, points=1) == 4
    assert best(lofoten, points="0.5", silver=-1) == 0
    assert best(lofoten, points=1, silver="-1.5") == 1
    assert best(with_supply("shed", "lofoten", silver=1, wood=1), points=1) == 3


@pytest.mark.parametrize(("ore", "silver", "value"), [(2, 0, 4), (0, 2, 2), (1, 1, 3)])
def test_ore_is_free_where_silver_costs(ore: int, silver: int, value: int) -> None:
    lofoten = with_supply("lofoten", ore=ore, silver=silver)
    assert best(lofoten, "final") == value + best(with_supply("lofoten"), "final")


def test_tiles_worth_keeping_are_kept() -> None:
    line = with_supply(small_board(["--"]), oil=2, rune_stone=1)
    assert best(line, points=1) == 2
    assert best(line, points=1, keep__oil=5) == 10 + 2
    assert best(line, points=1, keep__oil=5, keep__rune_stone=3) == 13
    assert best(line, keep__oil=-1) == -1
    assert best(line, keep__robe=1) == 0


def test_income_first_is_really_first() -> None:
    # silver on a1 earns nothing by `final`: one income, and one silver less
    home = with_supply("home", silver=1)
    assert best(home, "final") == 0
    answer = solve_in_process(home, choose_objective(home, "income"))
    assert list(answer.values) == [1, 0]
    assert answer.silver == 1


def test_ties_are_broken_by_few_tiles_then_little_silver() -> None:
    line = with_supply(small_board(["----"]), silk=1, rune_stone=2, ore=4)
    answer = solve_in_process(line, choose_objective(line, "final"))
    assert answer.values[0] == 4
    assert (answer.tiles, answer.silver) == (0, 0)
    line = replace(line, supply={"silk": 1, "rune_stone": 2})
    assert solve_in_process(line, choose_objective(line, "final")).tiles == 1
    line = replace(line, supply={"silver": 4, "ore": 2})
    answer = solve_in_process(line, choose_objective(line, "cover"))
    assert answer.values[0] == 4
    assert answer.silver == 2
