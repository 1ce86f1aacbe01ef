"""Cells as bits against sets of tuples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_solver.components import BOARDS, TILES, Board, Cell, Tile, board, tile
from odin_solver.rules.geometry import (
    Grid,
    bits,
    grid_of,
    normalised,
    orientations,
    placements,
    singles,
)
from tests import reference, strategies
from tests.reference import small_board

ORIENTATIONS = {  # of special tiles: 8 divided by the number of their symmetries
    "glass_beads": 1,
    "round_shield": 1,
    "belt": 2,
    "gold_brooch": 2,
    "crucifix": 4,
    "amber_figure": 4,
    "horseshoe": 4,
    "forge_hammer": 4,
    "fibula": 4,
    "throwing_axe": 4,
    "chalice": 4,
    "english_crown": 4,
    "altar": 4,
    "helmet": 8,
    "cloakpin": 8,
    "drinking_horn": 8,
}


def plain(width: int, height: int) -> Board:
    return small_board(["." * width] * height)


# --- orientations --------------------------------------------------------------------------------


def test_orientations_of_special_tiles() -> None:
    found = {each.id: len(orientations(each)) for each in TILES.values() if each.kind == "special"}
    assert found == ORIENTATIONS


def test_squares_have_one_orientation_and_other_goods_two() -> None:
    for each in TILES.values():
        if each.cells and each.kind != "special":
            square = len(each.shape) == len(each.shape[0])
            assert len(orientations(each)) == (1 if square else 2), each.id


def test_resources_have_none() -> None:
    assert orientations(tile("wood")) == orientations(tile("stone")) == ()


@pytest.mark.parametrize("each", TILES.values(), ids=TILES)
def test_orientations_are_turned_and_mirrored_pictures(each: Tile) -> None:
    assert {frozenset(shape) for shape in orientations(each)} == reference.shapes(each)


@pytest.mark.parametrize("each", TILES.values(), ids=TILES)
def test_orientations_lie_in_their_corner_and_keep_the_area(each: Tile) -> None:
    for shape in orientations(each):
        assert normalised(shape) == shape
        assert min(x for x, _ in shape) == min(y for _, y in shape) == 0
        assert len(set(shape)) == len(shape) == each.area


def test_normalised() -> None:
    assert normalised([(5, 7), (4, 8), (4, 7)]) == ((0, 0), (0, 1), (1, 0))
    assert normalised(iter([(-3, -2)])) == ((0, 0),)


# --- placements ----------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 3, 6])
@pytest.mark.parametrize("height", [1, 2, 5])
def test_placements_in_a_rectangle_follow_the_formula(width: int, height: int) -> None:
    for each in TILES.values():
        if not each.cells or each.kind == "special":
            continue
        a, b = len(each.shape[0]), len(each.shape)
        expected = max(0, width - a + 1) * max(0, height - b + 1)
        if a != b:
            expected += max(0, width - b + 1) * max(0, height - a + 1)
        assert len(placements(plain(width, height), each)) == expected, each.id


@pytest.mark.parametrize(
    ("tile_id", "expected"),
    [
        ("glass_beads", 9),  # 3x3 in 5x5
        ("belt", 10),
        ("helmet", 4 * 12 + 4 * 12),  # 2x3 in 5x5, each way
        ("round_shield", 4),
        ("gold_brooch", 2 * 6),  # 3x4
        ("english_crown", 4 * 3),  # 5x3
        ("forge_hammer", 4 * 3),
        ("chalice", 4 * 6),
    ],
)
def test_placements_of_special_tiles_in_a_square_of_five(tile_id: str, expected: int) -> None:
    assert len(placements(plain(5, 5), tile(tile_id))) == expected


@pytest.mark.parametrize("printed", BOARDS.values(), ids=BOARDS)
def test_placements_on_real_boards(printed: Board) -> None:
    grid = grid_of(printed)
    for name in ("silver", "oil", "hide", "cloakpin", "horseshoe", "clothing", "english_crown"):
        found = placements(printed, tile(name))
        assert len(set(found)) == len(found)
        as_sets = {frozenset(grid.cells(mask)) for mask in found}
        assert as_sets == reference.places(printed, tile(name)), name


@pytest.mark.slow
@given(data=st.data())
def test_placements_on_random_boards(data: st.DataObject) -> None:
    printed = data.draw(strategies.areas(5, 4))
    each = data.draw(strategies.placeable_tiles())
    found = placements(printed, each)
    assert len(set(found)) == len(found)
    grid = grid_of(printed)
    assert {frozenset(grid.cells(mask)) for mask in found} == reference.places(printed, each)


def test_nothing_fits_a_shed() -> None:
    assert all(placements(board("shed"), each) == () for each in TILES.values())


def test_holes_pictures_and_sea_are_not_covered() -> None:
    printed = small_board([".#.", "...", ".~."])
    assert len(placements(printed, tile("silver"))) == 7
    assert len(placements(printed, tile("hide"))) == 3
    assert len(placements(printed, tile("wool"))) == 0
    assert len(placements(printed, tile("glass_beads"))) == 0
    assert len(placements(small_board([".#.", ".~.", "..."]), tile("horseshoe"))) == 1


def test_income_bonus_and_negative_cells_may_be_covered() -> None:
    assert len(placements(small_board(["IB-=."]), tile("belt"))) == 1


# --- sets of cells -------------------------------------------------------------------------------


@given(mask=st.integers(0, 2**200))
def test_bits_and_singles_round_trip(mask: int) -> None:
    numbers = list(bits(mask))
    assert numbers == sorted(set(numbers))
    assert sum(1 << number for number in numbers) == mask
    assert [1 << number for number in numbers] == list(singles(mask))


@pytest.mark.slow
@given(data=st.data())
def test_masks_round_trip(data: st.DataObject) -> None:
    printed = data.draw(strategies.areas(6, 5))
    grid = grid_of(printed)
    cells = data.draw(strategies.covered_cells(printed))
    found = grid.cells(grid.mask(cells))
    assert set(found) == cells
    assert list(found) == sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert grid.mask(cells) == sum(grid.bit(cell) for cell in cells)


@pytest.mark.slow
@given(data=st.data())
def test_beside_and_around(data: st.DataObject) -> None:
    printed = data.draw(strategies.areas(6, 5))
    grid = grid_of(printed)
    cells = data.draw(strategies.covered_cells(printed))
    area = reference.existing(printed)
    edges = {other for cell in cells for other in reference.edge_neighbours(cell)}
    corners = {other for cell in cells for other in reference.all_neighbours(cell)}
    assert set(grid.cells(grid.edge_neighbours(grid.mask(cells)))) == edges & area - cells
    assert set(grid.cells(grid.neighbours(grid.mask(cells)))) == corners & area - cells


@pytest.mark.parametrize("width", [1, 2, 5])
def test_neighbours_do_not_wrap_around(width: int) -> None:
    grid = grid_of(plain(width, 3))
    for y in range(3):
        for x in (0, width - 1):
            cell = (x, y)
            found = set(grid.cells(grid.edge_neighbours(grid.bit(cell))))
            assert all(abs(i - x) + abs(j - y) == 1 for i, j in found)
            found = set(grid.cells(grid.neighbours(grid.bit(cell))))
            assert all(max(abs(i - x), abs(j - y)) == 1 for i, j in found)
            columns = len({i for i in (x - 1, x, x + 1) if 0 <= i < width})
            rows = len({j for j in (y - 1, y, y + 1) if 0 <= j < 3})
            assert len(found) == columns * rows - 1


def test_placements_do_not_wrap_around() -> None:
    grid = grid_of(plain(3, 2))
    for mask in placements(grid.board, tile("oil")):
        (x, y), (u, v) = grid.cells(mask)
        assert abs(x - u) + abs(y - v) == 1


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (3, 0), (0, 2), (3, 2)])
def test_cells_outside_the_rectangle(cell: Cell) -> None:
    assert not grid_of(plain(3, 2)).holds(cell)


def test_cells_inside_the_rectangle() -> None:
    grid = grid_of(small_board([".~", "#."]))
    assert all(grid.holds((x, y)) for x in range(2) for y in range(2))


# --- what a grid derives from the map ------------------------------------------------------------


@pytest.mark.slow
@given(printed=strategies.areas(6, 5))
def test_grid_sorts_the_cells_of_random_boards(printed: Board) -> None:
    check_grid(printed)


@pytest.mark.parametrize("printed", BOARDS.values(), ids=BOARDS)
def test_grid_sorts_the_cells_of_real_boards(printed: Board) -> None:
    check_grid(printed)


def check_grid(printed: Board) -> None:
    grid = grid_of(printed)
    symbols = reference.bonus_symbols(printed)
    area = reference.existing(printed)
    assert set(grid.cells(grid.coverable)) == area
    assert set(grid.cells(grid.bonus_cells)) == symbols
    worth = {cell: points for points, mask in grid.negatives for cell in grid.cells(mask)}
    assert worth == {
        (x, y): {"-": 1, "=": 2}[mark]
        for y, row in enumerate(printed.rows)
        for x, mark in enumerate(row)
        if mark in "-="
    }
    assert grid.points(grid.coverable) == reference.negative_points(printed, ()) - sum(
        dict(printed.slots).values()
    )
    assert [each.values for each in grid.diagonals] == [each.values for each in printed.income]
    assert [grid.cells(each.cell) for each in grid.income_cells] == [
        (cell,) for each in printed.income for cell in each.cells
    ]
    for each in grid.income_cells:
        assert set(grid.cells(each.needs)) == reference.needed(printed, grid.cells(each.cell))
    for bonus, gridded in zip(printed.bonuses, grid.bonuses, strict=True):
        around = {cell for each in bonus.cells for cell in reference.all_neighbours(each)}
        assert set(grid.cells(gridded.cells)) == set(bonus.cells)
        assert set(grid.cells(gridded.surround)) == around & area - symbols
        assert gridded.gives == bonus.gives


def test_points_count_twos_double() -> None:
    grid = grid_of(small_board(["-=", ".="]))
    assert grid.points(grid.coverable) == 5
    assert grid.points(grid.mask([(0, 0), (0, 1), (1, 1)])) == 3
    assert grid.points(0) == 0


def test_equal_boards_share_a_grid() -> None:
    assert grid_of(plain(2, 2)) is grid_of(plain(2, 2))
    assert grid_of(plain(2, 2)) is not grid_of(plain(2, 3))
    assert Grid(plain(2, 2)).board == plain(2, 2)
