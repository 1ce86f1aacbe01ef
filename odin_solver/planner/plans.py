"""Search for plans: spaces for all rounds left, which the policies fill where a step is impossible.

Simulated annealing changes a plan, plays it in a few sampled futures and keeps what raises the mean
score. It begins with the games of every policy. Every
worker searches in futures of its own. The futures are sampled: what the game hides is not known.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import methodcaller
from random import Random

from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.play import why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.greedy import Greedy
from odin_solver.rollouts.encoding import has_occupations
from odin_solver.rollouts.playing import CompiledGreedy, FoundPlan

FUTURES = 8
"""Futures of a search: with fewer a plan relies on luck, with more the search sees fewer plans."""

HOT, HOT_IF_KNOWN = 3.0, 7.0
"""First temperature, in points: of mean scores, and of the score in one known future."""

FIRST_GAMES, SLICE, SLICES = 50, 0.2, 8
"""Games of the first slice of a search, seconds of the later ones, and slices where games are
limited."""


@dataclass(frozen=True)
class PlanLimits:
    """Limits of a search for plans: seconds from its beginning, or games of each worker."""

    seconds: float | None
    games: int | None
    workers: int

    def part(self, share: float) -> "PlanLimits":
        """Return a share of the limits."""
        return PlanLimits(
            None if self.seconds is None else self.seconds * share,
            None if self.games is None else max(1, int(self.games * share)),
            self.workers,
        )


def search_plans(
    state: State,
    engine: CompiledGreedy,
    policies: tuple[Greedy, ...],
    limits: PlanLimits,
    *,
    seed: int,
    known: int | None = None,
) -> Iterator[tuple[list[FoundPlan], int]]:
    """Search for plans.

    Parameters
    ----------
    state
        A state at a decision.
    engine, policies
        The compiled engine, and the policies that fill what plans leave open.
    limits
        Limits of the search.
    seed
        Seed of the futures and of the search.
    known
        Seed of the one future, if all chance is known.

    Yields
    ------
    tuple
        After every slice the best plan of each legal first move, best first, and the games so far.
    """
    began = time.monotonic()
    searches = [
        engine.begin_plans(
            state,
            policies,
            futures=FUTURES if known is None else 1,
            known=known,
            seed=Random(f"{seed} plans {worker}").getrandbits(48),
            hot=HOT if known is None else HOT_IF_KNOWN,
        )
        for worker in range(limits.workers)
    ]
    share, games, played = 0.0, FIRST_GAMES, 0
    with ThreadPoolExecutor(limits.workers) as threads:
        while share < 1:
            if limits.games is not None:
                games = max(games, limits.games // SLICES) if played else games
                games = min(games, max(1, limits.games - played))
            slice_began = time.monotonic()
            used = slice_began - began
            if limits.seconds is not None:
                end = min(1.0, (used + SLICE) / limits.seconds)
            else:
                assert limits.games is not None
                end = (played + games) / limits.games
            improve = methodcaller("improve", share, end, games)
            list(threads.map(improve, searches))
            played += games
            results = [search.found() for search in searches]
            plans = _best_of([plan for found, _ in results for plan in found])
            if has_occupations(state):  # their order may be another one in the compiled engine
                plans = [each for each in plans if why_not(state, each.move) is None]
            yield plans, sum(number for _, number in results)
            share = end
            if limits.seconds is not None:
                seconds = max(1e-4, time.monotonic() - slice_began)
                games = max(20, int(games * SLICE / seconds))
                share = max(share, (time.monotonic() - began) / limits.seconds)
            if limits.games is not None and played >= limits.games:
                return


def _best_of(found: Sequence[FoundPlan]) -> list[FoundPlan]:
    best: dict[Move, FoundPlan] = {}
    for each in sorted(found, key=lambda each: -each.mean):
        best.setdefault(each.move, each)
    return list(best.values())
