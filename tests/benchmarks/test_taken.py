"""What is said of the next players, against what they do in games of bots."""

from statistics import fmean

import pytest

from benchmarks.taken import Forecast, forecasts, left, reliability
from odin_solver.planner.calibration import likely
from tests.game.test_seats import begun


def test_what_is_left() -> None:
    game = begun(3, "use beans", "use mead")
    found = left(game.state)
    assert {"milk", "shetland", "long_house", "crucifix"} <= found
    assert not {"beans", "mead"} & found


def test_a_line_says_more_of_what_happens_more() -> None:
    called = [likely(tenths / 10) for tenths in range(11)]
    assert called == sorted(called)
    assert called[0] == 0
    rows = reliability([Forecast("beans", 0.3, came=False), Forecast("mead", 0.3, came=True)])
    assert rows == [(f"{100 * likely(0.3):.0f}", "30", "50.0 ± 50.0", "2")]


@pytest.mark.slow
def test_what_is_called_likely_comes_true() -> None:
    found = [
        each
        for seed, bots in enumerate([(3, 2, 1), (3, 3), (3, 3, 3)])
        for each in forecasts(bots, "short", 40 + seed, 40)
    ]
    for low, high in ((0.05, 0.15), (0.15, 0.3), (0.3, 0.7)):
        some = [each for each in found if low <= each.likely < high]
        called = fmean(each.likely for each in some)
        assert fmean(each.came for each in some) == pytest.approx(called, abs=0.1)
        assert len(some) > 30
