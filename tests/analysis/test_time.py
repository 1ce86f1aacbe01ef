"""Time of the parts of an analysis."""

import time

import pytest

from odin_solver.analysis import Analyst
from odin_solver.components import board
from odin_solver.placement.solution import Limits
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Position

PARTS = ["best", "lines", "values", "gains"]


@pytest.fixture
def asked() -> Analyst:
    """An analyst with 110 s."""
    return Analyst(Position((BoardState(board("faroe_islands")),), {}), limits=Limits(110))


def begin(analyst: Analyst, part: str, seconds: float) -> float:
    """Begin a part that many seconds after the first question; return when it must end."""
    analyst.began = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", lambda: seconds)
        analyst.begin(part, PARTS)
    return analyst.horizon


@pytest.mark.slow
def test_parts_that_need_their_time_use_all_of_it(asked: Analyst) -> None:
    ends = [begin(asked, "best", 0)]
    assert ends[0] == pytest.approx(50)
    _ = asked.best
    for part in PARTS[1:]:
        ends.append(begin(asked, part, ends[-1]))
    assert ends == pytest.approx([50, 70, 90, 110])


@pytest.mark.slow
def test_a_part_that_took_too_long_shortens_all_later_ones(asked: Analyst) -> None:
    _ = asked.best
    assert begin(asked, "lines", 80) == pytest.approx(90)
    assert begin(asked, "values", 90) == pytest.approx(100)
    assert begin(asked, "gains", 200) == pytest.approx(200)


def test_a_part_also_has_the_time_of_the_best_placement_it_searches_for(asked: Analyst) -> None:
    assert begin(asked, "lines", 0) == pytest.approx(70)
    assert asked.best_seconds == pytest.approx(50)
