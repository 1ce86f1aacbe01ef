"""How objects show themselves, without knowing how they are drawn.

`odin_solver.display` registers the drawings, so that the rules need not import pictures. Its
modules are imported for the first drawing that needs them.
"""

import reprlib
import sys
from dataclasses import fields
from functools import singledispatch
from importlib import import_module
from typing import Any

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
    more = next((module for module in DRAWINGS if module not in sys.modules), None)
    if more is not None:
        import_module(more)
    return more is not None


MOST = 400
"""Characters of a `repr` at most."""

_PARTS = reprlib.Repr()
_PARTS.maxlevel = _PARTS.maxdict = _PARTS.maxtuple = _PARTS.maxfrozenset = 2
_PARTS.maxother = 50


class Brief:
    """Object whose `repr` has all its fields, each of them shortened.

    A data class needs ``repr=False``.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        known: Any = self
        names = getattr(self, "__struct_fields__", None) or [each.name for each in fields(known)]
        parts = (f"{name}={_PARTS.repr(getattr(self, name))}" for name in names)
        text = f"{type(self).__name__}({', '.join(parts)})"
        return text if len(text) < MOST else f"{text[: MOST - 5]}...)"


class Displayed:
    """Object with a drawing: as text when printed, as a picture in a notebook."""

    __slots__ = ()

    def __str__(self) -> str:
        return text_of(self)

    def _repr_svg_(self) -> str | None:
        return svg_of(self)
