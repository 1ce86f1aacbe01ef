"""What an answer says, for every face: lines, tables, boards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from odin_solver.components.signs import sign_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from odin_solver.components import Tile
    from odin_solver.rules.position import Placement, Position

Style = Literal["", "title", "strong", "best", "dim", "good", "bad", "unsure", "code"]
"""How something looks; ``code`` is to be copied, and not folded."""
Column = Literal["left", "whole", "right", "label"]
"""How a column stands: what is ``whole`` is not folded, nor are labels."""


HERE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in a sentence for its signs."""


class Signs(msgspec.Struct, tag_field="cell", tag="signs"):
    """Things that a page draws, and a terminal names.

    Attributes
    ----------
    words
        What they are, in words.
    of
        Names of signs, in groups; what has no sign is text between them.
    """

    words: str
    of: Sequence[Sequence[str]]


class Chip(msgspec.Struct, tag_field="cell", tag="chip"):
    """A short text on a colour, as the sign of a tile."""

    text: str
    ink: str
    paint: str

    @staticmethod
    def of(tile: "Tile") -> "Chip":
        """Return the sign of a tile."""
        from odin_solver.render import palette

        paint = palette.paint_of(tile)
        return Chip(sign_of(tile), paint.ink, paint.fill)


class Link(msgspec.Struct, tag_field="cell", tag="link"):
    """A text that leads to an address on a page."""

    text: str
    to: str


class Line(msgspec.Struct, tag_field="part", tag="line"):
    """A sentence, perhaps with signs `HERE`; of strong ones the first is the answer in short.

    A terminal shows `most` lines of it, if that is not 0.
    """

    text: str
    style: Style = ""
    signs: Signs | None = None
    most: int = 0


class Table(msgspec.Struct, tag_field="part", tag="table"):
    """A table.

    Attributes
    ----------
    heads
        Headings, empty if there are none.
    kinds
        How columns stand.
    styles
        How rows look; all are plain if it is empty.
    most
        Lines of a cell in a terminal; 0 for any number.
    """

    heads: Sequence[str]
    kinds: Sequence[Column]
    rows: Sequence[Sequence[str | Signs | Chip | Link]]
    styles: Sequence[Style] = ()
    most: int = 0


class BoardPicture(msgspec.Struct, tag_field="part", tag="board"):
    """A drawn position, and the data of its file."""

    picture: str
    position: dict[str, Any]


@dataclass(frozen=True)
class Board:
    """A picture that each face draws its own way, if it does: a page, a terminal, a file.

    Without `file` a file has what a page draws.
    """

    position: dict[str, Any]
    svg: Callable[[], str] | None
    terminal: "Callable[[], RenderableType] | None"
    file: Callable[[], str] | None = None


@dataclass(frozen=True)
class Layout(Board):
    """A layout of a position; a page draws its new pieces on its own boards.

    Attributes
    ----------
    before, after
        The position without and with the new pieces.
    steps
        The new pieces in a legal order; none while it is not known.
    lifted, whole
        Pieces that were lifted before, and the position with them.
    """

    before: "Position" = field(kw_only=True)
    after: "Position" = field(kw_only=True)
    steps: "Sequence[Sequence[Placement]]" = field(kw_only=True)
    lifted: "Sequence[Placement]" = field(default=(), kw_only=True)
    whole: "Position | None" = field(default=None, kw_only=True)


class Fold(msgspec.Struct, tag_field="part", tag="fold"):
    """Parts below a title; a page shows them on demand, and a note while they are hidden.

    Of `details` a terminal is silent. Without a title a terminal indents them, and a page does not.
    """

    title: str
    parts: "list[Line | Table]"
    note: str = ""
    open: bool = False
    details: bool = False


Part = Line | Table | Board | Fold
PagePart = Line | Table | BoardPicture | Fold


def for_page(report: Iterable[Part]) -> list[PagePart]:
    """Return a report with its boards drawn, those that a page draws."""
    parts: list[PagePart] = []
    for each in report:
        if isinstance(each, Fold) and not each.title:
            parts += each.parts
        elif not isinstance(each, Board):
            parts.append(each)
        elif each.svg is not None:
            parts.append(BoardPicture(each.svg(), each.position))
    return parts
