"""How often the rollout policy uses each space: the policy of the other players.

At a table of several players the search lets others take spaces by chance, with these weights.
``python -m benchmarks.popularity`` counts them in solo games and writes the file anew.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from odin_solver.rules.position import GameLength
from odin_solver.support.validating import decoded

FILE = "popularity.json"

GAMES = 150
"""Games of each length that are counted."""

LEAST = 10
"""Weight of a space besides its count: about half of all choices are blind."""


@cache
def popularity() -> Mapping[GameLength, Sequence[Mapping[str, int]]]:
    """Return for each length and round how many of `GAMES` games use a space; 0 is left out."""
    text = (files("odin_solver.rollouts.policies") / FILE).read_bytes()
    return decoded(text, dict[GameLength, list[dict[str, int]]])
