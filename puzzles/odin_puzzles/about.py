"""What can be asked about a puzzle: its solution, an answer, its grade, changes, its family."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

from odin_puzzles import loading, sources
from odin_puzzles.kinds import GAME_OF, KINDS, faults, kind_of, question
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.notation.positions import position_from
from odin_solver.questions.fields import asks, option
from odin_solver.questions.question import (
    BAD_INPUT,
    IMPOSSIBLE,
    MAX_SECONDS,
    UNPROVEN,
    Asker,
    Question,
    Seed,
    about_field,
)
from odin_solver.questions.report import Board, Chip, Fold, Line, Link, Part, Table
from odin_solver.rules.position import Position
from odin_solver.support.decoding import decode
from odin_solver.support.language import mark, say, say_as, say_number

if TYPE_CHECKING:
    from odin_puzzles.generate.family import FamilyMember
    from odin_puzzles.generate.near import NearSolution
    from odin_puzzles.grading.result import Grade
    from odin_solver.components import Cell

Found = TypeVar("Found")

File = str | dict[str, Any]
"""Data of a puzzle, on a page also of a position; or text of a file, a share code, a name."""


class AboutPuzzle(Question[Any, Found]):
    """A question about a puzzle."""

    kept: ClassVar[str] = mark("nothing was known yet")

    puzzle: Annotated[File, asks("FILE", "")]

    @staticmethod
    def source(given: str) -> tuple[str, str]:
        return sources.source_of(given)

    @staticmethod
    def path_of(given: str) -> str:
        return sources.path_of(given)

    @staticmethod
    def sources() -> Iterable[str]:
        return sources.known_names()

    def subject(self, name: str) -> Any:
        """Return the puzzle; of a position it is to lay all tiles on its board."""
        puzzle = self.puzzle
        if isinstance(puzzle, str):
            if sources.NAME.fullmatch(puzzle):
                return sources.puzzle_named(puzzle)
            return loading.any_puzzle_from_text(puzzle, name or None)
        from odin_puzzles.files import puzzle_from
        from odin_puzzles.kinds.fill import fill_of

        if "boards" in puzzle:
            return fill_of(position_from(puzzle, name))
        return loading.legal(puzzle_from(puzzle, name, GAME_OF), name)


def _up_to_symmetry(text: str, result: UniquenessResult) -> str:
    if result.symmetric > 1:
        return say("{text}, up to the symmetry of the board", text=text)
    return text


def _drawn(puzzle: Puzzle, answer: Any) -> Board:
    from odin_puzzles.booklet.pictures import puzzle_svg

    drawing = partial(kind_of(puzzle).solution_drawing, puzzle, answer)
    return Board({}, partial(puzzle_svg, puzzle, answer), drawing)


class Checked(NamedTuple):
    """A puzzle, what a search for its solutions found, and a check of it and of an answer.

    Attributes
    ----------
    result
        Its solutions; None at the time limit.
    unsound
        Why the puzzle is unsound; empty if it is not.
    another
        A solution besides its own one.
    faults
        What is wrong with the answer; None without one.
    """

    puzzle: Puzzle
    result: UniquenessResult | None
    unsound: str = ""
    another: Any = None
    faults: list[str] | None = None
    seconds: float = 0.0

    def data(self, **more: Any) -> dict[str, Any]:
        """Return it as plain data."""
        another, result = self.another, self.result
        shown = None if another is None else kind_of(self.puzzle).solution_data(another)
        parts = {name: result and getattr(result, name) for name in ("unique", "symmetric")}
        return {**parts, "engine": result and result.engine, "another": shown, **more}


class PuzzleSearch(AboutPuzzle[Checked]):
    """A question that searches for the solutions of a puzzle."""

    seconds: Annotated[
        float,
        option(
            mark("Time limit of the search in seconds."),
            option="--time-limit",
            gt=0,
            le=MAX_SECONDS,
        ),
    ] = loading.SEARCH_SECONDS

    def search(self, puzzle: Puzzle, asker: Asker[Checked]) -> UniquenessResult | None:
        """Return the solutions of a puzzle; None at the time limit."""
        from odin_puzzles.uniqueness.check import find_solutions_within
        from odin_puzzles.uniqueness.placement_model import Undecided

        with suppress(Undecided):
            return find_solutions_within(puzzle, self.seconds, asker.cancel)
        return None

    def lacks(self, found: Checked) -> str:
        if found.unsound:
            return say("the puzzle is refused: {reason}", reason=found.unsound)
        return "" if found.result else loading.undecided(self.seconds)


class PuzzleSolve(PuzzleSearch):
    """Find the solution of a puzzle, and whether it is unique.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. The solution in the file is ignored. The exit code is 0 for one solution, 1 for
    none or several (two are shown), 2 for bad input, 3 at the time limit.
    """

    example: ClassVar[str] = "odin puzzle solve puzzle.json"

    verbose: Annotated[bool, option(mark("Also show the time and the solver."))] = False

    def answer(self, subject: Puzzle, asker: Asker[Checked]) -> Checked:
        began = time.perf_counter()
        result = self.search(subject, asker)
        another = result.solutions[1] if result and len(result.solutions) > 1 else None
        seconds = round(time.perf_counter() - began, 3)
        return Checked(subject, result, another=another, seconds=seconds)

    def data(self, found: Checked) -> dict[str, Any]:
        kind, solutions = kind_of(found.puzzle), found.result.solutions if found.result else ()
        shown = kind.solution_data(solutions[0]) if solutions else None
        return found.data(solution=shown, seconds=found.seconds)

    def report(self, found: Checked) -> Iterator[Part]:
        from odin_puzzles.play.drawing import title_of

        result = found.result
        if result is None:
            return
        yield Line(title_of(found.puzzle), "title")
        yield Line(f"{question(found.puzzle)}\n")
        for number, pieces in enumerate(result.solutions, 1):
            if not result.unique:
                yield Line(say("Solution {n}", n=number) + ":", "title")
            yield _drawn(found.puzzle, pieces)
        if result.unique:
            yield Line(_up_to_symmetry(say("the only solution"), result), "strong")
        elif result.solutions:
            yield Line(say("several solutions; these are two of them"), "bad")
        else:
            yield Line(say("no solution"), "bad")
        if self.verbose:
            yield Line(f"{found.seconds:.2f} s, {result.engine}", "dim")

    def code(self, found: Checked) -> int:
        return UNPROVEN if not found.result else 0 if found.result.unique else IMPOSSIBLE


class PuzzleCheck(PuzzleSearch):
    """Check an answer; without one, check that the puzzle is sound.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. SOLUTION is a JSON file: a list of pieces, or an object with such a list as its
    "solution", for example a puzzle file. The exit code is 0 for a right answer, 1 for a wrong one,
    2 for bad input or an unsound puzzle (several solutions, none, or a wrong one of its own), 3 at
    the time limit.
    """

    example: ClassVar[str] = "odin puzzle check puzzle.json answer.json"

    solution: Annotated[File | None, asks("[SOLUTION]", "")] = None

    def subject(self, name: str) -> tuple[Puzzle, Any]:
        from odin_puzzles.share.codes import looks_like_code

        puzzle: Puzzle = super().subject(name)
        data: object = self.solution
        with about_field("solution"):
            if isinstance(data, str):
                if looks_like_code(data):
                    raise InputError.said(
                        "a share code holds no solution: expected a JSON file with one"
                    )
                data = decode(data, "solution", mark("a solution"))
            if data is None:
                return puzzle, None
            return puzzle, kind_of(puzzle).answer_from(data, "solution", puzzle.position)

    def answer(self, subject: tuple[Puzzle, Any], asker: Asker[Checked]) -> Checked:
        puzzle, answer = subject
        result = self.search(puzzle, asker)
        unsound, another = _soundness(puzzle, result)
        wrong = None if answer is None else [] if unsound else faults(puzzle, answer)
        return Checked(puzzle, result, unsound, another, wrong)

    def data(self, found: Checked) -> dict[str, Any]:
        certain = not found.unsound and (found.result is not None or bool(found.faults))
        correct = not found.faults if found.faults is not None and certain else None
        return found.data(correct=correct, faults=found.faults or [], unsound=found.unsound or None)

    def report(self, found: Checked) -> Iterator[Part]:
        if found.another is not None:
            yield Line(say("A solution:"), "title")
            yield _drawn(found.puzzle, found.another)
        elif found.faults:
            yield Line(say("wrong:"), "bad")
            yield from (Line(f"  {fault}") for fault in found.faults)
        elif found.result is None and found.faults is not None:
            yield Line(say("it reaches the goal; whether the solution is unique is undecided"))
        elif found.result and not found.unsound:
            sound = _up_to_symmetry(say("sound: it has one solution"), found.result)
            yield Line(sound if found.faults is None else say("right"), "strong")

    def code(self, found: Checked) -> int:
        if found.unsound:
            return BAD_INPUT
        return UNPROVEN if found.result is None else IMPOSSIBLE if found.faults else 0


def _soundness(puzzle: Puzzle, result: UniquenessResult | None) -> tuple[str, Any]:
    """Return why a puzzle is unsound, empty if it is not, and a solution besides its own."""
    found = result.solutions if result else ()
    if not puzzle.solution:
        if len(found) > 1:
            return say("it has several solutions"), found[1]
    elif wrong := faults(puzzle, puzzle.solution):
        fault = say("its own solution is wrong: {fault}", fault=wrong[0])
        return fault, next(iter(found), None)
    if result and not found:
        return say("it has no solution"), None
    for other in found if puzzle.solution else ():
        if not kind_of(puzzle).same(puzzle, puzzle.solution, other):
            return say("its solution is not the only one"), other
    return "", None


class Graded(NamedTuple):
    """The grade of a puzzle, None of an ambiguous one, and what makes it so."""

    puzzle: Puzzle
    grade: "Grade | None"
    near: "Sequence[NearSolution] | None"


class PuzzleGrade(AboutPuzzle[Graded]):
    """Grade a puzzle by solving it as people do.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. The difficulty in the file is ignored.
    """

    example: ClassVar[str] = "odin puzzle grade puzzle.json --steps"

    steps: Annotated[bool, option(mark("Also print every step of the solution."))] = False
    near: Annotated[
        bool,
        option(
            mark("Also show what makes it ambiguous: two solutions of it, or of it without a clue.")
        ),
    ] = False

    def answer(self, subject: Puzzle, asker: Asker[Graded]) -> Graded:
        from odin_puzzles.generate.near import near_solutions_until
        from odin_puzzles.grading.grade import grade

        if self.near:
            InputError.unless_among("kind", subject.kind, KINDS)
        near = list(near_solutions_until(subject, asker.cancel)) if self.near else None
        if near and near[0].clue is None:
            return Graded(subject, None, near)
        try:
            return Graded(subject, grade(subject), near)
        except ValueError as error:
            raise InputError.said("{error} (odin puzzle check says more)", error=error) from None

    def data(self, found: Graded) -> dict[str, Any]:
        grade, near = found.grade, {}
        if found.near is not None:
            solution_data = kind_of(found.puzzle).solution_data
            near["near"] = [
                [_clue(each), solution_data(each.one), solution_data(each.other)]
                for each in found.near
            ]
        return {"difficulty": grade and grade.difficulty, "grading": grade and grade.data(), **near}

    def report(self, found: Graded) -> Iterator[Part]:
        if found.grade:
            yield from self._grade(found.puzzle, found.grade)
        if found.near == []:
            yield Line(say("There is one solution, and no clue is needed for it."), "good")
        for each in found.near or ():
            yield from _apart(each)

    def _grade(self, puzzle: Puzzle, grade: "Grade") -> Iterator[Part]:
        from odin_puzzles.kinds.boards import command_text
        from odin_puzzles.play.drawing import stars

        title = say("difficulty")
        reason = say("{n} of 5, {reason}", n=grade.difficulty, reason=grade.reason)
        yield Line(f"{title} {stars(grade.difficulty)} {reason}", "strong")
        if grade.steps:
            rows = [
                ("", say_as("technique", name.replace("_", " ")), f"{count}")
                for name, count in grade.techniques.items()
            ]
            yield Table((), ("left", "whole", "right"), rows)
        if not self.steps:
            return
        steps = []
        for number, step in enumerate(grade.steps, 1):
            laid = step.placement
            words = f"{step.text}\n{command_text(puzzle, laid)}" if laid else step.text
            steps.append((f"{number}.", Chip.of(laid.tile) if laid else "", words))
        yield Line("")
        yield Fold(say("Steps"), [Table((), ("right", "whole", "left"), steps)], f"{len(steps)}")


def _clue(near: "NearSolution") -> str | None:
    from odin_solver.notation.pieces import piece_text

    board = near.puzzle.position.boards[0].board
    return None if near.clue is None else piece_text(near.clue, board)


def _apart(near: "NearSolution") -> Iterator[Part]:
    """Yield two solutions by what they have apart."""
    if near.clue is None:
        yield Line(say("There are several solutions. Two of them differ so:"))
    else:
        clue = _clue(near)
        yield Line(
            say("Without the clue {piece} there are two solutions, which differ so:", piece=clue)
        )
    yield from (_drawn(near.puzzle, pieces) for pieces in (near.one, near.other))


class Change(NamedTuple):
    """A puzzle made of another one, if one was found; else why not."""

    made: Puzzle | None
    why: str = ""


class PuzzleChange(AboutPuzzle[Change]):
    """Change a puzzle; the new one has one solution, proven by two engines, and is graded.

    FILE is a puzzle file, a share code, a puzzle of a pack such as first-steps/3, or - for
    standard input. Clues make a puzzle easier; fewer clues and other tiles make it harder. With
    fewest-clues it may have several solutions, and its clues stay: no smaller set of tiles of any
    solution belongs to that solution only.

    The exit code is 3 if no such puzzle is found: another seed may find one. Ctrl-C keeps the
    nearest (exit code 130).
    """

    example: ClassVar[str] = "odin puzzle change puzzle.json --to harder -o harder.json"
    kept: ClassVar[str] = mark("this is the best so far")
    prints: ClassVar[bool] = True
    writes: ClassVar[str] = mark("Write the puzzle to a file.")

    to: Annotated[
        Literal["harder", "easier", "fewest-clues"],
        option(
            mark(
                "A puzzle one difficulty harder or easier, or one with the fewest clues (tiles "
                "that lie there from the start) that leave one solution."
            )
        ),
    ]
    seed: Seed = 0

    def answer(self, subject: Puzzle, asker: Asker[Change]) -> Change:
        from odin_puzzles.generate.change import changed_until
        from odin_puzzles.generate.titles import title_of
        from odin_puzzles.uniqueness.placement_model import Undecided

        made = None
        try:
            if self.to != "fewest-clues":
                subject = loading.solved(subject, cancel=asker.cancel)
            for made in changed_until(subject, self.to, self.seed, asker.cancel):
                if not subject.title or subject.title == title_of(subject):
                    made = replace(made, title=title_of(made))
                told = say("the nearest so far has difficulty {n}", n=made.difficulty)
                asker.send(told, None)
        except Undecided:
            return Change(None, loading.undecided(loading.SEARCH_SECONDS))
        return Change(made, say("no such puzzle found; another --seed may find one"))

    def data(self, found: Change) -> dict[str, Any]:
        from odin_puzzles.files import puzzle_data

        return {"puzzle": found.made and puzzle_data(found.made)}

    def report(self, found: Change) -> Iterator[Part]:
        if found.made:
            yield _drawn(found.made, ())

    def text(self, found: Change) -> str:
        from odin_puzzles.files import file_of

        return file_of(found.made) if found.made else ""

    def lacks(self, found: Change) -> str:
        return "" if found.made else found.why

    def code(self, found: Change) -> int:
        return 0 if found.made else UNPROVEN


class Family(NamedTuple):
    """A board, the sets of cells of which one stays free, and the puzzles so far."""

    position: Position
    sets: "Sequence[Sequence[Cell]]"
    members: "list[FamilyMember]"

    def rows(self) -> "Iterator[tuple[str, FamilyMember]]":
        """Yield the puzzles with the names of the cells that stay free."""
        from odin_solver.components.cells import cell_names

        for each in self.members:
            yield cell_names(each.free, self.position.boards[0].grid.height), each

    @property
    def layouts(self) -> int:
        return sum(each.ways for each in self.members)


class PuzzleFamily(Question[Family, Family]):
    """Count, grade and list all puzzles of a board, by the cells that stay free.

    FILE is a position with one board or a drawing in text (see odin import), - is standard input.
    All its tiles are laid: all dates of a calendar are the choices of a month and a day. A choice
    with a layout is listed with the number of layouts, the fewest clues that leave one of them, and
    the difficulty with these. Ctrl-C lists those so far (exit code 130).
    """

    example: ClassVar[str] = "odin puzzle family calendar.json --free a7:f6 --free a5:g2,a1:c1"
    keeps: ClassVar[str] = mark("Ctrl-C lists those so far")
    fills: ClassVar[str] = mark("Write the puzzles to a directory.")

    position: Annotated[File, asks("FILE", "")]
    free: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=4000)]],
        option(
            mark(
                "Cells of which one stays free; once for each cell that does. By default any cells."
            ),
            metavar="CELLS",
            max_length=8,
        ),
    ] = msgspec.field(default_factory=list)

    def subject(self, name: str) -> Family:
        from odin_solver.notation.drawings import drawn_in
        from odin_solver.rules.pieces import cells_named

        file = self.position
        position = drawn_in(file, name) if isinstance(file, str) else position_from(file, name)
        height = position.boards[0].grid.height if position.boards else 0
        words = (each.split(",") for each in self.free)
        sets = [[cell for word in each for cell in cells_named(word, height)] for each in words]
        return Family(position, sets, [])

    def answer(self, subject: Family, asker: Asker[Family]) -> Family:
        from odin_puzzles.generate.family import family_until

        for member in family_until(subject.position, subject.sets, asker.cancel):
            subject.members.append(member)
            count = len(subject.members)
            told = say_number("{n} choice", "{n} choices", count)
            asker.send(told, None if count & (count - 1) else subject)
        return subject

    def data(self, found: Family) -> dict[str, Any]:
        puzzles = [
            {
                "free": names,
                "layouts": each.ways,
                "clues": each.puzzle and each.clues,
                "difficulty": each.puzzle and each.puzzle.difficulty,
            }
            for names, each in found.rows()
        ]
        return {"layouts": found.layouts, "puzzles": puzzles}

    def report(self, found: Family) -> Iterator[Part]:
        from odin_puzzles.play.drawing import stars
        from odin_puzzles.share.codes import share_code

        rows: list[list[str | Link]] = []
        for names, each in found.rows():
            ways = say_number("{n} layout", "{n} layouts", each.ways)
            if each.puzzle is None:
                rows.append([names, ways, "", ""])
                continue
            link = Link(names or "-", f"#p={share_code(each.puzzle).replace('-', '')}")
            clues = say_number("{n} clue", "{n} clues", each.clues)
            rows.append([link, ways, clues, stars(each.puzzle.difficulty)])
        if rows:
            yield Table((), ["whole"] * 4, rows)
        choices = say_number("{n} choice", "{n} choices", len(rows))
        layouts = say_number("{n} layout", "{n} layouts", found.layouts)
        yield Line(f"{choices}, {layouts}", "strong")

    def files(self, found: Family) -> Iterator[tuple[str, str]]:
        from odin_puzzles.files import file_of

        for names, each in found.rows():
            if each.puzzle is not None:
                yield f"fill-{names.replace(' ', '-') or 'all'}.json", file_of(each.puzzle)
