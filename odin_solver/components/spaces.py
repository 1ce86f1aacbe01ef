"""The spaces of the action board."""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from odin_solver.components.loading import component_file, keyed
from odin_solver.errors import InputError


class Group(StrEnum):
    """A group of action spaces in one or more rows of the board; many occupations name one."""

    BUILD_HOUSES = "build_houses"
    BUILD_SHIPS = "build_ships"
    HUNTING = "hunting"
    LIVESTOCK_MARKET = "livestock_market"
    WEEKLY_MARKET = "weekly_market"
    PRODUCTS = "products"
    CRAFTING = "crafting"
    MOUNTAINS_AND_TRADE = "mountains_and_trade"
    SAILING = "sailing"
    EMIGRATION_AND_OCCUPATION = "emigration_and_occupation"

    @property
    def label(self) -> str:
        """Name for people, such as Build houses."""
        return self.value.replace("_", " ").capitalize()


class ActionSpace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action space (rules, 4).

    Attributes
    ----------
    id, name
        Key in files, and name for people.
    column
        Which of the four columns it stands in; it takes as many Vikings.
    groups
        The group that it belongs to; two if it stretches over the rows of two.
    text
        What it does, in one line.
    dice
        The die that is rolled, or None.
    """

    id: str
    name: Annotated[str, msgspec.Meta(min_length=1)]
    column: Annotated[int, msgspec.Meta(ge=1, le=4)]
    groups: Annotated[tuple[Group, ...], msgspec.Meta(min_length=1, max_length=2)]
    text: Annotated[str, msgspec.Meta(min_length=1)]
    dice: Literal["d8", "d12"] | None = None

    @property
    def vikings(self) -> int:
        """How many Vikings it takes: the number of its column."""
        return self.column

    @property
    def group(self) -> Group:
        """The first of its groups."""
        return self.groups[0]


class SpaceFile(msgspec.Struct, forbid_unknown_fields=True):
    """What the component file holds."""

    space: tuple[ActionSpace, ...]


SPACES = keyed(
    msgspec.convert(component_file("spaces.toml"), SpaceFile).space, lambda each: each.id
)
"""Every action space by its id, group by group, those of one column from the top."""


def space(space_id: str) -> ActionSpace:
    """Look an action space up.

    Raises
    ------
    InputError
        If there is no such space.
    """
    found = SPACES.get(space_id)
    if found is None:
        raise InputError(f"unknown action space {space_id!r}")
    return found
