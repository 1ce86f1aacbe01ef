"""Duels: what moves are worth against each other, so that the answer holds when asked again.

One search is no measure: with another seed, or more time, it says something else. Moves are judged
in several ways, each of which is repeated with other seeds: by trees of three sizes, each grown
after one move alone, and by games that the policy plays out. The loss of a move is the mean over
the ways. Its error has two parts: how much the ways vary from seed to seed, which repetitions
reduce, and how much they disagree, which stays.
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
    """What one repetition takes: simulations of each tree, games that are played out."""

    trees: tuple[int, ...] = (100, 300, 900)
    games: int = 60


USUAL = Effort()

EVERY_WAY = range(4)
"""The trees, then the games."""

SPREADS = (0.5, 0.4, 0.4, 1.0)
"""Usual standard deviations of a difference from seed to seed, by way."""

DISAGREEMENT = 1.0
"""Usual standard deviation between the ways, in points."""

WEIGHT = 2
"""Repetitions, or ways, that the usual standard deviations count for beside those met."""


class Gap(NamedTuple):
    """What a line loses against another one.

    Attributes
    ----------
    points
        Mean over the ways.
    noise
        Standard error of that from seed to seed.
    stderr
        Standard error with the disagreement of the ways.
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
    state
        The state.
    seed
        Source of all chance.
    workers
        Threads; what is found does not depend on them.
    effort
        What one repetition takes.

    Attributes
    ----------
    samples
        Values of each line, by way, in the order of the repetitions.
    simulations
        Simulations and games so far.
    """

    def __init__(self, state: State, seed: str, workers: int = 1, effort: Effort = USUAL) -> None:
        self.samples: dict[Line, list[list[float]]] = {}
        self.simulations = 0
        self._state, self._seed, self._workers, self._effort = state, seed, workers, effort

    def repeat(self, lines: Iterable[Line], ways: Sequence[int] = EVERY_WAY) -> None:
        """Judge lines once more in some ways."""
        tasks = []
        for line in lines:
            mine = self.samples.setdefault(line, [[] for _ in EVERY_WAY])
            tasks += [(line, way, len(mine[way])) for way in ways]
        self.simulations += sum(
            (*self._effort.trees, self._effort.games)[way] for _, way, _ in tasks
        )
        if self._workers == 1:
            values = list(starmap(self._value, tasks))
        else:
            with ThreadPoolExecutor(self._workers) as threads:
                values = list(threads.map(self._value, *zip(*tasks, strict=True)))
        for (line, way, _), value in zip(tasks, values, strict=True):
            self.samples[line][way].append(value)

    def number(self, *names: object) -> int:
        """Return a seed for something named."""
        return Random(f"{self._seed} {names}").getrandbits(48)

    def gap(self, best: Line, other: Line) -> Gap:
        """Return what a line loses against another one, by the ways that judged both."""
        found = []
        for way, (mine, its) in enumerate(
            zip(self.samples[best], self.samples[other], strict=True)
        ):
            differences = [one - two for one, two in zip(mine, its, strict=False)]
            if differences:
                spread = _spread(SPREADS[way], differences, fmean(differences))
                found.append((fmean(differences), spread / len(differences)))
        means = [mean for mean, _ in found]
        noise = sum(each for _, each in found) / len(found) ** 2
        between = _spread(DISAGREEMENT, means, fmean(means)) / len(found)
        return Gap(fmean(means), math.sqrt(noise), math.sqrt(noise + between))

    def worth(self, line: Line) -> float:
        """Return what a line is worth, by the trees that judged it."""
        return fmean(value for values in self.samples[line][:-1] for value in values)

    def _value(self, line: Line, way: int, repetition: int) -> float:
        before, last = reduce(apply_legal, line[:-1], self._state), line[-1]
        policy = rollout_policy(self._state.options.length)
        if way == EVERY_WAY[-1] or chooses_starting(before):
            after = apply_legal(before, last)
            seeds = (self.number(way, repetition, game) for game in range(self._effort.games))
            return fmean(play_out(after, policy, seed).sheet.total for seed in seeds)
        # Beside failing, a search knows better than the policy when to stop after further rolls.
        stops = isinstance(decision(before), DiceAction) and why_not(before, FAIL) is None
        beside = (FAIL,) if stops and last != FAIL else ()
        seed = self.number(way, repetition)
        tree = compiled(policy).begin_tree(before, (last, *beside), 1, seed)
        tree.improve(self._effort.trees[way])
        visits, total, _ = tree.read()[0]
        return total / visits


def _spread(usual: float, values: Sequence[float], mean: float) -> float:
    """Return the variance of values, with the usual standard deviation beside what was met."""
    squares = sum((value - mean) ** 2 for value in values)
    return (WEIGHT * usual**2 + squares) / (WEIGHT + len(values) - 1)
