"""Ships, and the bay with their berths."""

from typing import Annotated, Literal

import msgspec

from odin_solver.components.loading import component_file, keyed

Size = Literal["small", "large"]
"""Size of a ship or berth; a ship needs a berth of its own size (rules, 2)."""

Count = Annotated[int, msgspec.Meta(ge=0)]


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ship; only the berths limit their number (rules, 2).

    Attributes
    ----------
    id, name
        Key in files and display name.
    size
        Size of the berth that it needs.
    price
        Price in silver, payable at any time.
    wood
        Wood that building it costs.
    printed_ore
        Ore printed on it, which always counts.
    ore_slots
        Slots for more ore (rules, 4).
    emigration_points
        Points once emigrated; None if it cannot emigrate.
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


class Bay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The berths of a player."""

    small_berths: Count
    large_berths: Count

    def berths(self, size: Size) -> int:
        """Return the number of berths for a size."""
        return self.small_berths if size == "small" else self.large_berths


SHIPS = keyed("ships.toml", "ship", Ship, lambda each: each.id)
"""Kinds of ships by id, the smallest first."""

BAY = msgspec.convert(component_file("ships.toml")["bay"], Bay)
"""The bay, the same for all players."""
