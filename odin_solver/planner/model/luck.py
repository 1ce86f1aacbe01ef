"""What a plan takes chance to bring: a rule that is fixed before the model is stated.

=========  ==========================  =================================  ========================
kind       dice                        mountain strips not seen yet       weapons drawn
=========  ==========================  =================================  ========================
expected   the mean of the best of     each of them the typical one       in turns bow, snare,
           three rolls, to the worse                                      spear, long sword
known      the best roll of the die    in the order of the seed           whichever is wanted
best       the best roll of the die    in whatever order is best          whichever is wanted
=========  ==========================  =================================  ========================

``known`` and ``best`` never take chance to bring less than it can bring, so that what a model
with them cannot reach nobody reaches. Which weapon a seed brings depends on what is left in the
deck, which the player changes by what he takes and pays; and which rolls it brings to an action
depends on how many were made before. So both are left to the plan, also with ``known``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from odin_solver.components.strips import MOUNTAIN_STRIPS, StripItem
from odin_solver.game.kernel.chance import DIE_SIDES, RevealStrip
from odin_solver.game.kernel.state import State
from odin_solver.game.seeded_chance import SeededChance

TYPICAL_STRIP = MOUNTAIN_STRIPS[7]
"""Three wood, two stone, an ore and two silver: the strip nearest to the average of all."""

WEAPONS_IN_TURNS = ("bow", "snare", "spear", "long_sword")


@dataclass(frozen=True)
class Luck:
    """What a plan takes chance to bring; see the module for the three kinds.

    Attributes
    ----------
    kind
        Which of them.
    seed
        The seed of a game whose strips are known.
    """

    kind: Literal["expected", "known", "best"]
    seed: int | None = None

    @classmethod
    def expected(cls) -> "Luck":
        """Chance as it comes on average, for plans."""
        return cls("expected")

    @classmethod
    def known(cls, seed: int) -> "Luck":
        """The strips of a seed, and the best of everything else: a bound for a seed."""
        return cls("known", seed)

    @classmethod
    def best(cls) -> "Luck":
        """The best of everything: a bound for every outcome."""
        return cls("best")

    @property
    def bounds(self) -> bool:
        """Whether chance never brings more than this."""
        return self.kind != "expected"

    def low(self, die: str) -> int:
        """The result of up to three rolls where a low one is wanted."""
        return 1 if self.bounds else ceil(_mean_of_lowest(die))

    def high(self, die: str) -> int:
        """The result of up to three rolls where a high one is wanted."""
        sides = DIE_SIDES[die]
        return sides if self.bounds else sides + 1 - self.low(die)

    def strips(self, state: State) -> "list[tuple[tuple[StripItem, ...], tuple[int, ...]]]":
        """The strips still to come: what is on them, and the rounds from which they may lie open.

        A strip comes at the end of every round. Exactly one comes for every round, so that of
        several that could come for it one does.
        """
        rounds = [state.round + n for n in range(1, len(state.hidden_strips) + 1)]
        if self.kind == "expected":
            return [(TYPICAL_STRIP, (each,)) for each in rounds]
        if self.kind == "best":
            every = tuple(rounds)
            return [(MOUNTAIN_STRIPS[number - 1], every) for number in state.hidden_strips]
        return [
            (MOUNTAIN_STRIPS[number - 1], (each,))
            for number, each in zip(self._order(state.hidden_strips), rounds, strict=True)
        ]

    def _order(self, hidden: Sequence[int]) -> list[int]:
        """The order in which hidden strips will come with the seed."""
        assert self.seed is not None
        fate, left, order = SeededChance(self.seed), list(hidden), []
        while left:
            drawn = len(MOUNTAIN_STRIPS) - len(left)
            outcomes = [(str(number), Fraction(1, len(left))) for number in left]
            order.append(int(fate.outcome(RevealStrip.kind, drawn, outcomes)))
            left.remove(order[-1])
        return order


def _mean_of_lowest(die: str, rolls: int = 3) -> float:
    """The mean of the lowest of some rolls."""
    sides = DIE_SIDES[die]
    return sum((each / sides) ** rolls for each in range(1, sides + 1))
