"""Everybody who plays the solo game by name."""

from odin_solver.game.policies import POLICIES, Policy
from odin_solver.planner.advice import Limits
from odin_solver.planner.policy import Planner

PLANNER = "planner"

PLAYERS = (*POLICIES, PLANNER)
"""The names: ``random``, ``greedy`` and ``planner``."""


def player(name: str, limits: Limits | None = None) -> Policy:
    """Somebody who plays.

    Parameters
    ----------
    name
        One of `PLAYERS`.
    limits
        How much the planner thinks about every placement of Vikings. The others do not think.
    """
    return Planner(limits) if name == PLANNER else POLICIES[name]
