"""Perft: how many ways there are to go on from a state, by the number of steps.

A step is a decision of the player or an outcome of chance; both are branches alike. A game that
is over has no way to go on.
"""

from odin_solver.game import State, apply, chance_outcomes
from tests.game.texts import legal_moves


def perft(state: State, depth: int, *, placing: bool = False) -> int:
    """Number of sequences of so many steps, with or without the ways to place tiles."""
    branches = [outcome for outcome, _ in chance_outcomes(state)]
    branches = branches or legal_moves(state, placing=placing)
    if depth == 1:
        return len(branches)
    return sum(perft(apply(state, each), depth - 1, placing=placing) for each in branches)
