"""Gaps: part of a layout taken away and filled again, against looking at all ways to fill it."""

import random

import pytest
from hypothesis import assume, given, settings

from odin_solver.components import board
from odin_solver.placement.gains import gains, value
from odin_solver.placement.model import neighbourhood
from odin_solver.placement.model.neighbourhood import NeighbourhoodSearch
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import Laid, compile_problem, layout
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests import reference
from tests.placement.model import random_positions
from tests.placement.model.exhaustive import outcome, pieces_of
from tests.placement.model.inprocess import RulesBroken, checked, make_job, run_job, value_of
from tests.placement.model.layouts import laid_of, searched_layouts, some_layouts, without
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


def has_one_diagonal(position: Position) -> bool:
    return all(len(state.board.income) < 2 for state in position.boards)


@pytest.mark.slow
@settings(max_examples=cases(10, 1000))
@given(random_positions.generators)
def test_gaps_are_filled_in_the_best_way(choose: random.Random) -> None:
    position = random_positions.random_position(choose, limit=400, most_boards=2)
    objective = random_positions.random_objective(choose)
    try:
        layouts = some_layouts(choose, position, 3)
        for after in layouts:
            part = without(position, after, choose)
            try:
                assert_gap_is_filled_best(position, part, objective)
            except RulesBroken:
                # Where diagonals cross, the search itself looks at the order; see below.
                if has_one_diagonal(position) or position.rules.simultaneous:
                    raise
    except reference.TooManyLayouts:
        assume(False)


def steps_are_sound(
    position: Position, objective: Objective, laid: tuple[Laid, ...], seed: int, steps: int
) -> tuple[tuple[Laid, ...], ...]:
    """Take steps: every layout is legal, none is worse than the one before."""
    problem = compile_problem(position)
    search = NeighbourhoodSearch(problem, objective.levels, (), seed, laid)
    before = tuple(value_of(position, weights, laid) for weights in objective.levels)
    found = []
    for _ in range(steps):
        if not search.step():
            break
        checked(position, search.laid)
        values = tuple(value_of(position, weights, search.laid) for weights in objective.levels)
        assert all(new >= old for new, old in zip(values, before, strict=True))
        before = values
        found.append(search.laid)
    return tuple(found)


@pytest.mark.slow
@settings(max_examples=cases(30))
@given(random_positions.generators)
def test_steps_on_small_boards(choose: random.Random) -> None:
    position = random_positions.random_position(choose, limit=600, most_boards=2)
    objective = random_positions.random_objective(choose)
    laid = laid_of(compile_problem(position), some_layouts(choose, position, 1)[-1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(neighbourhood, "FIRST_SIZE", 2)
        steps_are_sound(position, objective, laid, choose.randrange(100), 4)


@pytest.mark.slow
def test_steps_on_real_boards() -> None:
    position = Position(
        boards=tuple(BoardState(board(name)) for name in ("greenland", "stone_house")),
        supply={"oil": 2, "hide": 1, "chest": 2, "silk": 1, "peas": 1, "silver": 9, "ore": 2},
    )
    objective = choose_objective(position, "income")
    problem = compile_problem(position)
    found = searched_layouts(problem, objective)[0]
    first = steps_are_sound(position, objective, found, 3, 8)
    assert len(first) == 8
    assert steps_are_sound(position, objective, found, 3, 8) == first
