"""What the model relies on to be small, proven by looking at all cases of random boards."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings

from odin_solver.components import TILES, Color, board
from odin_solver.linear.cpsat import cp_model_of, new_solver
from odin_solver.linear.model import LinearModel
from odin_solver.placement.gains import value
from odin_solver.placement.model.build import build_model
from odin_solver.placement.model.constraints.adjacency import add_adjacency
from odin_solver.placement.model.constraints.income_diagonals import add_income_diagonals
from odin_solver.placement.model.constraints.no_overlap import add_no_overlap
from odin_solver.placement.model.constraints.placing_order import add_placing_order
from odin_solver.placement.model.variables import make_variables
from odin_solver.placement.objective import Objective, Weights, choose_objective
from odin_solver.placement.problem import TileStock, _has_a_turn, compile_problem, trivial_bound
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.geometry import Grid, grid_of
from odin_solver.rules.position import Position
from tests import reference
from tests.placement.model import random_positions
from tests.placement.model.exhaustive import all_outcomes, best_of
from tests.placement.model.inprocess import solve_in_process
from tests.placement.model.layouts import diagonal_board, random_pieces
from tests.placement.model.random_positions import generators, random_position, random_weight
from tests.profiles import cases
from tests.strategies import FOOD, GREEN

EVERYTHING_COUNTS = Weights(cells=Fraction(1))
"""With this level no placement is idle, and none is left out."""

# --- which placements have a turn ----------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(generators)
def test_placements_with_a_turn_need_no_order_on_one_diagonal(choose: random.Random) -> None:
    corner = diagonal_board(choose, 1)
    grid = grid_of(corner)
    pieces = [each for each in random_pieces(choose, corner) if _has_a_turn(grid, grid.mask(each))]
    if reference.together_is_legal(corner, (), pieces):
        assert reference.some_order_is_legal(corner, (), pieces)


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(generators)
def test_placements_without_a_turn_are_in_no_order(choose: random.Random) -> None:
    corner = diagonal_board(choose, choose.choice([1, 1, 2]))
    grid = grid_of(corner)
    pieces = random_pieces(choose, corner, 4)
    if reference.some_order_is_legal(corner, (), pieces):
        assert all(_has_a_turn(grid, grid.mask(each)) for each in pieces)


@pytest.mark.slow
@settings(max_examples=cases(15, 1000))
@given(random_positions.positions)
def test_every_piece_of_a_legal_layout_is_a_listed_placement(position: Position) -> None:
    problem = compile_problem(position)
    kinds = {stock.tile.id: number for number, stock in enumerate(problem.stock)}
    seen = set()
    layouts = reference.reachable_layouts(position, position.rules.simultaneous, merged=True)
    for after in layouts:
        for area, state in zip(problem.areas, after.boards, strict=True):
            for piece in state.pieces[len(area.state.pieces) :]:
                if piece.tile.id in kinds:
                    seen.add((area.number, kinds[piece.tile.id], area.grid.mask(piece.cells)))
    listed = {
        (area.number, kind, mask)
        for area in problem.areas
        for kind, masks in enumerate(area.placements)
        for mask in masks
    }
    assert seen <= listed


# --- touching ------------------------------------------------------------------------------------


def conflicts(grid: Grid, one: int, other: int) -> bool:
    """Whether two placements overlap or share an edge, cell by cell."""
    cells = set(grid.cells(other))
    beside = {near for cell in grid.cells(one) for near in reference.edge_neighbours(cell)}
    return bool(one & other) or bool(beside & cells)


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(generators)
def test_cliques_are_just_the_pairs_that_touch(choose: random.Random) -> None:
    position = random_position(choose, limit=None, most_boards=1, placed=choose.random() < 0.3)
    names = choose.sample([*GREEN, "skin_and_bones", *FOOD, "milk", "chest", "silverware"], 6)
    position = replace(position, supply=dict.fromkeys(names, 2) | {"silver": 1})
    problem = compile_problem(position)
    model = LinearModel()
    variables = make_variables(problem, model, [EVERYTHING_COUNTS])
    add_adjacency(model, variables, problem)
    assert not model.constraints
    found = {pair for clique in model.cliques for pair in combinations(sorted(clique), 2)}
    overlapping = set()
    touching = set()
    for area in variables.areas:
        apart = reference.apart_colors(area.area.state.board)
        for one, other in combinations(area.choices, 2):
            color = problem.stock[one.kind].tile.color
            if one.cells & other.cells:
                overlapping.add((one.var, other.var))
            elif (
                color == problem.stock[other.kind].tile.color
                and color in apart
                and conflicts(area.area.grid, one.cells, other.cells)
            ):
                touching.add((one.var, other.var))
    assert touching <= found <= touching | overlapping


@pytest.mark.slow
def test_cliques_on_every_board() -> None:
    for name in ("home", "greenland", "faroe_islands", "mull"):
        position = Position(
            boards=(BoardState(board(name)),), supply={"oil": 2, "hide": 1, "wool": 1, "amber": 1}
        )
        problem = compile_problem(position)
        model = LinearModel()
        variables = make_variables(problem, model, [EVERYTHING_COUNTS])
        add_adjacency(model, variables, problem)
        (area,) = variables.areas
        grid = area.area.grid
        cells = {choice.var: choice.cells for choice in area.choices}
        pairs = {pair for clique in model.cliques for pair in combinations(clique, 2)}
        assert all(conflicts(grid, cells[one], cells[other]) for one, other in pairs)
        beside = {var: grid.edge_neighbours(mask) for var, mask in cells.items()}
        wanted = {
            (one, other)
            for one, other in combinations(cells, 2)
            if beside[one] & cells[other] and not cells[one] & cells[other]
        }
        assert wanted <= pairs


# --- order on two diagonals ----------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=cases(60))
@given(generators)
def test_times_exist_exactly_if_an_order_exists(choose: random.Random) -> None:
    corner = diagonal_board(choose, choose.choice([1, 2, 2, 2]))
    grid = grid_of(corner)
    pieces = random_pieces(choose, corner, 4)
    if choose.random() < 0.8:  # all income cells supported: only the order is in question
        supported = set().union(*pieces)
        for _ in range(10):
            if reference.together_is_legal(corner, (), pieces):
                break
            pieces = [
                *pieces,
                *(frozenset({c}) for c in reference.needed(corner, supported) - supported),
            ]
            supported = set().union(*pieces)
    pieces = pieces[:6]
    masks = [grid.mask(each) for each in pieces]
    empty = compile_problem(Position(boards=(BoardState(corner),)))
    (area,) = empty.areas
    kept = [mask for mask in masks if _has_a_turn(grid, mask)]
    problem = replace(
        empty,
        stock=tuple(TileStock(TILES["chest"], 1) for _ in kept),
        areas=(replace(area, placements=tuple((mask,) for mask in kept)),),
    )
    model = LinearModel()
    variables = make_variables(problem, model, [EVERYTHING_COUNTS])
    add_no_overlap(model, variables)
    add_income_diagonals(model, variables)
    add_placing_order(model, variables, problem)
    for choice in variables.areas[0].choices:
        model.add_constraint({choice.var: 1}, lower=1)
    from ortools.sat.python import cp_model

    program, _ = cp_model_of(model)
    status = new_solver(workers=1).solve(program)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    feasible = len(kept) == len(masks) and status != cp_model.INFEASIBLE
    assert feasible == reference.some_order_is_legal(corner, (), pieces)


# --- bounds and counts ---------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=cases(15, 4000))
@given(generators, random_positions.objectives)
def test_trivial_bound_is_never_exceeded(choose: random.Random, objective: Objective) -> None:
    position = random_position(choose, limit=200)
    problem = compile_problem(position)
    outcomes = all_outcomes(position)
    for weights in objective.levels:
        best = max(value(weights, each.gains) for each in outcomes)
        assert best <= trivial_bound(problem, weights)


@pytest.mark.slow
@settings(max_examples=cases(10, 500))
@given(generators)
def test_counts_are_cut_only_where_more_is_of_no_use(choose: random.Random) -> None:
    position = random_position(choose, limit=300, most_boards=2)
    plenty = choose.choice([30, 10_000])
    small = [board(name) for name in ("shed",)] if choose.random() < 0.3 else []
    supply = {
        name: count if TILES[name].copies else plenty for name, count in position.supply.items()
    }
    supply = dict(list(supply.items())[:3])
    position = replace(
        position, boards=(*position.boards, *(BoardState(each) for each in small)), supply=supply
    )
    weights = {f"keep.{name}": random_weight(choose) for name in supply if choose.random() < 0.5}
    weights |= random_positions.random_weights(choose)
    objective = choose_objective(Position(), choose.choice(["custom", "final", "income"]), weights)
    try:
        wanted = best_of(all_outcomes(position, 6000), objective.levels)
    except reference.TooManyLayouts:
        return
    answer = solve_in_process(position, objective)
    assert (answer.values, answer.tiles, answer.silver) == (
        wanted.values,
        wanted.tiles,
        wanted.silver,
    )


def test_ten_thousand_silver_are_no_more_than_the_cells() -> None:
    supply = {"silver": 10_000, "ore": 10_000, "oil": 10_000, "robe": 10_000, "wood": 10_000}
    position = Position(
        boards=tuple(BoardState(board(name)) for name in ("home", "iceland", "shed")), supply=supply
    )
    problem = compile_problem(position)
    free = sum(area.free.bit_count() for area in problem.areas)
    assert problem.silver == problem.ore == free
    assert {stock.tile.id: stock.count for stock in problem.stock} == {
        "oil": free // 2,
        "robe": free // 9,
    }
    few = compile_problem(replace(position, supply=supply | {"silver": free, "ore": free}))
    final = choose_objective(position, "final").levels
    assert build_model(problem, final).linear == build_model(few, final).linear


def test_ten_thousand_silver_are_kept_and_counted() -> None:
    position = Position(boards=(BoardState(board("stone_house")),), supply={"silver": 10_000})
    objective = choose_objective(position, "custom", {"keep.silver": Fraction(1, 3)})
    answer = solve_in_process(position, objective)
    assert answer.values == (Fraction(10_000, 3),)
    greedy = choose_objective(position, "custom", {"keep.silver": Fraction(-1)})
    assert solve_in_process(position, greedy).values == (Fraction(13 - 10_000),)


def test_colors_of_the_model_are_those_of_the_rules() -> None:
    assert {str(color) for color in Color} >= reference.BOARD_COLORS | reference.BUILDING_COLORS
