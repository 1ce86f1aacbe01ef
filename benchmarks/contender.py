"""What every contender is given, and what it tells while it searches."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from odin_solver.placement.objective import Objective
from odin_solver.rules.position import Position


@dataclass(frozen=True)
class ContenderTask:
    """A position to be solved.

    Attributes
    ----------
    position, objective
        What is asked.
    until
        When to stop at the latest, as of `time.monotonic`; the clock has been running since
        before the process of the contender was started.
    threads, seed
        Limits.
    """

    position: Position
    objective: Objective
    until: float
    threads: int
    seed: int

    @property
    def seconds(self) -> float:
        """Seconds that are left, at least a little."""
        return max(0.05, self.until - time.monotonic())


@dataclass(frozen=True)
class LevelAnswer:
    """What was reached of one sum of the objective, in the contender's own words."""

    value: Fraction
    bound: Fraction | None

    @property
    def proven(self) -> bool:
        return self.bound is not None and self.value >= self.bound


@dataclass(frozen=True)
class ContenderAnswer:
    """A contender's answer.

    Attributes
    ----------
    after
        The layout, its pieces in a legal order of placing.
    levels
        What it claims of the sums, up to the first that is not proven.
    solver, version
        Who says so; for a race of several the one that had the last word.
    """

    after: Position
    levels: tuple[LevelAnswer, ...]
    solver: str
    version: str


class Tell(Protocol):
    """Is told of every better value and every better bound, as soon as it is there."""

    def __call__(self, level: int, value: Fraction | None, bound: Fraction | None) -> None:
        """What is known of a sum now; a number of a sum past the last says that all are proven."""


class Contender(Protocol):
    """Answers a question; None if there is no answer in time."""

    def __call__(self, question: ContenderTask, tell: Tell) -> ContenderAnswer | None:
        """Solve."""


def all_proven(levels: Sequence[LevelAnswer], objective: Objective) -> bool:
    """Whether every sum of an objective was proven."""
    return len(levels) == len(objective.levels) and all(level.proven for level in levels)
