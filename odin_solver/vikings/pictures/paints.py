"""Colours of figures, sails, land and sea."""

from types import MappingProxyType
from typing import NamedTuple

from odin_solver.vikings.parts import FIGURES, SAILS


class PaintOf(NamedTuple):
    """Colours of a surface: fill, lighter and darker shade, text."""

    fill: str
    light: str
    dark: str
    ink: str


SEA = PaintOf("#4f8fae", "#a8d0e0", "#2f647f", "#ffffff")
LAND = PaintOf("#d9c48f", "#ecdcb9", "#8c7240", "#3a2a10")
MAINLAND = PaintOf("#a9b877", "#c8d49c", "#66763a", "#26300f")
THREAT = "#a3211a"
NEW = "#ffd60a"

_COLOURS = MappingProxyType(
    {
        "black": PaintOf("#2b2b2b", "#5a5a5a", "#000000", "#ffffff"),
        "red": PaintOf("#b8402f", "#d96a55", "#6f1d12", "#ffffff"),
        "green": PaintOf("#47803a", "#6ea75d", "#22491a", "#ffffff"),
        "yellow": PaintOf("#e3b23c", "#f8dc8a", "#94690f", "#2f2002"),
        "blue": PaintOf("#2f62a8", "#5e9bd3", "#16406a", "#ffffff"),
        "grey": PaintOf("#8a9097", "#c6cbd2", "#4a5058", "#ffffff"),
    }
)

SAIL_PAINTS = MappingProxyType({sail: _COLOURS[sail] for sail in SAILS})


def figure_paint(code: str) -> PaintOf:
    """Return the colours of a figure."""
    return _COLOURS[FIGURES[code].colour]
