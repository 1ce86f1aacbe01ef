"""Corrections to the evaluation, learned from games that the greedy policy played.

The weights of `odin_solver.rollouts.policies.evaluation` hold for the whole game. Corrections hold
for one round: points for each piece of an item, so that a longship can be worth more in the third
round than in the fifth. Games with occupations have corrections of their own; where a round has
none, those of the games without occupations hold.

Items and animals are called by their names in the supply; besides, there are

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

from odin_solver.rules.position import GameLength
from odin_solver.support.validating import decoded

RoundCorrections = Mapping[str, float]
"""Points for each piece of an item."""

Kind = Literal["long", "short", "long with occupations", "short with occupations"]

Corrections = Mapping[Kind, Mapping[int, RoundCorrections]]

FILE = "corrections.json"


def load(text: str | bytes) -> Corrections:
    """Read corrections written by ``benchmarks/learning.py`` of commit 2c313e8.

    Raises
    ------
    msgspec.MsgspecError
        If they are invalid; the message says where.
    """
    return decoded(text, dict[Kind, dict[int, dict[str, float]]])


def kind_of(length: GameLength, occupations: bool) -> Kind:
    """Return the kind of a game."""
    if not occupations:
        return length
    return "long with occupations" if length == "long" else "short with occupations"


def corrections_in(
    known: Corrections, length: GameLength, occupations: bool, number: int
) -> RoundCorrections:
    """Return the corrections of a round, or those of games without occupations if it has none."""
    found = known.get(kind_of(length, occupations), {}).get(number)
    return known.get(length, {}).get(number, {}) if found is None else found


@cache
def learned_corrections() -> Corrections:
    """Return the corrections shipped with the program."""
    return load((files("odin_solver.rollouts.policies") / FILE).read_text(encoding="utf-8"))
