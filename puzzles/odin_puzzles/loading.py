"""Puzzles from texts of files and share codes, with their solutions."""

import threading
from dataclasses import replace

from odin_puzzles.files import puzzle_from
from odin_puzzles.kinds import GAME_OF, KINDS
from odin_puzzles.kinds.base import ODIN, SOLO
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.notation.kinds import FileKind, refuse
from odin_solver.rules.layout import position_violations
from odin_solver.support.decoding import decode
from odin_solver.support.language import mark, say

SEARCH_SECONDS = 60.0
"""Default time limit of a search for solutions."""


def puzzle_from_text(text: str, name: str | None) -> Puzzle:
    """Read a puzzle of A Feast for Odin or of its solo game; see `any_puzzle_from_text`."""
    puzzle = any_puzzle_from_text(text, name)
    if GAME_OF[puzzle.kind] not in (ODIN, SOLO):
        raise InputError.said(
            "{name}: expected a puzzle of A Feast for Odin, got another game's",
            name=name or "puzzle",
        )
    return puzzle


def any_puzzle_from_text(text: str, name: str | None) -> Puzzle:
    """Read a puzzle of any game from JSON or a share code; errors begin with `name`, if any.

    Raises
    ------
    InputError
        If it is no puzzle, or its position is illegal.
    """
    from odin_puzzles.share.codes import any_puzzle_from_code, looks_like_code

    if looks_like_code(text.strip()):
        try:
            puzzle = any_puzzle_from_code(text.strip())
        except InputError as error:
            raise InputError(str(error) if name is None else f"{name}: {error}") from None
        name = name or "share code"
    else:
        name = name or "puzzle"
        refuse(text, name, expected=FileKind.PUZZLE)
        puzzle = puzzle_from(decode(text, name, mark("a puzzle")), name, GAME_OF)
    return legal(puzzle, name)


def legal(puzzle: Puzzle, name: str) -> Puzzle:
    """Refuse an illegal position; those of other games are checked when they are read."""
    if puzzle.kind in KINDS and (violations := position_violations(puzzle.position)):
        raise InputError.said(
            "{name}: the position is not legal: {message}", name=name, message=violations[0].message
        )
    return puzzle


def solved(
    puzzle: Puzzle, seconds: float = SEARCH_SECONDS, cancel: threading.Event | None = None
) -> Puzzle:
    """Return a puzzle with its own solution, if that is right, or with one as is found."""
    if puzzle.solution:
        return checked_solution(puzzle)
    return with_found_solution(puzzle, seconds, cancel)


def checked_solution(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle that contains its solution, if that is right."""
    from odin_puzzles.uniqueness.check import solution_faults

    faults = solution_faults(puzzle)
    if faults:
        raise InputError.said("the puzzle's own solution is wrong: {fault}", fault=faults[0])
    return puzzle


def with_found_solution(
    puzzle: Puzzle, seconds: float, cancel: threading.Event | None = None
) -> Puzzle:
    """Return a puzzle with the solution that a search finds.

    Parameters
    ----------
    cancel
        Set it from another thread to end the search.

    Raises
    ------
    InputError
        If there is no solution, or more than one.
    odin_puzzles.uniqueness.placement_model.Undecided
        If the time limit is reached, or the search is cancelled.
    """
    from odin_puzzles.uniqueness.check import find_solutions_within

    result = find_solutions_within(puzzle, seconds, cancel)
    if not result.unique:
        raise InputError(
            say("the puzzle has more than one solution")
            if result.solutions
            else say("the puzzle has no solution")
        )
    return replace(puzzle, solution=result.solutions[0])


def undecided(seconds: float) -> str:
    """Return what is said at the time limit of a search."""
    return say("neither solved nor refuted within {seconds:g} s", seconds=seconds)
