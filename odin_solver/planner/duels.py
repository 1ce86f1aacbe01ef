"""Duels: what moves are worth against each other, so that the answer holds when asked again.

One search is no measure: with another seed, or more time, it says something else. Moves are judged
by trees of several sizes, each grown after one move alone, and grown again with other seeds. The
loss of a move is the mean over the sizes. Its error has two parts: how much trees vary from seed to
seed, which repetitions reduce, and how much longer searches differ from them, which stays.
"""

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from itertools import starmap
from random import Random
from statistics import fmean
from typing import NamedTuple

from odin_solver.game.actions.dice import DiceAction
from odin_solver.game.kernel.moves import FAIL, Move
from odin_solver.game.kernel.play import apply_legal, decision, why_not
from odin_solver.game.kernel.state import State
from odin_solver.game.setup import chooses_starting
from odin_solver.planner.candidates import SIGNIFICANT
from odin_solver.planner.playout import play_out
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.strategies import rollout_policy

Line = tuple[Move, ...]
"""Legal moves, one after the other."""


class Effort(NamedTuple):
    """Simulations of each tree; games played out instead where no tree grows, before the start."""

    trees: tuple[int, ...] = (300, 900, 2700)
    games: int = 60


USUAL = Effort()

QUICK, LONG = (0,), (1, 2)
"""Trees of a first look, and those that judge."""

SPREADS = (0.5, 0.5, 0.6)
"""Usual standard deviations of a difference from seed to seed, by tree."""

BEYOND = 0.7
"""Usual standard deviation between what the longer trees say and what ten times longer ones do."""

WEIGHT = 2
"""Repetitions that the usual standard deviations count for beside those met."""


class Gap(NamedTuple):
    """What a line loses against another one.

    Attributes
    ----------
    points
        Mean over the trees.
    noise
        Standard error of that from seed to seed.
    stderr
        Standard error with what longer searches would say.
    """

    points: float
    noise: float
    stderr: float

    @property
    def surely(self) -> float:
        """Points that are lost beyond doubt."""
        return self.points - SIGNIFICANT * self.stderr


class Duel:
    """Lines from a state, judged by the same seeds.

    Parameters
    ----------
    seed
        Source of all chance.
    workers
        Threads; what is found does not depend on them.
    effort
        What one repetition takes.

    Attributes
    ----------
    samples
        Values of each line, by tree, in the order of the repetitions.
    simulations
        Simulations and games so far.
    """

    def __init__(self, state: State, seed: str, workers: int = 1, effort: Effort = USUAL) -> None:
        self.samples: dict[Line, list[list[float]]] = {}
        self.simulations = 0
        self._state, self._seed, self._workers, self._effort = state, seed, workers, effort

    def repeat(self, lines: Iterable[Line], trees: Sequence[int] = LONG) -> None:
        """Judge lines once more by some trees."""
        tasks = []
        for line in lines:
            mine = self.samples.setdefault(line, [[] for _ in SPREADS])
            tasks += [(line, tree, len(mine[tree])) for tree in trees]
        self.simulations += sum(self._effort.trees[tree] for _, tree, _ in tasks)
        if self._workers == 1:
            values = list(starmap(self._value, tasks))
        else:
            with ThreadPoolExecutor(self._workers) as threads:
                values = list(threads.map(self._value, *zip(*tasks, strict=True)))
        for (line, tree, _), value in zip(tasks, values, strict=True):
            self.samples[line][tree].append(value)

    def number(self, *names: object) -> int:
        """Return a seed for something named."""
        return Random(f"{self._seed} {names}").getrandbits(48)

    def gap(self, best: Line, other: Line) -> Gap:
        """Return what a line loses against another one, by the trees that judged both."""
        means, noise = [], 0.0
        for usual, *values in zip(SPREADS, self.samples[best], self.samples[other], strict=True):
            differences = [one - two for one, two in zip(*values, strict=False)]
            if differences:
                means.append(fmean(differences))
                noise += _variance(usual, differences) / len(differences)
        noise = math.sqrt(noise) / len(means)
        return Gap(fmean(means), noise, math.hypot(noise, BEYOND))

    def worth(self, line: Line) -> float:
        """Return what a line is worth, by the trees that judged it."""
        return fmean(value for values in self.samples[line] for value in values)

    def _value(self, line: Line, tree: int, repetition: int) -> float:
        before, last = reduce(apply_legal, line[:-1], self._state), line[-1]
        policy = rollout_policy(self._state.options.length)
        if chooses_starting(before):
            after = apply_legal(before, last)
            seeds = (self.number(tree, repetition, game) for game in range(self._effort.games))
            return fmean(play_out(after, policy, seed).sheet.total for seed in seeds)
        # Beside failing, a search knows better than the policy when to stop after further rolls.
        stops = isinstance(decision(before), DiceAction) and why_not(before, FAIL) is None
        beside = (FAIL,) if stops and last != FAIL else ()
        seed = self.number(tree, repetition)
        grown = compiled(policy).begin_tree(before, (last, *beside), 1, seed)
        grown.improve(self._effort.trees[tree])
        visits, total, _ = grown.read()[0]
        return total / visits


def _variance(usual: float, values: Sequence[float]) -> float:
    mean = fmean(values)
    squares = sum((value - mean) ** 2 for value in values)
    return (WEIGHT * usual**2 + squares) / (WEIGHT + len(values) - 1)
