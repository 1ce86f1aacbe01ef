"""Messages to and from an engine's process.

An engine runs in a process of its own (`odin_solver.placement.model.worker`): a solver can be
stopped at any moment, and CP-SAT and HiGHS, which conflict within one process, can race.
Messages are pickled; both ends are ours.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from odin_solver.linear.solvers import SolverName
from odin_solver.placement.objective import Weights
from odin_solver.placement.problem import Laid
from odin_solver.placement.restrictions import UNRESTRICTED, MinimumValue, Restrictions
from odin_solver.rules.position import Position

Part = Literal["improve", "prove", "both", "head start", "local search", "fill"]
"""Large-neighbourhood search and local search, exact search, or one after the other.

A head start is the local search alone, which ends when it has gained nothing for a while; a local
search goes on. To fill is to search for exact covers.
"""


@dataclass(frozen=True)
class Job:
    """What to maximise, on which position, and how.

    Without weights the job is tie-breaking: fewest tiles, then least silver. It is limited in the
    solver's own measure of work, so the result does not depend on the speed of the machine. The
    first `conditions` of the minimums are the caller's; the others are the values
    of earlier levels. `later` are the weights of the levels after it, which tell equal layouts
    apart. `tied` chooses the formulation: see `odin_solver.placement.model.build`.
    With `fills` a search for exact covers takes part.
    """

    position: Position
    engine: SolverName
    weights: Weights | None
    minimums: tuple[MinimumValue, ...]
    seconds: float
    threads: int
    seed: int
    part: Part
    restrictions: Restrictions = UNRESTRICTED
    conditions: int = 0
    later: tuple[Weights, ...] = ()
    tied: bool = False
    fills: bool = False

    @property
    def without_model(self) -> bool:
        """Whether it is local search alone."""
        return self.part in ("head start", "local search")

    @property
    def levels(self) -> tuple[Weights, ...]:
        """The weights of the minimums and of the objective."""
        own = () if self.weights is None else (self.weights,)
        return (*(minimum.weights for minimum in self.minimums), *own)

    @property
    def valued(self) -> tuple[Weights, ...]:
        """All weights by which a piece or a bonus may matter.

        Layouts are told apart by all objective levels, whichever of them the job maximises.
        """
        return (*self.levels, *self.restrictions.levels)


@dataclass(frozen=True)
class Start:
    """Begin, from this layout if there is one."""

    layout: tuple[Laid, ...] | None


@dataclass(frozen=True)
class Better:
    """A better layout from another engine."""

    layout: tuple[Laid, ...]


@dataclass(frozen=True)
class Ready:
    """The engine has built its model and waits for the start."""

    solver: str
    version: str


@dataclass(frozen=True)
class Incumbent:
    """A layout better than all that this engine reported before, and its value."""

    value: Fraction
    layout: tuple[Laid, ...]


@dataclass(frozen=True)
class Bound:
    """An upper bound on the objective."""

    value: Fraction


@dataclass(frozen=True)
class Done:
    """The engine has finished.

    Attributes
    ----------
    proven
        The value that is proven optimal; None without a proof.
    empty
        Whether it is proven instead that no layout is left.
    """

    proven: Fraction | None = None
    empty: bool = False


ToEngine = Job | Start | Better
FromEngine = Ready | Incumbent | Bound | Done
