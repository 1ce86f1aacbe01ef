"""Puzzles on the boards of A Feast for Odin: kinds, uniqueness, grading, generation, booklets.

>>> from odin_puzzles import grade, pack
>>> grade(pack("first-steps")[0]).difficulty
1
"""

from typing import TYPE_CHECKING

from odin_solver.support.lazy import lazy_names

if TYPE_CHECKING:
    from odin_puzzles.booklet.make import booklet_pdf
    from odin_puzzles.files import puzzle_data, puzzle_from, read_puzzle
    from odin_puzzles.grading.grade import grade
    from odin_puzzles.puzzle import Puzzle
    from odin_puzzles.share.codes import puzzle_from_code, share_code
    from odin_puzzles.shipped import pack, packs
    from odin_puzzles.uniqueness.check import find_solutions

__all__ = [
    "Puzzle",
    "booklet_pdf",
    "find_solutions",
    "grade",
    "pack",
    "packs",
    "puzzle_data",
    "puzzle_from",
    "puzzle_from_code",
    "read_puzzle",
    "share_code",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Puzzle": "puzzle",
        "booklet_pdf": "booklet.make",
        "grade": "grading.grade",
        "pack": "shipped",
        "packs": "shipped",
        "puzzle_data": "files",
        "puzzle_from": "files",
        "puzzle_from_code": "share.codes",
        "read_puzzle": "files",
        "share_code": "share.codes",
        "find_solutions": "uniqueness.check",
    },
)
