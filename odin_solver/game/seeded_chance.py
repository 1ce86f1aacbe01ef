"""Chance by seed: what comes next, the same for every game with the same seed."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from odin_solver.game.kernel.chance import (
    DrawOccupation,
    DrawStarting,
    DrawWeapon,
    RevealStrip,
    Roll,
)

KINDS = (
    DrawOccupation.kind,
    DrawStarting.kind,
    DrawWeapon.kind,
    RevealStrip.kind,
    Roll.kind,
)
"""The kinds of chance."""


class SeededChance:
    """All chance of a game, decided by a seed.

    Every kind of chance is a stream of its own: the third weapon, say, does not depend on how
    many dice were rolled before it. So two ways to play a seed meet the same luck as far as they
    ask for the same things.

    Parameters
    ----------
    seed
        The seed.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def outcome(self, kind: str, number: int, outcomes: Sequence[tuple[str, Fraction]]) -> str:
        """What comes.

        Parameters
        ----------
        kind
            The kind of chance.
        number
            How often this kind has decided in the game before.
        outcomes
            What can come, with probabilities.
        """
        at = Random(f"{self.seed} {kind} {number}").random()
        reached, share = 0.0, 0.0
        latest = None
        for outcome, probability in outcomes:
            if probability is not latest:  # to make a float of each of 145 cards takes long
                latest, share = probability, float(probability)
            reached += share
            if at < reached:
                return outcome
        return outcomes[-1][0]
