"""Lexicographic maximisation."""

import pytest

from odin_solver.linear import cpsat
from odin_solver.linear.engine import Listener, SearchTask
from odin_solver.linear.levels import LevelsJob, LevelsProcess, search_levels
from odin_solver.linear.model import LinearModel
from odin_solver.linear.objective import LinearObjective
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.model.build import placing_model
from odin_solver.vikings.model.objective import objectives


def knapsack() -> LevelsJob:
    """At most 4 of 3x + 2y: most x + y, then most x."""
    linear = LinearModel()
    x, y = linear.add_variable(5), linear.add_variable(5)
    linear.add_constraint({x: 3, y: 2}, upper=5)
    first, second = LinearObjective({x: 1, y: 1}, 10, 2), LinearObjective({x: 1}, 0, 1)
    return LevelsJob(linear, (first, second), threads=1)


def test_the_second_objective_decides_among_ties() -> None:
    told: list[object] = []
    result = search_levels(knapsack(), told.append)
    assert result.values == (1, 1)
    assert [level.value for level in result.levels] == [6, 1]
    assert [level.bound for level in result.levels] == [6, 1]
    assert result.proven
    assert told


def test_an_infeasible_model_is_proven_to_be_so() -> None:
    job = knapsack()
    job.linear.add_constraint({0: 1}, lower=4)
    result = search_levels(job, lambda message: None)
    assert (result.values, result.proven) == (None, True)


@pytest.mark.parametrize("bound_first", [True, False])
def test_a_bound_that_a_solution_exceeds_does_not_count(
    monkeypatch: pytest.MonkeyPatch, bound_first: bool
) -> None:
    def false(task: SearchTask, listener: Listener) -> bool:
        if bound_first:
            listener.bound(0)
        listener.solution((1, 1).__getitem__)
        listener.bound(1)
        return False

    monkeypatch.setattr(cpsat, "maximise", false)
    (level,) = search_levels(knapsack(), lambda message: None).levels
    assert level.value == 6
    assert level.bound is None


@pytest.mark.slow
def test_a_job_after_one_that_ran_out_of_time_gets_its_own_answer() -> None:
    model = placing_model(vikings_example("late-build"), "final", 20, far_sea=False)
    long = LevelsJob(model.linear, objectives(model, "final"), seconds=60.0)
    with LevelsProcess() as process:
        calls = iter(range(1000))
        stopped = process.maximise(long, cancelled=lambda: next(calls) > 15)
        assert not stopped.proven
        for _ in range(2):
            result = process.maximise(knapsack())
            assert (result.values, result.proven) == ((1, 1), True)
