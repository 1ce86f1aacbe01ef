"""Which occupations the compiled engine plays exactly as the Python engine.

All cards count their points and can be drawn and played. The Python engine plays the real moves, so
that an effect which is left out costs strength and never correctness.
"""

from collections.abc import Mapping
from types import MappingProxyType

LEFT_OUT: Mapping[int, str] = MappingProxyType(
    {
        9: "the whole effect",
        31: "choosing between several goods",
        39: "the whole effect",
        40: "the whole effect",
        42: "the whole effect",
        61: "the whole effect",
        64: "the whole effect",
        70: "the whole effect",
        71: "the whole effect",
        85: "the whole effect",
        88: "keeping the action to come possible",
        91: "the whole effect",
        102: "the whole effect",
        103: "the whole effect",
        107: "the whole effect",
        150: "the whole effect",
        152: "the whole effect",
        158: "serving the silver that it gives at the same feast",
        159: "the whole effect",
        172: "the whole effect",
        177: "the whole effect",
        186: "the whole effect",
    }
)
"""What is left out of cards, by number; all others are played as in the Python engine."""
