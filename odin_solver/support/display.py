"""How objects show themselves, without knowing how they are drawn.

`odin_solver.display` registers the drawings, so that the rules need not import pictures.
"""

from functools import singledispatch


@singledispatch
def text_of(shown: object) -> str:
    """Return an object as it is drawn in a terminal, without colours."""
    return repr(shown)


@singledispatch
def svg_of(shown: object) -> str | None:
    """Return an object's picture as SVG; None if it has none."""
    return None


class Displayed:
    """Object with a drawing: as text when printed, as a picture in a notebook."""

    __slots__ = ()

    def __str__(self) -> str:
        return text_of(self)

    def _repr_svg_(self) -> str | None:
        return svg_of(self)
