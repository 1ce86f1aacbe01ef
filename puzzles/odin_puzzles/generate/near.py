"""What makes a puzzle ambiguous: other solutions of it, or of it without one of its clues."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from odin_puzzles.generate.clues import clues_of, without_clue
from odin_puzzles.kinds import feast_kind
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness.check import find_solutions
from odin_puzzles.uniqueness.placement_model import PATIENCE, Undecided
from odin_solver.errors import InputError
from odin_solver.rules.board_state import Piece
from odin_solver.rules.position import Placement
from odin_solver.support.children import results_of


class NearSolution(NamedTuple):
    """Two solutions, and how they differ.

    Attributes
    ----------
    puzzle
        The puzzle that has both of them: without the clue, if there is one.
    clue
        The clue that decides between them; None if the puzzle has both as it is.
    one, other
        The pieces of each that the other does not have.
    """

    puzzle: Puzzle
    clue: Piece | None
    one: tuple[Placement, ...]
    other: tuple[Placement, ...]


def near_solutions(puzzle: Puzzle) -> Iterator[NearSolution]:
    """Yield two solutions of a puzzle with several, else one pair for each clue that decides.

    Raises
    ------
    InputError
        If the puzzle has no solution.
    """
    found = find_solutions(puzzle).solutions
    if not found:
        raise InputError.said("the puzzle has no solution")
    if len(found) > 1:
        yield _pair(puzzle, None, *found[:2])
        return
    puzzle = replace(puzzle, solution=puzzle.solution or found[0])
    for board, number in clues_of(puzzle):
        less = without_clue(puzzle, board, number)
        if less is None:
            continue
        try:
            found = find_solutions(less, seconds=PATIENCE).solutions
        except Undecided:
            continue
        same = feast_kind(less).same
        other = next((each for each in found if not same(less, less.solution, each)), None)
        if other is not None:
            yield _pair(less, puzzle.position.boards[board].pieces[number], less.solution, other)


def near_solutions_until(puzzle: Puzzle, cancel: threading.Event) -> Iterator[NearSolution]:
    """Yield what `near_solutions` yields, in a process of its own, until it is cancelled."""
    return results_of(near_solutions, puzzle, what="the search for solutions", cancel=cancel)


def _pair(
    puzzle: Puzzle, clue: Piece | None, one: tuple[Placement, ...], other: tuple[Placement, ...]
) -> NearSolution:
    apart = (
        tuple(piece for piece in pieces if piece not in others)
        for pieces, others in ((one, other), (other, one))
    )
    return NearSolution(puzzle, clue, *apart)
