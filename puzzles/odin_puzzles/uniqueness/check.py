"""Whether a puzzle has exactly one solution, proven by a complete search."""

import math
import threading
from collections.abc import Iterable, Iterator, Sequence

from odin_puzzles.kinds import faults, kind_of
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.kinds.layout_task import LayoutTask, solution_pieces
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_puzzles.uniqueness.placement_model import Undecided
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.placement.problem import Laid
from odin_solver.support.children import results_of
from odin_solver.support.platform import alarm


def find_solutions(puzzle: Puzzle, *, seconds: float = 60.0) -> UniquenessResult:
    """Search for two solutions.

    Parameters
    ----------
    puzzle
        The puzzle; its own solution is ignored.
    seconds
        Time limit of each search by the placement model.

    Raises
    ------
    odin_puzzles.uniqueness.placement_model.Undecided
        If the placement model has no proof within the time limit.
    """
    return kind_of(puzzle).find(puzzle, seconds)


def find_solutions_by_model(
    task: LayoutTask, known: tuple[Laid, ...] = (), *, seconds: float = 60.0
) -> UniquenessResult:
    """Search with the placement model alone, which also verifies the exact cover search.

    A `known` solution is not searched for.
    """
    images = symmetries(task)
    layouts = [known] if known else []
    forbidden = [tuple(map(image, known)) for image in images] if known else []
    while len(layouts) < 2:
        layout = placement_model.find_another(task, forbidden, seconds=seconds)
        if layout is None:
            break
        forbidden += [tuple(map(image, layout)) for image in images]
        # With several diagonals the model is not exact about the order; the rules decide.
        if task.legal(layout):
            layouts.append(layout)
    return _result(task, layouts, len(images), "placement model")


def solution_faults(puzzle: Puzzle) -> list[str]:
    """Return what is wrong with the puzzle's own solution, by the plain rules."""
    return faults(puzzle, puzzle.solution) if puzzle.solution else ["the puzzle has no solution"]


def find_by_exact_cover(
    task: LayoutTask, found: Iterable[tuple[Laid, ...]] | None = None
) -> UniquenessResult:
    """Search by exact cover, unless it has `found` enough; symmetric solutions count as one."""
    images = symmetries(task)
    layouts: list[frozenset[Laid]] = []
    for layout in exact_cover.layouts(task) if found is None else found:
        orbit = {frozenset(map(image, layout)) for image in images}
        if not orbit & set(layouts):
            layouts.append(frozenset(layout))
        if len(layouts) == 2:
            break
    return _result(task, [sorted(layout) for layout in layouts], len(images), "exact cover")


def _result(
    task: LayoutTask, layouts: Sequence[Sequence[Laid]], symmetric: int, engine: str
) -> UniquenessResult:
    solutions = tuple(solution_pieces(task.problem, layout) for layout in layouts)
    return UniquenessResult(solutions, symmetric, engine)


def find_solutions_within(
    puzzle: Puzzle, seconds: float, cancel: threading.Event | None = None
) -> UniquenessResult:
    """Search like `find_solutions` in a process of its own, with a limit on the total time.

    Ctrl-C, or any other exception in the caller, ends the search at once; the exact cover library
    ignores both until it has a solution.

    Parameters
    ----------
    puzzle
        The puzzle; its own solution is ignored.
    cancel
        Set it from another thread to end the search.

    Raises
    ------
    odin_puzzles.uniqueness.placement_model.Undecided
        If the time limit is reached, or the search is cancelled.
    """
    search = results_of(
        _search, puzzle, seconds, what="the search for solutions", seconds=seconds, cancel=cancel
    )
    try:
        result = next(search, None)
    except TimeoutError:
        raise Undecided from None
    if result is None:
        raise Undecided
    return result


def _search(puzzle: Puzzle, seconds: float) -> Iterator[UniquenessResult | None]:
    # Ends the search, even within the library, if the caller is killed.
    alarm(math.ceil(seconds) + 1)
    try:
        yield find_solutions(puzzle, seconds=seconds)
    except Undecided:
        yield None
