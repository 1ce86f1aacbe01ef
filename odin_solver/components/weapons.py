"""The weapon cards and their deck."""

from typing import Annotated

import msgspec

from odin_solver.components.loading import component_file, keyed
from odin_solver.errors import InputError


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of weapon card (rules, 2).

    Attributes
    ----------
    id, name
        Key in files, and name for people.
    copies
        How many cards there are in all.
    start
        How many of them each player has at the start; the others are the deck.
    """

    id: str
    name: str
    copies: Annotated[int, msgspec.Meta(ge=1)]
    start: Annotated[int, msgspec.Meta(ge=0)] = 0


class WeaponFile(msgspec.Struct, forbid_unknown_fields=True):
    """What the component file holds."""

    weapon: tuple[Weapon, ...]


WEAPONS = keyed(
    msgspec.convert(component_file("weapons.toml"), WeaponFile).weapon, lambda each: each.id
)
"""Every kind of weapon by its id."""


def weapon(weapon_id: str) -> Weapon:
    """Look a kind of weapon up.

    Raises
    ------
    InputError
        If there is no such weapon.
    """
    found = WEAPONS.get(weapon_id)
    if found is None:
        raise InputError(f"unknown weapon {weapon_id!r} (expected {', '.join(WEAPONS)})")
    return found
