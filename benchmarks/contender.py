"""The contract of a contender: its task, its answer, its progress."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from odin_solver.placement.engines import Engines
from odin_solver.placement.objective import Objective
from odin_solver.rules.position import Position


@dataclass(frozen=True)
class ContenderTask:
    """A position to be solved.

    Attributes
    ----------
    position, objective
        What to solve.
    until
        When to stop at the latest, by `time.monotonic`; the clock started before the contender's
        process.
    threads, seed
        Limits.
    engines
        Where our engines come from; they started with the process.
    """

    position: Position
    objective: Objective
    until: float
    threads: int
    seed: int
    engines: Engines | None = None

    @property
    def seconds(self) -> float:
        """Seconds left, at least a little."""
        return max(0.05, self.until - time.monotonic())


@dataclass(frozen=True)
class LevelAnswer:
    """Value and bound of one objective level, as the contender claims."""

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
        The layout, in a legal placing order.
    levels
        Its claims of the levels, up to the first that is not proven.
    solver, version
        The solver; in a race the one that proved the answer.
    """

    after: Position
    levels: tuple[LevelAnswer, ...]
    solver: str
    version: str


class Tell(Protocol):
    """Receives every better value and every better bound at once."""

    def __call__(self, level: int, value: Fraction | None, bound: Fraction | None) -> None:
        """Receive value and bound of a level; past the last level, all are proven."""


class Contender(Protocol):
    """Solves a task; None if there is no answer in time."""

    def __call__(self, task: ContenderTask, tell: Tell) -> ContenderAnswer | None:
        """Solve."""


def all_proven(levels: Sequence[LevelAnswer], objective: Objective) -> bool:
    """Whether every sum of an objective was proven."""
    return len(levels) == len(objective.levels) and all(level.proven for level in levels)
