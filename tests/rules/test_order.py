"""Orders of placing: concrete ones, and random boards against all permutations."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from odin_solver.components import Board, Cell, board, tile
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import (
    NEVER_COVERED,
    board_violations,
    order_violations,
    reach_violations,
)
from odin_solver.rules.order import PlacingOrder, in_legal_order, placing_order
from odin_solver.rules.position import Position, RuleOptions
from tests import reference, strategies
from tests.profiles import cases
from tests.reference import cells_named, put, small_board
from tests.timing import takes_at_most

HOME = board("home")
CORNER = small_board(["...I", "..I.", ".I..", "I..."])


def order_of(
    printed: Board, *pieces: Piece | tuple[str, str], before: Iterable[Cell] = ()
) -> PlacingOrder:
    made = [put(printed, *each) if isinstance(each, tuple) else each for each in pieces]
    grid = grid_of(printed)
    return placing_order(grid, grid.mask(before), made)


# --- concrete orders -----------------------------------------------------------------------------


def test_nothing_to_place() -> None:
    order = order_of(HOME)
    assert (order.steps, order.stuck, order.together) == ((), (), ())
    assert order.one_at_a_time


def test_a_legal_sequence_stays_as_it_is() -> None:
    order = order_of(HOME, ("chest", "a11:b12"), ("silver", "a1"), ("oil", "a2:a3"))
    assert order.steps == ((0,), (1,), (2,))


def test_a_reversed_sequence_is_put_right() -> None:
    order = order_of(
        HOME, ("silver", "b2"), ("silver", "b1"), ("silver", "a2"), ("silver", "a1"), ("ore", "m10")
    )
    assert order.steps == ((1,), (2,), (3,), (0,), (4,))
    assert order.one_at_a_time


def test_cells_covered_before_count() -> None:
    before = cells_named(HOME, "a1 a2 b1")
    assert order_of(HOME, ("silver", "b2"), before=before).steps == ((0,),)
    assert order_of(HOME, ("silver", "b2"), before=before[:2]).stuck == (0,)


def test_stuck_pieces_do_not_hold_up_others() -> None:
    order = order_of(HOME, ("silver", "c3"), ("silver", "b2"), ("silver", "a1"), ("oil", "a9:a10"))
    assert order.steps == ((2,), (3,))
    assert order.stuck == (0, 1)
    assert not order.one_at_a_time


def test_two_tiles_that_need_each_other_go_in_one_step() -> None:
    cloakpin, wool = put(HOME, "cloakpin", "a2 a3 b3 c3 d3"), put(HOME, "wool", "b1:c2")
    order = order_of(HOME, cloakpin, ("silver", "a1"), wool, ("oil", "a11:a12"))
    assert order.steps == ((1,), (3,), (0, 2))
    assert order.together == ((0, 2),)
    assert order.stuck == ()
    assert not order.one_at_a_time


def test_after_the_common_step_single_ones_go_on() -> None:
    cloakpin, wool = put(HOME, "cloakpin", "a2 a3 b3 c3 d3"), put(HOME, "wool", "b1:c2")
    order = order_of(
        HOME,
        ("silver", "d4"),
        cloakpin,
        wool,
        *(("silver", name) for name in ("a1", "d1", "d2", "a4", "b4", "c4")),
    )
    assert order.steps[-2:] == ((1, 2), (0,))
    assert order.stuck == ()


def test_three_pieces_that_need_each_other_in_a_ring() -> None:
    pieces = [
        Piece(tile("chest"), cells_named(CORNER, names))
        for names in ("a1 b1 b2", "c1 c2 c3 a3 b3", "a2 d1 d2 d3 d4 a4 b4 c4")
    ]
    order = order_of(CORNER, *pieces)
    assert order.steps == ((0, 1, 2),)
    assert not reference.some_order_is_legal(CORNER, (), [piece.cells for piece in pieces])


def test_smallest_group_comes_first() -> None:
    pieces = [
        Piece(tile("chest"), cells_named(CORNER, names))
        for names in ("d1 d2 d3 d4 a4 b4 c4", "b1 b2 c1 c2", "a2 a3 b3 c3", "a1")
    ]
    assert order_of(CORNER, *pieces).steps == ((3,), (1, 2), (0,))


# --- random boards against brute force -----------------------------------------------------------


@st.composite
def placing_cases(
    draw: st.DrawFn, max_pieces: int = 5
) -> tuple[Board, tuple[Cell, ...], tuple[Piece, ...]]:
    """A board, cells covered before, and pieces on other cells."""
    ground = draw(st.sampled_from(["....-", strategies.GROUND]))
    printed = draw(strategies.boards(4, 4, min_size=3, min_diagonals=1, ground=ground))
    pieces = draw(
        st.one_of(
            strategies.torn_pieces(printed, max_pieces),
            strategies.torn_pieces(printed, 3),
            strategies.apart_pieces(printed, max_pieces),
        )
    )
    before: set[Cell] = set()
    if not draw(st.integers(0, 3)):
        rest = sorted(reference.existing(printed) - reference.covered_by(pieces))
        before = set(draw(st.sets(st.sampled_from(rest)))) if rest else set()
    elif len(pieces) > 2 and draw(st.booleans()):
        before, pieces = set(pieces[0].cells), pieces[1:]
    return printed, tuple(before), pieces


def solve(
    printed: Board, before: Iterable[Cell], pieces: Sequence[Piece]
) -> tuple[PlacingOrder, list[tuple[Cell, ...]]]:
    grid = grid_of(printed)
    return placing_order(grid, grid.mask(before), pieces), [piece.cells for piece in pieces]


Case = tuple[Board, tuple[Cell, ...], tuple[Piece, ...]]


@pytest.mark.rule("1.8")
@pytest.mark.slow
@settings(max_examples=cases(80))
@given(case=placing_cases())
@example(case=(HOME, cells_named(HOME, "a1"), (put(HOME, "silver", "b2"),)))
def test_an_order_of_single_pieces_is_found_iff_a_permutation_is_legal(case: Case) -> None:
    printed, before, pieces = case
    order, cells = solve(printed, before, pieces)
    assert order.one_at_a_time == reference.some_order_is_legal(printed, before, cells)


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(case=placing_cases())
def test_common_steps_place_all_iff_all_needs_are_covered_in_the_end(case: Case) -> None:
    printed, before, pieces = case
    order, cells = solve(printed, before, pieces)
    assert (not order.stuck) == reference.together_is_legal(printed, before, cells)


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(case=placing_cases())
def test_reported_steps_are_legal(case: Case) -> None:
    printed, before, pieces = case
    order, cells = solve(printed, before, pieces)
    steps = [{cell for i in step for cell in cells[i]} for step in order.steps]
    assert reference.order_is_legal(printed, before, steps)
    numbers = sorted([i for step in order.steps for i in step] + list(order.stuck))
    assert numbers == list(range(len(pieces)))
    assert order.together == tuple(step for step in order.steps if len(step) > 1)


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(case=placing_cases())
def test_steps_are_as_small_as_can_be_and_stuck_pieces_are_stuck(case: Case) -> None:
    printed, before, pieces = case
    order, cells = solve(printed, before, pieces)
    covered = set(before)
    left = set(range(len(pieces)))
    for step in order.steps:
        for size in range(1, len(step)):
            for group in combinations(sorted(left), size):
                together = {cell for i in group for cell in cells[i]}
                assert not reference.step_is_legal(printed, covered, together)
        if len(step) == 1:
            legal = [i for i in sorted(left) if reference.step_is_legal(printed, covered, cells[i])]
            assert step == (legal[0],)
        covered |= {cell for i in step for cell in cells[i]}
        left -= set(step)
    assert left == set(order.stuck)
    for size in range(1, len(left) + 1):
        for group in combinations(sorted(left), size):
            together = {cell for i in group for cell in cells[i]}
            assert not reference.step_is_legal(printed, covered, together)


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(case=placing_cases())
def test_violations_of_a_given_order(case: Case) -> None:
    printed, before, pieces = case
    grid = grid_of(printed)
    cells = [piece.cells for piece in pieces]
    single = order_violations(grid, grid.mask(before), pieces, RuleOptions())
    assert (not single) == reference.order_is_legal(printed, before, cells)
    together = order_violations(grid, grid.mask(before), pieces, RuleOptions(simultaneous=True))
    assert (not together) == reference.together_is_legal(printed, before, cells)
    covered = set(before)
    late = []
    for piece in pieces:
        covered |= set(piece.cells)
        missing = reference.needed(printed, piece.cells) - covered
        if missing:
            late.append(missing)
    assert [set(each.cells) for each in single] == late


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(case=placing_cases())
def test_the_cells_that_prevent_every_order(case: Case) -> None:
    printed, _, pieces = case
    grid = grid_of(printed)
    cells = [piece.cells for piece in pieces]
    found = reach_violations(grid, pieces)
    assert (not found) == reference.some_order_is_legal(printed, (), cells)
    groups = len(placing_order(grid, 0, pieces).together)
    assert len([each for each in found if "need each other first" in each.message]) == groups
    covered = reference.covered_by(pieces)
    for violation in found:
        if violation.message.endswith(NEVER_COVERED):
            assert not set(violation.cells) & covered
        else:
            assert "need each other first" in violation.message


@pytest.mark.slow
@settings(max_examples=cases(80))
@given(case=placing_cases(), together=st.booleans())
def test_positions_are_put_in_a_legal_order(case: Case, together: bool) -> None:
    printed, _, pieces = case
    cells = [piece.cells for piece in pieces]
    state = BoardState(printed, pieces)
    position = Position(boards=(state,), rules=RuleOptions(simultaneous=together))
    (after,) = in_legal_order(position).boards
    if together or reference.order_is_legal(printed, (), cells):
        assert after == state
    elif reference.some_order_is_legal(printed, (), cells):
        assert sorted(after.pieces, key=str) == sorted(pieces, key=str)
        assert reference.order_is_legal(printed, (), [piece.cells for piece in after.pieces])
    else:
        assert after == state


@pytest.mark.alone
def test_sixty_pieces_backwards_are_ordered_at_once() -> None:
    cells = [(x, y) for x in range(8) for y in range(3, 12) if HOME.rows[y][x] != "B"]
    backwards = sorted(cells, key=lambda cell: (cell[1] - cell[0], cell[1]))
    state = BoardState(HOME, tuple(Piece(tile("silver"), (cell,)) for cell in backwards))
    assert len(cells) >= 60
    assert order_violations(state.grid, 0, state.pieces, RuleOptions())
    with takes_at_most(5):
        for _ in range(10):
            assert board_violations(state) == []
            (ordered,) = in_legal_order(Position(boards=(state,))).boards
    assert order_violations(state.grid, 0, ordered.pieces, RuleOptions()) == []


@pytest.mark.slow
@settings(max_examples=cases(150))
@given(data=st.data())
def test_boards_are_legal_iff_the_text_says_so(data: st.DataObject) -> None:
    printed = data.draw(strategies.areas(5, 4))
    if data.draw(st.booleans()):
        slots = {"wood": 1, "stone": 2} if printed.is_building else {}
        printed = small_board(printed.rows, printed.kind, income=printed.income, slots=slots)
    food = (*strategies.FOOD, "silver", "oil", "sheep")
    pieces = data.draw(
        st.one_of(
            strategies.careless_pieces(printed),
            strategies.apart_pieces(printed, 3, food if printed.is_building else ()),
        )
    )
    state = BoardState(printed, pieces)
    for simultaneous in (False, True):
        options = RuleOptions(simultaneous=simultaneous)
        found = board_violations(state, options, in_order=True)
        assert (not found) == reference.board_is_legal(state, simultaneous)
        if not simultaneous:
            some = reference.board_is_legal_in_some_order(state)
            assert (not board_violations(state, options)) == some
    found = board_violations(state)
    rules = [each.rule for each in found]
    if "overlap" not in rules:
        area = reference.existing(printed)
        inside = [Piece(piece.tile, tuple(set(piece.cells) & area)) for piece in pieces]
        bans = sum(rules.count(f"{color} ban") for color in ("green", "orange", "red"))
        assert bans == len(reference.touching(printed, inside))


@given(data=st.data())
def test_home_board_with_silver_in_any_order(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 4))
    cells = [(x, y) for x in range(size) for y in range(12 - size, 12)]
    cells = [(x, y) for x, y in cells if HOME.rows[y][x] != "B"]
    shuffled = data.draw(st.permutations(cells))
    pieces = [Piece(tile("silver"), (cell,)) for cell in shuffled]
    order, _ = solve(HOME, (), pieces)
    assert order.one_at_a_time
    assert reference.order_is_legal(HOME, (), [[shuffled[step[0]]] for step in order.steps])
