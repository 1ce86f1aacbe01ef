"""The players of the solo game by name."""

from odin_solver.game.policies import POLICIES, Policy
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.policy import Planner

PLANNER = "planner"

PLAYERS = (*POLICIES, PLANNER)
"""Names of the players: ``random``, ``greedy`` and ``planner``."""


def player(name: str, limits: SearchLimits | None = None) -> Policy:
    """Return a player.

    Parameters
    ----------
    name
        One of `PLAYERS`.
    limits
        Limits of the planner for every placement of Vikings.
    """
    return Planner(limits) if name == PLANNER else POLICIES[name]
