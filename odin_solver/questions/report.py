"""What an answer says, for every face: lines, tables, boards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec

if TYPE_CHECKING:
    from rich.console import RenderableType

Style = Literal["", "strong", "dim"]
Column = Literal["left", "whole", "right"]
"""How a column stands: what is ``whole`` is not folded."""


class Line(msgspec.Struct, tag_field="part", tag="line"):
    """A sentence; of strong ones the first is the answer in short."""

    text: str
    style: Style = ""


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
    rows: Sequence[Sequence[str]]
    styles: Sequence[Style] = ()


class BoardPicture(msgspec.Struct, tag_field="part", tag="board"):
    """A drawn position, and the data of its file."""

    picture: str
    position: dict[str, Any]


@dataclass(frozen=True)
class Board:
    """A position; each face draws it its own way, or not."""

    position: dict[str, Any]
    svg: Callable[[], str]
    terminal: "Callable[[], RenderableType]"


class Fold(msgspec.Struct, tag_field="part", tag="fold"):
    """Parts below a title; a page shows them on demand, and a note while they are hidden."""

    title: str
    parts: "list[Line | Table]"
    note: str = ""
    open: bool = False


Part = Line | Table | Board | Fold
PagePart = Line | Table | BoardPicture | Fold


def for_page(report: Iterable[Part]) -> list[PagePart]:
    """Return a report with its boards drawn."""
    return [
        BoardPicture(each.svg(), each.position) if isinstance(each, Board) else each
        for each in report
    ]
