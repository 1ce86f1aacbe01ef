"""The upper bound from a process of its own."""

import pytest

from odin_solver.game import Options, State, score_sheet
from odin_solver.game.log import parse
from odin_solver.planner.bounding import BoundProcess
from tests.planner import games


def bound(state: State) -> int | None:
    with BoundProcess(state) as bounding:
        return bounding.result()


@pytest.mark.slow
def test_nobody_scored_more() -> None:
    reached = score_sheet(parse(games.log()).state).total
    found = bound(games.turn(6, 4).state)
    assert found is not None
    assert reached <= found < 200


@pytest.mark.slow
def test_no_bound_with_occupations() -> None:
    state = games.turn(6, 4).state.copy()
    state.options = Options(length="short", cards=frozenset({7}))
    state.hand = (7,)
    assert bound(state) is None


def test_work_that_is_given_up_ends() -> None:
    with BoundProcess(games.turn(1, 7).state) as bounding:
        assert bounding.result(0.0) is None
    assert bounding.ended
