"""How much worse one result is than another, sum by sum, and whether that is proven."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from odin_solver.placement.solution import Solution, Status


@dataclass(frozen=True)
class Loss:
    """What is lost against the best.

    Attributes
    ----------
    levels
        For each sum of the objective the best value less that of the result; by the first that is
        not 0 the result is worse (or better, if it is negative).
    proven
        Whether both results are proven; if not, all this is only what was found.
    at_least
        What is lost in the first sum in any case; None if nothing is known.
    """

    levels: tuple[Fraction, ...]
    proven: bool
    at_least: Fraction | None

    @property
    def first(self) -> Fraction:
        """The difference in the first sum."""
        return self.levels[0]

    @property
    def level(self) -> int:
        """Number of the first sum that differs; the first one if none does."""
        return next((i for i, each in enumerate(self.levels) if each), 0)

    @property
    def decisive(self) -> Fraction:
        """The difference in the first sum that differs."""
        return self.levels[self.level]

    @property
    def nothing(self) -> bool:
        """Whether nothing was lost in any sum."""
        return not any(self.levels)


def loss_of(
    best: Solution, other: Solution, shift: Sequence[Fraction], *, at_best: bool = True
) -> Loss:
    """What the other result loses against the best.

    Parameters
    ----------
    best, other
        The results.
    shift
        For each sum what has to be added to the other result's value to compare it: what a move
        had gained before the other search began, say.
    at_best
        Whether the other result cannot be better than the best. A difference of nothing is then
        proven without a proof of its own.
    """
    levels = tuple(
        one.value - (two.value + more)
        for one, two, more in zip(best.levels, other.levels, shift, strict=True)
    )
    proven = best.status is Status.OPTIMAL and (
        other.status is Status.OPTIMAL or (at_best and not any(levels))
    )
    bound = other.levels[0].bound
    at_least = None
    if best.levels[0].proven and bound is not None:
        at_least = best.levels[0].value - bound - shift[0]
        if at_best:
            at_least = max(at_least, Fraction(0))
    return Loss(levels, proven, at_least)
