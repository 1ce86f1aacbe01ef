"""Results of searches, and how they are checked by the plain rules."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from odin_solver.errors import OdinError
from odin_solver.linear.levels import LevelState
from odin_solver.vikings.model.objective import Aim
from odin_solver.vikings.position import VikingsPosition
from odin_solver.vikings.rules.scoring import large_scoring, outlook

VikingsStatus = Literal["OPTIMAL", "FEASIBLE"]


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
