"""How many random cases a test tries: few in a normal run, many in a nightly one.

``HYPOTHESIS_PROFILE=nightly python -m pytest`` chooses the nightly run.
"""

import os
from typing import Literal

PROFILE: Literal["odin", "nightly"] = (
    "nightly" if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else "odin"
)

NIGHTLY_FACTOR = 50


def cases(normal: int, nightly: int | None = None) -> int:
    """The number of cases for `hypothesis.settings`: `normal`, or by default 50 times as many."""
    if PROFILE == "nightly":
        return NIGHTLY_FACTOR * normal if nightly is None else nightly
    return normal
