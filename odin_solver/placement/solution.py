"""What a search is given, what it reports on the way, and what it returns."""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError, OdinError
from odin_solver.placement.objective import Objective
from odin_solver.placement.restrictions import LayoutSignature, MinimumValue
from odin_solver.rules.order import placing_order
from odin_solver.rules.position import Placement, Position
from odin_solver.rules.scoring import score
from odin_solver.rules.violation import Violation
from odin_solver.support.display import Displayed
from odin_solver.support.language import say


class Status(StrEnum):
    """Whether a layout is proven optimal."""

    OPTIMAL = "OPTIMAL"
    FEASIBLE = "FEASIBLE"


class IllegalPosition(InputError):
    """The tiles already placed break the rules; `violations` says how."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


class SolverDisagreement(OdinError):
    """A solver and the plain rules disagree: a bug, never printed as a result."""


class NoLayoutLeft(OdinError):
    """No layout meets the restrictions; `proven` is false if only the time ran out."""

    def __init__(self, proven: bool) -> None:
        super().__init__(
            say("no layout meets what is required, such as tiles that have to be laid")
            if proven
            else say("no layout was found in time that meets what is required")
        )
        self.proven = proven


@dataclass(frozen=True)
class Limits:
    """Limits of a search: wall time, threads of all engines together, seed of random choices."""

    seconds: float = 60.0
    workers: int = 2
    seed: int = 0


@dataclass(frozen=True)
class Request:
    """What is asked of the optimiser: the best layout of a position, possibly under restrictions.

    Attributes
    ----------
    limits
        Time, threads and seed.
    start
        The position with a legal layout to begin with, in place of one of a local search.
    bounds
        Known upper bounds of the first objective levels, such as the values of a position that
        allows more. Each holds for layouts that reach all bounds before it; a layout that
        reaches them is optimal at once.
    excluded
        Layouts to leave out: see `odin_solver.placement.restrictions.LayoutSignature`.
    forbidden
        Forbidden placements, each with the index of its board.
    conditions
        Other weighted sums that must reach a value.
    ties
        Whether to break ties: fewest tiles, then least silver, then the more natural layout.
    """

    position: Position
    objective: Objective
    limits: Limits = Limits()
    start: Position | None = None
    bounds: tuple[Fraction, ...] = ()
    excluded: tuple[LayoutSignature, ...] = ()
    forbidden: tuple[Placement, ...] = ()
    conditions: tuple[MinimumValue, ...] = ()
    ties: bool = True


@dataclass(frozen=True)
class Progress:
    """State of a running search.

    Attributes
    ----------
    seconds
        Wall time since the start.
    level
        Number of the objective level being maximised, from 0; the number of levels during
        tie-breaking.
    value, bound
        Value of the incumbent and upper bound; None while unknown.
    after
        Position with the incumbent, in a legal placing order; None while there is none.
    """

    seconds: float
    level: int
    value: Fraction | None
    bound: Fraction | None
    after: Position | None = None

    @property
    def gap(self) -> float | None:
        """Relative distance of value and bound; None if one is unknown."""
        if self.value is None or self.bound is None:
            return None
        return gap(self.value, self.bound)


@dataclass(frozen=True)
class LevelResult:
    """Value and upper bound of one objective level."""

    value: Fraction
    bound: Fraction | None

    @property
    def proven(self) -> bool:
        """Whether the value is proven optimal."""
        return self.bound is not None and self.value >= self.bound


@dataclass(frozen=True)
class Solution(Displayed):
    """The best layout found.

    Attributes
    ----------
    status
        Whether all objective levels are proven optimal.
    before, after
        The position without and with the new pieces, in a legal placing order.
    steps
        The new pieces in that order. Pieces of one step are placed together, which only
        ``simultaneous`` rules allow.
    levels
        Value and bound of each objective level.
    ties_settled
        Whether the layout depends on position and objective alone: not on workers, seed or the
        speed of the machine.
    seconds
        Wall time.
    solver, version
        The solver that proved the result, or found it; empty if none was needed.
    """

    status: Status
    before: Position
    after: Position
    steps: tuple[tuple[Placement, ...], ...]
    objective: Objective
    levels: tuple[LevelResult, ...]
    ties_settled: bool
    seconds: float
    solver: str
    version: str
    limits: Limits = field(default_factory=Limits)

    def __repr__(self) -> str:
        return (
            f"<Solution {self.status}: {self.objective.name} {self.value}, "
            f"{len(self.placements)} placements, score {self.score_before} to {self.score_after}>"
        )

    def table(self) -> list[dict[str, str | int]]:
        """Return the placements in order as plain rows, for a data frame or a file.

        Each row has ``step``, ``board`` (its id), ``board_number`` (its index in the position),
        ``tile`` (its id) and ``cells`` such as ``"a1 a2"``, empty for a slot.
        """
        rows: list[dict[str, str | int]] = []
        for number, step in enumerate(self.steps, 1):
            for at, piece in step:
                board = self.after.boards[at].board
                rows.append(
                    {
                        "step": number,
                        "board": board.id,
                        "board_number": at,
                        "tile": piece.tile.id,
                        "cells": cell_names(piece.cells, board.height),
                    }
                )
        return rows

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The new pieces in placing order."""
        return tuple(placement for step in self.steps for placement in step)

    @property
    def value(self) -> Fraction:
        """Value of the first objective level."""
        return self.levels[0].value

    @property
    def bound(self) -> Fraction | None:
        """Upper bound of the first objective level."""
        return self.levels[0].bound

    @property
    def gap(self) -> float | None:
        """Gap of the first objective level that is not proven; 0 if all are."""
        for level in self.levels:
            if not level.proven:
                return None if level.bound is None else gap(level.value, level.bound)
        return 0.0

    @property
    def score_before(self) -> int:
        """Score without the new pieces."""
        return score(self.before)

    @property
    def score_after(self) -> int:
        """Score with the new pieces."""
        return score(self.after)


def gap(value: Fraction, bound: Fraction) -> float:
    """Distance of a value from its bound, relative to the value."""
    return float(abs(bound - value) / max(Fraction(1), abs(value)))


def placing_steps(before: Position, after: Position) -> tuple[tuple[Placement, ...], ...]:
    """Return the new pieces of a layout in the steps of a placing order, board by board."""
    return tuple(
        tuple(Placement(at, pieces[i]) for i in step)
        for at, (old, new) in enumerate(zip(before.boards, after.boards, strict=True))
        for pieces in [new.pieces[len(old.pieces) :]]
        for step in placing_order(new.grid, old.covered, pieces).steps
    )
