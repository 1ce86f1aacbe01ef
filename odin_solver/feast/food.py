"""What can be eaten at a feast, and the value of keeping it."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from odin_solver.components import TILES, Tile
from odin_solver.components.heard import Names, names_of
from odin_solver.components.loading import component_file
from odin_solver.errors import InputError
from odin_solver.rules.banquet import is_servable
from odin_solver.support.language import mark

FOODS: Mapping[str, Tile] = MappingProxyType(
    {
        name: tile
        for tile in TILES.values()
        if is_servable(tile)
        for name in (tile.id, *([f"pregnant_{tile.id}"] if tile.kind == "animal" else []))
    }
)
"""The tiles of all food, animals and silver that may be served, by name, in the order of `TILES`.

Pregnant animals have names of their own, since their values differ.
"""


def exact(number: Fraction | float) -> Fraction:
    """Return a number exactly as written: 0.1 is a tenth."""
    return number if isinstance(number, Fraction) else Fraction(str(number))


FOOD_VALUES: Mapping[str, Fraction] = MappingProxyType(
    {name: exact(number) for name, number in component_file("food_values.toml").items()}
)
"""Default value in points of keeping a piece of food."""


@cache
def foods() -> Names:
    """Return the names of all food."""
    unknown, where = mark("unknown food {name!r}"), mark("expected one of {names}")
    return names_of("item").only(FOODS, unknown=unknown, where=where)


def check_food(name: str) -> None:
    """Check that something can be eaten."""
    if name not in FOODS:
        known = ", ".join(FOODS)
        if name in TILES:
            raise InputError.said(
                "{item} is not food: expected one of {names}", item=name, names=known
            )
        raise InputError.said(
            "unknown food {name!r}: expected one of {names}", name=name, names=known
        )
