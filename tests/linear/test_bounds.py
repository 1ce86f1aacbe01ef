"""Upper bounds by branch and bound, against enumeration."""

from dataclasses import replace
from itertools import product
from math import inf
from random import Random

import pytest

from odin_solver.linear.bounds import BoundJob, proven_bound

MOST = 3


def small_job(seed: int) -> BoundJob:
    rng = Random(seed)
    rows = [(list(range(4)), [rng.randint(-4, 7) for _ in range(4)]) for _ in range(3)]
    return BoundJob(
        lower=[0] * 4,
        upper=[MOST] * 4,
        cost=[rng.randint(1, 9) for _ in range(4)],
        offset=-2,
        row_lower=[-inf, rng.randint(2, 4), -inf],
        row_upper=[rng.randint(5, 12), inf, rng.randint(5, 12)],
        rows=rows,
        probes=[],
        branches=[[0, 1], [0], [1], [2], [3]],
        seconds=10,
    )


def best(job: BoundJob) -> float:
    """The largest objective, by enumeration."""
    values = [-inf]
    for point in product(range(MOST + 1), repeat=4):
        sums = [sum(f * point[n] for n, f in zip(*row, strict=True)) for row in job.rows]
        limits = zip(job.row_lower, sums, job.row_upper, strict=True)
        if all(low <= total <= high for low, total, high in limits):
            values.append(job.offset + sum(c * x for c, x in zip(job.cost, point, strict=True)))
    return max(values)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 7, 10, 11])
def test_the_bound_is_the_optimum_if_there_is_time(seed: int) -> None:
    job = small_job(seed)
    assert proven_bound(job) == pytest.approx(best(job))


@pytest.mark.slow
def test_without_time_it_is_the_linear_relaxation() -> None:
    job = small_job(10)
    bound = proven_bound(replace(job, seconds=0))
    assert bound is not None
    assert bound > best(job)
    assert bound == pytest.approx(proven_bound(replace(job, branches=[])))


@pytest.mark.slow
def test_a_probe_finds_what_a_fraction_may_not_allow() -> None:
    """At most 4 x with x switched on by y, but never more than 2 beside y = 1."""
    job = BoundJob(
        lower=[0, 0],
        upper=[9, 1],
        cost=[1, -3],
        offset=0,
        row_lower=[-inf, -inf],
        row_upper=[0, 4],
        rows=[([0, 1], [1, -4]), ([0, 1], [1, 2])],
        probes=[],
        branches=[],
        seconds=0,
    )
    assert proven_bound(job) == pytest.approx(2 / 3)
    assert proven_bound(replace(job, probes=[([0], 1)])) == pytest.approx(0)
