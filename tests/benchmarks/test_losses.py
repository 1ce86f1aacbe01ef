"""What layouts lose against the best known."""

from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.losses import best_known, loss_at, main
from benchmarks.results import About, PlacementResults, save
from benchmarks.suite import FRESH, FULL_55
from tests.benchmarks.test_placement_bench import RUN, other

BEST = [Fraction(20), Fraction(4)]


@pytest.mark.parametrize(
    ("trace", "values", "seconds", "loss"),
    [
        ([(1.0, 0, "18")], ["19", "0"], 0.5, 1.0),
        ([(1.0, 0, "18"), (3.0, 0, "19")], ["19", "0"], 2.0, 0.1),
        ([(1.0, 0, "18"), (3.0, 0, "19")], ["19", "0"], 3.0, 0.05),
        ([(1.0, 0, "20"), (2.0, 1, "3")], ["20", "3"], 9.0, 0.25),
        ([(1.0, 0, "19"), (2.0, 1, "9")], ["19", "9"], 9.0, 0.05),
    ],
)
def test_the_loss_at_a_time(
    trace: list[tuple[float, int, str]], values: list[str], seconds: float, loss: float
) -> None:
    assert loss_at(other(trace=trace, values=values), seconds, BEST) == pytest.approx(loss)


def test_the_best_known_value_may_be_that_of_another_contender(tmp_path: Path) -> None:
    better = other(values=["10", "5"])
    assert best_known([RUN, better]) == [10, 5]
    path = tmp_path / "results.json"
    about = About(FRESH, FULL_55, ["home"], 50, "final", ["0", "0"])
    nothing = other(instance="fresh-y", contender="ours", values=[], trace=[], outcome="none")
    instances = {"fresh-x": about, "fresh-y": about}
    save(PlacementResults(instances=instances, runs=[RUN, better, nothing]), path)
    assert CliRunner().invoke(main, [str(path), "--at", "nan"]).exit_code == 2
    done = CliRunner().invoke(main, [str(path), "--at", "10"])
    assert done.exit_code == 0
    assert "10 s: median 20.00%, mean 20.00% of 1 runs" in done.output
