"""Names of figures and ships in sentences."""

from collections.abc import Mapping
from types import MappingProxyType

from odin_solver.support.language import Message, mark, say, say_as, say_number_as
from odin_solver.vikings.parts import FIGURES, ROWS, SPECIALS, Sail, ShipValue

ALL: Mapping[str, str] = MappingProxyType(
    {
        "K": mark("all warriors"),
        "R": mark("all nobles"),
        "G": mark("all scouts"),
        "Y": mark("all goldsmiths"),
        "B": mark("all fishermen"),
    }
)
_SHIPS: Mapping[Sail, str] = MappingProxyType(
    {
        "red": mark("red ship"),
        "green": mark("green ship"),
        "yellow": mark("yellow ship"),
        "blue": mark("blue ship"),
    }
)


def figure_name(code: str, n: int = 1) -> Message:
    """Return ``scout`` for G, or ``scouts``."""
    return say_number_as("figure", FIGURES[code].name, FIGURES[code].plural, n)


def row_name(row: int) -> Message:
    """Return the name of the figures of a row."""
    return figure_name(ROWS[row])


def figures_text(code: str, n: int) -> str:
    """Return ``2 scouts``."""
    return f"{n} {figure_name(code, n)}"


def sail_name(sail: Sail) -> Message:
    """Return ``red``."""
    return say_as("sail", sail)


def value_text(value: ShipValue) -> Message:
    """Return ``3 gold`` or ``2 VP``."""
    if value.unit == "gold":
        return say("{gold} gold", gold=value.amount)
    return say("{vp} VP", vp=value.amount)


def special_does(name: str) -> Message:
    """Return what a special tile does."""
    return say_as("special", SPECIALS[name].text)


def special_text(name: str) -> str:
    """Return a special tile as files name it, with what it does."""
    return f"{name} ({special_does(name)})"


def ship_name(sail: Sail) -> Message:
    """Return ``red ship``."""
    return say(_SHIPS[sail])


SEAT_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "human": mark("a person"),
        "sampling": mark("sampling program"),
        "greedy": mark("greedy program"),
        "random": mark("random program"),
    }
)
EXPERT_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "auction": mark("auction of the start player"),
        "colours": mark("figures by colours"),
        "ferry": mark("a boatsman carries one figure"),
        "specials": mark("a special tile for the dearest pair"),
    }
)
