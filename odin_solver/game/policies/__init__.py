"""Players of the solo game, to compare others with: `random` and `greedy`.

A policy is asked whenever the player has to decide, and answers with a move. It sees the state
and nothing else: what lies on the table, and which cards and strips have not come yet, as a
player may know them. What comes next is with `odin_solver.game.fate.Fate`, which it never meets.
"""

from collections.abc import Mapping
from types import MappingProxyType

from odin_solver.game.policies.greedy import greedy
from odin_solver.game.policies.playing import Policy, play
from odin_solver.game.policies.uniform import uniform

POLICIES: Mapping[str, Policy] = MappingProxyType({"random": uniform, "greedy": greedy})
"""All policies by name."""

__all__ = ["POLICIES", "Policy", "greedy", "play", "uniform"]
