"""Tree search for a move in the compiled engine (``rollouts/source/tree.c``).

A node is a sequence of placements of Vikings, whatever chance brings on the way (open loop). The
search follows the moves that promise most, those seldom visited more than the others, and meets new
luck on every way down. At the end of the way the learned evaluation stands for the rest of the
game. Every worker searches a tree of its own, in a thread; their visits are added up.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import methodcaller
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.state import State
from odin_solver.planner.memory import SearchMemory
from odin_solver.rollouts.library import TreeSearch
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
    taken
        What others take before the next turn of the round, by id: the share of the simulations.
    """

    visits: int
    value: float
    stderr: float
    taken: Mapping[str, float] = MappingProxyType({})


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
        yield _estimates(moves, trees, state.options.players > 1)
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
    moves: Sequence[Move], trees: Sequence[TreeSearch], several: bool
) -> dict[Move, MoveEstimate]:
    found = {}
    for number, (move, *parts) in enumerate(
        zip(moves, *(tree.read() for tree in trees), strict=True)
    ):
        visits, total, squares = map(sum, zip(*parts, strict=True))
        if visits:
            mean = total / visits
            variance = max(0.0, squares / visits - mean * mean)
            stderr = math.sqrt(variance / visits)
            taken = _taken(number, trees) if several else {}
            found[move] = MoveEstimate(visits, mean, stderr, taken)
    return found


def _taken(number: int, trees: Sequence[TreeSearch]) -> dict[str, float]:
    turns, taken = 0, Counter[str]()
    for each, gone in (tree.taken(number) for tree in trees):
        turns += each
        taken.update(gone)
    return {name: count / turns for name, count in taken.most_common()}
