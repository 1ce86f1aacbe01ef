"""Positions compiled for a search."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings

from odin_solver.components import TILES, board
from odin_solver.placement.objective import Weights, preset
from odin_solver.placement.problem import (
    ORE,
    SILVER,
    WOOD,
    Laid,
    compile_problem,
    in_placing_order,
    layout,
    trivial_bound,
)
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.geometry import grid_of
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests import reference
from tests.placement.model.layouts import laid_of, some_layouts
from tests.placement.model.random_positions import generators, random_position
from tests.profiles import cases
from tests.reference import put

HOME = board("home")


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(generators)
def test_placements_are_those_that_are_legal_alone(choose: random.Random) -> None:
    """With everything below and left of them covered, just these could be placed next."""
    position = random_position(choose, limit=None, simultaneous=True)
    problem = compile_problem(position)
    listed = {stock.tile.id for stock in problem.stock}
    fits = set()
    for area in problem.areas:
        state = area.state
        for name, count in position.supply.items():
            tile = TILES[name]
            if tile.kind in ("filler", "resource") or not count:
                continue
            legal = {
                area.grid.mask(cells)
                for cells in reference.places(state.board, tile)
                if reference.pieces_fit(state.board, (*state.pieces, Piece(tile, tuple(cells))))
            }
            if legal:
                fits.add(name)
            if name in listed:
                kind = [stock.tile.id for stock in problem.stock].index(name)
                assert set(area.placements[kind]) == legal
                assert len(area.placements[kind]) == len(legal)
            else:
                assert not legal
    assert listed == fits


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(generators)
def test_areas(choose: random.Random) -> None:
    position = random_position(choose, limit=None)
    problem = compile_problem(position)
    for number, (area, state) in enumerate(zip(problem.areas, position.boards, strict=True)):
        covered = reference.covered_by(state.pieces)
        assert area.number == number
        assert set(area.grid.cells(area.covered)) == covered
        assert set(area.grid.cells(area.free)) == reference.existing(state.board) - covered
        assert area.must == 0
        assert area.takes_silver
        assert area.takes_ore == (not state.board.is_building)


def test_must_is_what_income_still_needs() -> None:
    state = BoardState(HOME, (put(HOME, "wool", "b2:c3"),))
    (area,) = compile_problem(Position(boards=(state,))).areas
    assert area.must == grid_of(HOME).mask(reference.cells_named(HOME, "a1 b1 c1 a2 a3"))


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(generators)
def test_layouts_and_their_order(choose: random.Random) -> None:
    position = random_position(choose, limit=None)
    problem = compile_problem(position)
    for after in some_layouts(choose, position, 4):
        laid = list(laid_of(problem, after))
        assert layout(problem, laid) == after or position.supply != after.supply
        again = layout(problem, laid)
        assert (again.boards, dict(again.supply)) == (after.boards, dict(after.supply))
        choose.shuffle(laid)
        ordered = in_placing_order(problem, laid)
        assert sorted(ordered) == sorted(laid)
        assert [each.area for each in ordered] == sorted(each.area for each in laid)
        assert position_violations(layout(problem, ordered)) == []


def test_pieces_of_a_layout() -> None:
    houses = Position(
        boards=(BoardState(HOME), BoardState(board("shed"))),
        supply={"silver": 2, "ore": 1, "wood": 1, "oil": 1},
    )
    problem = compile_problem(houses)
    grid = grid_of(HOME)
    a1, b1 = (grid.bit(cell) for cell in reference.cells_named(HOME, "a1 b1"))
    after = layout(problem, [Laid(0, SILVER, a1), Laid(0, ORE, b1), Laid(1, WOOD, 0)])
    assert after.boards[0].pieces == (put(HOME, "silver", "a1"), put(HOME, "ore", "b1"))
    assert after.boards[1].pieces == (Piece(TILES["wood"]),)
    assert after.supply == {"silver": 1, "oil": 1}


def test_nothing_to_place() -> None:
    problem = compile_problem(Position())
    assert (problem.stock, problem.silver, problem.ore, problem.areas) == ((), 0, 0, ())
    assert trivial_bound(problem, preset("final").levels[0]) == 0
    home = compile_problem(Position(boards=(BoardState(HOME),), supply={"peas": 3}))
    assert home.stock == ()
    assert trivial_bound(home, Weights(income=Fraction(1))) == 0
