"""The constructive search."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings

from odin_solver.components import board
from odin_solver.placement.constructive.search import BeamSearch
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.problem import Laid, compile_problem, layout
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, RuleOptions
from tests.placement.model.exhaustive import all_outcomes, best_of
from tests.placement.model.random_positions import generators, random_objective, random_position
from tests.profiles import cases

Found = tuple[tuple[Fraction, ...], tuple[Laid, ...]]


def built(position: Position, objective: Objective, rounds: int, seed: int = 0) -> list[Found]:
    problem = compile_problem(position)
    search = BeamSearch(problem, objective, seed).layouts(rounds)
    return [found for found in search if found is not None]


def check(position: Position, objective: Objective, found: list[Found]) -> None:
    """All layouts are legal in their order, worth what is claimed, each better than the last."""
    problem = compile_problem(position)
    last: tuple[Fraction, ...] = ()
    for values, laid in found:
        after = layout(problem, laid)
        assert position_violations(after) == []
        assert min(after.supply.values(), default=0) >= 0
        counted = gains(position, after)
        assert values == tuple(value(weights, counted) for weights in objective.levels)
        assert values > last
        last = values


@pytest.mark.slow
@settings(max_examples=cases(100))
@given(generators)
def test_layouts_are_legal_and_better_and_better(choose: random.Random) -> None:
    position = random_position(choose, limit=None)
    objective = random_objective(choose)
    check(position, objective, built(position, objective, 12, choose.randrange(100)))


@pytest.mark.slow
@settings(max_examples=cases(40))
@given(generators)
def test_never_better_than_the_best(choose: random.Random) -> None:
    position = random_position(choose, limit=500)
    objective = random_objective(choose)
    best = best_of(all_outcomes(position), objective.levels).values
    for values, _ in built(position, objective, 12):
        assert values <= best


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["final", "income", "bonus", "score", "cover"])
@pytest.mark.parametrize("name", ["home", "greenland", "long_house"])
def test_real_boards(name: str, preset: str) -> None:
    supply = {"oil": 2, "chest": 2, "hide": 1, "robe": 1, "peas": 2, "mead": 1, "helmet": 1}
    position = Position(
        boards=(BoardState(board(name)),), supply={**supply, "silver": 6, "ore": 3}, round=4
    )
    objective = choose_objective(position, preset)
    found = built(position, objective, 10)
    assert found
    check(position, objective, found)


def test_a_seed_always_builds_the_same() -> None:
    boards = tuple(BoardState(board(name)) for name in ("iceland", "stone_house"))
    position = Position(boards=boards, supply={"oil": 2, "chest": 1, "silk": 1, "silver": 4})
    objective = choose_objective(position, "final")
    assert built(position, objective, 8, 5) == built(position, objective, 8, 5)
    # a search that is cut off has built the same until then
    assert built(position, objective, 8, 5)[:1] == built(position, objective, 8, 5)[:1]
    short = built(position, objective, 4, 5)
    assert built(position, objective, 8, 5)[: len(short)] == short


@pytest.mark.slow
@settings(max_examples=cases(40))
@given(generators)
def test_both_readings_of_a_step(choose: random.Random) -> None:
    for together in (False, True):
        position = random_position(choose, limit=None, diagonals=2, simultaneous=together)
        assert position.rules == RuleOptions(simultaneous=together)
        objective = choose_objective(position, "income")
        check(position, objective, built(position, objective, 8))


@pytest.mark.parametrize(
    "position",
    [
        Position(),
        Position(supply={"oil": 1, "silver": 3}),
        Position(boards=(BoardState(board("home")),)),
        Position(boards=(BoardState(board("home")),), supply={"peas": 2}),
        Position(boards=(BoardState(board("shed")),), supply={"oil": 2, "silver": 1}),
        Position(boards=(BoardState(board("shed")),), supply={"wood": 2, "stone": 9}),
    ],
)
def test_little_or_nothing_to_place(position: Position) -> None:
    objective = choose_objective(position, "final")
    found = built(position, objective, 4)
    check(position, objective, found)
    used = Counter(each.kind for _, laid in found for each in laid)
    assert sum(used.values()) == sum(
        min(count, 3)
        for name, count in position.supply.items()
        if name in ("wood", "stone") and position.boards
    )


def test_no_free_cells() -> None:
    from tests.reference import put, small_board

    line = small_board(["--"])
    full = BoardState(line, (put(line, "rune_stone", "a1:b1"),))
    position = Position(boards=(full,), supply={"oil": 2, "silver": 1})
    objective = choose_objective(position, "final")
    assert [laid for _, laid in built(position, objective, 3)] == [()]
