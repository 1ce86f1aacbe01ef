"""The mountain strips."""

from typing import Annotated, Literal, get_args

import msgspec

from odin_solver.components.loading import component_file

StripItem = Literal["wood", "stone", "ore", "silver2"]
STRIP_ITEMS: tuple[StripItem, ...] = get_args(StripItem)
"""What lies on a space of a mountain strip; silver2 is two silver taken at once (rules, 4)."""

Strip = Annotated[tuple[StripItem, ...], msgspec.Meta(min_length=7, max_length=7)]


MOUNTAIN_STRIPS: tuple[tuple[StripItem, ...], ...] = msgspec.convert(
    component_file("strips.toml")["strips"], tuple[Strip, ...]
)
"""The mountain strips, each with its items in the order in which they are taken."""


def strip_gain(item: StripItem) -> tuple[str, int]:
    """Return the item gained from a space of a strip, and its number."""
    return ("silver", 2) if item == "silver2" else (item, 1)
