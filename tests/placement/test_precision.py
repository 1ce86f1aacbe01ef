"""Weights far apart: levels are split, solved exactly or refused."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings

from odin_solver.components import board
from odin_solver.errors import InputError
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, Weights, preset
from odin_solver.placement.precision import (
    EXACT_RANGE,
    HIGHS_RANGE,
    LevelPart,
    range_in_units,
    split_objective,
)
from odin_solver.placement.problem import Problem, compile_problem
from odin_solver.placement.solution import Limits, Progress, Status
from odin_solver.placement.solve import solve
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position
from tests.placement.asking import ask
from tests.placement.conftest import Raced
from tests.placement.model import random_positions
from tests.placement.model.exhaustive import all_outcomes, best_of
from tests.placement.model.inprocess import solve_in_process
from tests.profiles import cases
from tests.timing import HANGING

ORKNEY = Position(
    boards=(BoardState(board("orkney")),),
    supply={"oil": 3, "hide": 2, "rune_stone": 2, "wool": 2, "silver": 3, "chest": 1},
)
CELLS, POINTS = Fraction(1_000_000), Fraction(1, 999_983)
FAR_APART = {"cells": CELLS, "points": POINTS}


def random_wide_weights(choose: random.Random) -> Weights:
    """Weights of very different sizes, some of them nearly multiples of each other."""
    sizes = [Fraction(choose.choice([1, 7, 999_983])), Fraction(1, choose.choice([1, 999_983]))]
    sizes += [Fraction(1_000_000), Fraction(1)]
    weights = Weights()
    for key, weight in random_positions.random_weights(choose).items():
        near = choose.choice([0, 0, 0, 1, -1]) * choose.choice(sizes)
        weights = weights.with_weight(key, weight * choose.choice(sizes) + near)
    return weights


def parts_of(problem: Problem, weights: Weights) -> tuple[LevelPart, ...] | None:
    """Return the parts of a level; None if it is refused."""
    try:
        return split_objective(problem, Objective("wide", (weights,)))
    except InputError:
        assert range_in_units(problem, weights) > EXACT_RANGE
        return None


@pytest.mark.slow
@settings(max_examples=cases(25))
@given(random_positions.positions, random_positions.generators)
def test_parts_rank_layouts_as_the_level_does(position: Position, choose: random.Random) -> None:
    problem = compile_problem(position)
    weights = random_wide_weights(choose)
    parts = parts_of(problem, weights)
    if parts is None:
        return
    assert all(range_in_units(problem, part.weights) <= EXACT_RANGE for part in parts)
    values = {}
    for outcome in all_outcomes(position):
        by_part = outcome.values([part.weights for part in parts])
        whole = value(weights, outcome.gains)
        assert sum(part.factor * reached for part, reached in zip(parts, by_part, strict=True)) == (
            whole
        )
        values[whole] = by_part
    ranked = [values[whole] for whole in sorted(values)]
    assert ranked == sorted(ranked)


@pytest.mark.slow
@settings(max_examples=cases(15))
@given(random_positions.positions, random_positions.generators)
def test_wide_weights_are_maximised_exactly(position: Position, choose: random.Random) -> None:
    weights = random_wide_weights(choose)
    parts = parts_of(compile_problem(position), weights)
    if parts is None:
        return
    levels = tuple(part.weights for part in parts)
    answer = solve_in_process(position, Objective("wide", levels))
    wanted = best_of(all_outcomes(position), (weights,)).values[0]
    factors = [part.factor for part in parts]
    assert sum(a * b for a, b in zip(factors, answer.values, strict=True)) == wanted


def test_ordinary_levels_stay_whole() -> None:
    problem = compile_problem(ORKNEY)
    for name in ("final", "income", "bonus", "cover"):
        objective = preset(name)
        parts = split_objective(problem, objective)
        assert [part.weights for part in parts] == list(objective.levels)


def test_a_level_is_split_where_nothing_outweighs_a_unit() -> None:
    weights = Weights(cells=CELLS, points=POINTS)
    parts = split_objective(compile_problem(ORKNEY), Objective("far", (weights,)))
    assert parts == (
        LevelPart(0, Fraction(1_000_000), Weights(cells=Fraction(1))),
        LevelPart(0, Fraction(1), Weights(points=Fraction(1, 999_983))),
    )


def test_what_cannot_be_exact_is_refused() -> None:
    weights = {
        "cells": Fraction(999_999) + Fraction(123_456, 999_983),
        "points": Fraction(618_033) + Fraction(333_331, 999_983),
        "income": Fraction(777_777) + Fraction(500_000, 999_983),
        "silver": -Fraction(333_333) - Fraction(77_777, 999_983),
    }
    with pytest.raises(InputError, match=r"at most 10.12 times their common unit") as caught:
        solve(ORKNEY, "custom", weights=weights)
    assert len(str(caught.value)) < 200


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_weights_far_apart_are_proven_exactly(workers: int) -> None:
    reports: list[Progress] = []
    limits = Limits(HANGING, workers)
    solution = solve(ORKNEY, "custom", weights=FAR_APART, limits=limits, on_progress=reports.append)
    assert solution.status == Status.OPTIMAL
    gained = gains(solution.before, solution.after)
    cells, points = gained.cells, gained.points
    assert solution.value == solution.bound == cells * 1_000_000 + Fraction(points, 999_983)
    # All tiles fit, 31 cells; the most points among them by an objective of their own.
    assert cells == 31
    assert points == solve(ORKNEY, "custom", weights={"points": Fraction(1)}).value
    assert all(report.level == 0 for report in reports)
    assert all(report.bound >= solution.value for report in reports if report.bound is not None)


def test_highs_stays_out_where_it_is_not_precise(raced: Raced) -> None:
    weights = {
        "cells": Fraction(999) + Fraction(1_234, 9_973),
        "points": Fraction(618) + Fraction(3_333, 9_973),
        "income": Fraction(777) + Fraction(5_000, 9_973),
        "silver": -Fraction(333) - Fraction(777, 9_973),
    }
    problem = compile_problem(ORKNEY)
    level = Weights()
    for key, weight in weights.items():
        level = level.with_weight(key, weight)
    assert range_in_units(problem, level) > HIGHS_RANGE
    assert len(split_objective(problem, Objective("wide", (level,)))) == 1
    ask(ORKNEY, "custom", weights=weights, ties=False)
    assert {entry.engine for entry, _ in raced} == {"cp-sat"}
