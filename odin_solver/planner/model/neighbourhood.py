"""Large-neighbourhood search: most of a plan is kept, the rest is planned anew."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

from odin_solver.planner.model.build import Model
from odin_solver.planner.model.draft import round_of
from odin_solver.planner.model.solving import Answer, solve

STEP_SECONDS = 2.0
"""What a single search may take: enough to solve the linear relaxation and to dive from it."""

LEAST_SECONDS = 0.3
"""A search that has less time is not begun."""


def improve(
    model: Model, found: Answer, *, until: float, workers: int, rng: Random, bound: int | None
) -> Answer:
    """Improve a plan until the time is up or it is proven to be the best.

    Parameters
    ----------
    model, found
        The model and a plan for it.
    until
        When to stop, by `time.monotonic`.
    workers
        How many parts of the plan are planned anew at the same time.
    rng
        Chooses the parts.
    bound
        What no plan exceeds, if that is known.
    """
    steps = improvements(model, found, until=until, workers=workers, rng=rng, bound=bound)
    return [found, *steps][-1]


def improvements(
    model: Model, found: Answer, *, until: float, workers: int, rng: Random, bound: int | None
) -> Iterator[Answer]:
    """The best plan after every step of `improve`, which has the same parameters."""
    with ThreadPoolExecutor(workers) as pool:
        while (left := until - time.monotonic()) > LEAST_SECONDS:
            if bound is not None and found.value >= bound:
                break
            present = found
            tasks = [
                (list(_kept(model, present, rng)), rng.randrange(1 << 30)) for _ in range(workers)
            ]

            def search(
                task: tuple[list[int], int], present: Answer = present, left: float = left
            ) -> Answer | None:
                kept, seed = task
                return solve(
                    model.draft.cp,
                    seconds=min(STEP_SECONDS, left),
                    workers=1,
                    seed=seed,
                    hint=dict(enumerate(present.values)),
                    fixed={number: present.values[number] for number in kept},
                )

            for each in pool.map(search, tasks):
                if each is not None and each.value >= found.value:
                    found = each
            yield found


def _kept(model: Model, found: Answer, rng: Random) -> Iterator[int]:
    """The variables that stay as they are: spaces, and all of the rounds before any is free.

    Free are all spaces of one round or of two; or, over up to four rounds or all of them, some
    kinds of spaces, and those that are used.
    """
    use = model.draft.use
    rounds = list(model.draft.rounds)
    spaces = sorted({name for name, _ in use})
    kind = rng.choice(("one round", "two rounds", "some rounds", "all rounds"))
    most = {"one round": 1, "two rounds": 2, "some rounds": 4, "all rounds": len(rounds)}[kind]
    length = min(most, len(rounds))
    first = rng.randrange(len(rounds) - length + 1)
    free_rounds = set(rounds[first : first + length])
    share = {"some rounds": 0.5, "all rounds": 0.3}.get(kind, 1.0)
    free_spaces = set(rng.sample(spaces, round(share * len(spaces))))
    for number, variable in enumerate(model.draft.cp.proto.variables):
        r = round_of(variable.name)
        if r is not None and r < rounds[first]:
            yield number
    for (name, r), x in use.items():
        may_change = r in free_rounds and (name in free_spaces or found.values[x.index])
        if r >= rounds[first] and not may_change:
            yield x.index
