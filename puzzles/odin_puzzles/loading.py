"""Puzzles from texts of files and share codes, with their solutions."""

import threading
from dataclasses import replace

from odin_puzzles.files import puzzle_from
from odin_puzzles.games.puzzle import GamePuzzle, game_puzzle_from, is_game_puzzle, kind_of
from odin_puzzles.puzzle import Puzzle
from odin_solver.errors import InputError
from odin_solver.notation.kinds import FileKind, refuse
from odin_solver.rules.layout import position_violations
from odin_solver.support.decoding import decode


def puzzle_from_text(text: str, name: str | None) -> Puzzle:
    """Read a puzzle from JSON or a share code; errors begin with `name`, if any.

    Raises
    ------
    InputError
        If it is no puzzle, or its position is illegal.
    """
    from odin_puzzles.share.codes import looks_like_code, puzzle_from_code

    if looks_like_code(text.strip()):
        try:
            puzzle = puzzle_from_code(text.strip())
        except InputError as error:
            raise InputError(str(error) if name is None else f"{name}: {error}") from None
        name = name or "share code"
    else:
        name = name or "puzzle"
        refuse(text, name, expected=FileKind.PUZZLE)
        puzzle = puzzle_from(decode(text, name, "a puzzle"), name)
    violations = position_violations(puzzle.position)
    if violations:
        raise InputError(f"{name}: the position is not legal: {violations[0].message}")
    return puzzle


def any_puzzle_from_text(text: str, name: str | None) -> Puzzle | GamePuzzle:
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
        if isinstance(puzzle, GamePuzzle):
            return puzzle
    elif text.lstrip().startswith("{"):
        data = decode(text, name or "puzzle", "a puzzle")
        if is_game_puzzle(data):
            return game_puzzle_from(data, name or "puzzle")
    return puzzle_from_text(text, name)


def checked_solution(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle that contains its solution, if that is right.

    Raises
    ------
    InputError
        If the solution is wrong.
    """
    from odin_puzzles.uniqueness.check import solution_faults

    faults = solution_faults(puzzle)
    if faults:
        raise InputError(f"the puzzle's own solution is wrong: {faults[0]}")
    return puzzle


def solved_game_puzzle(puzzle: GamePuzzle) -> GamePuzzle:
    """Return a puzzle of another game with its solution, which is searched for if necessary.

    Raises
    ------
    InputError
        If there is no solution, more than one, or the puzzle's own one is wrong.
    """
    kind = kind_of(puzzle)
    if puzzle.solution is not None:
        faults = kind.faults(puzzle, puzzle.solution)
        if faults:
            raise InputError(f"the puzzle's own solution is wrong: {faults[0]}")
        return puzzle
    found = kind.solutions(puzzle)
    if len(found) != 1:
        count = "no solution" if not found else "more than one solution"
        raise InputError(f"the puzzle has {count} (odin puzzle solve shows it)")
    return replace(puzzle, solution=found[0])


def with_found_solution(
    puzzle: Puzzle, seconds: float, cancel: threading.Event | None = None
) -> Puzzle:
    """Return a puzzle with the solution that a search finds.

    Parameters
    ----------
    puzzle
        The puzzle.
    seconds
        Time limit of the search.
    cancel
        Set it from another thread to end the search.

    Raises
    ------
    InputError
        If there is no solution, or more than one.
    odin_puzzles.uniqueness.placement_model.Undecided
        If the time limit is reached, or the search is cancelled.
    """
    from odin_puzzles.uniqueness.process import find_solutions_within

    result = find_solutions_within(puzzle, seconds, cancel)
    if not result.unique:
        count = "no solution" if not result.solutions else "more than one solution"
        raise InputError(f"the puzzle has {count} (odin puzzle solve shows it)")
    return replace(puzzle, solution=result.solutions[0])
