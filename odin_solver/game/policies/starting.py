"""Which starting occupation the greedy policy keeps, where it may choose (rules, 7).

One move ahead all of them look alike: what they bring comes later. So the policy goes by what they
have brought in thousands of its own games, in which they were drawn
(``python -m benchmarks.cards``, which writes the file that comes with the program).
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from odin_solver.rules.position import GameLength

FILE = "starting.json"


@cache
def starting_gains() -> Mapping[GameLength, Mapping[int, float]]:
    """The points that starting occupations bring, beyond those of the average card.

    Returns
    -------
    mapping
        By the length of the game and the number of the card. Cards that it does not name have
        shown nothing, and count as average.
    """
    text = (files("odin_solver.game.policies") / FILE).read_bytes()
    return msgspec.json.decode(text, type=dict[GameLength, dict[int, float]])
