"""Positions for tests; the profile is made up."""

from typing import Any

from odin_solver.graenaland.files import graenaland_from
from odin_solver.graenaland.position import GraenalandPosition

PLAYERS = ["yellow", "red", "white", "purple"]


def position(**changes: Any) -> GraenalandPosition:
    """A position of yellow among four players, from the fields of a position file."""
    data = {"profile": "made-up", "players": PLAYERS, "me": "yellow", **changes}
    return graenaland_from(data)


def one_village(hand: dict[str, int], *supply: list[str], market: bool = False) -> Any:
    """The sixth worked example: settlements 4, 2 and 1 on A, B and C, army 1."""
    return position(
        hand=hand,
        supply=list(supply),
        offered=[["ore", "ore"]],
        tiles=[
            {"id": "A", "villages": {"yellow": 4}, "works": ["market"] if market else []},
            {"id": "B", "villages": {"yellow": 2}},
            {"id": "C", "villages": {"yellow": 1}},
        ],
    )
