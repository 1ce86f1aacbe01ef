"""What the ships of your box are worth, entered once: no source gives it of all of them."""

from collections.abc import Mapping
from typing import Final

import msgspec

from odin_solver.support.files import data_text, write_file
from odin_solver.support.profiles import Profiles
from odin_solver.vikings.files import ShipValues, all_values, own_values
from odin_solver.vikings.parts import SAILS, Sail, ShipValue
from odin_solver.vikings.position import PRINTED_VALUES

UNPRINTED: Final[tuple[Sail, ...]] = tuple(sail for sail in SAILS if sail not in PRINTED_VALUES)
"""Ships whose value no source gives."""


class ShipsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file of a profile."""

    ship_values: ShipValues = {}


SHIP_PROFILES: Final = Profiles("vikings", ShipsFile, "odin vikings profile")


def own_ship_values() -> dict[Sail, ShipValue]:
    """Return the values of ships that sources give, and those of the saved profile."""
    file = SHIP_PROFILES.own() or ShipsFile()
    return all_values(file.ship_values)


def keep_ship_values(values: Mapping[Sail, ShipValue]) -> None:
    """Save the values of ships, if they are others than before."""
    data = {"ship_values": own_values(values)}
    if values != own_ship_values():
        SHIP_PROFILES.make_folder()
        write_file(SHIP_PROFILES.own_path(), data_text(data, "toml"))
