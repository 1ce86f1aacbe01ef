"""What can be asked of the generator and of booklets; commands and pages add where they go."""

from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from odin_puzzles.generate.spec import ATTEMPTS, MOST_CELLS, MOST_TILES, spec_of
from odin_puzzles.grading.difficulty import LEAST
from odin_puzzles.kinds import GAME_OF, KINDS, OTHER_KINDS, kind_named
from odin_puzzles.kinds.base import SMALL
from odin_solver.questions.fields import option
from odin_solver.questions.question import LARGEST_SEED
from odin_solver.rules.position import Position
from odin_solver.support.language import mark, say

if TYPE_CHECKING:
    from odin_puzzles.batch.run import BatchSpec

TRIES = 2000
"""Usual attempts per puzzle."""

GAMES = {"vikings": "Vikings", "graenaland": "Graenaland", "solo": "the solo game"}


class NewPuzzles(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Puzzles to be made."""

    kind: Annotated[
        str,
        option(
            f"Kind of puzzle: {', '.join(KINDS)}; also "
            + ", ".join(f"{kind} ({GAMES[GAME_OF[kind]]})" for kind in OTHER_KINDS)
            + ".",
            metavar="KIND",
            begins=tuple(GAME_OF),
        ),
    ] = "fill"
    difficulty: Annotated[int, option(mark("From 1 to 5; any by default."), ge=1, le=5)] | None = (
        None
    )
    board: Annotated[
        str | None,
        option(
            "A board or building; home-4 to home-8 for the lower left of the home board (fill, "
            f"order); {SMALL} for a small random board. By default "
            + ", ".join(f"{kind_named(kind).place} for {kind}" for kind in KINDS)
            + f"; {kind_named('order').hardest_place} for order of difficulty 5.",
            metavar="ID",
        ),
    ] = None
    minimal: Annotated[
        bool,
        option(
            mark(
                "Drop every clue (tile that lies there from the start) and every unused tile "
                "without which the solution stays unique."
            )
        ),
    ] = False
    pieces: Annotated[int, option(mark("Tiles to lay."), ge=1, le=MOST_TILES)] | None = None
    cells: Annotated[int, option(mark("Cells that they cover."), ge=1, le=MOST_CELLS)] | None = None
    symmetric: Annotated[
        bool, option(mark("These cells stay the same if they are turned or mirrored."))
    ] = False
    needs: (
        Annotated[
            str,
            option(
                mark("A technique that the solution needs, such as parity; see odin puzzle grade."),
                metavar="TECHNIQUE",
                begins=tuple(LEAST),
            ),
        ]
        | None
    ) = None
    count: Annotated[int, option(mark("Number of puzzles."), ge=1, le=100_000)] = 1
    seed: (
        Annotated[
            int,
            option(
                mark("Seed of all random choices: the same seed gives the same puzzles."),
                ge=0,
                le=LARGEST_SEED,
            ),
        ]
        | None
    ) = 0
    tries: (
        Annotated[
            int,
            option(f"Attempts before giving up, by default {TRIES} per puzzle.", ge=1, le=ATTEMPTS),
        ]
        | None
    ) = None

    def batch(self, own: Position | None = None) -> "BatchSpec":
        """Return the run that makes them, without a seed of any; `own` is as for `spec_of`."""
        from odin_puzzles.batch.run import BatchSpec

        aims = {
            "pieces": self.pieces,
            "cells": self.cells,
            "symmetric": self.symmetric,
            "needs": self.needs or "",
        }
        spec = spec_of(self.kind, self.board, self.difficulty, self.minimal, own, **aims)
        seed = randbelow(LARGEST_SEED) if self.seed is None else self.seed
        return BatchSpec(spec, seed, self.count, min(ATTEMPTS, self.tries or TRIES * self.count))


DEFAULT_TITLE = mark("The Odin Puzzle Book")


class BookletStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a booklet looks; author and foreword are texts of the cover and of a page of its own."""

    title: Annotated[str, option(mark("Title on the cover."), metavar="TEXT", max_length=80)] = ""
    paper: Annotated[Literal["a4", "letter"], option(mark("Size of the pages."))] = "a4"
    per_page: Annotated[
        Literal[1, 2, 4] | None,
        option(mark("Puzzles per page; by default four small ones or two.")),
    ] = None
    author: Annotated[str, option(mark("Name on the cover."), metavar="TEXT", max_length=80)] = ""
    foreword: Annotated[
        str, option(mark("A text for the pages after the cover."), metavar="FILE", max_length=8000)
    ] = ""
    light: Annotated[bool, option(mark("Pale areas, which saves ink."))] = False
    part: Annotated[
        Literal["all", "puzzles", "solutions"], msgspec.Meta(extra={"hidden": True})
    ] = "all"

    @property
    def heading(self) -> str:
        """The title on one line, or what booklets are called."""
        return " ".join(self.title.split()) or say(DEFAULT_TITLE)
