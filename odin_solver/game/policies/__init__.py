"""Baseline policies of the solo game: `random` and `greedy`.

A policy is asked whenever the player has to decide, and answers with a move. It sees the state and
nothing else: what lies on the table, and which cards and strips have not come yet. What comes next
is up to `odin_solver.game.playing.SeededChance`, which it never sees.
"""

from collections.abc import Mapping
from types import MappingProxyType

from odin_solver.game.playing import Policy, play
from odin_solver.game.policies.greedy import greedy
from odin_solver.game.policies.random_policy import random_policy

POLICIES: Mapping[str, Policy] = MappingProxyType({"random": random_policy, "greedy": greedy})
"""All policies by name."""

__all__ = ["POLICIES", "Policy", "greedy", "play", "random_policy"]
