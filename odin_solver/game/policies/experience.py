"""What the greedy policy has learned from games that it played.

The weights of `odin_solver.game.policies.worth` hold for the whole game. How games went on tells
more: that a longship in the third round is worth more than one in the fifth, say. So there are
corrections for every round: so many points for each piece of what there is. They are found by
``python -m benchmarks.learning``, which keeps those with which whole games score more. Games with
occupations have lessons of their own; where there are none for a round, those of the games without
hold.

Things and animals are called by their names in the supply; besides, there are

- ``vikings`` (those left in the Thing square), ``whaling_boats``, ``knarrs``, ``longships``,
  ``ore_aboard`` and ``emigrated_SHIP``;
- ``hand`` and ``played``: occupations;
- ``home_income`` and ``home_open``: silver, and the points that open cells cost; ``other_income``
  and ``other_open`` for all other boards, and ``board_NAME`` for each of them.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from odin_solver.rules.position import GameLength

Lessons = Mapping[str, float]
"""Points for each piece of what there is."""

Kind = Literal["long", "short", "long with occupations", "short with occupations"]
"""What kind of game it is."""

Experience = Mapping[Kind, Mapping[int, Lessons]]
"""What was learned, by the kind of game and the round."""

FILE = "experience.json"


def load(text: str | bytes) -> Experience:
    """Read experience as `benchmarks.learning` writes it.

    Raises
    ------
    msgspec.MsgspecError
        If it is something else; the message says where.
    """
    return msgspec.json.decode(text, type=dict[Kind, dict[int, dict[str, float]]])


def kind_of(length: GameLength, occupations: bool) -> Kind:
    """The kind of a game."""
    if not occupations:
        return length
    return "long with occupations" if length == "long" else "short with occupations"


def lessons(known: Experience, length: GameLength, occupations: bool, number: int) -> Lessons:
    """What holds in a round: what was learned in games of the kind, or else without occupations."""
    found = known.get(kind_of(length, occupations), {}).get(number)
    return known.get(length, {}).get(number, {}) if found is None else found


@cache
def experience() -> Experience:
    """What comes with the program."""
    return load((files("odin_solver.game.policies") / FILE).read_text(encoding="utf-8"))
