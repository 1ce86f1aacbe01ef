"""Which rollout policy plays the playouts: the one that promises most in a state.

The greedy policy and the strategies that evolution found, each good in its own way, are compared by
a few playouts in the same scenarios: what suits depends on the boards, ships and animals.
"""

from functools import cache
from random import Random
from statistics import fmean

from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.policies.evaluation import Evaluator
from odin_solver.game.policies.greedy import Greedy, greedy
from odin_solver.game.policies.strategies import learned_strategies
from odin_solver.game.setup import ChooseStarting
from odin_solver.planner.playout import is_compiled, play_out
from odin_solver.rollouts.encoding import has_occupations
from odin_solver.rollouts.playing import compiled, plays
from odin_solver.rules.position import GameLength

TRIALS = 12
"""Playouts of each policy: the standard error of a difference is then about two points."""


@cache
def rollout_policies(length: GameLength) -> tuple[Greedy, ...]:
    """Return the policies, the best one on average in games without occupations first."""
    learned = sorted(learned_strategies(), key=lambda each: -each.mean)
    return (
        *(
            Greedy(Evaluator(each.weights, {length: each.corrections}, each.network))
            for each in learned
            if each.length == length
        ),
        greedy,
    )


def policy_for(state: State, seed: int = 0) -> Greedy:
    """Return the policy that promises most in a state.

    Without the compiled engine it is the best one on average: trials would take too long.

    Parameters
    ----------
    state
        A state.
    seed
        Seed of the scenarios.
    """
    policies = rollout_policies(state.options.length)
    if isinstance(current(state), ChooseStarting):
        return policies[0] if compiled(greedy) is not None else greedy
    if not plays(state):
        return greedy
    if not is_compiled(state, greedy):
        return greedy if has_occupations(state) else policies[0]
    if len(policies) == 1:
        return policies[0]
    scenarios = [Random(f"{seed} trial {number}").getrandbits(48) for number in range(TRIALS)]

    def mean(policy: Greedy) -> float:
        return fmean(play_out(state, policy, scenario).sheet.total for scenario in scenarios)

    return max(policies, key=mean)
