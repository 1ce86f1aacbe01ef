"""Greedy policies with weights of their own, each good in another way.

Evolution found them from different beginnings (``benchmarks/evolution.py`` of commit 2c313e8);
networks learned from their games correct the evaluation (``python -m benchmarks.values``).
"""

from functools import cache
from importlib.resources import files
from operator import attrgetter

import msgspec

from odin_solver.rollouts.policies.evaluation import EvaluationWeights, RolloutPolicy
from odin_solver.rules.position import GameLength
from odin_solver.support.validating import decoded


class Strategy(msgspec.Struct, frozen=True):
    """Weights of a greedy policy for games of one length without occupations.

    Attributes
    ----------
    name
        The beginning of its evolution.
    corrections
        Corrections by round.
    made
        The command that made it.
    mean
        Mean score of its greedy games.
    network
        Name of its network (`odin_solver.rollouts.networks`), which is added to the evaluation;
        empty for none.
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
    text = (files("odin_solver.rollouts.policies") / FILE).read_bytes()
    return decoded(text, tuple[Strategy, ...])


@cache
def rollout_policy(length: GameLength) -> RolloutPolicy:
    """Return the policy of the planner's search: the strategy with the best mean."""
    best = max(
        (each for each in learned_strategies() if each.length == length), key=attrgetter("mean")
    )
    return RolloutPolicy(best.weights, {length: best.corrections}, best.network)
