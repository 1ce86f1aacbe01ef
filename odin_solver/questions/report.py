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

Style = Literal["", "title", "strong", "dim", "good", "bad", "unsure"]
Column = Literal["left", "whole", "right"]
"""How a column stands: what is ``whole`` is not folded."""


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
    """A sentence, perhaps with signs `HERE`; of strong ones the first is the answer in short."""

    text: str
    style: Style = ""
    signs: Signs | None = None


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
    """

    heads: Sequence[str]
    kinds: Sequence[Column]
    rows: Sequence[Sequence[str | Signs | Chip | Link]]
    styles: Sequence[Style] = ()


class BoardPicture(msgspec.Struct, tag_field="part", tag="board"):
    """A drawn position, and the data of its file."""

    picture: str
    position: dict[str, Any]


@dataclass(frozen=True)
class Board:
    """A position; each face draws it its own way: a page, a terminal if it does, a file.

    Without `file` a file has what a page draws.
    """

    position: dict[str, Any]
    svg: Callable[[], str]
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

    Of `details` a terminal is silent.
    """

    title: str
    parts: "list[Line | Table]"
    note: str = ""
    open: bool = False
    details: bool = False


Part = Line | Table | Board | Fold
PagePart = Line | Table | BoardPicture | Fold


def for_page(report: Iterable[Part]) -> list[PagePart]:
    """Return a report with its boards drawn."""
    return [
        BoardPicture(each.svg(), each.position) if isinstance(each, Board) else each
        for each in report
    ]
