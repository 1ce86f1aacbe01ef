"""Whether a puzzle has exactly one solution, proven by a complete search."""

from collections.abc import Sequence

from odin_puzzles.kinds import faults, kind_of
from odin_puzzles.kinds.base import UniquenessResult
from odin_puzzles.kinds.layout_task import LayoutTask, solution_pieces
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.uniqueness import exact_cover, placement_model
from odin_puzzles.uniqueness.symmetry import symmetries
from odin_solver.placement.problem import Laid


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


def find_solutions_by_model(task: LayoutTask, *, seconds: float = 60.0) -> UniquenessResult:
    """Search with the placement model alone, which also verifies the exact cover search."""
    images = symmetries(task)
    layouts: list[tuple[Laid, ...]] = []
    forbidden: list[tuple[Laid, ...]] = []
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


def find_by_exact_cover(task: LayoutTask) -> UniquenessResult:
    """Search by exact cover; symmetric solutions count as one."""
    images = symmetries(task)
    layouts: list[frozenset[Laid]] = []
    for layout in exact_cover.layouts(task):
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
