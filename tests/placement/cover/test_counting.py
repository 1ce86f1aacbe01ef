"""Counts of layouts: known ones, and small boards against a plain count over all placements."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from odin_solver.components import Cell
from odin_solver.errors import InputError
from odin_solver.notation.examples import example
from odin_solver.notation.positions import position_from
from odin_solver.placement.cover.counting import LayoutCounter
from odin_solver.placement.cover.search import CoverSearch
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, new_placements
from tests.profiles import cases
from tests.timing import HANGING

Shape = frozenset[Cell]
Layout = frozenset[tuple[str, Shape]]

TILES: dict[str, Any] = {
    "D": {"cells": ["XX"]},
    "G": {"cells": ["XX"], "color": "green"},
    "I": {"cells": ["XXX"], "color": "blue"},
    "L": {"cells": ["XX", "X."]},
    "J": {"cells": ["X..", "XXX"], "flip": False},
    "Q": {"cells": ["X.", ".X"], "loose": True},
}


def shapes(name: str) -> set[Shape]:
    """All turns of a tile, moved to the top left corner."""
    rows = TILES[name]["cells"] if name in TILES else ["X"]
    cells = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"}
    found = set()
    for flipped in (False, True) if TILES.get(name, {}).get("flip", True) else (False,):
        turned = {(-x, y) for x, y in cells} if flipped else cells
        for _ in range(4):
            turned = {(-y, x) for x, y in turned}
            left, top = min(x for x, _ in turned), min(y for _, y in turned)
            found.add(frozenset((x - left, y - top) for x, y in turned))
    return found


def plain_layouts(rows: Sequence[str], supply: dict[str, int]) -> set[Layout]:
    """All layouts that use every tile, found tile by tile; green tiles must not touch."""
    open_cells = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "~"}
    pieces = [name for name, count in supply.items() for _ in range(count)]

    def lay(at: int, laid: Layout, left: set[Cell]) -> Iterator[Layout]:
        if at == len(pieces):
            yield laid
            return
        name = pieces[at]
        for shape in shapes(name):
            for x, y in ((x, y) for y in range(len(rows)) for x in range(len(rows[0]))):
                cells = frozenset((x + i, y + j) for i, j in shape)
                if cells <= left and not (name == "G" and touches(cells, laid)):
                    yield from lay(at + 1, laid | {(name, cells)}, left - cells)

    return set(lay(0, frozenset(), open_cells))


def touches(cells: Shape, laid: Layout) -> bool:
    near = {(x + i, y + j) for x, y in cells for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return any(name == "G" and near & other for name, other in laid)


def classes(rows: Sequence[str], layouts: set[Layout]) -> int:
    """How many layouts there are if turned and reflected ones are the same."""
    width, height = len(rows[0]), len(rows)
    board = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    moves = []
    for swapped in (False, True):
        for left in (False, True):
            for up in (False, True):
                move = {}
                for x, y in board:
                    i, j = (y, x) if swapped else (x, y)
                    move[x, y] = (width - 1 - i if left else i, height - 1 - j if up else j)
                mirrored = (swapped + left + up) % 2 == 1
                fixed = all(board.get(move[cell]) == mark for cell, mark in board.items())
                if fixed and not (mirrored and any(n == "J" for each in layouts for n, _ in each)):
                    moves.append(move)
    return len(
        {
            frozenset(
                frozenset((name, frozenset(move[cell] for cell in cells)) for name, cells in layout)
                for move in moves
            )
            for layout in layouts
        }
    )


def position_of(rows: Sequence[str], supply: dict[str, int]) -> Position:
    boards = [{"board": {"map": list(rows)}}]
    return position_from({"schema": 1, "tiles": TILES, "supply": supply, "boards": boards})


def random_case(seed: int) -> tuple[list[str], dict[str, int]]:
    choose = random.Random(seed)
    width, height = choose.choice([(3, 3), (4, 4), (4, 3), (5, 2), (2, 4)])
    rows = [["."] * width for _ in range(height)]
    if choose.random() < 0.5:
        rows[0][0] = rows[-1][-1] = "~"
    room = sum(row.count(".") for row in rows)
    supply: dict[str, int] = {}
    areas = {"D": 2, "G": 2, "I": 3, "L": 3, "J": 4, "Q": 2, "silver": 1}
    most = cases(4, 5)
    while (
        (name := choose.choice(list(areas))) and areas[name] <= room and sum(supply.values()) < most
    ):
        supply[name] = supply.get(name, 0) + 1
        room -= areas[name]
    return ["".join(row) for row in rows], supply


@cache
def random_layouts(seed: int) -> set[Layout]:
    return plain_layouts(*random_case(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_counts_are_those_of_a_plain_search(seed: int) -> None:
    rows, supply = random_case(seed)
    expected = random_layouts(seed)
    position = position_of(rows, supply)
    counted = LayoutCounter(position).count(HANGING)
    assert counted.exact
    assert counted.count == len(expected)
    listed: set[Layout] = set()

    def use(after: Position) -> None:
        laid = new_placements(position, after)
        listed.add(frozenset((each.tile.id, frozenset(each.cells)) for each in laid))
        assert position_violations(after) == []

    assert LayoutCounter(position).each(use, HANGING).count == len(expected)
    assert listed == expected


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_counts_up_to_symmetry_are_those_of_a_plain_search(seed: int) -> None:
    rows, supply = random_case(seed)
    layouts = random_layouts(seed)
    # Without a layout the board's symmetries do not matter; J excludes reflections by itself.
    expected = classes(rows, layouts)
    counter = LayoutCounter(position_of(rows, supply), up_to_symmetry=True)
    assert counter.count(HANGING).count == expected
    assert counter.each(lambda after: None, HANGING).count == expected


def test_the_random_cases_are_of_all_sorts() -> None:
    counts = [len(random_layouts(seed)) for seed in range(40)]
    assert sum(count > 10 for count in counts) > 10
    assert any("G" in random_case(seed)[1] for seed in range(40))
    assert any(count == 0 for count in counts)


def test_with_too_many_tiles_all_cells_are_covered() -> None:
    counted = LayoutCounter(position_of(["...", "..."], {"D": 9, "I": 1})).count(HANGING)
    # Three dominoes: a row of three leaves cells that no dominoes cover.
    assert (counted.count, counted.uses_all) == (3, False)
    counted = LayoutCounter(position_of(["...", "..."], {"D": 9, "I": 2})).count(HANGING)
    assert counted.count == 4


def test_a_tile_that_fits_nowhere_leaves_no_layout() -> None:
    assert LayoutCounter(position_of(["..", ".."], {"I": 1})).count(HANGING).count == 0


def test_income_cells_are_covered_in_order() -> None:
    board = {"map": ["..", "I."], "income": [{"cells": "a1", "values": [0, 1]}]}
    upper = {"map": [".I", ".."], "income": [{"cells": "b2", "values": [0, 1]}]}
    for printed, expected in ((board, 4), (upper, 2)):
        data = {"schema": 1, "tiles": TILES, "supply": {"D": 1}, "boards": [{"board": printed}]}
        counted = LayoutCounter(position_from(data)).count(HANGING)
        assert counted.count == expected


@pytest.mark.parametrize(
    ("name", "count", "apart"),
    [
        ("pentominoes-3x20", 8, 2),
        ("pentominoes-4x15", 1472, 368),
        pytest.param("pentominoes-5x12", 4040, 1010, marks=pytest.mark.nightly),
        pytest.param("pentominoes-6x10", 9356, 2339, marks=pytest.mark.nightly),
        pytest.param("pentominoes-8x8", 520, 65, marks=pytest.mark.nightly),
        ("dominoes-8x8", 12_988_816, None),
        ("seven-blockers", 145, None),
    ],
)
def test_known_counts(name: str, count: int, apart: int | None) -> None:
    assert LayoutCounter(example(name)).count(HANGING).count == count
    if apart is not None:
        counter = LayoutCounter(example(name), up_to_symmetry=True)
        assert counter.count(HANGING).count == apart


def test_large_counts_are_exact() -> None:
    # Dominoes on 12x12: the twelfth of these numbers for square boards (OEIS A004003).
    position = position_of(["." * 12] * 12, {"D": 72})
    assert LayoutCounter(position).count(HANGING).count == 53_060_477_521_960_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_threads_count_the_same(seed: int) -> None:
    rows, supply = random_case(seed)
    counter = LayoutCounter(position_of(rows, supply))
    assert counter.count(HANGING, workers=3).count == len(random_layouts(seed))


@pytest.mark.slow
def test_threads_divide_the_nodes() -> None:
    cover = LayoutCounter(example("pentominoes-4x15")).cover
    parts = [CoverSearch(cover, "count by fewest", at, 3) for at in range(3)]
    for part in parts:
        assert not any(part.covers(lambda: False))
    found = [part.now().found for part in parts]
    assert sum(found) == 1472
    assert all(200 < each < 1000 for each in found)


@pytest.mark.slow
def test_a_stopped_count_is_a_lower_bound() -> None:
    counted = LayoutCounter(example("pentominoes-6x10")).count(HANGING, cancelled=lambda: True)
    assert (counted.count, counted.exact) == (0, False)
    looks = iter([False] * 4 + [True])
    counted = LayoutCounter(example("pentominoes-6x10")).count(HANGING, lambda: next(looks))
    assert 0 < counted.count < 9356
    assert not counted.exact


def test_symmetries_are_those_of_one_board() -> None:
    boards = [{"board": {"map": [".."]}}] * 2
    position = position_from({"schema": 1, "tiles": TILES, "supply": {"D": 2}, "boards": boards})
    assert LayoutCounter(position).count(HANGING).count == 1
    with pytest.raises(InputError, match="one board"):
        LayoutCounter(position, up_to_symmetry=True)


def test_a_board_of_40_by_40_cells_is_counted() -> None:
    rows = ["." * 40, *["~" * 39 + "."] * 39]
    for workers in (1, 2):
        counted = LayoutCounter(position_of(rows, {"D": 39, "silver": 1})).count(
            HANGING, workers=workers
        )
        assert (counted.count, counted.exact) == (40, True), workers


def test_boards_that_are_too_large_are_refused() -> None:
    boards = [{"board": {"map": rows}} for rows in (["." * 12] * 12, *[["." * 40]] * 8)]
    position = position_from({"schema": 1, "tiles": TILES, "supply": {"D": 1}, "boards": boards})
    with pytest.raises(InputError, match="at most 4096 cells"):
        LayoutCounter(position)


@pytest.mark.parametrize(("side", "expected"), [(2, 7), (4, 10012), (8, 179788343101980135)])
def test_more_tiles_than_can_be_used_are_as_good_as_just_enough(side: int, expected: int) -> None:
    """Squares and dominoes, any number of each: the matchings of a square of points (A028420)."""
    tiles = {"One": {"cells": ["X"]}, "Two": {"cells": ["XX"]}}
    boards = [{"board": {"map": ["." * side] * side}}]
    for more in (0, 300):
        supply = {"One": side**2 + more, "Two": side**2 // 2 + more}
        data = {"schema": 1, "tiles": tiles, "supply": supply, "boards": boards}
        counted = LayoutCounter(position_from(data)).count(HANGING)
        assert (counted.count, counted.exact) == (expected, True)
