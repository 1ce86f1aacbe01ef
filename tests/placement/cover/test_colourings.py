"""Bounds by areas and two-colourings, against all layouts of small positions."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings

from odin_solver.components import Tile
from odin_solver.notation.positions import position_from
from odin_solver.placement.cover.colourings import can_cover
from odin_solver.placement.cover.filling import covering_bound, fewest_tiles
from odin_solver.placement.cover.problem import cover_of
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import compile_problem
from odin_solver.placement.solution import Limits, Status
from odin_solver.placement.solve import solve
from odin_solver.rules.position import Position
from tests.placement.cover.test_counting import position_of
from tests.placement.cover.test_filling import CELLS, fewest_open, random_case
from tests.placement.model.exhaustive import all_outcomes, best_of
from tests.placement.model.random_positions import (
    generators,
    random_custom_position,
    random_objective,
)
from tests.profiles import cases

TETROMINOES = {
    "Ix": ["XXXX"],
    "Ox": ["XX", "XX"],
    "Tx": ["XXX", ".X."],
    "Lx": ["XXX", "X.."],
    "Sx": [".XX", "XX."],
}


def tetrominoes(width: int, height: int, **supply: int) -> Position:
    tiles = {name: {"cells": rows} for name, rows in TETROMINOES.items()}
    boards = [{"board": {"map": ["." * width] * height}}]
    return position_from({"schema": 1, "tiles": tiles, "supply": supply, "boards": boards})


def refuted(position: Position) -> list[int]:
    """Numbers of open cells that cannot be."""
    supply: list[tuple[Tile, int]] = [
        (position.kinds[name], count) for name, count in position.supply.items() if count
    ]
    cells = [cell for state in position.boards for cell in state.grid.cells(state.grid.coverable)]
    return [n for n in range(len(cells) + 1) if not can_cover(supply, cells, n)]


@pytest.mark.parametrize(
    ("supply", "least"),
    [
        ({"Ix": 3, "Ox": 3, "Tx": 3, "Lx": 3, "Sx": 3}, 4),  # an odd number of T on a chess board
        ({"Ix": 3, "Ox": 3, "Tx": 4, "Lx": 2, "Sx": 3}, 0),
        ({"Lx": 15}, 4),  # an odd number of L in stripes
        ({"Lx": 14, "Ox": 1}, 0),
    ],
)
def test_parity_of_tetrominoes(supply: dict[str, int], least: int) -> None:
    assert refuted(tetrominoes(10, 6, **supply))[:least] == list(range(least))
    assert least not in refuted(tetrominoes(10, 6, **supply))


def test_every_open_cell_of_a_parity_is_proven_without_a_search() -> None:
    position = tetrominoes(10, 6, Ix=3, Ox=3, Tx=3, Lx=3, Sx=3)
    assert not cover_of(compile_problem(position)).possible
    solution = solve(position, "cover", limits=Limits(workers=1))
    assert solution.value == 56
    assert solution.status is Status.OPTIMAL
    assert solution.solver == ""
    assert solution.ties_settled


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_no_layout_has_fewer_open_cells(seed: int) -> None:
    rows, supply = random_case(seed)
    position = position_of(rows, supply)
    best = sum(row.count(".") for row in rows) - fewest_open(rows, supply)
    assert covering_bound(compile_problem(position), CELLS) >= best


def test_the_random_cases_have_refuted_ones() -> None:
    problems = [compile_problem(position_of(*random_case(seed))) for seed in range(60)]
    plain = [
        sum(
            min(area.free.bit_count(), sum(s.count * s.tile.area for s in each.stock) + each.silver)
            for area in each.areas
        )
        for each in problems
    ]
    bounds = [covering_bound(each, CELLS) for each in problems]
    assert sum(bound < room for bound, room in zip(bounds, plain, strict=True)) > 5


@pytest.mark.slow
@settings(max_examples=cases(100))
@given(generators)
def test_bounds_hold_for_all_objectives(choose: random.Random) -> None:
    position = random_custom_position(choose)
    levels = random_objective(choose).levels
    best = best_of(all_outcomes(position), levels)
    problem = compile_problem(position)
    assert covering_bound(problem, levels[0]) >= best.values[0]
    assert fewest_tiles(problem, levels[0], best.values[0]) <= best.tiles


def test_cells_that_cost_refute_nothing() -> None:
    problem = compile_problem(tetrominoes(10, 6, Tx=15))
    assert covering_bound(problem, Weights(cells=Fraction(-1))) == 0
