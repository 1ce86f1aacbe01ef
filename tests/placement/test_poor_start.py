"""A start far below the optimum, on which HiGHS 1.16.0 gave a false proof."""

from dataclasses import replace
from pathlib import Path

import pytest

from odin_solver import Limits, Position, solve
from odin_solver.notation.positions import read_position
from odin_solver.placement.solution import Status
from tests.placement.asking import ask

POOR_START = Path(__file__).parents[1] / "data" / "poor_start.json"


def with_more_oil(position: Position) -> Position:
    return replace(position, supply={**position.supply, "oil": position.supply.get("oil", 0) + 1})


@pytest.mark.slow
def test_from_a_poor_start_the_best_layout_is_found() -> None:
    position = read_position(POOR_START)
    limits = Limits(seconds=60, workers=2)
    before = solve(position, "final", limits=limits)
    assert before.status is Status.OPTIMAL
    assert before.levels[0].value == 13
    for seed in range(3):
        after = ask(
            with_more_oil(position),
            "final",
            start=with_more_oil(before.after),
            limits=replace(limits, seed=seed),
            ties=False,
        )
        assert after.status is Status.OPTIMAL
        assert after.levels[0].value == after.levels[0].bound == 15
