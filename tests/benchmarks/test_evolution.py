"""The evolution of strategies: its coordinates, and the file that it extends."""

import msgspec
import numpy as np
import pytest

from benchmarks.evolution import BEGINNINGS, FEATURES, SCALARS, evolved, start, with_strategy
from odin_solver.rollouts.policies.evaluation import WEIGHTS, EvaluationWeights
from odin_solver.rollouts.policies.strategies import Strategy


def test_the_plain_beginning_changes_nothing() -> None:
    weights, corrections = evolved(start("plain"), "short")
    assert weights == WEIGHTS
    assert sorted(corrections) == [1, 2, 3, 4, 5, 6]
    assert not any(any(each.values()) for each in corrections.values())


@pytest.mark.parametrize("name", BEGINNINGS)
def test_beginnings(name: str) -> None:
    """A level holds for all rounds; a colour counts by the cells of its tiles."""
    _, corrections = evolved(start(name), "long")
    for feature, points in BEGINNINGS[name].items():
        for item, times in FEATURES[feature][1].items():
            for found in corrections.values():
                assert found[item] == pytest.approx(points * times)


def test_slopes() -> None:
    point = start("plain")
    at = len(SCALARS) + len(FEATURES) + list(FEATURES).index("knarrs")
    point[at] = 1.0
    _, corrections = evolved(point, "long")
    scale = FEATURES["knarrs"][0]
    assert [corrections[number]["knarrs"] for number in (1, 4, 7)] == [-scale, 0, scale]


def test_points_of_numpy_are_written() -> None:
    weights, corrections = evolved(list(np.array(start("boards"))), "long")
    found = Strategy("boards", "long", weights, corrections, "made", 100.0)
    assert msgspec.json.decode(with_strategy(b"[]", found), type=list[Strategy]) == [found]


def test_a_strategy_replaces_its_namesake() -> None:
    old = Strategy("boards", "long", EvaluationWeights(), {1: {"knarrs": 1.0}}, "made", 100.0)
    other = msgspec.structs.replace(old, name="farm")
    new = msgspec.structs.replace(old, mean=120.0)
    content = with_strategy(with_strategy(with_strategy(b"[]", old), other), new)
    assert msgspec.json.decode(content, type=list[Strategy]) == [new, other]
