"""The players of the solo game by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from odin_solver.game.playing import Policy
from odin_solver.game.policies import random_policy
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.policy import Planner
from odin_solver.rollouts.playing import greedy

_PLAYERS: Mapping[str, Callable[[SearchLimits | None], Policy]] = MappingProxyType(
    {"random": lambda _: random_policy, "greedy": lambda _: greedy, "planner": Planner}
)

PLANNER = "planner"

PLAYERS = tuple(_PLAYERS)


def player(name: str, limits: SearchLimits | None = None) -> Policy:
    """Return a player, one of `PLAYERS`."""
    return _PLAYERS[name](limits)
