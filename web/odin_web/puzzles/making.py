"""New puzzles and their titles, puzzles from files and share codes, booklets."""

import base64
import threading
from typing import Annotated

import msgspec
from starlette.routing import Route

from odin_puzzles import loading
from odin_puzzles.files import puzzle_from
from odin_puzzles.kinds import KINDS
from odin_puzzles.play.kept import keep, rename
from odin_puzzles.play.progress import key_of
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.questions import BookletStyle, NewPuzzles
from odin_puzzles.sources import MINE
from odin_solver.errors import InputError
from odin_solver.questions.fields import FormField, fields_of, spoken
from odin_solver.support.language import say, say_as
from odin_web.positions import position_of
from odin_web.puzzles.days import day_to_make, make_day
from odin_web.puzzles.lists import PuzzleEntry, PuzzleNamed, entry, own_key
from odin_web.puzzles.sources import PuzzleName, board_puzzle_named, name_of, puzzle_named
from odin_web.replies import extended, get_endpoint, post, post_endpoint
from odin_web.searches import Searches, Send, Work
from odin_web.views import PositionDocument

MAX_SECONDS = 600.0
"""Seconds after which making puzzles ends with those that are finished."""

AIMS = ("minimal", "pieces", "cells", "symmetric", "needs")
"""Fields of new puzzles that only the workshop shows."""

MAX_BOARDS = 8
MOST_PRINTED = 60
PRINT_SECONDS = 180.0


class NewPuzzlesRequest(NewPuzzles):
    """Puzzles to be made; a position gives a board and tiles of one's own."""

    position: PositionDocument | None = None


class OpenPuzzleRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a puzzle file, or a share code."""

    text: Annotated[str, msgspec.Meta(max_length=500_000)]
    name: str = ""


class BookletRequest(BookletStyle, frozen=True, kw_only=True):
    puzzles: Annotated[list[PuzzleName], msgspec.Meta(min_length=1, max_length=MOST_PRINTED)]


class TitleRequest(msgspec.Struct, forbid_unknown_fields=True):
    puzzle: PuzzleName
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Aims(msgspec.Struct):
    """What can be wanted of new puzzles besides kind, difficulty and board."""

    fields: list[FormField]


class AttemptsSoFar(msgspec.Struct):
    tried: int
    made: int


class PuzzlesMade(msgspec.Struct, kw_only=True):
    """Names of new puzzles, which are kept."""

    made: list[str]
    tried: int
    wanted: int
    seed: int


class PuzzleOpened(msgspec.Struct):
    """The name of a puzzle, which is kept; None if its solution has to be searched for."""

    puzzle: str | None


class BookletPrinted(msgspec.Struct):
    """A PDF document in base 64, None if printing was stopped; which letters it does not show."""

    pdf: str | None
    warning: str | None = None


def routes(searches: Searches) -> list[Route]:
    return [
        Route("/aims", get_endpoint(aims)),
        post("/title", post_endpoint(TitleRequest, titled)),
        post("/new", searches.endpoint(NewPuzzlesRequest, making)),
        post("/open", post_endpoint(OpenPuzzleRequest, opened)),
        post("/find", searches.endpoint(OpenPuzzleRequest, finding)),
        post("/booklet", searches.endpoint(BookletRequest, printing)),
    ]


def aims() -> Aims:
    fields = [spoken(each, say) for each in fields_of(NewPuzzles) if each.name in AIMS]
    for field in fields:
        for name in field.begins:
            field.choices[name] = say_as("technique", name)
    return Aims(fields)


def titled(request: TitleRequest) -> PuzzleEntry:
    rename(own_key(request.puzzle), " ".join(request.title.split()))
    return entry(request.puzzle, puzzle_named(request.puzzle), {})


def making(request: NewPuzzlesRequest) -> Work[AttemptsSoFar, PuzzleEntry, PuzzlesMade]:
    """Return the search for new puzzles.

    Its events are ``incumbent`` with the numbers of attempts and puzzles, and ``part`` with each
    puzzle, which is kept at once; if it is stopped before the first, with the nearest to it.
    """
    from odin_puzzles.batch.run import BatchProgress, make, nearest_of

    batch = request.batch(None if request.position is None else position_of(request.position))

    def work(send: Send[AttemptsSoFar, PuzzleEntry], cancel: threading.Event) -> PuzzlesMade:
        made, progress = [], BatchProgress()
        for _, accepted in make(batch, progress, seconds=MAX_SECONDS, stop=cancel):
            for number in accepted:
                puzzle = puzzle_from(progress.accepted[number])
                made.append(f"{MINE}/{keep(puzzle)}")
                send("part", entry(made[-1], puzzle, {}))
            send("incumbent", AttemptsSoFar(progress.tried, len(made)))
        nearest = nearest_of(progress) if cancel.is_set() and not made else None
        if nearest is not None:
            send("part", entry(f"{MINE}/{keep(nearest)}", nearest, {}))
        return PuzzlesMade(made=made, tried=progress.tried, wanted=batch.count, seed=batch.seed)

    return work


def opened(request: OpenPuzzleRequest) -> PuzzleOpened:
    puzzle = _read(request)
    name = name_of(key_of(puzzle))
    if name is None and puzzle.solution:
        name = f"{MINE}/{keep(loading.checked_solution(puzzle))}"
    return PuzzleOpened(name)


def finding(request: OpenPuzzleRequest) -> Work[None, None, PuzzleNamed]:
    from odin_puzzles.uniqueness.placement_model import Undecided

    puzzle = _read(request)

    def work(send: Send[None, None], cancel: threading.Event) -> PuzzleNamed:
        try:
            key = keep(loading.with_found_solution(puzzle, loading.SEARCH_SECONDS, cancel))
            return PuzzleNamed(f"{MINE}/{key}")
        except Undecided:
            within = say("no solution within {n:g} s", n=loading.SEARCH_SECONDS)
            why = say("the search was stopped") if cancel.is_set() else within
            raise InputError.said("this puzzle has no known solution: {why}", why=why) from None

    return work


def printing(request: BookletRequest) -> Work[None, None, BookletPrinted]:
    from odin_puzzles.booklet.make import booklet_within
    from odin_solver.render.png import lacking

    chosen = [day_to_make(name) or board_puzzle_named(name) for name in request.puzzles]

    def work(send: Send[None, None], cancel: threading.Event) -> BookletPrinted:
        made = booklet_within(
            [each if isinstance(each, Puzzle) else make_day(each, cancel) for each in chosen],
            extended(BookletStyle, request),
            PRINT_SECONDS,
            cancel,
        )
        if made is None:
            return BookletPrinted(None)
        document, missing = made
        return BookletPrinted(
            base64.b64encode(document).decode(), lacking(missing) if missing else None
        )

    return work


def _read(request: OpenPuzzleRequest) -> Puzzle:
    puzzle = loading.puzzle_from_text(request.text, request.name or None)
    if puzzle.kind in KINDS and len(puzzle.position.boards) > MAX_BOARDS:
        raise InputError.said("boards: expected at most {most}", most=MAX_BOARDS)
    return puzzle
