"""Lists of puzzles with the player's progress, and their pictures."""

import asyncio
import datetime
from collections.abc import Callable, Mapping, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_puzzles.booklet.pictures import play_pictures
from odin_puzzles.files import file_of
from odin_puzzles.generate.titles import shown_title
from odin_puzzles.kinds import KINDS, kind_named
from odin_puzzles.kinds.boards import boards_of
from odin_puzzles.play.kept import forget, kept_puzzles
from odin_puzzles.play.progress import PuzzleRecord, key_of, known_records
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.shipped import pack as shipped
from odin_puzzles.sources import DAILY, MINE
from odin_solver.challenges.days import streak
from odin_solver.errors import InputError
from odin_solver.render.svg.icons import gradients
from odin_solver.render.svg.markup import element, picture
from odin_solver.render.svg.position import FAMILY, board_sheet
from odin_solver.support.language import say_as
from odin_web.puzzles.days import WEEK, endpoint_of_day, solved_days
from odin_web.puzzles.sources import PuzzleName, page_packs, puzzle_named
from odin_web.replies import Unknown, get_endpoint, post, post_endpoint
from odin_web.searches import Searches


class PuzzleNamed(msgspec.Struct, forbid_unknown_fields=True):
    puzzle: PuzzleName


class PuzzleEntry(msgspec.Struct, kw_only=True):
    """A puzzle in a list, with the player's progress."""

    puzzle: str
    title: str
    kind: str
    difficulty: int | None
    solved: bool
    best: float | None
    stars: int
    begun: bool


class PuzzlePack(msgspec.Struct):
    name: str
    theme: str
    puzzles: list[PuzzleEntry]


class PuzzleDay(msgspec.Struct, kw_only=True):
    puzzle: str
    date: str
    kind: str
    difficulty: int | None
    solved: bool


class PuzzleLists(msgspec.Struct, kw_only=True):
    """All packs, the player's own puzzles, the days of the last week.

    Attributes
    ----------
    streak
        Days in a row, up to today or yesterday, whose puzzles are solved.
    kinds
        Boards for new puzzles, by kind.
    unread
        Why progress cannot be read, if so.
    """

    packs: list[PuzzlePack]
    mine: list[PuzzleEntry]
    days: list[PuzzleDay]
    streak: int
    kinds: dict[str, Sequence[str]]
    unread: str


def routes(searches: Searches) -> list[Route]:
    return [
        Route("/lists", get_endpoint(lists)),
        post("/summary", endpoint_of_day(searches, PuzzleNamed, summary)),
        post("/forget", post_endpoint(PuzzleNamed, forgotten)),
        Route("/picture/{name:path}", _picture),
        Route("/file/{name:path}", _file),
    ]


def lists() -> PuzzleLists:
    """Return all packs, the player's own puzzles, and the days of the last week."""
    from odin_puzzles.pack_list import PACKS

    records, unread = known_records()
    today, solved = datetime.date.today(), solved_days()
    week = [today - datetime.timedelta(earlier) for earlier in reversed(range(WEEK))]
    solved |= {day for day in week if _is_solved(day, records)}
    return PuzzleLists(
        packs=[
            PuzzlePack(
                pack.name,
                say_as("theme", pack.theme),
                [
                    entry(f"{pack.name}/{number}", puzzle, records)
                    for number, puzzle in enumerate(shipped(pack.name), 1)
                ],
            )
            for pack in PACKS
            if pack.name in page_packs()
        ],
        mine=own_puzzles(records),
        days=[_day(day, day in solved) for day in week],
        streak=streak(solved, today),
        kinds={kind: kind_named(kind).boards() for kind in KINDS},
        unread=unread,
    )


def own_puzzles(records: Mapping[str, PuzzleRecord]) -> list[PuzzleEntry]:
    """Return the puzzles that the player keeps; files that cannot be read are left out."""
    entries = []
    for key in kept_puzzles():
        name = f"{MINE}/{key}"
        try:
            entries.append(entry(name, puzzle_named(name), records))
        except InputError:
            continue
    return entries


def entry(name: str, puzzle: Puzzle, records: Mapping[str, PuzzleRecord]) -> PuzzleEntry:
    record = (records and records.get(key_of(puzzle))) or PuzzleRecord()
    return PuzzleEntry(
        puzzle=name,
        title=shown_title(puzzle),
        kind=puzzle.kind,
        difficulty=puzzle.difficulty,
        solved=record.solved > 0,
        best=record.best,
        stars=record.stars,
        begun=record.begun is not None,
    )


def summary(request: PuzzleNamed) -> PuzzleEntry:
    return entry(request.puzzle, puzzle_named(request.puzzle), known_records()[0])


def forgotten(request: PuzzleNamed) -> list[PuzzleEntry]:
    forget(own_key(request.puzzle))
    return own_puzzles(known_records()[0])


def own_key(name: str) -> str:
    """Return the key of a puzzle that the player keeps."""
    folder, _, key = name.partition("/")
    if folder != MINE:
        raise InputError.said("only puzzles that you keep can be changed")
    return key


def _is_solved(day: datetime.date, records: Mapping[str, PuzzleRecord]) -> bool:
    """Return whether the puzzle of a day is solved, in a terminal too."""
    from odin_puzzles.daily import made_puzzle_of

    made = made_puzzle_of(day)
    record = records.get(key_of(made)) if made is not None else None
    return record is not None and record.solved > 0


def _day(day: datetime.date, solved: bool) -> PuzzleDay:
    from odin_puzzles.daily import spec_for

    spec = spec_for(day)
    return PuzzleDay(
        puzzle=f"{DAILY}/{day.isoformat()}",
        date=day.isoformat(),
        kind=spec.kind,
        difficulty=spec.difficulty,
        solved=solved,
    )


async def _picture(request: Request) -> Response:
    kept = {"cache-control": "private, max-age=3600"}

    def made(puzzle: Puzzle) -> Response:
        return Response(_drawn(puzzle), media_type="image/svg+xml", headers=kept)

    return await _of_named(request, made)


async def _file(request: Request) -> Response:
    def made(puzzle: Puzzle) -> Response:
        name = f"{request.path_params['name'].replace('/', '-')}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        text = file_of(puzzle)
        return Response(text, media_type="application/json", headers=headers)

    return await _of_named(request, made)


async def _of_named(request: Request, made: Callable[[Puzzle], Response]) -> Response:
    def attempt() -> Response:
        try:
            return made(puzzle_named(request.path_params["name"]))
        except InputError as error:
            raise Unknown(str(error)) from None

    return await asyncio.to_thread(attempt)


def _drawn(puzzle: Puzzle) -> str:
    if puzzle.kind not in KINDS:
        (home, *_) = puzzle.position.state.boards
        sheet = board_sheet(home, len(home.pieces))
        drawn = element("defs", *gradients()) + sheet.content
        return picture(drawn, sheet.width, sheet.height, FAMILY)
    shown = [each.shown != () for each in boards_of(puzzle)]
    return play_pictures(puzzle, with_defs=True)[shown.index(True)]
