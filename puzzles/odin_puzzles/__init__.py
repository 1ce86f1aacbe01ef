"""Puzzles on the boards of A Feast for Odin: kinds, uniqueness, grading, generation, booklets.

>>> from odin_puzzles import grade, pack
>>> grade(pack("first-steps")[0]).difficulty
1
"""

from typing import TYPE_CHECKING

from odin_solver.notation.kinds import FileKind, FileReader, register
from odin_solver.support.lazy import lazy_names

if TYPE_CHECKING:
    from odin_puzzles.booklet.make import booklet_pdf
    from odin_puzzles.daily import puzzle_of
    from odin_puzzles.files import puzzle_data, puzzle_from, puzzle_text, read_puzzle
    from odin_puzzles.generate.pipeline import generate_puzzle
    from odin_puzzles.generate.spec import spec_of
    from odin_puzzles.grading.grade import grade
    from odin_puzzles.kinds import faults, question
    from odin_puzzles.puzzle import Puzzle
    from odin_puzzles.questions import BookletStyle
    from odin_puzzles.share.codes import puzzle_from_code, share_code
    from odin_puzzles.shipped import pack, packs
    from odin_puzzles.uniqueness.check import find_solutions
    from odin_solver.rules.position import Position

__all__ = [
    "BookletStyle",
    "Puzzle",
    "booklet_pdf",
    "faults",
    "find_solutions",
    "generate_puzzle",
    "grade",
    "pack",
    "packs",
    "puzzle_data",
    "puzzle_from",
    "puzzle_from_code",
    "puzzle_of",
    "puzzle_text",
    "question",
    "read_puzzle",
    "share_code",
    "spec_of",
]

__getattr__ = lazy_names(
    __name__,
    {
        "booklet.make": "booklet_pdf",
        "daily": "puzzle_of",
        "files": "puzzle_data puzzle_from puzzle_text read_puzzle",
        "generate.pipeline": "generate_puzzle",
        "generate.spec": "spec_of",
        "grading.grade": "grade",
        "kinds": "faults question",
        "puzzle": "Puzzle",
        "questions": "BookletStyle",
        "share.codes": "puzzle_from_code share_code",
        "shipped": "pack packs",
        "uniqueness.check": "find_solutions",
    },
)


def _of_puzzle(_: str, data: object, name: str) -> "Position":
    from odin_puzzles.files import puzzle_from

    position: Position = puzzle_from(data, name).position
    return position


def _of_code(text: str, _: object, name: str) -> "Position":
    from odin_puzzles.share.codes import puzzle_from_code

    position: Position = puzzle_from_code(text.strip()).position
    return position


register(FileKind.PUZZLE, FileReader(_of_puzzle))
register(FileKind.CODE, FileReader(_of_code))
