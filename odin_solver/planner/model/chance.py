"""Assumptions about chance, fixed before the model is built.

=========  =============================  =========================  =========================
kind       dice                           hidden mountain strips     weapons drawn
=========  =============================  =========================  =========================
expected   mean of the best of three      all like `TYPICAL_STRIP`   as in `WEAPONS_IN_TURNS`
           rolls, rounded to the worse
known      best roll                      in the order of the seed   any
best       best roll                      in the best order          any
=========  =============================  =========================  =========================

With ``known`` and ``best`` chance brings at least what it can bring in a game, so that the value of
the model is an upper bound. A seed fixes neither weapons nor rolls: a weapon depends on the deck,
which the player changes, and a roll on the number of rolls before it. So ``known`` leaves both to
the plan.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from odin_solver.components.strips import MOUNTAIN_STRIPS, StripItem
from odin_solver.game.kernel.chance import DIE_SIDES, RevealStrip
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import SeededChance

TYPICAL_STRIP = MOUNTAIN_STRIPS[7]
"""Three wood, two stone, one ore and two silver: the strip closest to the average."""

WEAPONS_IN_TURNS = ("bow", "snare", "spear", "long_sword")


@dataclass(frozen=True)
class ChanceModel:
    """An assumption about chance, as in the table above.

    Attributes
    ----------
    kind
        Row of the table.
    seed
        Seed of a game, for ``known``.
    """

    kind: Literal["expected", "known", "best"]
    seed: int | None = None

    @classmethod
    def expected(cls) -> "ChanceModel":
        """Average outcomes, for plans."""
        return cls("expected")

    @classmethod
    def known(cls, seed: int) -> "ChanceModel":
        """Strips of a seed, best outcomes otherwise: for the upper bound of a seed."""
        return cls("known", seed)

    @classmethod
    def best(cls) -> "ChanceModel":
        """Best outcomes: for an upper bound of all games."""
        return cls("best")

    @property
    def is_optimistic(self) -> bool:
        """Whether chance in a game never brings more."""
        return self.kind != "expected"

    def low(self, die: str) -> int:
        """Result of up to three rolls if low is good."""
        return 1 if self.is_optimistic else ceil(_mean_of_lowest(die))

    def high(self, die: str) -> int:
        """Result of up to three rolls if high is good."""
        sides = DIE_SIDES[die]
        return sides if self.is_optimistic else sides + 1 - self.low(die)

    def strips(self, state: State) -> "list[tuple[tuple[StripItem, ...], tuple[int, ...]]]":
        """Return the hidden strips: their items, and the rounds in which they may appear.

        One strip appears per round.
        """
        rounds = [state.round + n for n in range(1, len(state.hidden_strips) + 1)]
        if self.kind == "expected":
            return [(TYPICAL_STRIP, (r,)) for r in rounds]
        if self.kind == "best":
            return [(MOUNTAIN_STRIPS[n - 1], tuple(rounds)) for n in state.hidden_strips]
        return [
            (MOUNTAIN_STRIPS[number - 1], (r,))
            for number, r in zip(self._order(state.hidden_strips), rounds, strict=True)
        ]

    def _order(self, hidden: Sequence[int]) -> list[int]:
        """Return the order in which hidden strips appear with the seed."""
        assert self.seed is not None
        fate, left, order = SeededChance(self.seed), list(hidden), []
        while left:
            drawn = len(MOUNTAIN_STRIPS) - len(left)
            outcomes = [(str(number), Fraction(1, len(left))) for number in left]
            order.append(int(fate.outcome(RevealStrip.kind, drawn, outcomes)))
            left.remove(order[-1])
        return order


def _mean_of_lowest(die: str, rolls: int = 3) -> float:
    """Return the mean of the lowest of some rolls."""
    sides = DIE_SIDES[die]
    return sum((face / sides) ** rolls for face in range(1, sides + 1))
