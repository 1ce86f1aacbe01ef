"""What the engines are told and what they report: messages between processes.

An engine runs in a process of its own (`odin_solver.placement.model.worker`), so that a solver can
be
stopped at any moment, and so that solvers that do not bear each other in one process can race.
Messages are pickled: both ends are ours.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Laid
from odin_solver.placement.restrictions import FREE, Restrictions
from odin_solver.rules.position import Position

EngineName = Literal["cp-sat", "highs"]
Part = Literal["improve", "prove", "both"]


@dataclass(frozen=True)
class Floor:
    """A sum that must reach a value found before: an earlier, more important one."""

    weights: Weights
    value: Fraction


@dataclass(frozen=True)
class Job:
    """What to maximise, on which position, and how.

    Without weights the job is to break ties: to lay fewest tiles, then least silver. It is then
    limited in steps and in the solver's own measure of work, so that the result does not depend
    on the speed of the machine.

    An engine can ``improve`` layouts by large-neighbourhood search, ``prove`` by a search of
    everything, or do ``both``, one after the other.
    """

    position: Position
    engine: EngineName
    weights: Weights | None
    floors: tuple[Floor, ...]
    seconds: float
    threads: int
    seed: int
    part: Part
    restrictions: Restrictions = FREE

    @property
    def sums(self) -> tuple[Weights, ...]:
        """All weighted sums that the job is about."""
        own = () if self.weights is None else (self.weights,)
        return (*(floor.weights for floor in self.floors), *own)

    @property
    def valued(self) -> tuple[Weights, ...]:
        """All weighted sums that a layout's pieces and bonuses may be of use for.

        Outcomes are told apart by all sums of the objective, whichever of them the job is about.
        """
        return (*self.sums, *self.restrictions.sums)


@dataclass(frozen=True)
class Start:
    """Begin, from this layout if there is one; sent once a first layout has been looked for.

    It is `reproducible` if it depends on the job alone.
    """

    layout: tuple[Laid, ...] | None
    reproducible: bool


@dataclass(frozen=True)
class Better:
    """A layout that another engine found, for those that can make use of it."""

    layout: tuple[Laid, ...]


@dataclass(frozen=True)
class Ready:
    """The engine has stated the model and waits for the start."""

    solver: str
    version: str


@dataclass(frozen=True)
class Incumbent:
    """A layout, better than all that this engine reported before, and the value of the sum.

    It is `reproducible` if it depends on the job and the start alone: not on the speed of the
    machine, and not on what other engines found.
    """

    value: Fraction
    layout: tuple[Laid, ...]
    reproducible: bool


@dataclass(frozen=True)
class Bound:
    """No layout has a greater value of the sum."""

    value: Fraction


@dataclass(frozen=True)
class Done:
    """The engine is at its end.

    Attributes
    ----------
    proven
        Whether its last layout is the best there is.
    empty
        Whether it is proven instead that no layout is left.
    """

    proven: bool
    empty: bool = False


ToEngine = Job | Start | Better
FromEngine = Ready | Incumbent | Bound | Done
