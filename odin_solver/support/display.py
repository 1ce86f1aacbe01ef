"""How objects show themselves, without knowing how they are drawn.

`odin_solver.display` registers the drawings, so that the rules need not import pictures. Its
modules are imported for the first drawing that needs them.
"""

import sys
from functools import singledispatch
from importlib import import_module

DRAWINGS = ("odin_solver.display.positions", "odin_solver.display.games")


@singledispatch
def text_of(shown: object) -> str:
    """Return an object as it is drawn in a terminal, without colours."""
    return text_of(shown) if _newly_registered() else repr(shown)


@singledispatch
def svg_of(shown: object) -> str | None:
    """Return an object's picture as SVG; None if it has none."""
    return svg_of(shown) if _newly_registered() else None


def _newly_registered() -> bool:
    """Register more drawings; return whether there were any."""
    more = next((module for module in DRAWINGS if module not in sys.modules), None)
    if more is not None:
        import_module(more)
    return more is not None


class Displayed:
    """Object with a drawing: as text when printed, as a picture in a notebook."""

    __slots__ = ()

    def __str__(self) -> str:
        return text_of(self)

    def _repr_svg_(self) -> str | None:
        return svg_of(self)
