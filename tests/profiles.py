"""How many random cases a test tries: few in a normal run, many in a nightly one.

``HYPOTHESIS_PROFILE=nightly python -m pytest`` chooses the nightly run.
"""

import os
from typing import Literal

PROFILE: Literal["odin", "nightly"] = (
    "nightly" if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else "odin"
)

NIGHTLY_FACTOR = 50


MOST_CASES = 12
"""Most random cases of a test in a normal run, unless it names both numbers; more run nightly."""


def cases(number: int, nightly: int | None = None) -> int:
    """Return how many random cases a test tries.

    Parameters
    ----------
    number
        In a nightly run there are 50 times as many, in a normal one `MOST_CASES` at most.
    nightly
        The number in a nightly run; then `number` is that of a normal run.
    """
    if PROFILE == "nightly":
        return NIGHTLY_FACTOR * number if nightly is None else nightly
    return min(number, MOST_CASES) if nightly is None else number
