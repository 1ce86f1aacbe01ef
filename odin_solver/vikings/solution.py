"""What searches share: their limits, the levels of a model, and the check by the plain rules."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from odin_solver.errors import OdinError
from odin_solver.linear.levels import LevelsJob, LevelsProcess, LevelsResult, LevelState
from odin_solver.linear.objective import LinearObjective
from odin_solver.vikings.model.objective import Aim, objectives
from odin_solver.vikings.model.variables import Model
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.scoring import large_scoring, outlook

VikingsStatus = Literal["OPTIMAL", "FEASIBLE"]
Maximise = Callable[[LevelsJob], LevelsResult]


@dataclass(frozen=True)
class Limits:
    """Limits of a search: wall time in seconds, threads, and the seed of random choices."""

    seconds: float = 60.0
    workers: int = 2
    seed: int = 0


@dataclass(frozen=True)
class Watcher:
    """Who is told of the progress of a search, and whether it should stop."""

    on_progress: Callable[[LevelState], None] = lambda state: None
    cancelled: Callable[[], bool] = lambda: False


NOBODY = Watcher()


class RulesDisagree(OdinError):
    """The model and the plain rules disagree: a bug, never printed as a result."""


@contextmanager
def maximising(limits: Limits, watcher: Watcher, last_seconds: float = 0) -> Iterator[Maximise]:
    """Give what maximises in a process of its own, within the limits of all searches together.

    Parameters
    ----------
    last_seconds
        Seconds for each search after it was cancelled: what is known by then can still be used.
    """
    began = time.monotonic()
    with LevelsProcess() as process:

        def maximise(job: LevelsJob) -> LevelsResult:
            left = max(0.1, limits.seconds - (time.monotonic() - began))
            cancelled = watcher.cancelled
            if last_seconds and cancelled():
                left, cancelled = min(left, last_seconds), NOBODY.cancelled
            seconds = min(job.seconds, left)
            job = replace(job, seconds=seconds, threads=limits.workers, seed=limits.seed)
            return process.maximise(job, on_progress=watcher.on_progress, cancelled=cancelled)

        yield maximise


@dataclass(frozen=True)
class Searched:
    """Result of `searched`.

    Attributes
    ----------
    levels, bounds
        The levels that count, and their upper bounds; None for one that is not known.
    floored
        Whether the first level is left out: no score is below 0, and none above it is possible.
    """

    result: LevelsResult
    levels: tuple[LinearObjective, ...]
    bounds: tuple[Fraction | None, ...]
    floored: bool

    @property
    def all_bounds(self) -> tuple[Fraction | None, ...]:
        """Bounds of all levels."""
        return (Fraction(0), *self.bounds) if self.floored else self.bounds


def searched(
    model: Model, aim: Aim, maximise: Maximise, seconds: float, *, floored: bool = False
) -> Searched:
    """Maximise a model, level by level."""
    levels = objectives(model, aim)[floored:]
    result = maximise(LevelsJob(model.linear, levels, seconds=seconds, by_relaxation=True))
    floor = aim == "final" and model.position.rules.final_vp_floor and not floored
    top = result.levels[0].bound if result.levels else None
    if floor and top is not None and top <= 0:
        floored, levels = True, levels[1:]
        result = maximise(LevelsJob(model.linear, levels, seconds=seconds, by_relaxation=True))
    known = {state.level: state.bound for state in result.levels}
    bounds = tuple(known.get(level) for level in range(len(levels)))
    return Searched(result, levels, bounds, floored)


def values_of(position: VikingsPosition, aim: Aim) -> tuple[Fraction, ...]:
    """Return the value of a position by the plain rules: that of each objective level.

    For ``final`` these are the final score and the gold left; for ``income`` the gain of a large
    scoring.
    """
    if aim == "final":
        end = outlook(position)
        return Fraction(end.vp), Fraction(end.gold)
    gain = large_scoring(position)
    return (gain.vp + position.gold_weight * gain.gold,)


def check(values: Sequence[Fraction], bounds: Sequence[Fraction | None], proven: bool) -> None:
    """Compare values by the plain rules with the bounds of the model.

    Raises
    ------
    RulesDisagree
        If they exceed the bounds, or do not reach them although that is proven.
    """
    if bounds[0] is not None and values[0] > bounds[0]:
        raise RulesDisagree(f"{values[0]} exceeds the bound {bounds[0]}")
    if proven and list(values) != list(bounds):
        raise RulesDisagree(f"the model counts {bounds[0]}, the rules count {values[0]}")
