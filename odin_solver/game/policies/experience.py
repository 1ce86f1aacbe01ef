"""What the greedy policy has learned from games that it played.

The weights of `odin_solver.game.policies.worth` hold for the whole game. How games went on tells
more: that a longship in the third round is worth more than one in the fifth, say. So there are
corrections for every round: so many points for each piece of what there is. They are found by
``python -m benchmarks.learning``, which keeps those with which whole games score more.

Things and animals are called by their names in the supply; besides, there are

- ``vikings`` (those left in the Thing square), ``whaling_boats``, ``knarrs``, ``longships``,
  ``ore_aboard`` and ``emigrated_SHIP``;
- ``home_income`` and ``home_open``: silver, and the points that open cells cost; ``other_income``
  and ``other_open`` for all other boards, and ``board_NAME`` for each of them.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from odin_solver.position import GameLength

Lessons = Mapping[str, float]
"""Points for each piece of what there is."""

Experience = Mapping[GameLength, Mapping[int, Lessons]]
"""What was learned, by the length of the game and the round."""

FILE = "experience.json"


def load(text: str | bytes) -> Experience:
    """Read experience as `benchmarks.learning` writes it.

    Raises
    ------
    msgspec.MsgspecError
        If it is something else; the message says where.
    """
    return msgspec.json.decode(text, type=dict[GameLength, dict[int, dict[str, float]]])


@cache
def experience() -> Experience:
    """What comes with the program."""
    return load((files("odin_solver.game.policies") / FILE).read_text(encoding="utf-8"))
