"""The contract of an engine: what it is given, and what it reports while it searches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from odin_solver.linear.model import LinearModel, Var
from odin_solver.linear.objective import LinearObjective


@dataclass(frozen=True)
class SearchTask:
    """An objective to be maximised under a linear model.

    Attributes
    ----------
    linear, objective
        What to solve.
    start
        Values of all variables of a known solution, if there is one.
    seconds, threads, seed
        Limits; seconds of wall time.
    work
        A further limit in the solver's own measure of work, which is independent of the machine;
        ignored by solvers without one.
    by_relaxation
        Whether the linear relaxation is tight, so that CP-SAT should search with it throughout.
    cutoff
        Value of the objective's terms that is known to be reached: only better solutions are
        sought, and that there is none is a proof.
    better
        Polled for better solutions from elsewhere, by engines that can use them; None if nobody
        else looks for them.
    """

    linear: LinearModel
    objective: LinearObjective
    start: Sequence[int] | None
    seconds: float
    threads: int
    seed: int
    work: float | None = None
    by_relaxation: bool = False
    cutoff: int | None = None
    better: Callable[[], Sequence[int] | None] | None = None


class Listener(Protocol):
    """Receives every solution and every bound."""

    def solution(self, chosen: Callable[[Var], int]) -> None:
        """Receive a solution: `chosen` gives the value of a variable."""

    def bound(self, raw: float) -> None:
        """Receive an upper bound on the objective's terms, without its constant."""


class Engine(Protocol):
    """A solver: its name, its version, and how it maximises."""

    NAME: str
    VERSION: str

    def maximise(self, task: SearchTask, listener: Listener) -> bool:
        """Search; return whether the last solution is proven optimal.

        Without a solution: whether the model is proven infeasible.
        """
