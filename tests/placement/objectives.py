"""Objectives of the tests."""

from fractions import Fraction

from odin_solver.placement.objective import BONUS_VALUES, Objective, Weights, preset


def income_and_bonuses(rounds: int) -> Objective:
    """Income of some rounds and bonuses by value, then the score: two levels of unequal weight."""
    bonuses = {item: Fraction((rounds - 1) * worth) for item, worth in BONUS_VALUES.items()}
    first = Weights(income=Fraction(rounds), bonus_of=bonuses)
    return Objective("income and bonuses", (first, *preset("final").levels))
