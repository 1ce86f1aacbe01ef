"""Tree search for a move in the compiled engine (``rollouts/source/tree.c``).

A node is a sequence of placements of Vikings, whatever chance brings on the way (open loop). The
search follows the moves that promise most, those seldom visited more than the others, and meets new
luck on every way down. At the end of the way the learned evaluation stands for the rest of the
game. Every worker searches a tree of its own, in a thread; their visits are added up.
"""

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import methodcaller
from random import Random
from typing import NamedTuple

from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import State
from odin_solver.planner.memory import SearchMemory
from odin_solver.rollouts.playing import CompiledGreedy

FIRST_SIMULATIONS, SLICE, SLICES = 50, 0.2, 8
"""Simulations of the first slice of a search, seconds of the later ones, and slices where the
number of simulations is limited."""


@dataclass(frozen=True)
class TreeLimits:
    """Limits of a tree search: seconds from its beginning, or simulations of each worker."""

    seconds: float | None
    simulations: int | None
    workers: int


class MoveEstimate(NamedTuple):
    """What the search says about a move.

    Attributes
    ----------
    visits
        Simulations that began with the move.
    value, stderr
        Mean score expected after it, and its standard error.
    """

    visits: int
    value: float
    stderr: float


def search_tree(
    state: State,
    engine: CompiledGreedy,
    moves: Sequence[Move],
    limits: TreeLimits,
    *,
    required: int = 0,
    seed: int,
    memory: SearchMemory | None = None,
) -> Iterator[dict[Move, MoveEstimate]]:
    """Search for the best of some moves.

    Parameters
    ----------
    required
        Number of moves, the first ones, that share an eighth of the visits whatever they promise.
    seed
        Seed of chance, which is not that of the game.
    memory
        What searches of earlier decisions have found; it keeps what this one finds.

    Yields
    ------
    dict
        After every slice the estimates of the moves that were visited.

    Raises
    ------
    NotCompiledError
        If the engine cannot play a state after one of the moves.
    """
    began = time.monotonic()
    trees = memory.same(moves, limits.workers) if memory else []
    if not trees:
        trees = [
            engine.begin_tree(
                state,
                moves,
                min(required, len(moves)),
                Random(f"{seed} tree {worker}").getrandbits(48),
            )
            for worker in range(limits.workers)
        ]
        if memory:
            memory.keep(state, moves, trees)
    simulations, done = FIRST_SIMULATIONS, 0
    while True:
        if limits.simulations is not None:
            simulations = max(simulations, limits.simulations // SLICES)
            simulations = max(1, min(simulations, limits.simulations - done))
        slice_began = time.monotonic()
        # No threads wait while this is suspended (see `improve_together`).
        with ThreadPoolExecutor(limits.workers) as threads:
            list(threads.map(methodcaller("improve", simulations), trees))
        done += simulations
        yield _estimates(moves, [tree.read() for tree in trees])
        now = time.monotonic()
        if limits.simulations is not None and done >= limits.simulations:
            return
        if limits.seconds is not None:
            left = limits.seconds - (now - began)
            if left <= 0:
                return
            pace = simulations / max(1e-4, now - slice_began)
            simulations = max(1, int(pace * min(SLICE, left)))


def _estimates(
    moves: Sequence[Move], trees: Sequence[Sequence[tuple[int, float, float]]]
) -> dict[Move, MoveEstimate]:
    found = {}
    for move, *parts in zip(moves, *trees, strict=True):
        visits, total, squares = map(sum, zip(*parts, strict=True))
        if visits:
            mean = total / visits
            variance = max(0.0, squares / visits - mean * mean)
            found[move] = MoveEstimate(visits, mean, math.sqrt(variance / visits))
    return found
