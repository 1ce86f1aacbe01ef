"""Loss of one solution against another, by objective level."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from odin_solver.placement.solution import Solution, Status
from odin_solver.support.display import Brief


@dataclass(frozen=True, repr=False)
class Loss(Brief):
    """Loss against the best solution.

    Attributes
    ----------
    levels
        Best value minus value of the solution, for each objective level. The first that is not 0
        decides; a negative one is a gain.
    proven
        Whether both solutions are proven.
    at_least, at_most
        Bounds of the loss at the first level; None if unknown.
    """

    levels: tuple[Fraction, ...]
    proven: bool
    at_least: Fraction | None = None
    at_most: Fraction | None = None

    @property
    def first(self) -> Fraction:
        """Loss at the first level."""
        return self.levels[0]

    @property
    def level(self) -> int:
        """Index of the first level that differs; 0 if none does."""
        return next((at for at, lost in enumerate(self.levels) if lost), 0)

    @property
    def decisive(self) -> Fraction:
        """Loss at the first level that differs."""
        return self.levels[self.level]

    @property
    def is_zero(self) -> bool:
        """Whether no level differs."""
        return not any(self.levels)


def loss_of(
    best: Solution, other: Solution, shift: Sequence[Fraction] = (), *, at_best: bool = True
) -> Loss:
    """Return the loss of another solution against the best.

    Parameters
    ----------
    shift
        For each level what to add to the other solution's value, if anything: what a move gained
        before the other search began, for example.
    at_best
        Whether the other solution cannot be better than the best. A loss of 0 is then proven
        without a proof of its own.
    """
    shift = shift or [Fraction(0)] * len(best.levels)
    levels = tuple(
        one.value - (two.value + more)
        for one, two, more in zip(best.levels, other.levels, shift, strict=True)
    )
    proven = best.status is Status.OPTIMAL and (
        other.status is Status.OPTIMAL or (at_best and not any(levels))
    )
    first, second = best.levels[0], other.levels[0]
    at_least = at_most = None
    if second.bound is not None:
        at_least = first.value - second.bound - shift[0]
    if at_best:
        at_least = max(at_least or Fraction(0), Fraction(0))
    if first.bound is not None:
        at_most = first.bound - second.value - shift[0]
    return Loss(levels, proven, at_least, at_most)
