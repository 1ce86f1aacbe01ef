"""The weapon cards and their deck."""

from typing import Annotated

import msgspec

from odin_solver.components.loading import keyed


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


WEAPONS = keyed("weapons.toml", "weapon", Weapon, lambda each: each.id)
