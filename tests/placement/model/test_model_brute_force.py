"""The model against looking at all layouts of random small positions.

``HYPOTHESIS_PROFILE=nightly python -m pytest tests/placement/model/test_model_brute_force.py``
tries some
thousands of them, HiGHS included.
"""

from fractions import Fraction
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.linear import cpsat, highs
from odin_solver.linear.engine import Engine, SearchTask
from odin_solver.linear.solvers import SolverName
from odin_solver.placement.model import worker
from odin_solver.placement.objective import Banquet, Objective, Weights
from odin_solver.placement.problem import compile_problem
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests import strategies
from tests.placement.model import random_positions
from tests.placement.model.exhaustive import all_outcomes, best_of, made_small
from tests.placement.model.inprocess import (
    Answer,
    Record,
    make_job,
    solve_in_process,
    solve_with_highs,
)
from tests.profiles import cases
from tests.reference import small_board


def assert_best(
    position: Position, objective: Objective, engine: SolverName = "cp-sat", *, tied: bool = False
) -> Answer:
    """The model's answer is the best there is: all levels, tiles and silver."""
    wanted = best_of(all_outcomes(position), objective.levels)
    solve = solve_with_highs if engine == "highs" else partial(solve_in_process, tied=tied)
    answer = solve(position, objective)
    found = (answer.values, answer.tiles, answer.silver)
    assert found == (wanted.values, wanted.tiles, wanted.silver)
    return answer


@pytest.mark.slow
@settings(max_examples=cases(12, 8000))
@given(random_positions.positions, random_positions.objectives)
def test_the_model_finds_the_best_layout(position: Position, objective: Objective) -> None:
    assert_best(position, objective)


@pytest.mark.slow
@settings(max_examples=cases(12, 8000))
@given(random_positions.positions | random_positions.custom_positions, random_positions.objectives)
def test_tied_cells(position: Position, objective: Objective) -> None:
    assert_best(position, objective, tied=True)


@pytest.mark.slow
@settings(max_examples=cases(12, 8000))
@given(
    random_positions.positions | random_positions.custom_positions,
    random_positions.objectives,
    st.sampled_from([cpsat, highs]),
)
def test_only_better_layouts_are_sought(
    position: Position, objective: Objective, engine: Engine
) -> None:
    """What is reachable stays feasible, and what is not is denied."""
    wanted = best_of(all_outcomes(position), objective.levels).values[0]
    tied = engine is cpsat
    job = make_job(position, objective.levels[0], tied=tied)
    model, goal = worker.model_for(compile_problem(position), job)
    best = int(wanted * goal.scale) - goal.constant
    for cutoff, value in ((best - goal.step, wanted), (best, None)):
        record = Record(model, goal)
        task = SearchTask(
            model.linear, goal, None, 60.0, threads=1, seed=0, by_relaxation=tied, cutoff=cutoff
        )
        assert engine.maximise(task, record)
        assert record.value == value
        assert all(bound >= wanted for bound in record.bounds)
    assert record.bounds[-1] == wanted


@pytest.mark.slow
@settings(max_examples=cases(50))
@given(
    random_positions.generators.map(
        lambda choose: random_positions.random_position(
            choose, diagonals=2, most_boards=1, simultaneous=False
        )
    ),
    random_positions.objectives,
)
def test_boards_with_two_diagonals(position: Position, objective: Objective) -> None:
    assert_best(position, objective)


@pytest.mark.slow
@settings(max_examples=cases(12, 8000))
@given(random_positions.custom_positions, random_positions.objectives)
def test_custom_boards(position: Position, objective: Objective) -> None:
    assert_best(position, objective)


@pytest.mark.slow
@settings(max_examples=cases(30))
@given(random_positions.custom_positions, random_positions.objectives)
def test_highs_on_custom_boards(position: Position, objective: Objective) -> None:
    assert_best(position, objective, "highs")


@pytest.mark.slow
@settings(max_examples=cases(50))
@given(strategies.positions(2, 4, 3, max_tiles=3), random_positions.objectives)
def test_plain_positions(position: Position, objective: Objective) -> None:
    assert_best(made_small(position), objective)


@pytest.mark.slow
@settings(max_examples=cases(30))
@given(random_positions.positions, random_positions.objectives)
def test_highs_finds_the_best_layout(position: Position, objective: Objective) -> None:
    assert_best(position, objective, "highs")


@pytest.mark.slow
def test_highs_is_not_taken_on_trust() -> None:
    # Here the presolve of HiGHS 1.15.1 makes up a solution that breaks a row.
    position = random_positions.random_position(Random(51035))
    assert_best(position, random_positions.random_objective(Random(1)), "highs")


@pytest.mark.slow
def test_highs_is_not_believed_that_there_is_nothing() -> None:
    # Here the presolve of HiGHS 1.15.1 denies that there is a solution.
    position = random_positions.random_position(Random(2251799813685249))
    assert_best(position, random_positions.random_objective(Random(524)), "highs")


@pytest.mark.parametrize(
    "supply", [{"peas": 6}, {"peas": 6, "silver": 1}, {"peas": 3, "flax": 3, "beans": 2}]
)
def test_no_two_tiles_of_a_colour_lie_side_by_side_at_the_feast(supply: dict[str, int]) -> None:
    position = Position(boards=(BoardState(small_board(["-"])),), supply=supply)
    keep = {name: (Fraction(1, 10),) for name in supply}
    weights = Weights(points=Fraction(1), keep=keep, banquet=Banquet(6, paid=True))
    answer = assert_best(position, Objective("feast", (weights,)))
    if supply == {"peas": 6}:  # one, a gap, one, a gap, and one lengthwise; three are kept
        assert answer.values == (Fraction(-6) + Fraction(3, 10),)
