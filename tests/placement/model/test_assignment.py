"""Layouts as values of the variables: hints are complete, and mean what they came from."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from odin_solver.components import board
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model.build import PlacementModel, assignment, build_model, laid_pieces
from odin_solver.placement.model.messages import FromEngine, Incumbent
from odin_solver.placement.model.objective import weighted_sum
from odin_solver.placement.model.worker import _Reports
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import Laid, Problem, compile_problem, in_placing_order, layout
from odin_solver.placement.reductions import identical_areas, idle_cells
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from tests.placement.model import random_positions
from tests.placement.model.inprocess import violated_constraints
from tests.placement.model.layouts import counted, laid_of, searched_layouts, some_layouts
from tests.profiles import cases


def check_hint(problem: Problem, objective: Objective, laid: tuple[Laid, ...]) -> None:
    for tied in (False, True):
        check_values(build_model(problem, objective.levels, tied=tied), objective, laid)


def check_values(model: PlacementModel, objective: Objective, laid: tuple[Laid, ...]) -> None:
    problem = model.problem
    values = assignment(model, laid)
    assert violated_constraints(model.linear, values) == []
    kept = laid_pieces(model, values.__getitem__)
    idle = any(idle_cells(problem, area, objective.levels) for area in problem.areas)
    if not idle and not identical_areas(problem):
        assert counted(kept) == counted(laid)
    after = layout(problem, in_placing_order(problem, kept))
    assert not position_violations(after)
    before, found = (gains(problem.position, layout(problem, each)) for each in (laid, kept))
    for weights in objective.levels:
        total = weighted_sum(problem, model.variables, weights)
        assert total.value(values.__getitem__) == value(weights, found) >= value(weights, before)


@pytest.mark.slow
@settings(max_examples=cases(10, 1500))
@given(random_positions.generators, random_positions.positions, random_positions.objectives)
def test_hints_of_random_layouts(
    choose: random.Random, position: Position, objective: Objective
) -> None:
    problem = compile_problem(position)
    for after in some_layouts(choose, position, 4):
        laid = laid_of(problem, after)
        check_hint(problem, objective, laid)
        check_hint(problem, objective, in_placing_order(problem, laid))


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(random_positions.generators)
def test_hints_on_boards_with_two_diagonals(choose: random.Random) -> None:
    position = random_positions.random_position(
        choose, diagonals=2, most_boards=2, simultaneous=choose.random() < 0.3
    )
    problem = compile_problem(position)
    objective = random_positions.random_objective(choose)
    for after in some_layouts(choose, position, 4):
        check_hint(problem, objective, in_placing_order(problem, laid_of(problem, after)))


SUPPLY = {"oil": 2, "hide": 2, "wool": 1, "robe": 1, "chest": 2, "silk": 1, "jewelry": 1}
SUPPLY |= {"helmet": 1, "belt": 1, "peas": 2, "milk": 1, "silver": 12, "ore": 4}
SUPPLY |= {"wood": 3, "stone": 3, "rune_stone": 3, "silverware": 2, "spices": 1}


@pytest.mark.slow
def test_hints_of_the_local_search() -> None:
    boards = ("home", "greenland", "stone_house", "shed")
    position = Position(
        boards=tuple(BoardState(board(name)) for name in boards), supply=SUPPLY, round=5
    )
    for name in ("final", "score"):
        objective = choose_objective(position, name)
        for start in (position, replace(position, supply={**SUPPLY, "silver": 100})):
            problem = compile_problem(start)
            for laid in searched_layouts(problem, objective)[:2]:
                check_hint(problem, objective, laid)


def test_a_layout_counts_with_its_best_feast() -> None:
    """A solver may come by a layout with a poorer one."""
    position = Position(
        (BoardState(board("stone_house")),), {"peas": 1, "mead": 2, "silver": 3}, round=4, banquet=5
    )
    objective = choose_objective(position)
    problem = compile_problem(position)
    model = build_model(problem, objective.levels)
    values = assignment(model, ())
    total = weighted_sum(problem, model.variables, objective.levels[0])
    best = total.value(values.__getitem__)
    (stock,) = model.variables.stocks
    assert stock.empty is not None
    for name, served in stock.served.items():
        values[stock.kept[name][-1]] += values[served]
        values[served] = 0
    for turned in stock.lengthwise.values():
        values[turned] = 0
    values[stock.empty] = 5
    assert violated_constraints(model.linear, values) == []
    assert total.value(values.__getitem__) < best
    told: list[FromEngine] = []
    _Reports(model, total, told.append).solution(values.__getitem__)
    assert told == [Incumbent(best, ())]
    assert best == value(objective.levels[0], gains(position, position))
