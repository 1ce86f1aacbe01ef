"""How objects show themselves, without knowing how they are drawn.

`odin_solver.display` registers the drawings, so that the rules need not import pictures. It is
imported for the first drawing.
"""

import sys
from functools import singledispatch
from importlib import import_module

DRAWINGS = "odin_solver.display"


@singledispatch
def text_of(shown: object) -> str:
    """Return an object as it is drawn in a terminal, without colours."""
    return text_of(shown) if _newly_registered() else repr(shown)


@singledispatch
def svg_of(shown: object) -> str | None:
    """Return an object's picture as SVG; None if it has none."""
    return svg_of(shown) if _newly_registered() else None


def _newly_registered() -> bool:
    """Register the drawings; return whether they were not before."""
    if DRAWINGS in sys.modules:
        return False
    import_module(DRAWINGS)
    return True


class Displayed:
    """Object with a drawing: as text when printed, as a picture in a notebook."""

    __slots__ = ()

    def __str__(self) -> str:
        return text_of(self)

    def _repr_svg_(self) -> str | None:
        return svg_of(self)
