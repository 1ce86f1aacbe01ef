"""Gains of starting occupations, by which the greedy policy chooses one (rules, 7).

One move ahead they all look alike. So the policy uses their mean gains in thousands of its own
games in which they were drawn (``python -m benchmarks.cards`` writes the file).
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from odin_solver.game.kernel.moves import Keep, Move
from odin_solver.game.kernel.play import decision
from odin_solver.game.kernel.state import State
from odin_solver.rules.position import GameLength
from odin_solver.support.validating import decoded

FILE = "starting.json"


@cache
def starting_gains() -> Mapping[GameLength, Mapping[int, float]]:
    """Return the gains of starting occupations compared to the average card, in points.

    Returns
    -------
    mapping
        By the length of the game and the number of the card. Missing cards count as average.
    """
    text = (files("odin_solver.rollouts.policies") / FILE).read_bytes()
    return decoded(text, dict[GameLength, dict[int, float]])


def starting_moves(state: State) -> list[Move]:
    """Return the moves that keep a starting occupation, by its gain, the best first."""
    gains = starting_gains().get(state.options.length, {})
    choice = decision(state)
    assert choice is not None
    offered = [move.card for move in choice.moves(state) if isinstance(move, Keep)]
    cards = sorted(offered, key=lambda card: -gains.get(card, 0.0))
    return [Keep(card) for card in cards]
