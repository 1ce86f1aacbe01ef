"""Greedy policies with weights of their own, each good in another way.

Evolution found them from different beginnings (``python -m benchmarks.evolution``); networks
learned from their games correct the evaluation (``python -m benchmarks.values``).
"""

from functools import cache
from importlib.resources import files

import msgspec

from odin_solver.game.policies.evaluation import EvaluationWeights
from odin_solver.rules.position import GameLength
from odin_solver.support.validating import decoded


class Strategy(msgspec.Struct, frozen=True):
    """Weights of a greedy policy for games of one length without occupations.

    Attributes
    ----------
    name
        The beginning of its evolution.
    length
        Length of the game.
    weights
        Weights of the evaluation.
    corrections
        Corrections by round.
    made
        The command that made it.
    mean
        Mean score of its greedy games.
    network
        Name of its network (`odin_solver.rollouts.networks`), which the compiled engine adds to the
        evaluation; empty for none.
    """

    name: str
    length: GameLength
    weights: EvaluationWeights
    corrections: dict[int, dict[str, float]]
    made: str
    mean: float
    network: str = ""


FILE = "strategies.json"


@cache
def learned_strategies() -> tuple[Strategy, ...]:
    """Return the strategies shipped with the program."""
    text = (files("odin_solver.game.policies") / FILE).read_bytes()
    return decoded(text, tuple[Strategy, ...])
