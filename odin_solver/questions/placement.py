"""What can be asked about the layout of a position."""

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec

from odin_solver.notation.kinds import position_in
from odin_solver.notation.labels import violation_line
from odin_solver.notation.pieces import piece_text
from odin_solver.notation.positions import position_from
from odin_solver.questions.question import MAX_SECONDS, UNPROVEN, Illegal, Question, Send, asks
from odin_solver.questions.report import Line, Part
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position, new_placements
from odin_solver.support.language import mark, say, say_number

if TYPE_CHECKING:
    from odin_solver.placement.cover.counting import LayoutCount, LayoutCounter

File = dict[str, Any] | str
"""Data of a position, or the text of a file with a position, puzzle or game."""


def legal(position: Position) -> Position:
    """Return a position if it is legal.

    Raises
    ------
    Illegal
        If it is not.
    """
    if broken := position_violations(position):
        raise Illegal(*(violation_line(each, position) for each in broken))
    return position


def position_of(file: File, name: str) -> Position:
    """Read the position in a file."""
    return position_in(file, name) if isinstance(file, str) else position_from(file, name)


class Counted(NamedTuple):
    """A position, and what counts its layouts."""

    position: Position
    counter: "LayoutCounter"


class PositionCount(Question[Counted, "LayoutCount"]):
    """Count the layouts that use all tiles of a position's supply.

    If the supply has more cells than the boards, those that cover all cells are counted. Wood and
    stone are left out. POSITION is a position, puzzle or game, or - for standard input. The exit
    code is 0 if the number is exact, 3 if it is a lower bound, 2 for bad input, and 130 after
    Ctrl-C, which prints the lower bound.
    """

    example: ClassVar[str] = "odin count position.json --up-to-symmetry"
    title: ClassVar[str] = mark("Count")
    keeps: ClassVar[str] = mark("Ctrl-C prints a lower bound")
    kept: ClassVar[str] = mark("this is a lower bound")
    lists: ClassVar[str] = mark("Write every layout to a file, a line of JSON each.")

    position: Annotated[File, asks("POSITION", "")]
    up_to_symmetry: Annotated[
        bool,
        asks(
            mark("up to symmetry"),
            mark("Count layouts once that turns and reflections of the board take to each other."),
        ),
    ] = False
    seconds: Annotated[
        float,
        asks(
            mark("Seconds at most"),
            mark("Time limit in seconds; then a lower bound is printed."),
            option="--time-limit",
            gt=0,
            le=MAX_SECONDS,
        ),
    ] = 60.0

    def subject(self, name: str) -> Counted:
        """Return the position, which is legal, and what counts."""
        from odin_solver.placement.cover.counting import LayoutCounter

        position = legal(position_of(self.position, name))
        return Counted(position, LayoutCounter(position, up_to_symmetry=self.up_to_symmetry))

    def answer(
        self,
        subject: Counted,
        send: Send["LayoutCount"],
        cancel: threading.Event,
        write: Callable[[str], None] | None = None,
    ) -> "LayoutCount":
        """Return the number; every layout is written if `write` is given."""
        position, counter = subject

        def tell(found: int, share: float) -> None:
            so_far = say("layouts so far: {n}, {share:.1%} of the search", n=found, share=share)
            send(so_far, None)

        if write is None:
            return counter.count(self.seconds, cancel.is_set, tell)

        def use(after: Position) -> None:
            lines: list[list[str]] = [[] for _ in position.boards]
            for at, piece in new_placements(position, after):
                lines[at].append(piece_text(piece, position.boards[at].board))
            write(msgspec.json.encode({"placed": lines}).decode())

        return counter.each(use, self.seconds, cancel.is_set, tell)

    def data(self, found: "LayoutCount") -> dict[str, Any]:
        """Return the number."""
        return {
            "count": found.count,
            "exact": found.exact,
            "of": "all tiles" if found.uses_all else "all cells",
            "open_cells": found.open_cells,
            "up_to_symmetry": self.up_to_symmetry,
            "seconds": round(found.seconds, 3),
        }

    def code(self, found: "LayoutCount") -> int:
        """Return 0 if the number is exact."""
        return 0 if found.exact else UNPROVEN

    def report(self, found: "LayoutCount") -> Iterator[Part]:
        """Yield the number."""
        digits = f"{found.count:,}"
        if found.uses_all:
            text = say_number(
                "{digits} layout uses all tiles",
                "{digits} layouts use all tiles",
                found.count,
                digits=digits,
            )
        else:
            text = say_number(
                "{digits} layout covers all cells",
                "{digits} layouts cover all cells",
                found.count,
                digits=digits,
            )
        if self.up_to_symmetry:
            text = say("{what}, up to symmetry", what=text)
        yield Line(text if found.exact else say("at least {what}", what=text), "strong")
