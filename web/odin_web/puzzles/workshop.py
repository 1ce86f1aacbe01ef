"""The workshop: what can be wanted of new puzzles, one puzzle on the bench, and families."""

import threading
from dataclasses import replace
from secrets import randbelow
from typing import Annotated, Literal

import msgspec
from starlette.routing import Route

from odin_puzzles.booklet.pictures import play_pictures
from odin_puzzles.files import puzzle_from
from odin_puzzles.generate.change import changed_until
from odin_puzzles.generate.family import family_until
from odin_puzzles.generate.near import NearSolution, near_solutions_until
from odin_puzzles.generate.spec import MOST_CELLS
from odin_puzzles.generate.titles import title_of
from odin_puzzles.grading.grade import grade
from odin_puzzles.kinds.boards import command_text
from odin_puzzles.kinds.fill import cells_said, cells_to_spare
from odin_puzzles.play.kept import keep, rename
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.questions import NewPuzzles
from odin_puzzles.share.codes import share_code
from odin_solver.components import Cell
from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.names.printed import plain_name
from odin_solver.notation.positions import position_data
from odin_solver.questions.fields import FormField, fields_of, spoken
from odin_solver.questions.question import LARGEST_SEED
from odin_solver.questions.report import BoardPicture, Fold, Line, PagePart, Table
from odin_solver.support.language import say, say_as
from odin_web.positions import position_of
from odin_web.puzzles.lists import PuzzleEntry, entry
from odin_web.puzzles.sources import MINE, PuzzleName, board_puzzle_named, renamed
from odin_web.replies import get_endpoint, post, post_endpoint
from odin_web.searches import Searches, Send, Work
from odin_web.views import PositionDocument

AIMS = ("minimal", "pieces", "cells", "symmetric", "needs")
"""Fields of new puzzles that only the workshop shows."""

SETS = 8


class Aims(msgspec.Struct):
    """What can be wanted of new puzzles besides kind, difficulty and board."""

    fields: list[FormField]


class OnBench(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle by its name, or all tiles of a position on its board."""

    puzzle: PuzzleName = ""
    position: PositionDocument | None = None


class ChangeOnBench(OnBench, forbid_unknown_fields=True, kw_only=True):
    to: Literal["harder", "easier", "fewest-clues"]


class FamilyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A board with tiles, and sets of cells of each of which one stays free."""

    position: PositionDocument
    free: Annotated[
        list[Annotated[list[Cell], msgspec.Meta(max_length=MOST_CELLS)]],
        msgspec.Meta(max_length=SETS),
    ] = []


class TitleRequest(msgspec.Struct, forbid_unknown_fields=True):
    puzzle: PuzzleName
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Nearer(msgspec.Struct):
    """How hard the puzzle is that is nearest to what is wanted so far."""

    difficulty: int | None


class Changed(msgspec.Struct):
    """A puzzle made of another one, which is kept; None if none was found."""

    made: PuzzleEntry | None


class Looked(msgspec.Struct):
    """The grade of a puzzle, its steps, and what makes it ambiguous."""

    report: list[PagePart]


class Member(msgspec.Struct, kw_only=True):
    """A choice of cells that stay free: its layouts, and the puzzle with the fewest clues."""

    free: str
    layouts: int
    clues: int
    difficulty: int | None
    code: str | None


class Members(msgspec.Struct):
    """The layouts of a whole family."""

    layouts: int


def routes(searches: Searches) -> list[Route]:
    return [
        Route("/aims", get_endpoint(aims)),
        post("/look", searches.endpoint(OnBench, looking)),
        post("/change", searches.endpoint(ChangeOnBench, changing)),
        post("/family", searches.endpoint(FamilyRequest, listing)),
        post("/title", post_endpoint(TitleRequest, titled)),
    ]


def aims() -> Aims:
    fields = [spoken(each, say) for each in fields_of(NewPuzzles) if each.name in AIMS]
    for field in fields:
        for name in field.begins:
            field.choices[name] = say_as("technique", name)
    return Aims(fields)


def titled(request: TitleRequest) -> PuzzleEntry:
    folder, _, key = request.puzzle.partition("/")
    if folder != MINE:
        raise InputError.said("only puzzles that you keep can be renamed")
    rename(key, " ".join(request.title.split()))
    return entry(request.puzzle, renamed(request.puzzle), {})


def looking(request: OnBench) -> Work[None, None, Looked]:
    puzzle = _on_bench(request)

    def work(send: Send[None, None], cancel: threading.Event) -> Looked:
        near = list(near_solutions_until(puzzle, cancel))
        parts: list[PagePart] = []
        if puzzle.solution:
            parts += _grade(puzzle)
        if not near:
            parts.append(Line(say("There is one solution, and no clue is needed for it."), "good"))
        for each in near:
            parts += _told(puzzle, each)
        return Looked(parts)

    return work


def changing(request: ChangeOnBench) -> Work[Nearer, None, Changed]:
    puzzle, seed = _on_bench(request), randbelow(LARGEST_SEED)

    def work(send: Send[Nearer, None], cancel: threading.Event) -> Changed:
        made = None
        for made in changed_until(puzzle, request.to, seed, cancel):
            send("incumbent", Nearer(made.difficulty))
        if made is None:
            return Changed(None)
        made = replace(made, title=title_of(made))
        return Changed(entry(f"{MINE}/{keep(made)}", made, {}))

    return work


def listing(request: FamilyRequest) -> Work[None, Member, Members]:
    position = position_of(request.position)

    def work(send: Send[None, Member], cancel: threading.Event) -> Members:
        layouts = 0
        for each in family_until(position, request.free, cancel):
            puzzle = each.puzzle
            layouts += each.ways
            member = Member(
                free=cell_names(each.free, position.boards[0].grid.height),
                layouts=each.ways,
                clues=each.clues,
                difficulty=puzzle.difficulty if puzzle else None,
                code=share_code(puzzle) if puzzle else None,
            )
            send("part", member)
        return Members(layouts)

    return work


def _on_bench(request: OnBench) -> Puzzle:
    if request.position is None:
        return board_puzzle_named(request.puzzle)
    position = position_of(request.position)
    if cells_to_spare(position):
        raise InputError(cells_said(position))
    data = {"schema": 1, "kind": "fill", "position": position_data(position), "goal": {}}
    return puzzle_from(data, "board")


def _grade(puzzle: Puzzle) -> list[PagePart]:
    """Return the difficulty, the techniques, and the steps of a solution."""
    try:
        found = grade(puzzle)
    except ValueError as error:
        return [Line(str(error), "bad")]
    stars = "★" * found.difficulty
    used = [
        f"{say_as('technique', name.replace('_', ' '))} ×{count}"
        for name, count in found.techniques.items()
    ]
    steps = []
    for number, step in enumerate(found.steps, 1):
        laid = step.placement
        steps.append((f"{number}", step.text, command_text(puzzle, laid) if laid else ""))
    told = Line(say("{n} of 5, {reason}", n=stars, reason=found.reason), "strong")
    table = Table((), ("right", "left", "left"), steps)
    return [told, Line(", ".join(used)), Fold(say("Steps"), [table], note=f"{len(steps)}")]


def _told(puzzle: Puzzle, near: NearSolution) -> list[PagePart]:
    """Return two solutions by what they have apart."""
    if near.clue is None:
        why = say("There are several solutions. Two of them differ so:")
    else:
        height = puzzle.position.boards[0].grid.height
        clue = f"{plain_name(near.clue.tile.id)} {cell_names(near.clue.cells, height)}"
        why = say("Without the clue {piece} there are two solutions, which differ so:", piece=clue)
    drawn = (
        picture
        for pieces in (near.one, near.other)
        for picture in play_pictures(near.puzzle, pieces, with_defs=True)
    )
    return [Line(why), *(BoardPicture(picture, {}) for picture in drawn)]
