"""The spaces of the action board."""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from odin_solver.components.loading import keyed
from odin_solver.support.language import say_as


class Group(StrEnum):
    """A group of action spaces in one or more rows of the board; many occupations refer to one."""

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
        """Display name, such as Build houses."""
        return say_as("group", self.value.replace("_", " ").capitalize())


class ActionSpace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action space (rules, 4).

    Attributes
    ----------
    id, name
        Key in files and display name.
    column
        Column from 1 to 4; the space takes as many Vikings.
    groups
        Its group; two if it extends over the rows of two groups.
    text
        The action in one line.
    key, short
        Name and costs with gains in a few characters, for menus; ``$`` is silver.
    icons
        Costs and gains as items and signs, for pictures (see the component file).
    dice
        The die rolled, or None.
    was
        Its former key, if it had one: files still have it.
    """

    id: str
    name: Annotated[str, msgspec.Meta(min_length=1)]
    column: Annotated[int, msgspec.Meta(ge=1, le=4)]
    groups: Annotated[tuple[Group, ...], msgspec.Meta(min_length=1, max_length=2)]
    text: Annotated[str, msgspec.Meta(min_length=1)]
    key: Annotated[str, msgspec.Meta(pattern=r"^[abcfgjkst]\d{1,2}$")]
    short: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    icons: Annotated[str, msgspec.Meta(min_length=1)]
    dice: Literal["d8", "d12"] | None = None
    was: str = ""

    @property
    def title(self) -> str:
        """Name without what its group or the number of Vikings says."""
        return self.name.removeprefix("Market: ").partition(" (")[0]

    @property
    def vikings(self) -> int:
        """Number of Vikings that it takes."""
        return self.column

    @property
    def group(self) -> Group:
        """The first group."""
        return self.groups[0]


SPACES = keyed("spaces.toml", "space", ActionSpace, lambda each: each.id)
"""Action spaces by id, group by group, those of a column from the top."""

SPACES_BY_KEY = {each.key: each for each in SPACES.values()}
"""Action spaces by their keys in menus."""
