"""Gaps: part of a layout taken away and filled again, against looking at all ways to fill it."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import assume, given, settings

from odin_solver.beam import BeamSearch
from odin_solver.components import board
from odin_solver.model.build import build_model
from odin_solver.model.neighbourhood import Neighbourhoods
from odin_solver.objective import Objective, choose_objective, gains, value
from odin_solver.position import BoardState, Position
from odin_solver.problem import compile_problem, in_placing_order, layout
from odin_solver.rules.layout import position_violations
from tests import reference
from tests.model import random_positions
from tests.model.exhaustive import outcome, pieces_of
from tests.model.inprocess import RulesBroken, checked, make_job, run_job
from tests.model.laying import laid_of, some_layouts, without
from tests.profiles import cases


def assert_gap_is_filled_best(position: Position, part: Position, objective: Objective) -> None:
    """The best filling of a gap: no other legal layout with the pieces that stayed is better."""
    stayed = pieces_of(part)
    outcomes = [
        outcome(position, after)
        for after in reference.reachable_layouts(position, position.rules.simultaneous)
        if all(kept <= lying for kept, lying in zip(stayed, pieces_of(after), strict=True))
    ]
    weights = objective.levels[0]
    best = max(value(weights, each.gains) for each in outcomes)
    record = run_job(make_job(part, weights))
    part_problem = compile_problem(part)
    filled = layout(part_problem, record.laid)
    whole = compile_problem(position)
    laid = checked(position, laid_of(whole, filled))
    assert value(weights, gains(position, layout(whole, laid))) == best


@settings(max_examples=cases(120))
@given(random_positions.generators)
def test_gaps_are_filled_in_the_best_way(choose: random.Random) -> None:
    position = random_positions.random_position(choose, limit=400, most_boards=2)
    objective = random_positions.random_objective(choose)
    try:
        layouts = some_layouts(choose, position, 3)
        for after in layouts:
            assert_gap_is_filled_best(position, without(position, after, choose), objective)
    except reference.TooManyLayouts:
        assume(False)


def test_improving_a_layout() -> None:
    position = Position(
        boards=tuple(BoardState(board(name)) for name in ("iceland", "stone_house")),
        supply={"oil": 2, "hide": 1, "chest": 2, "silk": 1, "peas": 1, "silver": 3, "ore": 2},
    )
    objective = choose_objective(position, "income")
    problem = compile_problem(position)
    found = next(each for each in BeamSearch(problem, objective, 0).layouts(1000) if each)
    laid = found[1]
    before = found[0]
    for better in islice(Neighbourhoods(problem, objective.levels, 3).improve(laid), 15):
        after = layout(problem, in_placing_order(problem, better))
        assert position_violations(after) == []
        assert min(after.supply.values(), default=0) >= 0
        values = tuple(value(w, gains(position, after)) for w in objective.levels)
        assert all(new >= old for new, old in zip(values, before, strict=True))
        before = values
