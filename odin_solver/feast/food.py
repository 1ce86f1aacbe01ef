"""What can be eaten at a feast, and the value of keeping it."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from odin_solver.components import TILES, Tile
from odin_solver.components.finding import candidates
from odin_solver.components.loading import component_file
from odin_solver.errors import InputError
from odin_solver.rules.banquet import is_servable
from odin_solver.support.language import say
from odin_solver.support.text import did_you_mean

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
    """Return a number exactly as written: 0.1 is a tenth.

    Raises
    ------
    ValueError
        If it is not finite.
    """
    return number if isinstance(number, Fraction) else Fraction(str(number))


FOOD_VALUES: Mapping[str, Fraction] = MappingProxyType(
    {name: exact(number) for name, number in component_file("food_values.toml").items()}
)
"""Default value in points of keeping a piece of food."""


def food_named(written: str) -> str:
    """Return the name of food written in any case and spacing, or abbreviated.

    Raises
    ------
    InputError
        If it is no food, or may be several.
    """
    meant = candidates(written, {name: (name.replace("_", " "),) for name in FOODS})
    if len(meant) > 1:
        raise InputError(
            say("unknown food {name!r}: {advice}", name=written, advice=did_you_mean(meant))
        )
    name = meant[0] if meant else written
    check_food(name)
    return name


def check_food(name: str) -> None:
    """Check that something can be eaten.

    Raises
    ------
    InputError
        If it cannot, or is unknown.
    """
    if name not in FOODS:
        known = ", ".join(FOODS)
        if name in TILES:
            raise InputError(
                say("{item} is not food: expected one of {names}", item=name, names=known)
            )
        raise InputError(
            say("unknown food {name!r}: expected one of {names}", name=name, names=known)
        )
