"""What can be eaten at a feast, and what it is worth to keep it."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from odin_solver.components import TILES, Tile
from odin_solver.components.loading import component_file
from odin_solver.errors import InputError
from odin_solver.rules.banquet import is_servable

FOODS: Mapping[str, Tile] = MappingProxyType(
    {
        name: tile
        for tile in TILES.values()
        if is_servable(tile)
        for name in (tile.id, *([f"pregnant_{tile.id}"] if tile.kind == "animal" else []))
    }
)
"""The tile of everything that may be served: food, animals and silver, in the order of `TILES`.

Pregnant animals have a key of their own, for their value is another one.
"""


def exact(number: Fraction | float) -> Fraction:
    """A number as it is written: 0.1 is a tenth.

    Raises
    ------
    ValueError
        If it is not finite.
    """
    return number if isinstance(number, Fraction) else Fraction(str(number))


FOOD_VALUES: Mapping[str, Fraction] = MappingProxyType(
    {name: exact(number) for name, number in component_file("food_values.toml").items()}
)
"""Points that a piece of food is taken to be worth if it is kept, by default."""


def check_food(name: str) -> None:
    """Make sure that something can be eaten.

    Raises
    ------
    InputError
        If it cannot, or if there is no such thing.
    """
    if name not in FOODS:
        if name in TILES:
            raise InputError(f"{name} is not food: expected one of {', '.join(FOODS)}")
        raise InputError(f"unknown food {name!r}: expected one of {', '.join(FOODS)}")
