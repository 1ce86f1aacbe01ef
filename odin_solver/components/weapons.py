"""The weapon cards and their deck."""

from typing import Annotated

import msgspec

from odin_solver.components.loading import component_file, keyed


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of weapon card (rules, 2).

    Attributes
    ----------
    id, name
        Key in files and display name.
    start
        Number of these that each player starts with; the others form the deck.
    """

    id: str
    name: str
    copies: Annotated[int, msgspec.Meta(ge=1)]
    start: Annotated[int, msgspec.Meta(ge=0)] = 0


class WeaponFile(msgspec.Struct, forbid_unknown_fields=True):
    """Content of the component file."""

    weapon: tuple[Weapon, ...]


WEAPONS = keyed(
    msgspec.convert(component_file("weapons.toml"), WeaponFile).weapon, lambda each: each.id
)
