"""Ships, and the bay where they lie."""

from typing import Annotated, Literal

import msgspec

from odin_solver.components.loading import component_file, keyed
from odin_solver.errors import InputError

Size = Literal["small", "large"]
"""Of a ship and of a berth; a ship lies only in a berth of its own size (rules, 2)."""

Count = Annotated[int, msgspec.Meta(ge=0)]


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of ship; there is no limit to their number but the berths (rules, 2).

    Attributes
    ----------
    id, name
        Key in files, and name for people.
    size
        Which berths it needs.
    price
        Silver to buy it at any time.
    wood
        What building it costs.
    points
        Points at the end of the game.
    printed_ore
        Ore in its picture, which always counts.
    ore_slots
        How much more ore it can be armed with (rules, 4).
    emigration_points
        Points once it has emigrated; None if it can't.
    """

    id: str
    name: str
    size: Size
    price: Count
    wood: Count
    points: Count
    printed_ore: Count = 0
    ore_slots: Count = 0
    emigration_points: Count | None = None

    @property
    def is_large(self) -> bool:
        """Whether it is one of the large ships: knarr and longship."""
        return self.size == "large"


class Bay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The berths of a player.

    Attributes
    ----------
    small_berths, large_berths
        How many ships of each size find room.
    """

    small_berths: Count
    large_berths: Count

    def berths(self, size: Size) -> int:
        """How many ships of a size find room."""
        return self.small_berths if size == "small" else self.large_berths


class ShipFile(msgspec.Struct, forbid_unknown_fields=True):
    """What the component file holds."""

    bay: Bay
    ship: tuple[Ship, ...]


_FILE = msgspec.convert(component_file("ships.toml"), ShipFile)

SHIPS = keyed(_FILE.ship, lambda each: each.id)
"""Every kind of ship by its id, the smallest first."""

BAY = _FILE.bay
"""The bay, the same for all players."""


def ship(ship_id: str) -> Ship:
    """Look a kind of ship up.

    Raises
    ------
    InputError
        If there is no such ship.
    """
    found = SHIPS.get(ship_id)
    if found is None:
        raise InputError(f"unknown ship {ship_id!r} (expected {', '.join(SHIPS)})")
    return found
