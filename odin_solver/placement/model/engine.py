"""What every engine is given, and what it reports while it searches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from odin_solver.placement.model.objective import Sum
from odin_solver.placement.model.statement import Statement, Var


@dataclass(frozen=True)
class Task:
    """A sum to be maximised under a statement.

    Attributes
    ----------
    statement, goal
        What to solve.
    start
        Values of all variables of a known solution, if there is one.
    seconds, threads, seed
        Limits; seconds of wall time.
    work
        If given, a limit in the solver's own measure of work, which does not depend on the
        machine, where the solver has one.
    better
        Asked now and then for a solution found elsewhere, by engines that can make use of it.
    """

    statement: Statement
    goal: Sum
    start: Sequence[int] | None
    seconds: float
    threads: int
    seed: int
    work: float | None = None
    better: Callable[[], Sequence[int] | None] = lambda: None


class Listener(Protocol):
    """Is told of every solution and every bound."""

    def solution(self, chosen: Callable[[Var], int]) -> None:
        """A solution was found: `chosen` gives the value of a variable."""

    def bound(self, raw: float) -> None:
        """The terms of the goal, without its constant, cannot exceed this."""


class Engine(Protocol):
    """A solver: its name and package, and how it maximises."""

    NAME: str
    PACKAGE: str

    def maximise(self, task: Task, listener: Listener) -> bool:
        """Search; whether the last solution reported was proven best.

        If none was reported: whether it was proven that there is none.
        """
