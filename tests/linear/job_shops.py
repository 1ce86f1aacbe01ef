"""Job shops of the size of a model that HiGHS answered wrongly: see docs/solver-errors.md."""

import importlib
from itertools import pairwise
from random import Random
from typing import cast

from benchmarks.claims import ENGINES, EngineTrial, TrialAnswer, answered
from odin_solver.linear.engine import Engine
from odin_solver.linear.model import LinearModel
from odin_solver.linear.objective import LinearObjective

JOBS, MACHINES, HORIZON = 4, 10, 80
"""Two jobs on one of the machines have an order: 60 binary variables, and 41 times up to 80."""


def job_shop(seed: int) -> EngineTrial:
    """Return the job shop of a seed: the end of all jobs is to be as early as possible."""
    choose = Random(seed)
    linear = LinearModel()
    jobs, machines = range(JOBS), range(MACHINES)
    starts = {(job, at): linear.add_variable(HORIZON) for job in jobs for at in machines}
    lengths = {each: choose.randint(1, 6) for each in starts}
    end = linear.add_variable(HORIZON)
    for job in jobs:
        route = [(job, at) for at in choose.sample(machines, MACHINES)]
        for one, then in pairwise(route):
            linear.add_constraint({starts[then]: 1, starts[one]: -1}, lower=lengths[one])
        linear.add_constraint({end: 1, starts[route[-1]]: -1}, lower=lengths[route[-1]])
    never = HORIZON + 10
    for at in machines:
        for job in jobs:
            for other in range(job):
                one, two, swapped = (other, at), (job, at), linear.add_variable()
                linear.add_constraint(
                    {starts[two]: 1, starts[one]: -1, swapped: never}, lower=lengths[one]
                )
                linear.add_constraint(
                    {starts[one]: 1, starts[two]: -1, swapped: -never}, lower=lengths[two] - never
                )
    objective = LinearObjective({end: -1}, 0, 1)
    return EngineTrial(linear, objective, None, None, False, seed, None, None, complete=False)


def solve(name: str, seeds: list[int]) -> list[TrialAnswer]:
    """Give job shops to an engine, in this process."""
    engine = cast(Engine, importlib.import_module(ENGINES[name]))
    return [answered(engine, job_shop(seed)) for seed in seeds]
