"""Large-neighbourhood search: most of a plan is fixed, the rest is planned anew."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

from odin_solver.planner.model.build import PlanModel
from odin_solver.planner.model.solvers import ModelSolution, solve

REPAIR_SECONDS = 2.0
"""Time limit of a repair: enough to solve the linear relaxation and to dive from it."""

LEAST_SECONDS = 0.3
"""Least time for a repair."""


def improvements(
    model: PlanModel,
    incumbent: ModelSolution,
    *,
    until: float,
    workers: int,
    rng: Random,
    bound: int | None,
) -> Iterator[ModelSolution]:
    """Improve a plan until the time is up or it is proven optimal; yields it after each step.

    Parameters
    ----------
    model, incumbent
        The model and a solution.
    until
        Deadline, by `time.monotonic`.
    workers
        Number of repairs at the same time.
    rng
        Chooses the neighbourhoods.
    bound
        Upper bound, if known.
    """
    while (left := until - time.monotonic()) > LEAST_SECONDS:
        if bound is not None and incumbent.value >= bound:
            break
        present = incumbent
        tasks = [
            (list(_fixed(model, present, rng)), rng.randrange(1 << 30)) for _ in range(workers)
        ]

        def repair(
            task: tuple[list[int], int], present: ModelSolution = present, left: float = left
        ) -> ModelSolution | None:
            fixed, seed = task
            return solve(
                model.builder.cp,
                seconds=min(REPAIR_SECONDS, left),
                workers=1,
                seed=seed,
                hint=dict(enumerate(present.values)),
                fixed={index: present.values[index] for index in fixed},
            )

        # No threads wait while this is suspended (see `improve_together`).
        with ThreadPoolExecutor(workers) as pool:
            repaired = list(pool.map(repair, tasks))
        for solution in repaired:
            if solution is not None and solution.value >= incumbent.value:
                incumbent = solution
        yield incumbent


def _fixed(model: PlanModel, solution: ModelSolution, rng: Random) -> Iterator[int]:
    """Yield the fixed variables: spaces, and all variables of the rounds before any free space.

    Free are all spaces of one round or two; or, over up to four rounds or all of them, some kinds
    of spaces and those that are used.
    """
    use = model.builder.use
    rounds = list(model.builder.rounds)
    spaces = sorted({name for name, _ in use})
    kind = rng.choice(("one round", "two rounds", "some rounds", "all rounds"))
    most = {"one round": 1, "two rounds": 2, "some rounds": 4, "all rounds": len(rounds)}[kind]
    length = min(most, len(rounds))
    first = rng.randrange(len(rounds) - length + 1)
    free_rounds = set(rounds[first : first + length])
    share = {"some rounds": 0.5, "all rounds": 0.3}.get(kind, 1.0)
    free_spaces = set(rng.sample(spaces, round(share * len(spaces))))
    for index, key in enumerate(model.builder.keys):
        if key.round is not None and key.round < rounds[first]:
            yield index
    for (name, r), x in use.items():
        is_free = r in free_rounds and (name in free_spaces or solution.values[x.index])
        if r >= rounds[first] and not is_free:
            yield x.index
